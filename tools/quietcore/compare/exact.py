# SPDX-License-Identifier: MIT
"""Counted instructions: there any difference is one, and none is chance.

Figures have four digits and more, and whole numbers keep all of theirs: an
instruction an operation is seen whatever the operation takes.
"""

from __future__ import annotations

from quietcore.compare.compared import EQUIVALENT, FASTER, SLOWER, Compared
from quietcore.compare.measured import Row
from quietcore.compare.ranks import Ratio

#: What is compared; the first one that differs says in which direction.
FIGURES = ("mean", "p50", "wall_per_task", "accumulate_mean", "rounds",
           "round_means", "wall_rounds", "min", "max", "p90", "p99", "p999",
           "batch", "n", "overhead")


def figures(result: dict) -> list[object]:
    """All that has to be the same."""
    return [result.get(name) for name in FIGURES]


def repeats(row: Row) -> bool:
    """All boots of a side say the same, as counted instructions should."""
    return all(figures(result) == figures(row.results[0])
               for result in row.results)


def size(value: object) -> float:
    """A figure, or the sum of several, to say which of two is more."""
    if isinstance(value, list):
        return sum(each for each in value if each is not None)
    return value if isinstance(value, (int, float)) else 0


def exactly(row: Compared) -> bool:
    """Judges a row that counts instructions; False: it has to be judged as
    any other, since runs of one side differ among themselves."""
    if row.unit != "instructions" or not (
            repeats(row.old) and repeats(row.new)):
        return False
    one, two = (side.results[0] for side in (row.old, row.new))
    row.values = ([size(one.get("mean"))], [size(two.get("mean"))])
    row.p, row.verdict, row.exact = 0.0, EQUIVALENT, True
    for name, old, new in zip(FIGURES, figures(one), figures(two)):
        if old != new:
            row.verdict = SLOWER if size(new) > size(old) else FASTER
            row.reason = f"{name}: {told(old, new)}"
            break
    old, new = row.values[0][0], row.values[1][0]
    if old > 0 and new > 0:
        row.ratio = Ratio(*[new / old] * 3)
    return True


def told(old: object, new: object) -> str:
    """Two figures in words; of a list the first pair that differs."""
    if isinstance(old, list) and isinstance(new, list):
        pairs = [pair for pair in zip(old, new) if pair[0] != pair[1]]
        old, new = pairs[0] if pairs else (len(old), len(new))
    return f"{old} is old, {new} new"
