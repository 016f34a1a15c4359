# SPDX-License-Identifier: MIT
"""What enqueue and dequeue cost: by cores, by depth, and who waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import (
    Log, coarsest, doubt_of, emulated, measure)
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, counts_axis, dots_of, floor_rules, per,
    value_of)
from quietcore.report.pictures.shares import shares_by_core
from quietcore.terminal.numbers import counted

NAME = "workqueue"
DEPTHS = ("half", "full", "refused", "bulk8", "bulk32", "warm", "cold")


def per_operation(row: dict) -> Value | None:
    """Of several cores at one queue the time between operations of any."""
    if row["cores"] > 1 and row.get("together") is not None:
        return Value(row["together"], None, None, doubt_of(row),
                     "between two operations of any core", "throughput")
    return value_of(row)


def by_cores(logs: list[Log]) -> list[Drawing]:
    """Enqueue, dequeue, both and the lock, by cores."""
    def places(log: Log) -> Iterator[tuple[str, float, Value | None]]:
        for row in coarsest(log.of(NAME)):
            if row["variant"] in ("enqueue", "dequeue", "pair", "lock", "copy"):
                yield row["variant"], row["cores"], per_operation(row)

    cores = [row["cores"] for log in logs for row in log.of(NAME)]
    shape = chart_of(logs, counts_axis("cores", cores), per(logs, "operation"),
                     places, floor_rules(logs, "XST", "RMW", "LINE"))
    return [Drawing(
        "workqueue-cores", "Enqueue and dequeue by cores",
        "What an operation takes on one core, and with all cores at the same "
        "queue how often one of any core ends. No line joins the two: one is a "
        "latency, the other an inverse throughput.", shape,
        [WHISKERS, "Lines across are floors: what the hardware itself asks "
         "(XST an exchange and a store, LINE a cache line's way)."])] \
        if shape else []


def by_depth(logs: list[Log]) -> list[Drawing]:
    """The same by how full the queue is, and by bulk."""
    def figures(log: Log):
        rows = coarsest(log.of(NAME))
        deep = {r["variant"].split("/")[0] for r in rows
                if r["variant"].split("/")[-1] in DEPTHS}
        for row in rows:
            words = row["variant"].split("/")
            if words[0] in deep and (len(words) == 1 or words[-1] in DEPTHS):
                yield (row["variant"] if len(words) > 1
                       else f"{words[0]}, begins empty",
                       counted(row["cores"], "core"), per_operation(row))

    shape = dots_of(logs, per(logs, "operation"), figures)
    return [Drawing(
        "workqueue-depth", "Enqueue and dequeue by depth",
        "What an operation takes where the queue begins empty, is half full, "
        "full, refuses, or moves several items at once.", shape,
        [WHISKERS])] if shape else []


def waits(logs: list[Log]) -> list[Drawing]:
    """The longest operation while all cores are at the queue."""
    def figures(log: Log):
        for row in log.of(NAME):
            if row["variant"].split("/")[0] == "wait":
                yield (row["variant"], counted(row["cores"], "core"),
                       value_of(row))

    shape = dots_of(logs, f"{measure(logs)}, longest operation", figures)
    return [Drawing(
        "workqueue-wait", "The longest wait",
        "The longest enqueue or dequeue of any core in a millisecond, at the "
        "work queue and at a ring under a ticket lock.", shape, [WHISKERS])] \
        if shape else []


def across(logs: list[Log]) -> list[Drawing]:
    """From core to core."""
    def figures(log: Log):
        for row in log.of(NAME):
            if row["variant"] == "across":
                ends = row["params"]
                yield (f"{ends.get('producer', 0)} to "
                       f"{ends.get('consumer', '?')}, {row.get('pair', '')}",
                       "", value_of(row))

    shape = dots_of(logs, per(logs, "item"), figures,
                    floor_rules(logs, "LINE"))
    return [Drawing("workqueue-across", "From core to core",
                    "An item's time where one core enqueues and another "
                    "dequeues.", shape, [WHISKERS])] if shape else []


def fairness(logs: list[Log]) -> list[Drawing]:
    """Jain's index of the cores' operations."""
    def figures(log: Log):
        for row in log.of(NAME):
            if row.get("jain") is not None:
                yield (f"{row['variant']}, batch {row['batch']}",
                       counted(row["cores"], "core"),
                       Value(row["jain"], doubt=doubt_of(row)))

    shape = dots_of(logs, emulated("Jain's index, 1: all cores had as many",
                                   logs), figures, log=False, bounds=(0, 1.05))
    return [Drawing("workqueue-fairness", "Fairness",
                    "How evenly the cores got their operations.", shape)] \
        if shape else []


Make = Callable[[list[Log]], list[Drawing]]
PICTURES: tuple[tuple[str, str, str, Make, str], ...] = (
    ("workqueue-cores", NAME, "Enqueue and dequeue by cores", by_cores,
     "rows of enqueue, dequeue or pair"),
    ("workqueue-depth", NAME, "Enqueue and dequeue by depth", by_depth,
     "rows by depth, which the full suite writes"),
    ("workqueue-across", NAME, "From core to core", across,
     "rows `across`, of two cores and more"),
    ("workqueue-wait", NAME, "The longest wait", waits,
     "rows `wait`, of two cores and more"),
    ("workqueue-fairness", NAME, "Fairness", fairness,
     "rows of two cores and more"),
    ("workqueue-shares", NAME, "Operations by core",
     lambda logs: shares_by_core(logs, NAME), "rows of two cores and more"),
)
