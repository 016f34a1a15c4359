# SPDX-License-Identifier: MIT
"""Queues: alone, with all cores at one, from core to core in every split."""

from __future__ import annotations

from quietcore.report.draw.model import Axis, Drawing
from quietcore.report.pictures.logs import Log, coarsest, doubt_of
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, counts_axis, dots_of, floor_rules, per,
    value_of)
from quietcore.report.pictures.shares import shares_by_core

NAME = "queue"
VERBS = ("pair", "push", "pop", "pair32")


def alone(logs: list[Log]) -> list[Drawing]:
    """Push and pop on one core."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            queue, _, verb = row["variant"].rpartition("/")
            if row["cores"] == 1 and verb in VERBS:
                yield queue, verb, value_of(row)

    shape = dots_of(logs, per(logs, "operation"), figures,
                    floor_rules(logs, "XST", "RMW"))
    return [Drawing("queue-alone", "Alone",
                    "A push and a pop, each of them, and 32 at once, on one "
                    "core.", shape, [WHISKERS])] if shape else []


def shared(logs: list[Log]) -> list[Drawing]:
    """All cores push and pop at one queue, by cores."""
    def places(log: Log):
        for row in coarsest(log.of(NAME)):
            queue, _, verb = row["variant"].rpartition("/")
            if verb != "pair":
                continue
            if row["cores"] == 1:
                yield queue, 1, value_of(row)
            elif row.get("together") is not None:
                yield queue, row["cores"], Value(
                    row["together"], doubt=doubt_of(row),
                    note="between two pairs of any core")

    cores = [row["cores"] for log in logs for row in log.of(NAME)
             if row["variant"].endswith("/pair")]
    shape = chart_of(logs, counts_axis("cores at one queue", cores),
                     per(logs, "push and pop"), places,
                     floor_rules(logs, "LINE"))
    return [Drawing("queue-cores", "All cores at one queue",
                    "Time between two pairs of any core: lower is more "
                    "throughput.", shape)] if shape else []


def splits(logs: list[Log]) -> list[str]:
    """Producers and consumers, as they came."""
    return list(dict.fromkeys(
        "{producers} to {consumers}".format(**row["params"]) for log in logs
        for row in log.of(NAME) if row["variant"].endswith("/across")
        and {"producers", "consumers"} <= {*row["params"]}))


def across(logs: list[Log]) -> list[Drawing]:
    """Producers on some cores, consumers on others, by split and bulk."""
    every = splits(logs)
    bulks = sorted({row["params"].get("bulk", 1) for log in logs
                    for row in log.of(NAME)
                    if row["variant"].endswith("/across")})
    found = []
    for bulk in bulks if len(every) > 1 else []:
        def places(log: Log, bulk=bulk):
            for row in coarsest(log.of(NAME)):
                split = "{producers} to {consumers}".format_map(
                    {"producers": "", "consumers": ""} | row["params"])
                if split in every and row["params"].get("bulk", 1) == bulk:
                    yield (row["variant"].rpartition("/")[0],
                           every.index(split), value_of(row))

        shape = chart_of(
            logs, Axis("producers to consumers", zero=False,
                       names=list(enumerate(every))), per(logs, "item"),
            places, floor_rules(logs, "LINE"))
        if shape:
            found.append(Drawing(
                f"queue-across-{bulk}", f"From core to core, {bulk} at once",
                "An item's time by how many cores push and how many pop.",
                shape, [WHISKERS]))
    return found or across_one_split(logs)


def across_one_split(logs: list[Log]) -> list[Drawing]:
    """The same where there is one split only: by queue and bulk."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            queue, _, verb = row["variant"].rpartition("/")
            if verb == "across":
                yield (queue, f"{row['params'].get('bulk', 1)} at once",
                       value_of(row))

    shape = dots_of(logs, per(logs, "item"), figures,
                    floor_rules(logs, "LINE"))
    words = ", ".join(splits(logs))
    return [Drawing("queue-across", f"From core to core, {words}",
                    "An item's time where one core pushes and another pops.",
                    shape, [WHISKERS])] if shape else []


def latency(logs: list[Log]) -> list[Drawing]:
    """One item there and one back; steals."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            queue, _, verb = row["variant"].rpartition("/")
            if verb in ("latency", "steal", "steal32"):
                yield queue, verb, value_of(row)

    shape = dots_of(logs, per(logs, "round trip, or item stolen"), figures,
                    floor_rules(logs, "LINE"))
    return [Drawing("queue-latency", "One item there and one back",
                    "A round trip through two queues, and what a steal takes.",
                    shape, [WHISKERS])] if shape else []


PICTURES = (
    ("queue-alone", NAME, "Alone", alone, "rows of one core"),
    ("queue-cores", NAME, "All cores at one queue", shared, "rows `pair`"),
    ("queue-across", NAME, "From core to core", across,
     "rows `across`, of two cores and more"),
    ("queue-latency", NAME, "One item there and one back", latency,
     "rows `latency` or `steal`, of two cores and more"),
    ("queue-shares", NAME, "Operations by core",
     lambda logs: shares_by_core(logs, NAME), "rows of two cores and more"),
)
