# SPDX-License-Identifier: MIT
"""Locks: alone, with all cores at one, hand-over, fairness."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import Log, coarsest, doubt_of, emulated
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, counts_axis, dots_of, floor_rules, per,
    value_of)
from quietcore.report.pictures.shares import shares_by_core
from quietcore.tables.results import parameters
from quietcore.terminal.numbers import counted

NAME = "lock"
CONTEND = "/contend"
HANDOVER = "/handover"
MOST_SETTINGS = 6


def alone(logs: list[Log]) -> list[Drawing]:
    """Lock and unlock that nobody else wants."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            if row["cores"] == 1:
                yield row["variant"], "", value_of(row)

    shape = dots_of(logs, per(logs, "lock and unlock"), figures,
                    floor_rules(logs, "XST", "RMW"))
    return [Drawing("lock-alone", "Alone",
                    "Lock and unlock on one core that nobody else is at.",
                    shape, [WHISKERS])] if shape else []


def settings(logs: list[Log]) -> list[str]:
    """Work inside and outside, as words, as the logs have them."""
    found = dict.fromkeys(
        parameters(row) for log in logs for row in log.of(NAME)
        if row["variant"].endswith(CONTEND))
    return list(found)[:MOST_SETTINGS]


def contended(logs: list[Log]) -> list[Drawing]:
    """All cores at one lock: time between two entries, by cores."""
    found = []
    for i, words in enumerate(settings(logs)):
        def places(log: Log, words=words):
            for row in coarsest(log.of(NAME)):
                if row["variant"].endswith(CONTEND) \
                        and parameters(row) == words \
                        and row.get("together") is not None:
                    yield (row["variant"].removesuffix(CONTEND), row["cores"],
                           Value(row["together"], doubt=doubt_of(row),
                                 note="between two entries of any core"))

        cores = [row["cores"] for log in logs for row in log.of(NAME)
                 if row["variant"].endswith(CONTEND)]
        shape = chart_of(logs, counts_axis("cores at one lock", cores),
                         per(logs, "entry"), places,
                         floor_rules(logs, "LINE"))
        if shape:
            found.append(Drawing(
                f"lock-contended-{i + 1}" if i else "lock-contended",
                f"All cores at one lock, {words}",
                "Time between two entries of any core: lower is more "
                "throughput.", shape, ["in, out: ticks of work inside and "
                                       "outside of the lock."]))
    return found


def handover(logs: list[Log]) -> list[Drawing]:
    """From core to core."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            if row["variant"].endswith(HANDOVER):
                yield (row["variant"].removesuffix(HANDOVER),
                       counted(row["cores"], "core"), value_of(row, share=0.5))

    shape = dots_of(logs, per(logs, "hand-over"), figures,
                    floor_rules(logs, "LINE"))
    return [Drawing("lock-handover", "Hand-over",
                    "What it takes until the next core has the lock.", shape,
                    [WHISKERS, "Half of a row, which is two hand-overs."])] \
        if shape else []


def fairness(logs: list[Log]) -> list[Drawing]:
    """Jain's index over all, and over short windows, by cores."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            if row["variant"].endswith(CONTEND):
                words = " ".join(filter(None, (
                    row["variant"].removesuffix(CONTEND),
                    counted(row["cores"], "core"),
                    parameters(row) if len(settings(logs)) > 1 else "")))
                for field, name in (("jain", "all entries"),
                                    ("jain_64", "of 64 entries"),
                                    ("jain_8", "of 8 entries")):
                    if row.get(field) is not None:
                        yield words, name, Value(row[field],
                                                 doubt=doubt_of(row))

    shape = dots_of(logs, emulated("Jain's index, 1: all cores had as many",
                                   logs), figures, log=False, bounds=(0, 1.05))
    return [Drawing("lock-fairness", "Fairness by cores",
                    "How evenly cores get a lock, over all entries and over "
                    "short windows.", shape)] if shape else []


def bursts(logs: list[Log]) -> list[Drawing]:
    """Entries in a row by one core."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            for field, name in (("burst", "mean"),
                                ("burst_longest", "longest")):
                if row.get(field) is not None:
                    yield (f"{row['variant'].removesuffix(CONTEND)} "
                           f"{counted(row['cores'], 'core')}", name,
                           Value(row[field], doubt=doubt_of(row)))

    shape = dots_of(logs, emulated("entries in a row by one core", logs),
                    figures)
    return [Drawing("lock-bursts", "Entries in a row",
                    "How often one core takes the lock again before another "
                    "gets it.", shape)] if shape else []


PICTURES = (
    ("lock-alone", NAME, "Alone", alone, "rows of one core"),
    ("lock-contended", NAME, "All cores at one lock", contended,
     "rows `contend`, of two cores and more"),
    ("lock-handover", NAME, "Hand-over", handover,
     "rows `handover`, which the full suite writes"),
    ("lock-fairness", NAME, "Fairness by cores", fairness,
     "rows `contend`, of two cores and more"),
    ("lock-bursts", NAME, "Entries in a row", bursts,
     "bursts, which the full suite writes"),
    ("lock-shares", NAME, "Entries by core",
     lambda logs: shares_by_core(logs, NAME), "rows of two cores and more"),
)
