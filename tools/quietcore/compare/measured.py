# SPDX-License-Identifier: MIT
"""What the runs of two sides measured, row by row, boot by boot, and what comes of it."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import repeat
from typing import NamedTuple

from quietcore.compare.ranks import Ratio
from quietcore.log.runs import Run

#: Grades of cores whose figures are worth half as much (docs/conclusions.md).
POOR = "DEF"


class Key(NamedTuple):
    """What makes two results the same question."""

    experiment: str
    variant: str
    cores: int
    params: str

    @property
    def name(self) -> str:
        """Variant and parameters, as a table names the row."""
        return f"{self.variant} {self.params}".rstrip()


def key_of(result: dict) -> Key:
    """A result's key; its parameters sorted, as words."""
    words = (f"{name}={value}" for name, value in sorted(result["params"].items()))
    return Key(result["experiment"], result["variant"], result["cores"], " ".join(words))


def rounds_of(result: dict) -> list[float | None]:
    """The figure of each round, None of a disturbed one; all of them where every one was
    disturbed.

    Of `dispatch` the time a task takes of the wall's, else the medians.
    """
    rounds = result.get("wall_rounds") or result.get("rounds") or []
    disturbed = set(result.get("disturbed_rounds", ()))
    if len(disturbed) >= len(rounds):
        return rounds
    return [None if at in disturbed else value for at, value in enumerate(rounds)]


@dataclass
class Row:
    """One question's results on one side, an entry a boot that has it."""

    results: list[dict] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)    # of the boots
    table: list[list[float | None]] = field(default_factory=list)  # rounds
    #: Of the same rounds what lay around them, clock, width and line; empty where unknown.
    around: list[list[tuple[int, int, int]]] = field(default_factory=list)
    poor: bool = False      # measured on a core of a poor grade

    def add(self, number: int, result: dict, factor: float) -> None:
        """A boot's result, its figures multiplied. Of many boots whole results take gigabytes:
        what a verdict asks for is kept, but counted instructions are compared figure by figure."""
        self.results.append(result if result["unit"] == "instructions" else {
            name: result.get(name) for name in ("unit", "method", "proven", "crowded")})
        self.numbers.append(number)
        self.table.append([value and value * factor for value in rounds_of(result)])
        clock, width = result.get("clock_rounds"), result.get("width_rounds")
        lines = result.get("line_rounds") or repeat(0)
        self.around.append([*zip(clock, width, lines)] if clock and width else [])

    @property
    def boots(self) -> list[list[float]]:
        """The clean rounds of each boot that has any."""
        kept = [[value for value in rounds if value is not None] for rounds in self.table]
        return [rounds for rounds in kept if rounds]

    @property
    def medians(self) -> list[float]:
        """What each boot says: the median of its rounds."""
        return [statistics.median(rounds) for rounds in self.boots]

    @property
    def rounds(self) -> list[float]:
        """The rounds of all boots."""
        return [value for rounds in self.boots for value in rounds]

    def every(self, name: str) -> set:
        """The values of a field in all boots."""
        return {result.get(name) for result in self.results}


@dataclass
class Side:
    """The runs that are compared with those of the other side."""

    name: str               # "old" or "new"
    runs: list[Run]
    logs: list[str]         # the file of each run

    @property
    def context(self) -> dict:
        """Of its first run; must_be_alike() holds the others to it."""
        return self.runs[0].context

    def rows(self, hz: float = 0) -> dict[Key, Row]:
        """All questions, in the order they came in; ticks as nanoseconds if `hz` is not 0. Of what
        a run tells twice the first counts."""
        found: dict[Key, Row] = {}
        for number, run in enumerate(self.runs):
            poor = poor_cores(run)
            for result in run.each("result"):
                row = found.setdefault(key_of(result), Row())
                if row.numbers[-1:] != [number]:
                    ns = hz and result["unit"] == "ticks"
                    row.add(number, result, 1e9 / run.context["tsc_hz"] if ns else 1.0)
                    row.poor |= any(core < result["cores"]
                                    for core in poor.get(result["experiment"], ()))
        return found


def poor_cores(run: Run) -> dict[str, set[int]]:
    """The cores of a poor grade, by experiment."""
    found: dict[str, set[int]] = {}
    for record in run.each("noise"):
        found.setdefault(record["experiment"], set()).update(
            core for core, grade in zip(record["cores"], record["grade"])
            if grade in POOR)
    return found


def grades(runs: list[Run]) -> str:
    """The letters of all their noise records, each once."""
    return "".join(sorted({grade for run in runs for record in run.each("noise")
                           for grade in record["grade"]}))


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
    #: Of boots which are like no others, and left out (around.py).
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
class Likeness:
    """What stands between two sides."""

    refused: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    exact: bool = False     # both count instructions
    hz: float = 0           # not 0: compared in nanoseconds


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
