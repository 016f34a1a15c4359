# SPDX-License-Identifier: MIT
"""What a run measured, as conclusions take it: rows with their rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from quietcore.log.histograms import completed
from quietcore.conclusions.gate import FAILED, FIT, NOT_PROVEN, TURNS
from quietcore.conclusions.rounds import NEVER, NO_ROUND, thousandths
from quietcore.log.reading import Run

#: A record's word on the proof, and how fit its row is.
FITNESS = {"ok": FIT, "not_proven": NOT_PROVEN, "failed": FAILED}
WORSE = (FIT, NOT_PROVEN, FAILED)
ROUNDS, TOGETHER = "rounds", "together_rounds"


def round_of(entry: float | str | None) -> int:
    """A round's figure in thousandths."""
    if entry is None:
        return NO_ROUND
    return NEVER if entry == "never" else thousandths(entry)


def worse(*fitness: str) -> str:
    """The worst."""
    return max(fitness, key=WORSE.index)


@dataclass(frozen=True)
class Row:
    """A record `result` or `quantity`."""

    record: dict
    own_cores: str      # fitness of what it measures, on so many cores
    any_cores: str      # the same, on any number
    tsc_step: int = 0   # of the clock, ticks

    @property
    def variant(self) -> str:
        """Its name within the experiment."""
        return self.record["variant"]

    @property
    def cores(self) -> int:
        """That took part."""
        return self.record["cores"]

    @cached_property
    def params(self) -> dict:
        """What tells rows of one name apart; `mode` is how it was sampled."""
        return {name: value for name, value in
                (self.record.get("params") or {}).items() if name != "mode"}

    @property
    def batch(self) -> int:
        """Operations a sample."""
        return self.record.get("batch", 1)

    @property
    def step(self) -> int:
        """How fine the clock tells an operation, thousandths of a tick."""
        return self.tsc_step * 1000 // max(self.batch, 1) \
            if self.record["unit"] == "ticks" \
            and self.record["record"] == "result" else 0

    @property
    def fitness(self) -> str:
        """Proven right or not; cores that took turns measured the host."""
        return self.unless_turns(worse(
            FITNESS[self.record.get("proven", "ok")], self.own_cores))

    @property
    def ranked(self) -> str:
        """The same of what is ranked: right on any number of cores."""
        return self.unless_turns(worse(
            FITNESS[self.record.get("proven", "ok")], self.any_cores))

    def unless_turns(self, proven: str) -> str:
        """Where cores took turns, what is right is not fit either."""
        return TURNS if proven == FIT and self.record.get("crowded") \
            else proven

    def rounds(self, column: str = "") -> list[int]:
        """Thousandths by round, NO_ROUND where one was disturbed; empty where
        it has no such column. Without a column it is the time between two
        operations: where cores share them, of any core."""
        column = column or (
            TOGETHER if {"together", TOGETHER} & self.record.keys()
            else ROUNDS)
        disturbed = self.record.get("disturbed_rounds", ())
        return [NO_ROUND if at in disturbed else round_of(entry)
                for at, entry in enumerate(self.record.get(column, ()))]


@dataclass(frozen=True)
class Rows:
    """All rows of a run, by experiment, in the log's order."""

    of: dict[str, list[Row]]
    cores: int      # the most that any row has
    failed: dict[str, list[str]]    # primitives that gave wrong answers
    run: Run = field(default_factory=Run)   # they are of

    def find(self, experiment: str,
             wanted: Callable[[Row], bool]) -> list[Row]:
        """Those of an experiment."""
        return [row for row in self.of.get(experiment, ()) if wanted(row)]

    def best(self, experiment: str, variant: str, cores: int,
             **params: int | str) -> Row | None:
        """The row that speaks for a variant."""
        return speaking(self.find(experiment, lambda row: (
            row.variant, row.cores) == (variant, cores)
            and params.items() <= row.params.items()))


def speaking(rows: Iterable[Row]) -> Row | None:
    """Of rows of one name: with the parameters of the first one, that of the
    largest batch."""
    rows = [*rows]
    return max((row for row in rows if row.params == rows[0].params),
               key=lambda row: row.batch, default=None)


class Proof:
    """What the validations of a run say of each primitive."""

    def __init__(self, run: Run):
        self._tsc_step = run.context.get("tsc_step", 0)
        self._found: dict[tuple, dict[int, str]] = {}
        for record in run.each("validation"):
            by_cores = self._found.setdefault(self.key(record), {})
            cores = min(record["cores"], 2)     # one, or several
            by_cores[cores] = worse(by_cores.get(cores, FIT),
                                    FITNESS[record["verdict"]])

    @property
    def failed(self) -> dict[str, list[str]]:
        """By experiment."""
        found: dict[str, list[str]] = {}
        for (experiment, primitive), by_cores in self._found.items():
            if FAILED in by_cores.values():
                found.setdefault(experiment, []).append(primitive)
        return found

    @staticmethod
    def key(record: dict) -> tuple[str, str]:
        """What is proven."""
        return (record["experiment"],
                record.get("primitive") or record["variant"])

    def row(self, record: dict) -> Row:
        """A record with that. What is wrong anywhere is wrong everywhere; one
        core's figures stand on the proof on one core."""
        found = self._found.get(self.key(record), {})
        every = worse(FIT, *found.values())
        own = every if every == FAILED else \
            found.get(min(record["cores"], 2), FIT)
        return Row(record, own, every, self._tsc_step)


def rows_of(run: Run) -> Rows:
    """Those of a run."""
    proof, found = Proof(run), {}
    for record in chain(completed(run), run.each("quantity")):
        found.setdefault(record["experiment"], []).append(proof.row(record))
    return Rows(found, max((row.cores for rows in found.values()
                            for row in rows), default=0), proof.failed, run)
