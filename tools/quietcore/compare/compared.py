# SPDX-License-Identifier: MIT
"""A row of both sides with its verdict, and all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quietcore.compare.alike import Likeness
from quietcore.compare.measured import Key, Row, Side
from quietcore.compare.ranks import Ratio

SLOWER, FASTER, EQUIVALENT, INCONCLUSIVE, LEFT_OUT = (
    "slower", "faster", "equivalent", "inconclusive", "not compared")
VERDICTS = (SLOWER, FASTER, EQUIVALENT, INCONCLUSIVE, LEFT_OUT)


@dataclass
class Compared:
    """A row of both sides and what comes of it."""

    key: Key
    old: Row
    new: Row
    threshold: float = 0
    values: tuple[list[float], list[float]] = ([], [])
    #: Of boots which are like no others, and left out (alone.py).
    alone: tuple[list[float], list[float]] = ([], [])
    ratio: Ratio | None = None
    p: float = 1.0          # as it stands among those of its experiment
    #: The same beside the other rows of its rounds (beside.py).
    beside: tuple[list[float], list[float]] = ([], [])
    beside_ratio: Ratio | None = None
    beside_p: float = 1.0
    verdict: str = INCONCLUSIVE
    reason: str = ""
    few: bool = False       # so few samples that it could not come out
    exact: bool = False     # counted: it has neither interval nor chance

    @property
    def unit(self) -> str:
        """Of the figures."""
        return self.old.results[0]["unit"]


@dataclass
class Comparison:
    """Two sides, all that both have, and what only one has."""

    old: Side
    new: Side
    like: Likeness
    boots: bool             # the unit is the boot, else the round
    rows: list[Compared] = field(default_factory=list)
    gone: list[Key] = field(default_factory=list)
    added: list[Key] = field(default_factory=list)

    def count(self, verdict: str) -> int:
        """How many rows have a verdict."""
        return sum(row.verdict == verdict for row in self.rows)

    def experiments(self) -> Iterator[tuple[str, list[Compared]]]:
        """The rows of each experiment, in the order they came in."""
        for name in dict.fromkeys(row.key.experiment for row in self.rows):
            yield name, [r for r in self.rows if r.key.experiment == name]
