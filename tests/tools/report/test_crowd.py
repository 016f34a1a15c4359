# SPDX-License-Identifier: MIT
"""A report of as many cores as there can be: whole, small, nothing left out."""

import json
import re
from functools import cache

import pytest
import svgs
from crowd import CLUSTER, crowd
from quietcore.report.draw import heat as maps
from quietcore.report.draw.model import Cell, Heat
from quietcore.report.page import assemble
from quietcore.report.pictures.catalogue import drawings
from quietcore.terminal.numbers import number

CORES = 255
MAPS = ("line-matrix", "line-matrix-2")


@cache
def pictures():
    return drawings(crowd(CORES))


@cache
def map_of(name):
    """The map of a picture: its list, and the cells of its strokes."""
    [group] = svgs.of_class(svgs.parsed(pictures()[name]), "many")
    strokes = [stroke for path in svgs.of_class(group, "cell")
               for stroke in cells_of(path.get("d"))]
    return json.loads(group.get("data-cells")), strokes


def cells_of(path):
    """Row and column of each cell of a path, by another reader."""
    x = y = 0
    for right, down, length in re.findall(r"m(-?\d+) (-?\d+)h(\d+)", path):
        x, y = x + int(right), y + int(down)
        for _ in range(int(length)):
            yield y, x
            x += 1


@pytest.mark.full
def test_the_page_has_all_its_pictures_and_is_small_enough():
    page = assemble.report(crowd(CORES))
    assert len(page) <= assemble.MOST
    for name in pictures():
        assert f'<figure id="{name}">'.encode() in page, name
    assert {*MAPS, "noise-grades"} <= {*pictures()}
    assert b"left out: with them" not in page
    assert b"a page that is less large" not in page


@pytest.mark.parametrize("name", MAPS)
def test_each_pair_of_cores_is_drawn_once_and_says_its_own_figure(name):
    told, strokes = map_of(name)
    heat = pictures()[name].shape
    assert len(strokes) == len({*strokes}) == CORES * (CORES - 1)
    assert {*strokes} == {(cell.row, cell.column) for cell in heat.cells}
    assert told["rows"] == heat.rows and told["columns"] == heat.columns
    cells = [row.split(",") for row in told["cells"].split(";")]
    for cell in heat.cells[::97]:
        said = told["texts"][int(cells[cell.row][cell.column], 36)]
        assert said == f"{number(cell.value)} {heat.unit}" + (
            f"; {cell.doubt}" if cell.doubt else "")
    assert all(cells[core][core] == "" for core in range(CORES))


def test_each_cluster_has_a_box_and_all_cores_a_grade():
    boxes = pictures()["line-matrix"].shape.boxes
    assert len(boxes) == -(-CORES // CLUSTER)
    assert boxes[-1] == (CORES // CLUSTER * CLUSTER, CORES - 1)
    assert len(pictures()["noise-grades"].shape.columns) == CORES


def heat_of(values):
    return Heat(["a", "b"], ["x", "y", "z"],
                [Cell(i // 3, i % 3, value) for i, value in enumerate(values)
                 if value is not None], "ticks", "row", "column", log=False)


@pytest.mark.parametrize("values, shades", [
    ([1, 1, 1, 1, 1, 1], ["m0 0h3m-3 1h3"]),
    ([1, None, 1, None, 1, 9], ["m0 0h1m1 0h1m-2 1h1", "m2 1h1"])])
def test_cells_of_one_shade_are_one_path_and_neighbours_one_stroke(values, shades, monkeypatch):
    monkeypatch.setattr(maps, "MOST", 1)
    svg = svgs.parsed(svgs.Drawing("x", "T", "S.", heat_of(values)))
    [group] = svgs.of_class(svg, "many")
    paths = svgs.of_class(group, "cell")
    assert [path.get("d") for path in paths] == shades
    least, most = paths[0].find(f"{svgs.SPACE}title").text, paths[-1]
    assert least.endswith("cells: 1.00 to 1.00 ticks")
    assert len({path.get("stroke") for path in paths}) == len(shades)
    assert most.get("stroke").startswith("rgb(")


def test_few_cells_are_drawn_one_by_one_and_numbers_are_the_script_s():
    svg = svgs.parsed(svgs.Drawing("x", "T", "S.", heat_of([1, 2, 3])))
    assert svgs.of_class(svg, "many") == []
    for value in (0, 35, 36, 1295, 65535):
        assert int(maps.base36(value), 36) == value
