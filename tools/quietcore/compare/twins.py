# SPDX-License-Identifier: MIT
"""The image's run and the program's, row by row: Linux is the new side."""

from __future__ import annotations

from quietcore.compare.alike import likeness
from quietcore.compare.compared import (
    EQUIVALENT, FASTER, INCONCLUSIVE, LEFT_OUT, SLOWER, Comparison)
from quietcore.compare.measured import Side, key_of
from quietcore.compare.verdict import compare
from quietcore.log.runs import Run

WORDS = (SLOWER, FASTER, EQUIVALENT, INCONCLUSIVE, LEFT_OUT)


def compared(bare: Run, linux: Run) -> Comparison | None:
    """The comparison; None where their clocks cannot be compared."""
    old, new = Side("old", [bare], ["bare"]), Side("new", [linux], ["linux"])
    like = likeness(old, new, twin=True)
    clocks = (side.context.get("tsc_hz") or 0 for side in (old, new))
    return compare(old, new, like) if all(clocks) else None


def word_of(found: Comparison | None, result: dict) -> str:
    """The verdict on the row that a result is of; "" where there is none."""
    rows = found.rows if found else []
    key = key_of(result)
    return next((row.verdict for row in rows if row.key == key), "")


def sentence(found: Comparison, name: str) -> str:
    """All verdicts, counted."""
    told = ", ".join(f"{found.count(word)} {word}" for word in WORDS
                     if found.count(word))
    return (f"By the rounds of one run a side, of {name}'s rows: {told or 'none'} "
            "(docs/compare.md).")
