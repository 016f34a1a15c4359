# SPDX-License-Identifier: MIT
"""The lines and the table of a run of the matrix."""

from __future__ import annotations

from itertools import groupby

from places import ROOT
from quietcore.terminal.numbers import counted
from table import Row

DOCS = ROOT / "docs/hardware.md"
BEGIN, END = "<!-- matrix: begin -->\n", "<!-- matrix: end -->\n"


def beforehand(wanted: int, known: int, jobs: int, every: int) -> str:
    """What is about to happen, and how long it may take."""
    return (f"{counted(wanted, 'machine')}, {jobs} at a time"
            + f"; {known} known to be right with this image, and not booted "
            "again" * bool(known)
            + f". All {every} take about half an hour on two cores. Ctrl-C ends it; "
            "the same again goes on there.")


def word(outcome: dict) -> str:
    if outcome["skipped"]:
        return "skipped"
    return "wrong" if outcome["wrong"] else "right"


def line(row: Row, outcome: dict) -> str:
    """One machine's."""
    why = outcome["skipped"] or "; ".join(outcome["wrong"])
    return f"{word(outcome):8}{row.name:24}{outcome['seconds']:6} s" \
        + (f"  {why}" if why else "")


def counts(outcomes: list[dict]) -> str:
    words = [word(outcome) for outcome in outcomes]
    return ", ".join(f"{words.count(each)} {each}"
                     for each in ("right", "skipped", "wrong"))


def by_axis(rows: list[Row], outcomes: list[dict]):
    for axis, pairs in groupby(zip(rows, outcomes), lambda pair: pair[0].axis):
        yield axis, list(pairs)


def table(rows: list[Row], outcomes: list[dict]) -> str:
    """Axes, and how many rows of each are right."""
    shown = [f"{axis:24}{counts([outcome for _, outcome in pairs])}"
             for axis, pairs in by_axis(rows, outcomes)]
    return "\n".join(["", *shown, f"{'All':24}{counts(outcomes)}"])


def reason(outcome: dict) -> str:
    """Why a row is not right; "": it is."""
    return "" if word(outcome) == "right" \
        else outcome["skipped"] or word(outcome)


def names(pairs: list, why: str) -> str:
    """Of the rows with this reason, as code."""
    found = [row.name for row, outcome in pairs if reason(outcome) == why]
    return f"`{' '.join(found)}`" if found else "none"


def markdown(rows: list[Row], outcomes: list[dict]) -> str:
    """The same, with the names of the rows."""
    shown = ["| axis | right | these | others |", "|---|---|---|---|"]
    for axis, pairs in by_axis(rows, outcomes):
        reasons = [reason(outcome) for _, outcome in pairs]
        others = " ".join(f"{why[:1].upper()}{why[1:]}: {names(pairs, why)}."
                          for why in sorted(set(reasons) - {""}))
        shown.append(f"| {axis} | {reasons.count('')} of {len(pairs)} | "
                     f"{names(pairs, '')} | {others or 'none'} |")
    return "\n".join(shown) + "\n"


def write(rows: list[Row], outcomes: list[dict]) -> None:
    """Into docs/hardware.md, between the marks."""
    before, rest = DOCS.read_text().split(BEGIN)
    _, after = rest.split(END)
    DOCS.write_text(before + BEGIN + markdown(rows, outcomes) + END + after)
