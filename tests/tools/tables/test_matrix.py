# SPDX-License-Identifier: MIT
"""The matrix of the experiment `line`, as qc parse shows it."""

import json

import make_log
import pytest
from in_process import parsed
from quietcore.tables.matrix import shade
from quietcore.terminal.numbers import number


def series(rows, **changes) -> dict:
    return {"record": "series", "experiment": "line", "cores": 3,
            "variant": "handover/cas", "params": {}, "unit": "ticks",
            "columns": ["from", "to", "ticks", "line_least", "line_most"],
            "rows": rows} | changes


def parse(tmp_path, body, *arguments) -> str:
    return parsed(make_log.write(tmp_path / "x.log", body), *arguments)


def pairs(cores):
    return [[a, b, 100 + 10 * a + b, 1, 2] for a in range(cores)
            for b in range(cores) if a != b]


def test_the_parts_of_a_matrix_are_one_table(tmp_path):
    rows = pairs(3)
    text = parse(tmp_path, [series(rows[:4], part=1, parts=2),
                            series(rows[4:], part=2, parts=2)])
    assert text.count("line handover/cas: ticks, half a trip") == 1
    assert "101.0 to 121.0" in text
    lines = [line.split() for line in text.splitlines()]
    assert ["0", ".", "101.0", "102.0"] in lines
    assert ["2", "120.0", "121.0", "."] in lines


def test_a_pair_that_was_disturbed_is_marked_and_the_mark_explained(tmp_path):
    rows = [[0, 1, 100, 1, 2], [1, 0, 100.5, 1, 2]]
    for calm, marked in ((100.5, False), (100, True)):
        text = parse(tmp_path, [series(rows, cores=2, calm_most=calm)])
        assert ("~100.5" in text) == marked and "~100.0" not in text
        assert ("\n~ disturbed: above 100.0.\n" in text) == marked
        assert ("~ disturbed" in text) == marked


@pytest.mark.parametrize("cores, width, shown", [
    (64, 40, 5), (64, 80, 11), (64, 200, 28), (255, 80, 11),
    (255, 36, 4)])
def test_a_large_machine_has_as_many_columns_as_fit(tmp_path, cores, width,
                                                    shown):
    """Cells have five columns, and two blanks before them."""
    every = pairs(cores)
    body = [series(every[at:at + 120], cores=cores)
            for at in range(0, len(every), 120)]
    text = parse(tmp_path, body, "--width", str(width))
    assert f"Left out here: {cores - shown} of {cores} cores" in text
    lines = text.splitlines()
    at = lines.index(next(line for line in lines if line.split()[:3] ==
                          ["0", "1", "2"]))
    assert all(len(line) <= width for line in lines)
    assert lines[at].split() == [str(core) for core in range(shown)]
    ticks = {(a, b): value for a, b, value, *_ in every}
    for giver in range(shown):
        assert lines[at + 1 + giver].split() == [str(giver)] + [
            number(ticks.get((giver, taker))).replace("-", ".")
            for taker in range(shown)]


def test_a_large_matrix_is_whole_in_json(tmp_path):
    every = pairs(21)
    body = [series(every[at:at + 60], cores=21)
            for at in range(0, len(every), 60)]
    run = json.loads(parse(tmp_path, body, "--format", "json"))["runs"][0]
    kept = [row for r in run["records"] if r["record"] == "series"
            for row in r["rows"]]
    assert kept == every


def test_other_series_are_no_matrix(tmp_path):
    text = parse(tmp_path, [series([[0, 1, 2, 3]], columns=[
        "core", "ticks", "step", "grain"])])
    assert "half a trip" not in text


def test_shades_go_from_near_to_far():
    assert [shade(v, 10, 40) for v in (10, 19, 20, 29, 30, 40)] == \
        ["green", "green", "yellow", "yellow", "red", "red"]
    assert shade(10, 10, 10) == "green"
