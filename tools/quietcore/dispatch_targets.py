# SPDX-License-Identifier: MIT
"""What handing over tasks reached of its goals, executor by executor."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quietcore.log import Run
from quietcore.numbers import number

EXECUTORS = ("loop", "shared", "steal", "spsc", "adaptive")
#: What a run needs for all of it, as options.
OPTIONS = ("bench=floor,dispatch variant=rmw,call,line,stamp,"
           + ",".join(EXECUTORS))
#: The adaptive executor may take so much of the better of the plain loop and
#: the best parallel executor.
ADAPTIVE_TIMES = 1.15


@dataclass(frozen=True)
class Goal:
    """A bound on one column of an executor's rows with n <= most_n."""

    executor: str
    column: str
    most_n: int
    times: float
    floor: str = ""             # the bound's unit; ticks where empty
    what: str = ""


GOALS = (
    Goal("steal", "mean", 1001, 2.5, "CALL", "dispatch, own queues"),
    Goal("spsc", "mean", 1001, 10, "CALL", "dispatch, one submitter"),
    Goal("shared", "mean", 100001, 4, "LINE", "dispatch, one locked queue"),
    Goal("spsc", "all_in", 501, 30, what="all-in, one submitter"),
)
BREAK_EVEN = (("steal", 50), ("shared", 200))

Rows = dict[tuple[int, int, str], dict]


def rows_of(run: Run) -> Rows:
    """Results of the plain executors by cores, n and name."""
    return {(r["cores"], r["params"]["n"], r["variant"]): r
            for r in run.of("result") if r["experiment"] == "dispatch"
            and r["variant"] in EXECUTORS and "wall_per_task" in r}


def adaptive_ratio(rows: Rows, cores: int, n: int) -> float | None:
    """Its wall time over that of the best other executor."""
    walls = {name: rows[cores, n, name]["wall_per_task"]
             for name in EXECUTORS if (cores, n, name) in rows}
    own = walls.pop("adaptive", None)
    return own / min(walls.values()) if own and walls else None


def mark(met: bool) -> Text:
    """The last word of a row."""
    return (Text("met", style="green") if met
            else Text("missed", style="yellow"))


def wall_table(rows: Rows, cores: int) -> tuple[Table, int, int]:
    """Wall ticks a task by n; how many n there are, and how many met."""
    table = Table(box=None, pad_edge=False, header_style="bold",
                  title=f"wall ticks a task on {cores} core"
                  + "s" * (cores > 1), title_justify="left")
    for name in ("n", *EXECUTORS, "adaptive / best"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    every = sorted({n for c, n, name in rows
                    if c == cores and name == "adaptive"
                    and (c, n, "loop") in rows})
    met = 0
    for n in every:
        ratio = adaptive_ratio(rows, cores, n)
        good = ratio is not None and ratio <= ADAPTIVE_TIMES
        met += good
        table.add_row(str(n), *(
            number(rows.get((cores, n, name), {}).get("wall_per_task"))
            for name in EXECUTORS), number(ratio), mark(good))
    return table, len(every), met


def worst(rows: Rows, goal: Goal, cores: int) -> tuple[int, float] | None:
    """The n at which the executor is furthest from the goal, and its ticks."""
    found = [(n, r[goal.column]) for (c, n, name), r in rows.items()
             if c == cores and name == goal.executor and n <= goal.most_n]
    return max(found, key=lambda one: one[1]) if found else None


def goal_table(run: Run, rows: Rows, floors: dict[str, float],
               cores: int) -> tuple[Table, int, int]:
    """One row a goal, at the n where it is worst."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("executor", "what"):
        table.add_column(name, no_wrap=True)
    for name in ("worst at n", "ticks", "p50", "target"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    total = met = 0
    for goal in GOALS:
        found = worst(rows, goal, cores)
        if not found or (goal.floor and goal.floor not in floors):
            continue
        bound = goal.times * floors.get(goal.floor, 1)
        total, met = total + 1, met + (found[1] <= bound)
        text = number(bound) + (f" = {goal.times:g} {goal.floor}"
                                if goal.floor else "")
        table.add_row(goal.executor, f"{goal.what}, n <= {goal.most_n}",
                      str(found[0]), number(found[1]),
                      number(rows[cores, found[0], goal.executor]["p50"]),
                      text,
                      mark(found[1] <= bound))
    values = {f["name"]: f["value"] for f in run.of("finding")
              if f["experiment"] == "dispatch"}
    for name, most in BREAK_EVEN:
        if f"break_even/{name}" not in values:
            continue
        value = values[f"break_even/{name}"]
        good = value is not None and value <= most
        total, met = total + 1, met + good
        table.add_row(name, "overtakes the plain loop at n", "",
                      "never" if value is None else number(value), "",
                      str(most), mark(good))
    return table, total, met


def show_dispatch(run: Run, floors: dict[str, float],
                  console: Console) -> None:
    """The whole comparison; nothing where the run has no dispatch."""
    rows = rows_of(run)
    widths = sorted({cores for cores, _, _ in rows})
    total = met = 0
    for cores in widths:
        table, n, good = wall_table(rows, cores)
        console.print()
        console.print(table)
        total, met = total + n, met + good
    if not widths:
        return
    table, n, good = goal_table(run, rows, floors, widths[-1])
    console.print()
    console.print(table)
    console.print(f"{met + good} of {total + n} dispatch targets met.")
