# SPDX-License-Identifier: MIT
"""A few machines of the matrix, and its table. `make matrix` boots them all."""

import re

import pytest
from booted import outcome_of
from places import ROOT
from table import FULL, QUICK, BadTable, Row, one_row, pieces, rows

ROWS = rows()


def check(row: Row) -> None:
    outcome = outcome_of(row)
    if outcome["skipped"]:
        pytest.skip(outcome["skipped"])
    assert outcome["wrong"] == []


def marked(mark: str):
    return pytest.mark.parametrize(
        "row", [row for row in ROWS if row.mark == mark],
        ids=lambda row: row.name)


@marked(QUICK)
def test_quick_machines(row):
    check(row)


@pytest.mark.full
@marked(FULL)
def test_further_machines(row):
    check(row)


def test_the_matrix_has_two_hundred_machines_and_no_two_alike():
    assert len(ROWS) >= 200
    assert len({row.name for row in ROWS}) == len(ROWS)
    assert len({str(row) for row in ROWS}) == len(ROWS)


def test_the_table_of_hardware_md_has_all_rows_and_no_other():
    text = (ROOT / "docs/hardware.md").read_text()
    table = text.split("<!-- matrix: begin -->")[1]
    table = table.split("<!-- matrix: end -->")[0]
    told = " ".join(re.findall("`([^`]*)`", table)).split()
    assert sorted(told) == sorted(row.name for row in ROWS)


@pytest.mark.parametrize("line", [
    "a  q8 kernel", "a  q7 no-such-piece", "a  q7 kernel  => colour=red"])
def test_a_row_that_says_nothing_is_refused(line):
    with pytest.raises(BadTable):
        one_row(line, "axis", pieces())
