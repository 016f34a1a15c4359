# SPDX-License-Identifier: MIT
"""Wake-ups, interrupts between cores, barriers, deadlines."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import Log, coarsest, measure
from quietcore.report.pictures.making import (
    WHISKERS, chart_of, counts_axis, dots_of, floor_rules, per, value_of)

NAME = "wake"


def trips(logs: list[Log]) -> list[Drawing]:
    """A wake-up and its answer, and interrupts."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            head = row["variant"].split("/")[0]
            if head not in ("barrier", "timer"):
                partner = row["params"].get("partner")
                yield row["variant"] + (
                    f", core {partner}" if partner is not None else ""), \
                    row.get("pair", ""), value_of(row)

    shape = dots_of(logs, per(logs, "wake-up and answer, or interrupt"),
                    figures, floor_rules(logs, "LINE"))
    return [Drawing("wake-trips", "Wake-ups and interrupts",
                    "A core is woken and answers: by polling, by halting, by "
                    "waiting at a store, by an interrupt.", shape,
                    [WHISKERS, "What two of them differ by is one wake-up."])
            ] if shape else []


def barriers(logs: list[Log]) -> list[Drawing]:
    """A meeting, by cores."""
    def places(log: Log):
        for row in coarsest(log.of(NAME)):
            if row["variant"].startswith("barrier/"):
                yield row["variant"].removeprefix("barrier/"), row["cores"], \
                    value_of(row)

    cores = [row["cores"] for log in logs for row in log.of(NAME)
             if row["variant"].startswith("barrier/")]
    shape = chart_of(logs, counts_axis("cores that meet", cores),
                     per(logs, "meeting"), places, floor_rules(logs, "LINE"))
    return [Drawing("wake-barrier", "Barriers",
                    "What a meeting of all cores takes, by how many they are.",
                    shape, [WHISKERS])] if shape else []


def lateness(logs: list[Log]) -> list[Drawing]:
    """How late a core runs again that slept until a moment."""
    def figures(log: Log):
        for row in log.of(NAME):
            if row["variant"] == "timer":
                for field in ("p50", "p90", "p99", "max"):
                    yield f"after {row['params'].get('sleep_us')} us", \
                        field, value_of(row, field)

    shape = dots_of(logs, f"{measure(logs)} too late", figures)
    return [Drawing("wake-late", "Deadlines",
                    "How late a core runs again that slept until a moment.",
                    shape)] if shape else []


PICTURES = (
    ("wake-trips", NAME, "Wake-ups and interrupts", trips,
     "rows of two cores and more"),
    ("wake-barrier", NAME, "Barriers", barriers,
     "rows `barrier`, of two cores and more"),
    ("wake-late", NAME, "Deadlines", lateness, "rows `timer`"),
)
