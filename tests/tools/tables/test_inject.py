# SPDX-License-Identifier: MIT
"""The tables of experiment `inject`."""

import make_log
import pytest
from in_process import parsed
from quietcore.tables.inject import (
    ROWS_SHOWN, ours, published_table, thinned)
from quietcore.terminal.printing import show_grid
from rich.console import Console

COLUMNS = ["time_s", "threads", "running", "pending", "target", "done"]


def series(rows: list[list], **changes) -> dict:
    return {"record": "series", "experiment": "inject", "variant": "block",
            "cores": 2, "params": {"tasks": 200, "min": 12, "max": 1000,
                                   "scale": 500},
            "columns": COLUMNS, "rows": rows} | changes


def shown(tmp_path, body: list[dict]) -> list[list[str]]:
    log = make_log.write(tmp_path / "x.log", body)
    return [line.split() for line in parsed(log).splitlines()]


def test_rows_are_a_table_and_parts_one_series(tmp_path):
    first = series([[0, 12, 0, 188, 12, 0]], part=1, parts=2)
    second = series([[167, 7, 6, 5, 4, 199]], part=2, parts=2, limit=77)
    lines = shown(tmp_path, [first, second])
    at = lines.index(["Time", "Threads", "Running", "Pending", "Done"])
    assert lines[at - 1] == ["inject", "block", "tasks=200", "min=12",
                             "max=1000", "scale=500"]
    assert lines[at + 1] == ["0", "12", "0", "188", "0"]
    assert lines[at + 2] == ["167", "7", "6", "5", "199"]


def test_what_memory_allowed_is_said(tmp_path):
    lines = shown(tmp_path, [series([[0, 1, 1, 1, 1, 0]], limit=77)])
    assert ["Memory", "for", "77", "workers", "only."] in lines


def test_pools_of_a_fixed_size(tmp_path):
    fixed = series([[5, 4.91]], variant="mixed/fixed", params={"scale": 1},
                   columns=["workers", "tasks_per_s"])
    lines = shown(tmp_path, [fixed])
    at = lines.index(["Workers", "Tasks/s"])
    assert lines[at + 1] == ["5", "4.91"]


def test_many_rows_are_thinned_to_the_ends_and_some_between():
    rows = [[i] for i in range(200)]
    assert len(thinned(rows)) == ROWS_SHOWN
    assert thinned(rows)[0] == [0] and thinned(rows)[-1] == [199]
    assert thinned(rows[:5]) == rows[:5]


# ---- beside the published figures -----------------------------------------------


def told(value, low, high, verdict="sure", **changes) -> dict:
    return {"record": "finding", "experiment": "inject", "name": "block_12_dip",
            "value": value, "low": low, "high": high, "unit": "s",
            "verdict": verdict, "published": "about 127 s", "params": {},
            "subjects": [], "text": "x"} | changes


@pytest.mark.parametrize("finding, words", [
    (told(140, 139, 141), "140.0 (139.0 to 141.0) s"),
    (told(140, 140, 140), "140.0 s"),
    (told(140, 139, 141, "unsure"), "140.0 (139.0 to 141.0) s, inconclusive"),
    (told(None, None, None), "never"),
    (told(None, None, None, "unsure"), "inconclusive"),
    (told(None, None, None, "none"), "not measured")])
def test_ours_stands_in_the_published_unit(finding, words):
    assert ours(finding) == words


def test_theirs_stand_beside_ours():
    [row] = published_table([told(140, 140, 140)]).rows
    assert [cell.text for cell in row] == \
        ["block_12_dip", "140.0 s", "about 127 s"]


@pytest.mark.parametrize("width", [80, 40])
def test_ours_is_there_on_a_narrow_terminal(capsys, width):
    """What the table is for: a long sentence of theirs goes on below."""
    show_grid(published_table([told(
        140.5, 139, 141, published="about 127 s, as far as can be told from "
        "the picture alone")]), Console(width=width, highlight=False))
    words = " ".join(capsys.readouterr().out.split())
    assert "140.5" in words and "Left out" not in words
    assert all(each in words for each in ("about", "picture", "alone"))
