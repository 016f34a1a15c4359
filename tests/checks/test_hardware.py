# SPDX-License-Identifier: MIT
"""docs/hardware.md explains every warning of the bare machine."""

import re

import pytest
from places import ROOT

#: A warning's code is the first argument.
CODE = re.compile(r'\b(?:log_warning|warnings_add)\(\s*"(\w+)"')


def codes_of_the_sources() -> set[str]:
    return {code for path in (ROOT / "kernel").rglob("*.c")
            for code in CODE.findall(path.read_text())}


def rows() -> list[list[str]]:
    """The cells of each warning's row."""
    text = (ROOT / "docs" / "hardware.md").read_text()
    table = text.split("\n## Warnings\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in table.splitlines() if line.startswith("| `")]


def test_every_warning_has_its_row_and_no_other():
    told = [row[0].strip("`") for row in rows()]
    assert sorted(told) == sorted(codes_of_the_sources())


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].strip("`"))
def test_a_row_tells_reason_and_remedy(row):
    assert len(row) == 3 and all(row)


def test_the_tests_that_it_names_are_there():
    text = (ROOT / "docs" / "hardware.md").read_text()
    for name in set(re.findall(r"`(?:tests/image/(?:\w+/)?)?(test_\w+\.py)`",
                               text)):
        assert list((ROOT / "tests" / "image").rglob(name)), name
