# SPDX-License-Identifier: MIT
"""What the runs of one side measured, row by row, boot by boot."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

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
    words = (f"{name}={value}" for name, value
             in sorted(result["params"].items()))
    return Key(result["experiment"], result["variant"], result["cores"],
               " ".join(words))


def rounds_of(result: dict) -> list[float | None]:
    """The figure of each round, None of a disturbed one; all of them where
    every one was disturbed.

    Of `dispatch` the time a task takes of the wall's, else the medians.
    """
    rounds = result.get("wall_rounds") or result.get("rounds") or []
    disturbed = set(result.get("disturbed_rounds", ()))
    if len(disturbed) >= len(rounds):
        return rounds
    return [None if at in disturbed else value
            for at, value in enumerate(rounds)]


def around_of(result: dict) -> list[tuple[int, int, int]]:
    """What lay around each round: clock, width, line; empty if unknown."""
    clock, width = result.get("clock_rounds"), result.get("width_rounds")
    if not clock or not width:
        return []
    lines = result.get("line_rounds") or [0] * len(clock)
    return list(zip(clock, width, lines))


@dataclass
class Row:
    """One question's results on one side, an entry a boot that has it."""

    results: list[dict] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)    # of the boots
    table: list[list[float | None]] = field(default_factory=list)  # rounds
    #: Of the same rounds what lay around them; empty where it is unknown.
    around: list[list[tuple[int, int, int]]] = field(default_factory=list)
    poor: bool = False      # measured on a core of a poor grade

    @property
    def boots(self) -> list[list[float]]:
        """The clean rounds of each boot that has any."""
        kept = [[value for value in rounds if value is not None]
                for rounds in self.table]
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
        """All questions, in the order they came in; ticks as nanoseconds if
        `hz` is not 0."""
        found: dict[Key, Row] = {}
        for number, run in enumerate(self.runs):
            poor = poor_cores(run)
            for result in first_of_each(run):
                row = found.setdefault(key_of(result), Row())
                row.results.append(needed(result))
                factor = scale(result, run, hz)
                row.numbers.append(number)
                row.table.append([value and value * factor
                                  for value in rounds_of(result)])
                row.around.append(around_of(result))
                row.poor |= any(core < result["cores"] for core
                                in poor.get(result["experiment"], ()))
        return found


def needed(result: dict) -> dict:
    """What a verdict asks of a result beside its rounds: of many boots whole
    ones take gigabytes. Counted instructions are compared figure by figure."""
    if result["unit"] == "instructions":
        return result
    return {name: result.get(name)
            for name in ("unit", "method", "proven", "crowded")}


def scale(result: dict, run: Run, hz: float) -> float:
    """What a figure is multiplied by."""
    wanted = hz and result["unit"] == "ticks"
    return 1e9 / run.context["tsc_hz"] if wanted else 1.0


def first_of_each(run: Run) -> Iterator[dict]:
    """Its results; of several with one key the first."""
    seen = set()
    for result in run.each("result"):
        key = key_of(result)
        if key not in seen:
            seen.add(key)
            yield result


def poor_cores(run: Run) -> dict[str, set[int]]:
    """The cores of a poor grade, by experiment."""
    found: dict[str, set[int]] = {}
    for record in run.each("noise"):
        found.setdefault(record["experiment"], set()).update(
            core for core, grade in zip(record["cores"], record["grade"])
            if grade in POOR)
    return found


def grades(side: Side) -> str:
    """The letters of all its noise records, each once."""
    return "".join(sorted({grade for run in side.runs
                           for record in run.each("noise")
                           for grade in record["grade"]}))
