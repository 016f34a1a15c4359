# SPDX-License-Identifier: MIT
"""The table of results: how sure a row is."""

import re
from pathlib import Path

import make_log
import pytest
from in_process import parsed, read
from quietcore.tables.results import MARKS, MEAN, SHORTER, results_table

TABLE_C = Path(__file__).parents[3] / "bench/report/table.c"
OK = ("ok", "", "")
DOUBTED, WRONG = (("not_proven", "bold red", "?"), ("failed", "bold red", "!"))


def last_cells(*results: dict) -> list:
    """The last column, but for the experiment's name."""
    [run] = read(b"".join(make_log.lines(list(results))))
    return [row[-1] for row in results_table(run).rows[1:]]


@pytest.mark.parametrize("proven,cells", [
    (("ok", "ok"), [("clean", "", "")] * 2),
    ((None, "ok"), [("clean", "", "")] * 2),
    (("ok", "not_proven", "failed"), [OK, DOUBTED, WRONG]),
    ((None, "failed"), [OK, WRONG])])
def test_a_column_tells_what_is_not_proven_right(proven, cells):
    """Only where there is such a row; a log of old has no such field."""
    assert last_cells(*(
        make_log.result(**({"proven": word} if word else {}))
        for word in proven)) == cells


@pytest.mark.parametrize("changes, cell", [
    ({"quiet": "disturbed"}, ("disturbed", "yellow", "~")),
    ({"crowded": True}, ("turns", "yellow", "<")),
    ({"quiet": "disturbed", "crowded": True},
     ("disturbed, turns", "yellow", "~<"))])
def test_a_disturbed_row_and_one_of_cores_that_take_turns_are_yellow(changes,
                                                                     cell):
    assert last_cells(make_log.result(**changes)) == [cell]


def test_at_80_columns_every_doubt_has_its_mark_and_all_are_explained(tmp_path):
    log = make_log.write(tmp_path / "x.log", [make_log.result(**changes) for
                                              changes in (
        {}, {"quiet": "disturbed"}, {"cores": 2, "crowded": True},
        {"proven": "not_proven"}, {"quiet": "disturbed", "proven": "failed"})])
    lines = parsed(log, "--width", "80").splitlines()
    rows = [line.split() for line in lines if line.startswith("  ring/pair ")]
    assert [[cell for cell in row if cell in "~<?!"] for row in rows] == \
        [[], ["~"], ["<"], ["?"], ["~", "!"]]
    assert any(line.startswith(MEAN) for line in lines)
    assert all(f"{mark} " in MEAN for mark in MARKS.values())


def test_the_image_has_the_same_marks_and_short_names():
    source = TABLE_C.read_text()
    assert f'"{MEAN}"' in source
    assert dict(re.findall(r'\{ "(\w+)", "(\w+)" \}', source)) == SHORTER
