# SPDX-License-Identifier: MIT
"""Pools whose tasks block: workers, running and pending over time."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Point, Rule
from quietcore.report.pictures.logs import Log, column, emulated
from quietcore.report.pictures.making import (
    Value, chart_of, dots_of, found_value)
from quietcore.tables.inject import FIXED, headings_of, runs_of

NAME = "inject"
CURVES = ("threads", "running", "pending", "done")
PUBLISHED = {("block", 12): [Rule(60, "first done, published", True),
                             Rule(107, "none waits, published", True),
                             Rule(167, "all done, published", True)]}


def key(series: dict) -> tuple:
    """What tells one load from another."""
    params = series["params"]
    return (series["variant"], params.get("tasks"), params.get("min"),
            params.get("max"), params.get("scale"), params.get("begin"))


def loads(logs: list[Log]) -> list[tuple]:
    """Every load of the logs, in the order they came."""
    return list(dict.fromkeys(
        key(s) for log in logs for s in log.series_of(NAME, "time_s")))


def workers(logs: list[Log]) -> Iterator[Drawing]:
    """A picture for each load; time as published."""
    count: dict[str, int] = {}
    for load in loads(logs):
        curves = []
        for i, log in enumerate(logs):
            for s in log.series_of(NAME, "time_s"):
                if key(s) == load:
                    curves += curves_of_load(s, log, i, len(logs) > 1)
        variant, tasks, least, most, scale, _ = load
        count[variant] = count.get(variant, 0) + 1
        number = f"-{count[variant]}" if count[variant] > 1 else ""
        yield Drawing(
            f"inject-{variant}{number}",
            f"{variant}: {tasks} tasks, min {least}, max {most}, "
            f"scale {scale}",
            "Workers there are, tasks that run, wait and are done, over time.",
            Chart(Axis(emulated("published seconds", logs)),
                  Axis(emulated("workers, tasks", logs)), curves,
                  PUBLISHED.get((variant, least), [])))


def curves_of_load(series: dict, log: Log, index: int,
                   several: bool) -> list[Curve]:
    """The columns of a series as steps over time."""
    times = column(series, "time_s")
    return [Curve(f"{name} ({log.name})" if several else name,
                  [Point(t, y) for t, y in zip(times, column(series, name))],
                  look, index if several else look, steps=True,
                  dots=len(times) < 40)
            for look, name in enumerate(CURVES) if name in series["columns"]]


def fixed(logs: list[Log]) -> list[Drawing]:
    """Throughput of pools of a fixed size, and where hill climbing came to."""
    def places(log: Log):
        for s in runs_of(log.run):
            if headings_of(s) is FIXED:
                for x, y in s["rows"]:
                    yield "pools of a fixed size", x, Value(y)

    rules = [Rule(s["settled"], "hill climbing came to rest here"
                  + (f" ({log.name})" if len(logs) > 1 else ""), True)
             for log in logs for s in log.series_of(NAME, "time_s")
             if s["variant"] == "mixed" and s.get("settled")]
    shape = chart_of(logs, Axis("workers", log=True),
                     emulated("tasks in a published second", logs), places,
                     rules, log=False)
    return [Drawing("inject-mixed-fixed", "Pools of a fixed size",
                    "How many tasks of a mixed load are done by how many "
                    "workers there are.", shape)] if shape else []


def half_of(name: str) -> str | None:
    """The pool of a finding on tasks that block half of their time; None
    where it is of others."""
    kind = name.removeprefix("half_")
    if kind == "waiters":
        return "1 a core, and waiters"
    if kind == name or not kind.isdigit():
        return None
    return f"{kind} worker{'s' if kind != '1' else ''} a core"


def half(logs: list[Log]) -> list[Drawing]:
    """How busy pools keep the cores where tasks block half of their time."""
    def figures(log: Log):
        for finding in log.found(NAME, "half_"):
            row = half_of(finding["name"])
            if row:
                yield row, "", found_value(finding)

    shape = dots_of(logs, emulated("% of the time in tasks that compute",
                                   logs), figures, bounds=(0, 100))
    return [Drawing("inject-half", "Tasks that block half of their time",
                    "How much of their time the cores compute, by workers a "
                    "core, and with a pool of waiters that do all the "
                    "sleeping.", shape,
                    ["Whiskers are the intervals of the findings."])] \
        if shape else []


PICTURES = (
    ("inject-workers", NAME, "Workers, running and pending over time",
     lambda logs: list(workers(logs)), "series over time"),
    ("inject-mixed-fixed", NAME, "Pools of a fixed size", fixed,
     "the series of fixed pools"),
    ("inject-half", NAME, "Tasks that block half of their time", half,
     "findings on half-blocking tasks"),
)
