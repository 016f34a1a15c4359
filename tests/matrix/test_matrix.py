# SPDX-License-Identifier: MIT
"""A few machines of the matrix, and its table. `make matrix` boots them all."""

import re
import subprocess
import sys
from dataclasses import replace

import machine
import pytest
import report
from booted import outcome_of
from judge import judge
from places import ROOT
from table import (
    FULL, QUICK, BadTable, Row, expectations, one_row, pieces, rows)

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


def test_a_row_that_cannot_be_is_skipped_with_its_reason():
    [row] = [row for row in ROWS if row.name == "usb-uhci"]
    outcome = outcome_of(row)
    assert outcome["skipped"].startswith("SeaBIOS reads") \
        and not outcome["wrong"]


def test_a_machine_that_qemu_refuses_is_wrong_and_says_why():
    [row] = [row for row in ROWS if row.name == "kernel-pc"]
    row = replace(row, arguments=(*row.arguments, "-device", "no-such-thing"))
    [wrong] = outcome_of(row)["wrong"]
    assert "'no-such-thing' is not a valid device model name" in wrong


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


@pytest.mark.parametrize("wanted, known, words", [
    (260, 0, "260 machines, 2 at a time. All 260 take about half an hour"),
    (1, 1, "1 machine, 2 at a time; 1 known to be right with this image")])
def test_it_is_said_beforehand_how_many_and_how_long(wanted, known, words):
    assert report.beforehand(wanted, known, 2, 260).startswith(words)


@pytest.mark.parametrize("name, hint", [
    ("pvh-q53", "called pvh-q53; did you mean 'pvh-q35'? tests/matrix/rows"),
    ("quiet", "no row is called quiet; tests/matrix/rows.txt has them all")])
def test_an_unknown_row_is_named_with_the_nearest(name, hint):
    done = subprocess.run(
        [sys.executable, ROOT / "tests/matrix", name], capture_output=True,
        text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert hint in done.stderr


@pytest.fixture(scope="module")
def usual():
    """A row that is right, and what its machine left."""
    [row] = [row for row in ROWS if row.name == "kernel-pc"]
    seen = machine.boot(row)
    assert judge(row, seen) == []
    return row, seen


@pytest.mark.parametrize("expected, objection", [
    ("cores=3", "2 cores started"), ("packages=2", "1 packages"),
    ("clock=1000", "Hz"), ("clock=none", "it has a clock"),
    ("label=metal", "its label is tcg"), ("memory=64", "MiB"),
    ("warn=no_madt", "no_madt"), ("port=none", "the log came by line")])
def test_what_is_not_as_expected_is_wrong(usual, expected, objection):
    row, seen = usual
    row = replace(row, expected=row.expected | expectations(expected))
    assert any(objection in said for said in judge(row, seen))


def test_a_screen_that_shows_something_else_is_wrong(usual):
    row, seen = usual
    blank = replace(seen, page=[""] * 25)
    assert judge(row, blank) == ["the screen does not name quietcore"]
    other = replace(seen, screen="it is blank")
    assert judge(row, other) == ["screen: it is blank"]


def test_an_end_that_is_not_ok_is_wrong(usual):
    row, seen = usual
    ended = seen.records[:-1] + [seen.records[-1] | {"status": "failed"}]
    assert judge(row, replace(seen, records=ended))
    assert judge(row, replace(seen, died="no end")) == ["no end"]


@pytest.mark.parametrize("line", [
    "a  q8 kernel", "a  q7 no-such-piece", "a  q7 kernel  => colour=red"])
def test_a_row_that_says_nothing_is_refused(line):
    with pytest.raises(BadTable):
        one_row(line, "axis", pieces())
