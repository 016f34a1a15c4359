# SPDX-License-Identifier: MIT
"""Experiment `inject`: what follows from several of its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NO_ROUND, median
from quietcore.conclusions.rows import ROUNDS, Row, Rows

NAME = "inject"
THOUSAND = 1_000_000_000    # thousandths of a second for 1,000 tasks and back
PUBLISHED_MIN = 12          # workers that the published pool began with
TASKS = 200                 # of the blocking load


def asked(bound: dict, row: Row, *subjects: Subject) -> Asked:
    """Of rows on as many cores as this one."""
    return Asked(bound, [*subjects], row.cores, row.record["unit"])


def subject(name: str, row: Row, column: str = ROUNDS) -> Subject:
    """A row under a name."""
    return Subject(name, row.fitness, row.rounds(column))


# ---- tasks that block ------------------------------------------------------------


def blocking(rows: Rows) -> dict[int, list[Row]]:
    """By the workers that a pool began with; the first is at the scale that was
    asked for."""
    found: dict[int, list[Row]] = {}
    for row in rows.find(NAME, lambda each: each.variant == "block"):
        found.setdefault(row.params["min"], []).append(row)
    return found


def of_block(column: str, published_id: str
             ) -> Callable[[Rows], Iterator[Asked]]:
    """Of pools that make workers as they are missed. The published figure is
    of one that began with so many."""
    def found(rows: Rows) -> Iterator[Asked]:
        for least, (row, *_) in blocking(rows).items():
            if least < TASKS:
                bound = {"min": least, "published_id":
                         published_id if least == PUBLISHED_MIN else ""}
                yield asked(bound, row, subject("block", row, column))
    return found


def at_once(rows: Rows) -> Iterator[Asked]:
    """Of pools that begin with a worker for each task."""
    for least, (row, *_) in blocking(rows).items():
        if least >= TASKS:
            bound = {"min": least, "published_id":
                     "inject.at_once_done" if least == TASKS else ""}
            yield asked(bound, row, subject("block", row))


def scales(rows: Rows) -> Iterator[Asked]:
    """The same load at two scales."""
    for both in blocking(rows).values():
        if len(both) == 2:
            yield asked({}, both[0], *(
                subject(f"scale {row.params['scale']}", row) for row in both))


# ---- tasks that block half of their time -------------------------------------------


def half(rows: Rows) -> Iterator[Asked]:
    """Each pool by itself."""
    for row in rows.find(NAME, lambda each: each.variant.startswith("half")):
        per_core = row.params["max"] // row.cores
        waits = row.variant == "half/waiters"
        yield asked({"kind": "waiters" if waits else per_core,
                     "pool": f"{per_core} per core"
                     + (" and waiters" if waits else "")},
                    row, subject(row.variant, row))


# ---- a mixed load ------------------------------------------------------------------


def tasks_a_second(row: Row) -> int:
    """Thousandths; of the median round."""
    clean = sorted(value for value in row.rounds() if value != NO_ROUND)
    return THOUSAND // median(clean) if any(clean) else 0


def best_fixed(pools: list[Row]) -> Row:
    """The smallest pool within a hundredth of the most tasks a second."""
    best, *others = pools
    for pool in others:
        most = tasks_a_second(best)
        if tasks_a_second(pool) > most + most // 100:
            best = pool
    return best


def mixed(rows: Rows) -> Iterator[Asked]:
    """Hill climbing against the best pool of a fixed size."""
    pools = rows.find(NAME, lambda each: each.variant == "mixed/fixed")
    for row in rows.find(NAME, lambda each: each.variant == "mixed"):
        if pools:
            best = best_fixed(pools)
            yield asked({}, row, subject(
                f"the best fixed pool, {best.params['max']}", best),
                subject("hill climbing", row))


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME: dict = {
    f"inject_block_{name}": of_block(column, f"inject.block_{name}")
    for name, column in {
        "done": ROUNDS, "first": "first_rounds", "empty": "empty_rounds",
        "peak": "peak_rounds", "added": "grown_rounds", "table": "step_rounds",
        "dip": "dip_rounds", "retire": "retired_rounds"}.items()} | {
    "inject_at_once": at_once, "inject_scales": scales, "inject_half": half,
    "inject_mixed": mixed}
