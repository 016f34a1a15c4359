# SPDX-License-Identifier: MIT
"""Documents that are written from sources, and tables of the sources' warnings:
docs/log-records.md, docs/conclusions.md, docs/log-format.md, docs/hardware.md."""

import re

from places import ROOT
from quietcore.conclusions import questions
from quietcore.log import fields
from quietcore.running.reasons import GRAVE, HARMLESS, WRONG_WORD

#: A code is the first argument; wrong_name_end() complains in others' name.
BARE = r"log_warning|warnings_add"
EVERY = rf"{BARE}|complain|wrong_name_end"


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text()


def test_two_documents_are_written_from_the_source():
    """tools/qc list schema --format markdown >docs/log-records.md"""
    assert page("log-records") == fields.markdown()
    assert page("conclusions").endswith("\n\n" + questions.markdown())


def codes(calls: str, *floors: str) -> set[str]:
    """Of the warnings that sources give."""
    return {code for floor in floors for path in (ROOT / floor).rglob("*.c")
            for code in re.findall(rf'\b(?:{calls})\(\s*"(\w+)"', path.read_text())}


def rows(document: str, heading: str) -> list[list[str]]:
    """The cells of each warning's row."""
    table = page(document).split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")]
            for line in table.splitlines() if line.startswith("| `")]


def test_every_warning_is_in_the_table_and_qc_calls_the_same_grave():
    told = {code: row[-1] == "yes" for row in rows("log-format", "Codes of warnings")
            for code in re.findall(r"`(\w+)`", row[0])}
    assert codes(EVERY, "kernel", "bench", "sched", "hosted") == told.keys()
    assert {code for code, fails in told.items() if fails} == {
        code for code in told if code in GRAVE or code.startswith(WRONG_WORD)
    } - {*HARMLESS}


def test_every_warning_of_the_bare_machine_has_its_row_and_no_other():
    told = [row[0].strip("`") for row in rows("hardware", "Warnings")]
    assert sorted(told) == sorted(codes(BARE, "kernel"))


def test_its_rows_tell_reason_and_remedy_and_the_tests_that_it_names_are_there():
    assert [row for row in rows("hardware", "Warnings") if len(row) != 3 or not all(row)] == []
    for name in set(re.findall(r"`(?:tests/image/(?:\w+/)?)?(test_\w+\.py)`",
                               page("hardware"))):
        assert list((ROOT / "tests" / "image").rglob(name)), name
