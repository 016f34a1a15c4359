# SPDX-License-Identifier: MIT
"""The table of results: how sure a row is."""

import make_log
import pytest
from in_process import read
from quietcore.tables.results import results_table

OK, DOUBTED, WRONG = ("ok", ""), ("not_proven", "bold red"), \
    ("failed", "bold red")


def last_cells(*results: dict) -> list:
    """The last column, but for the experiment's name."""
    [run] = read(b"".join(make_log.lines(list(results))))
    return [row[-1] for row in results_table(run).rows[1:]]


@pytest.mark.parametrize("proven,cells", [
    (("ok", "ok"), [("clean", "")] * 2),
    ((None, "ok"), [("clean", "")] * 2),
    (("ok", "not_proven", "failed"), [OK, DOUBTED, WRONG]),
    ((None, "failed"), [OK, WRONG])])
def test_a_column_tells_what_is_not_proven_right(proven, cells):
    """Only where there is such a row; a log of old has no such field."""
    assert last_cells(*(
        make_log.result(**({"proven": word} if word else {}))
        for word in proven)) == cells


def test_a_disturbed_row_is_yellow():
    assert last_cells(make_log.result(quiet="disturbed")) == \
        [("disturbed", "yellow")]
