# SPDX-License-Identifier: MIT
"""What handing over tasks reached of its goals, executor by executor.

Everything is taken from several runs. What is compared is compared inside one run first, round by
round where there are rounds, and the median taken of the ratios: a machine that has two speeds has
both sides of a pair in one of them.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import written
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import LEAST, NEVER, Span, reach_of
from quietcore.log.reading import Run
from quietcore.targets.primitives import (floors_of, mark, tally, unit_of_all)
from quietcore.targets.spans import (all_in_rounds, among, ratio_of, word_of)
from quietcore.terminal.layout import ORDER, Column, Grid, words
from quietcore.terminal.numbers import median_of, number
from quietcore.terminal.printing import say, show_grid

EXECUTORS = ("loop", "shared", "steal", "spsc", "adaptive")
#: What a run needs for all of it, as options: the executors without swaps.
OPTIONS = ("bench=floor,dispatch variant=rmw,xst,call,line,stamp,"
           + ",".join(f"{name}." for name in EXECUTORS))
#: The adaptive executor may take so many thousandths of the better of the plain
#: loop and the best parallel executor.
ADAPTIVE_MOST = 1050
WHAT_LEAST = 20  # columns of a goal before it goes on below


class Goal(NamedTuple):
    """A bound on one column of an executor's rows with n <= most_n."""

    executor: str
    column: str
    most_n: int
    times: float
    floor: str = ""             # the bound's unit; ticks where empty
    what: str = ""
    cores: int = 0              # 0: as many as there are
    above: str = ""             # less this executor's, round by round


#: On one core nobody steals. What the plain loop takes there, too, is the stamps'.
GOALS = (Goal("steal", "mean", 1001, 2.5, "CALL", "above loop, 1 core", 1, "loop"),
         Goal("steal", "mean", 1001, 2.5, "CALL", "own queues, with steals"),
         Goal("spsc", "mean", 1001, 10, "CALL", "one submitter"),
         Goal("shared", "mean", 100001, 3, "LINE", "one locked queue"),
         Goal("spsc", "all_in", 501, 30, what="all-in, one submitter"))
#: For one locked queue half of the 500 iterations which the book's pool took.
BREAK_EVENS = (("steal", 50), ("shared", 250))

#: Why a crossing is neither met nor missed, as a row says it.
DOUBTS = {"failed": "not proven", "not_proven": "not proven",
          "turns": "in turns", "rounds": "too few rounds"}

#: By cores, n and executor: one record a run, None where a run has none.
Rows = dict[tuple[int, int, str], list[dict | None]]


def rows_of(runs: list[Run]) -> Rows:
    """Results of the plain executors that are proven right."""
    rows: Rows = {}
    for i, run in enumerate(runs):
        for r in run.of("result"):
            if r["experiment"] == "dispatch" and r["variant"] in EXECUTORS \
                    and "wall_rounds" in r and r.get("proven", "ok") == "ok":
                key = r["cores"], r["params"]["n"], r["variant"]
                rows.setdefault(key, [None] * len(runs))[i] = r
    return rows


def median_in(rows: Rows, key: tuple[int, int, str], column: str) -> float | None:
    """Of a column over the runs."""
    values = [r[column] for r in rows.get(key, []) if r]
    return median_of(values) if values else None


# ---- adaptive beside the others ------------------------------------------------


def paired(one: list[dict | None], other: list[dict | None]) -> Span | None:
    """One's wall time over the other's, round by round, in thousandths; None of too few rounds for
    an interval."""
    ratios = [round(1000 * x / y) for r, s in zip(one, other) if r and s
              for x, y in zip(r["wall_rounds"], s["wall_rounds"])
              if x is not None and y]  # None: disturbed
    return reach_of(ratios) if len(ratios) >= LEAST else None


def adaptive_ratio(rows: Rows, cores: int, n: int) -> Span | None:
    """Its wall time over that of the executor that it is slowest beside, in thousandths."""
    own = rows.get((cores, n, "adaptive"), [])
    ratios = [paired(own, rows[cores, n, name]) for name in EXECUTORS
              if name != "adaptive" and (cores, n, name) in rows]
    return max(filter(None, ratios), default=None)


def wall_table(rows: Rows, cores: int, unit: str) -> tuple[Grid, list[str]]:
    """Wall time a task by n, and how each n came out."""
    grid = Grid(["n", *EXECUTORS, "adaptive / best", "from", "to", *words("")], ORDER["wall"],
                f"wall {unit} a task on {cores} core" + "s" * (cores > 1))
    said = []
    for n in sorted({n for c, n, name in rows
                     if c == cores and name == "adaptive" and (c, n, "loop") in rows}):
        ratio = adaptive_ratio(rows, cores, n)
        said.append(word_of(ratio, ADAPTIVE_MOST) if ratio else "too few rounds")
        grid.add(n, *(number(median_in(rows, (cores, n, name), "wall_per_task"))
                      for name in EXECUTORS),
                 *([number(part / 1000) for part in ratio] if ratio else [""] * 3), mark(said[-1]))
    return grid, said


