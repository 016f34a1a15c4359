# SPDX-License-Identifier: MIT
"""Handing over a task: overhead against work, break-even, widths, parts."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.gate import SURE
from quietcore.conclusions.of_dispatch import predictions
from quietcore.report.draw.frame import GREY
from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Point, Rule
from quietcore.report.pictures.logs import Log, axis_title, columns, doubt_of, of_several
from quietcore.report.pictures.making import (
    Value, chart_of, curves_of, drawn, is_wide, pictures, reach, value_of)
from quietcore.tables.published import MARK, SOURCE, TABLES, load

NAME = "dispatch"
PLAIN = ("loop", "shared", "steal", "spsc", "adaptive", "static", "chunk", "osthread")
LEAST = 1.0     # ticks: an overhead below cannot stand on a log axis
#: What was published of where pools overtake the plain loop.
PUBLISHED_EVEN = (600, 3000)    # iterations, ticks
LENGTH = Axis("iterations of a task (0 stands at 1)", log=True)


def widest(log: Log) -> list[dict]:
    """The rows of plain executors on the most cores."""
    rows = [r for r in log.of(NAME) if r["variant"] in PLAIN
            and isinstance(r["params"].get("n"), int)]
    most = max((r["cores"] for r in rows), default=0)
    return [r for r in rows if r["cores"] == most]


def in_ticks(logs: list[Log]) -> bool:
    """Beside instructions published ticks mean nothing."""
    return any("instructions" not in log.unit for log in logs)


def published() -> list[Curve]:
    """The three published tables: overhead against work."""
    return [Curve(f"{table.name}, published", [
        Point(row.work, max(row.overhead, LEAST), note=f"n = {row.n}, {MARK}")
        for row in load(table) if row.overhead is not None], GREY, i)
        for i, table in enumerate(TABLES, 1)]


def work_at(log: Log, executor: str, n: float) -> float | None:
    """The work of so many iterations, on straight lines between lengths."""
    rows = sorted((r["params"]["n"], r["work_mean"]) for r in widest(log)
                  if r["variant"] == executor and r.get("work_mean"))
    for (n1, w1), (n2, w2) in zip(rows, rows[1:]):
        if n1 <= n <= n2:
            return w1 + (w2 - w1) * (n - n1) / (n2 - n1)
    return None


def evens(logs: list[Log], as_work: bool) -> list[Rule]:
    """Where each executor overtakes the plain loop, by iterations or work."""
    rules = []
    for log in logs:
        for finding in log.found(NAME, "break_even/"):
            n = finding.get("value")
            executor = finding["name"].partition("/")[2]
            at = work_at(log, executor, n) if as_work and n else n
            if at:
                doubt = "" if finding["verdict"] == SURE else ": inconclusive"
                rules.append(Rule(at, f"{executor} overtakes the loop{doubt}"
                                  + of_several(log, logs), True))
    if in_ticks(logs):
        rules.append(Rule(PUBLISHED_EVEN[as_work], "pools overtake, published", True))
    return rules


@pictures("dispatch-overhead", "Overhead of a task against its work", "rows with overhead and work")
def overhead(logs: list[Log]) -> list[Drawing]:
    """Mean overhead against mean work, beside the published curves."""
    def places(log: Log):
        for row in widest(log):
            if row.get("work_mean") and row["mean"] is not None:
                yield row["variant"], row["work_mean"], Value(
                    max(row["mean"], LEAST), doubt=doubt_of(row),
                    note=f"n = {row['params']['n']}, mean {row['mean']:g}")

    curves = curves_of(logs, places)
    shape = Chart(Axis(axis_title(logs, "work of a task, {unit}"), log=True),
                  Axis(axis_title(logs, "overhead, {unit} per task"), log=True),
                  curves + (published() if in_ticks(logs) else []),
                  evens(logs, True)) if curves else None
    return drawn(
        shape, "dispatch-overhead", "Overhead of a task against its work",
        "What handing a task over takes, by how long the task is; dashed and grey what others "
        "published; upright where an executor overtakes the plain loop.",
        [f"Published: {SOURCE}; ticks of another machine." if in_ticks(logs)
         else "Published ticks do not stand beside instructions.",
         f"Means below {LEAST:g} are drawn at {LEAST:g}."])


def wall_value(row: dict) -> Value | None:
    """The wall time of a task, with the interval of its rounds."""
    if row.get("wall_per_task") is None:
        return None
    return Value(row["wall_per_task"], *reach(row.get("wall_rounds", ())), doubt_of(row))


@pictures("dispatch-wall", "Wall time of a task by its length", "wall times by length")
def wall(logs: list[Log]) -> list[Drawing]:
    """Wall time a task by length, break-even marked."""
    def places(log: Log):
        for row in widest(log):
            yield row["variant"], max(row["params"]["n"], 1), wall_value(row)

    return drawn(
        chart_of(logs, LENGTH, "{unit} per task, wall time", places, evens(logs, False), True),
        "dispatch-wall", "Wall time of a task by its length",
        "What a task takes in all, without stamps; upright where an executor overtakes the plain "
        "loop.", ["Whiskers go from the least to the greatest round."])


@pictures("dispatch-widths", "Empty tasks by cores", "rows of empty tasks")
def widths(logs: list[Log]) -> list[Drawing]:
    """An empty task by cores: what width costs."""
    def places(log: Log):
        for row in log.of(NAME):
            if row["params"].get("n") == 0 and row["variant"] in PLAIN:
                yield row["variant"], row["cores"], wall_value(row) or value_of(row, "mean")

    notes = ["Published: eight times slower on 8 cores than on one."]
    wide = sorted({r["cores"] for log in logs for r in log.of(NAME) if r.get("oversubscribed")})
    if wide:
        notes.append(f"Oversubscribed: on {', '.join(map(str, wide))} cores there were fewer "
                     "real ones. That is no growth.")
    return drawn(chart_of(logs, "cores", "{unit} per empty task", places), "dispatch-widths",
                 "Empty tasks by cores", "What an empty task takes by how many cores run them.",
                 notes)


def predicted_of(log: Log, variant: str) -> dict[int, float]:
    """Wall times by length, predicted from an executor's empty task."""
    alone = (r for r in log.of(NAME) if "wall_per_task" in r
             and (r["variant"], r["cores"], r["params"].get("n")) == (variant, 1, 0))
    return predictions(
        {r["params"]["n"]: r for r in widest(log) if r["variant"] == variant}, next(alone, None),
        (q for q in log.run.each("quantity") if q["experiment"] == NAME))


