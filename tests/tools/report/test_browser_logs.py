# SPDX-License-Identifier: MIT
"""Reports of every kind of log in headless Chromium: the console is silent,
each picture is there and not empty, and nothing is wider than its page."""

from __future__ import annotations

import gzip

import pytest
import svgs
from chromium import VIEWS, browsed
from crowd import crowd
from in_process import read
from quietcore.report.page.assemble import report
from quietcore.report.pictures.catalogue import drawings
from quietcore.report.pictures.logs import named
from quietcore.terminal.numbers import number

pytestmark = pytest.mark.full
MANY = 255
WIDE = {"light": 1280, "dark": 1280, "narrow": 390}


def broken():
    """The emulated log: one record damaged, its last third lost."""
    data = gzip.decompress(svgs.path_of("emulated").read_bytes())
    data = data[:len(data) * 2 // 3].replace(b'"lock"', b'"lick"', 1)
    return named([("broken.log", run) for run in read(data)])


LOGS = {
    "bare": lambda: svgs.logs_of("emulated"),
    "icount": lambda: svgs.logs_of("counted"),
    "twin": lambda: svgs.logs_of("twin"),
    "full": lambda: svgs.logs_of("full"),
    "one core": lambda: svgs.logs_of("alone"),
    "wrong": lambda: svgs.logs_of("leaky"),
    "pair": lambda: svgs.logs_of("emulated", "twin"),
    "broken": broken,
    "many cores": lambda: crowd(MANY),
}


@pytest.fixture(scope="module", params=LOGS)
def page(request, tmp_path_factory):
    """A report's name, its logs, and what Chromium makes of it."""
    logs = LOGS[request.param]()
    return request.param, logs, browsed(report(logs),
                                        tmp_path_factory.mktemp("p"))


def test_the_console_is_silent_and_nothing_is_asked_for(page):
    _, _, views = page
    assert {view: views[view]["said"] for view in VIEWS} \
        == dict.fromkeys(VIEWS, [])


def test_every_picture_is_there_and_not_empty(page):
    _, logs, views = page
    wanted = {*drawings(logs)}
    assert wanted
    for view in VIEWS:
        seen = {figure["name"]: figure for figure in views[view]["seen"]}
        assert {*seen} == wanted, view
        for name, figure in seen.items():
            assert figure["width"] > 200 and figure["height"] > 60, name
            assert figure["marks"] > 0 and figure["out"] == [], name


def test_no_page_need_be_moved_sideways(page):
    _, _, views = page
    for view, wide in WIDE.items():
        assert views[view]["wide"] == wide
        assert all(f["width"] <= wide for f in views[view]["seen"])


def test_a_map_of_many_cores_is_read_cell_by_cell(page):
    name, logs, views = page
    for view in VIEWS:
        assert len(views[view]["cells"]) == 2 * (name == "many cores")
        for picture, said in views[view]["cells"].items():
            heat = drawings(logs)[picture].shape
            of = {(cell.row, cell.column): f"{number(cell.value)} ticks one way"
                  + "; disturbed" * bool(cell.doubt) for cell in heat.cells}
            assert len(said) > 2
            for row, column, text in said:
                assert text == ("" if row == column else
                                f"from core {row}, to core {column}: "
                                f"{of[row, column]}")


def test_how_long_pages_take_to_open_is_told(page, capsys):
    """Nothing is asserted of the figure: a busy machine is no defect."""
    name, _, views = page
    times = views["light"]["times"]
    assert times["loaded"] > 0 and times["painted"] > 0
    with capsys.disabled():
        print(f"\nreport, {name}: opened in {times['loaded']:.2f} s, seen "
              f"after {times['painted']:.2f} s (2 s asked for)")
