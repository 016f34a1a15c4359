# SPDX-License-Identifier: MIT
"""Experiment `workqueue`: what follows from several of its rows."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.asked import Asked, by_round, fitness_of
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rows import Row, Rows
from quietcore.terminal.numbers import counted

WORKQUEUE = "workqueue"
PER_CENT = 100_000  # in thousandths
#: Of an enqueue and a dequeue: so many of a row.
SHARES = {"lock": 2, "copy": 1}


def asked_of(bound: dict, rows: list[Row], rounds: list[int],
             cores: int) -> Asked:
    """One subject, the work queue, made of these rows."""
    unit = rows[0].record["unit"]
    return Asked({"unit": unit, "on_cores": counted(cores, "core")} | bound,
                 [Subject(WORKQUEUE, fitness_of(rows), rounds)], cores, unit)


def contended(rows: Rows) -> Iterator[Asked]:
    """A pair on all cores, where that is more than one."""
    row = rows.best(WORKQUEUE, "pair", rows.cores)
    if row and rows.cores > 1:
        yield asked_of({}, [row], row.rounds(), rows.cores)


def across(rows: Rows) -> Iterator[Asked]:
    """From core 0 to another one, the nearest first: it has the plain name."""
    found = rows.find(WORKQUEUE, lambda row: row.variant == "across")
    for at, row in enumerate(found):
        places, consumer = row.record["pair"], row.params["consumer"]
        name = f"across/{places}" if at else "across"
        yield asked_of({"name": name, "consumer": consumer, "places": places},
                       [row], row.rounds(), consumer + 1)


def shares(rows: Rows) -> Iterator[Asked]:
    """What a part takes of the whole, in per cent. They were timed apart, so
    that the part may take more."""
    whole = rows.best(WORKQUEUE, "pair", 1)
    for part, times in SHARES.items():
        own = rows.best(WORKQUEUE, part, 1)
        if whole and own:
            yield asked_of({"part": part}, [whole, own], by_round(
                lambda a, b: times * b * PER_CENT // a if a > 0 else None,
                whole.rounds(), own.rounds()), 1)


def cold(rows: Rows) -> Iterator[Asked]:
    """By how much one operation takes longer where another core used the queue
    last."""
    for verb in ("enqueue", "dequeue"):
        there, here = (rows.best(WORKQUEUE, f"{verb}/{state}", 2)
                       for state in ("cold", "warm"))
        if there and here:
            yield asked_of({"verb": verb}, [there, here], by_round(
                lambda a, b: a - b, there.rounds(), here.rounds()), 2)


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME: dict = {
    "workqueue_contended": contended, "workqueue_across": across,
    "workqueue_shares": shares, "workqueue_cold": cold}
