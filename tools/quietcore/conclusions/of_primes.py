# SPDX-License-Identifier: MIT
"""Experiment `primes`: what follows from several of its rows."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.asked import Asked, by_round
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rows import Row, Rows
from quietcore.terminal.numbers import counted

NAME, SEQUENTIAL = "primes", "sequential"
#: Columns of a run's parts, and how a sentence begins.
PARTS = {"wake_up": "wake-ups take", "hand_out": "submission takes",
         "work": "tasks take", "collection": "collection takes"}
STATES = {"asleep": "halted", "awake": "spinning"}
SHORTEST = 100  # numbers; of this range a ratio is published
WHOLE = 100_000     # per cent, in thousandths
#: Conclusions that have a row among the published ones.
PUBLISHED = {
    "times/shared/10000": "primes.times_10000",
    "times/shared/1000000": "primes.times_1000000",
    "crossover/shared": "primes.crossover",
    "crossover_work/shared": "primes.crossover_work",
    "crossover_overhead/shared": "primes.crossover_overhead",
    "executing/steal": "primes.timeline",
    "synchronising/sequential": "primes.share_sequential",
    "synchronising/shared": "primes.share_parallel",
} | {f"asleep_{part}/shared": f"primes.asleep_{part}" for part in PARTS}


def asked(row: Row, conclusion: str, subjects: list[Subject],
          **bound: object) -> Asked:
    """What is asked about a row, and the words that a text may take."""
    return Asked({"on_cores": counted(row.cores, "core"),
                  "unit": row.record["unit"],
                  "id": PUBLISHED.get(conclusion, ""), **row.params, **bound},
                 subjects, row.cores, row.record["unit"])


def named(rows: Rows, what: str) -> Iterator[tuple[str, Row]]:
    """Quantities NAME/what, by their executors."""
    for row in rows.of.get(NAME, ()):
        executor, _, own = row.variant.partition("/")
        if own == what:
            yield executor, row


def is_serial(row: Row) -> bool:
    """It has one worker, whatever the number of cores."""
    return row.record.get("serial", False)


# ---- beside the sequential run --------------------------------------------------


def times(rows: Rows) -> Iterator[Asked]:
    """Each parallel executor beside the sequential run, by range, on as many
    cores as there are."""
    found = rows.find(NAME, lambda row: row.record["record"] == "result"
                      and row.cores == rows.cores > 1)
    base = {row.params["n"]: row for row in found
            if row.variant == SEQUENTIAL}
    for row in found:
        n = row.params["n"]
        if n in base and not is_serial(row):
            yield asked(row, f"times/{row.variant}/{n}", [
                Subject(each.variant, each.ranked, each.rounds())
                for each in (base[n], row)], name=row.variant,
                published="8" if n == SHORTEST else "")


# ---- where parallel begins to pay -----------------------------------------------


def crossings(rows: Rows, kind: str, what: str,
              column: str) -> Iterator[Asked]:
    """A figure of the place from which on an executor pays."""
    for executor, row in named(rows, what):
        yield asked(row, f"{kind}/{executor}", [
            Subject(executor, row.fitness, row.rounds(column))],
            name=executor)


def crossover(rows: Rows) -> Iterator[Asked]:
    """Numbers in the range."""
    return crossings(rows, "crossover", "crossover", "rounds")


def crossover_work(rows: Rows) -> Iterator[Asked]:
    """What the sequential run takes there."""
    return crossings(rows, "crossover_work", "crossover_work", "rounds")


def crossover_overhead(rows: Rows) -> Iterator[Asked]:
    """What the parallel run takes beyond its share of that."""
    return crossings(rows, "crossover_overhead", "crossover_work",
                     "overhead_rounds")


# ---- what cores did ---------------------------------------------------------------


def share(part: int, wall: int) -> int:
    """Per cent, in thousandths, as C divides."""
    return part * 100 // max(wall // 1000, 1)


def split(rows: Rows) -> Iterator[Asked]:
    """Parts of the shortest range's time, idle cores halted and spinning."""
    for state, does in STATES.items():
        for executor, row in named(rows, state):
            for part, text in PARTS.items():
                rounds = by_round(share, row.rounds(f"{part}_rounds"),
                                  row.rounds())
                yield asked(row, f"{state}_{part}/{executor}",
                            [Subject("", row.fitness, rounds)],
                            name=executor, state=state, does=does,
                            part=part, text=text)


def in_tasks(ppm: int) -> int:
    """Parts per million as per cent, both in thousandths."""
    return ppm // 1000 // 10


def executing(rows: Rows) -> Iterator[Asked]:
    """Share of the cores' time in tasks, of each traced executor."""
    for executor, row in named(rows, "executing"):
        yield asked(row, f"executing/{executor}", [
            Subject(executor, row.fitness, by_round(in_tasks, row.rounds()))],
            name=executor)


def synchronising(rows: Rows) -> Iterator[Asked]:
    """The rest of it."""
    serial = {row.variant for row in rows.find(NAME, is_serial)}
    for executor, row in named(rows, "executing"):
        rounds = by_round(lambda ppm: WHOLE - in_tasks(ppm), row.rounds())
        yield asked(row, f"synchronising/{executor}",
                    [Subject(executor, row.fitness, rounds)], name=executor,
                    published="58" if executor in serial else "63")


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME: dict = {
    "primes_times": times, "primes_crossover": crossover,
    "primes_crossover_work": crossover_work,
    "primes_crossover_overhead": crossover_overhead, "primes_split": split,
    "primes_executing": executing, "primes_synchronising": synchronising}