# ---- goals in floors -------------------------------------------------------------


class Worst(NamedTuple):
    """Where an executor is furthest from a goal: over the rounds of all runs."""

    n: int
    ticks: float
    ratio: Span                 # to the goal's unit, in the same run
    p50: float
    rounds: int


def worst_at(n: int, goal: Goal, runs: list[Run], records: list[dict | None],
             others: list[dict | None]) -> Worst | None:
    """Of one length; None where no round has all that it takes."""
    ticks, ratios, p50 = [], [], []
    for run, own, other in zip(runs, records, others):
        floor = floors_of(run).get(goal.floor) if goal.floor else 1
        if not own or not floor or (goal.above and not other):
            continue
        # Of a mean those of the short passes with stamps, one a round.
        rounds, less = (all_in_rounds(run, r) if goal.column == "all_in" else r["round_means"]
                        for r in (own, other or own))
        found = [one - each if goal.above else one for one, each in zip(rounds, less)
                 if one is not None and each is not None]
        ticks += found
        ratios += [ratio_of(each, floor) for each in found]
        p50.append(own["p50"])
    return Worst(n, reach_of(ticks).value, reach_of(ratios),
                 median_of(p50), len(ratios)) if ratios else None


def worst(runs: list[Run], rows: Rows, goal: Goal, cores: int) -> Worst | None:
    """None where the runs have not got what the goal is about."""
    cores = goal.cores or cores
    found = [worst_at(n, goal, runs, records, rows.get(
                 (cores, n, goal.above), [None] * len(runs)))
             for (c, n, name), records in rows.items()
             if (c, name) == (cores, goal.executor) and n <= goal.most_n]
    return max(filter(None, found), key=lambda one: one.ratio, default=None)


def reached(span: Span, form) -> str:
    """A figure and its interval."""
    return f"{form(span.value)} ({form(span.low)} to {form(span.high)})"


def add_goals(grid: Grid, runs: list[Run], rows: Rows, cores: int) -> list[str]:
    """One row a goal; how each came out."""
    said = []
    for goal in GOALS:
        found = worst(runs, rows, goal, cores)
        if not found:
            continue
        said.append(word_of(found.ratio, goal.times, found.rounds))
        grid.add(goal.executor, f"{goal.what}, n <= {goal.most_n}", found.n, number(found.ticks),
                 number(found.p50), reached(found.ratio, number),
                 f"{goal.times:g} {goal.floor}".rstrip(), mark(said[-1]))
    return said


def crossing_of(run: Run, cores: int, name: str) -> Subject | None:
    """The rounds' lengths from which on an executor takes less time than the plain loop; None
    where the run has not looked for it."""
    return next((each.asked.subjects[2] for each in conclusions(run)
                 if (each.name, each.cores) == (f"break_even/{name}", cores)),
                None)


def iterations(milli: int | None) -> str:
    """As a table has it."""
    return "never" if milli == NEVER else number(written(milli))


def over_runs(crossings: list[Subject]) -> Span:
    """The interval over the rounds of one run; of several as among() has it."""
    return among([reach_of(each.clean) for each in crossings if each.clean])


def add_break_evens(grid: Grid, runs: list[Run], cores: int) -> list[str]:
    """One row an executor; how each came out: met, missed, within noise, or why none of it."""
    said = []
    for name, most in BREAK_EVENS:
        crossings = [found for run in runs if (found := crossing_of(run, cores, name))]
        if not crossings:
            continue
        span = over_runs(crossings)
        unfit = next((each.unfit for each in crossings if each.unfit), None)
        said.append(DOUBTS.get(unfit, unfit) if unfit else word_of(span, 1000 * most))
        grid.add(name, "overtakes the plain loop at n", "", "", "", reached(span, iterations),
                 most, mark(said[-1]))
    return said


def show_dispatch(runs: list[Run], console: Console) -> None:
    """The whole comparison; nothing where the runs have no dispatch."""
    rows = rows_of(runs)
    widths = sorted({cores for cores, _, _ in rows})
    if not widths:
        return
    said, unit = [], unit_of_all(runs)
    for cores in widths:
        grid, found = wall_table(rows, cores, unit)
        say(console, "")
        show_grid(grid, console)
        said += found
    say(console, "adaptive / best: the median of pairs, round by round, and its interval; the "
        "target is 1.05. The columns are medians by themselves.")
    grid = Grid([*words("executor"), *words("what", least=WHAT_LEAST), "worst at n",
                 Column(unit, key="ticks"), "p50", "reached", "target", *words("")], ORDER["goals"])
    said += add_goals(grid, runs, rows, widths[-1])
    said += add_break_evens(grid, runs, widths[-1])
    say(console, "")
    show_grid(grid, console)
    say(console, tally(said, "dispatch target"))
