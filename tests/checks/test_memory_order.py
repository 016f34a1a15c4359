# SPDX-License-Identifier: MIT
"""Every acquire and release names its partner: a label, or "pairs with"."""

import re

import pytest
from places import ROOT

ORDERED = re.compile(r"\batomic_\w+_(?:acquire|release|acq_rel)\(")
#: A1 pairs with R1, F1 with F2.
NAMED = re.compile(r"\b[ARF]\d\b|\bpairs? with\b")
LINES_ABOVE = 6
FILES = [path for floor in ("kernel", "sched", "bench", "hosted")
         for path in sorted((ROOT / floor).rglob("*.[ch]"))
         if path != ROOT / "kernel/atomic.h"]


def lonely(text: str) -> list[int]:
    """Lines of ordered accesses near which no comment names the other side."""
    lines = text.splitlines()
    return [number for number, line in enumerate(lines, 1)
            if ORDERED.search(line) and not NAMED.search(
                "\n".join(lines[max(0, number - 1 - LINES_ABOVE):number + 1]))]


@pytest.mark.parametrize("path", [p for p in FILES
                                  if ORDERED.search(p.read_text())],
                         ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_acquire_and_release_names_its_partner(path):
    assert lonely(path.read_text()) == []


@pytest.mark.parametrize("access", [
    "atomic_load_acquire(&y)", "atomic_store_release(&y, 1)", "atomic_add_acq_rel(&y, 1)"])
def test_the_check_itself_finds_a_lonely_one(access):
    """And takes no other comment for a partner."""
    for text, lines in (
            ("{}", [1]), ("/* A1: pairs with R1 in f(). */\n{}", []),
            ("/* A1. */\n" + "\n" * 5 + "{}", []), ("/* A1. */\n" + "\n" * 6 + "{}", [8]),
            ("{}\n/* A1. */", []), ("{}\n\n/* A1. */", [1]),
            ("/* register X1 */\n{}", [2])):
        assert lonely(text.format(f"{access};")) == lines
