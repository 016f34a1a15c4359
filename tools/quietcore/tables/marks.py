# SPDX-License-Identifier: MIT
"""What is to be doubted of a row: words, and a mark where there is no room.

The image's tables have the same marks (bench/report/table.c).
"""

from __future__ import annotations

from quietcore.log.runs import Run
from quietcore.terminal.layout import Cell

MARKS = {"disturbed": "~", "turns": "<", "oversubscribed": "<",
         "not_proven": "?", "failed": "!"}
NEW = 2     # the first version that has verdicts, headlines and a run's id
MEAN = "~ disturbed, < cores take turns; ranked nowhere: ? not proven, ! wrong"


def old_log(run: Run) -> str:
    """What ends the last line of a log that later ones tell more than."""
    return f"; an old log (version {run.version})" if run.version < NEW else ""


def quiet_words(result: dict) -> list[str]:
    """Nothing of a row in which nothing disturbed."""
    disturbed = result.get("quiet", "clean") != "clean"
    turns = "oversubscribed" if result.get("oversubscribed") else "turns"
    return ["disturbed"] * disturbed + [turns] * bool(result.get("crowded"))


def proven_words(result: dict) -> list[str]:
    """Nothing of a row that is right."""
    proven = result.get("proven", "ok")
    return [proven] * (proven != "ok")


def cell_of(words: list[str], style: str, otherwise: str) -> Cell:
    """The words in that style, or what stands where there are none."""
    if not words:
        return Cell(otherwise)
    return Cell(", ".join(words), style,
                "".join(MARKS.get(word, "") for word in words))