@pictures("dispatch-explained", "Predicted and measured", "wall times of empty tasks and work")
def explained(logs: list[Log]) -> Iterator[Drawing]:
    """Predicted against measured, a picture an executor."""
    for variant in PLAIN:
        def places(log: Log, variant=variant):
            found = predicted_of(log, variant)
            for row in widest(log):
                n = row["params"]["n"]
                if row["variant"] == variant and n in found:
                    yield "measured", n, wall_value(row)
                    yield "predicted", n, Value(found[n])

        yield from drawn(
            chart_of(logs, Axis("iterations of a task", log=True), "{unit} per task", places,
                     log=True),
            f"dispatch-explained-{variant}", f"{variant}: predicted and measured",
            "The wall time of a task as predicted from an empty one's and its work, and as "
            "measured.", ["Which share ran on other cores than core 0 was counted."])


@pictures("dispatch-decisions", "What the adaptive executor decided", "the series of decisions")
def decisions(logs: list[Log]) -> list[Drawing]:
    """How many cores the adaptive executor used, over time."""
    curves = []
    for log in logs:
        for s in log.series_of(NAME, "ticks", "width"):
            curves.append(Curve(
                f"n = {s['params'].get('n')}{of_several(log, logs)}",
                [Point(*each) for each in columns(s, "ticks", "width")],
                len(curves), len(curves), steps=True))
    x = Axis(axis_title(logs, "{unit} since the run began"),
             log=is_wide(p.x for c in curves for p in c.points))
    return drawn(
        Chart(x, Axis(axis_title(logs, "cores")), curves) if curves else None,
        "dispatch-decisions", "What the adaptive executor decided",
        "How many cores it used after each decision.")
