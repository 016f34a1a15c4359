# SPDX-License-Identifier: MIT
"""What handing over tasks reached of its goals, executor by executor.

Everything is taken from several runs. What is compared is compared inside one
run first, round by round where there are rounds, and the median taken of the
ratios: a machine that has two speeds has both sides of a pair in one of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import written
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import LEAST, NEVER, Span, reach_of
from quietcore.log.reading import Run
from quietcore.targets.primitives import (
    floors_of, mark, tally, unit_of_all)
from quietcore.targets.spans import (
    all_in_rounds, among, ratio_of, word_of)
from quietcore.terminal.layout import ORDER, Column, Grid
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


@dataclass(frozen=True)
class Goal:
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
GOALS = (
    Goal("steal", "mean", 1001, 2.5, "CALL", "above loop, 1 core", 1, "loop"),
    Goal("steal", "mean", 1001, 2.5, "CALL", "own queues, with steals"),
    Goal("spsc", "mean", 1001, 10, "CALL", "one submitter"),
    Goal("shared", "mean", 100001, 3, "LINE", "one locked queue"),
    Goal("spsc", "all_in", 501, 30, what="all-in, one submitter"),
)
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
            if (r["experiment"] == "dispatch" and r["variant"] in EXECUTORS
                    and "wall_rounds" in r
                    and r.get("proven", "ok") == "ok"):
                key = r["cores"], r["params"]["n"], r["variant"]
                rows.setdefault(key, [None] * len(runs))[i] = r
    return rows


def median_in(rows: Rows, key: tuple[int, int, str],
              column: str) -> float | None:
    """Of a column over the runs."""
    values = [r[column] for r in rows.get(key, []) if r]
    return median_of(values) if values else None


# ---- adaptive beside the others ------------------------------------------------


def paired(one: list[dict | None], other: list[dict | None]) -> Span | None:
    """One's wall time over the other's, round by round, in thousandths; None of
    too few rounds for an interval."""
    ratios = [round(1000 * x / y) for r, s in zip(one, other) if r and s
              for x, y in zip(r["wall_rounds"], s["wall_rounds"])
              if x is not None and y]  # None: disturbed
    return reach_of(ratios) if len(ratios) >= LEAST else None


def adaptive_ratio(rows: Rows, cores: int, n: int) -> Span | None:
    """Its wall time over that of the executor that it is slowest beside, in
    thousandths."""
    own = rows.get((cores, n, "adaptive"), [])
    ratios = [paired(own, rows[cores, n, name]) for name in EXECUTORS
              if name != "adaptive" and (cores, n, name) in rows]
    return max(filter(None, ratios), default=None)


def wall_table(rows: Rows, cores: int, unit: str) -> tuple[Grid, list[str]]:
    """Wall time a task by n, and how each n came out."""
    grid = Grid([*(Column(name) for name in
                   ("n", *EXECUTORS, "adaptive / best", "from", "to")),
                 Column("", left=True)], ORDER["wall"],
                f"wall {unit} a task on {cores} core" + "s" * (cores > 1))
    every = sorted({n for c, n, name in rows
                    if c == cores and name == "adaptive"
                    and (c, n, "loop") in rows})
    words = []
    for n in every:
        ratio = adaptive_ratio(rows, cores, n)
        words.append(word_of(ratio, ADAPTIVE_MOST) if ratio
                     else "too few rounds")
        grid.add(str(n), *(
            number(median_in(rows, (cores, n, name), "wall_per_task"))
            for name in EXECUTORS), *(
            number(part / 1000) for part in ratio or ()),
            *[""] * (0 if ratio else 3),
            mark(words[-1]))
    return grid, words


# ---- goals in floors -------------------------------------------------------------


@dataclass(frozen=True)
class Worst:
    """Where an executor is furthest from a goal: over the rounds of all
    runs."""

    n: int
    ticks: float
    ratio: Span                 # to the goal's unit, in the same run
    p50: float
    rounds: int


def rounds_of(run: Run, result: dict, column: str) -> list[float | None]:
    """Of a mean those of the short passes with stamps, one a round."""
    return all_in_rounds(run, result) if column == "all_in" \
        else result["round_means"]


def above(own: list[float | None],
          other: list[float | None]) -> list[float | None]:
    """What one takes more than the other, round by round."""
    return [None if one is None or each is None else one - each
            for one, each in zip(own, other)]


def worst_at(n: int, goal: Goal, runs: list[Run], records: list[dict | None],
             others: list[dict | None]) -> Worst | None:
    """Of one length; None where no round has all that it takes."""
    ticks, ratios, p50 = [], [], []
    for run, own, other in zip(runs, records, others):
        floor = floors_of(run).get(goal.floor) if goal.floor else 1
        if not own or not floor or (goal.above and not other):
            continue
        rounds = rounds_of(run, own, goal.column)
        if goal.above:
            rounds = above(rounds, rounds_of(run, other, goal.column))
        found = [each for each in rounds if each is not None]
        ticks += found
        ratios += [ratio_of(each, floor) for each in found]
        p50.append(own["p50"])
    return Worst(n, reach_of(ticks).value, reach_of(ratios),
                 median_of(p50), len(ratios)) if ratios else None


def worst(runs: list[Run], rows: Rows, goal: Goal,
          cores: int) -> Worst | None:
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


def add_goals(grid: Grid, runs: list[Run], rows: Rows,
              cores: int) -> list[str]:
    """One row a goal; how each came out."""
    words = []
    for goal in GOALS:
        found = worst(runs, rows, goal, cores)
        if not found:
            continue
        words.append(word_of(found.ratio, goal.times, found.rounds))
        grid.add(goal.executor, f"{goal.what}, n <= {goal.most_n}",
                 str(found.n), number(found.ticks), number(found.p50),
                 reached(found.ratio, number),
                 f"{goal.times:g} {goal.floor}".rstrip(), mark(words[-1]))
    return words


def crossing_of(run: Run, cores: int, name: str) -> Subject | None:
    """The rounds' lengths from which on an executor takes less time than the
    plain loop; None where the run has not looked for it."""
    return next((each.asked.subjects[2] for each in conclusions(run)
                 if (each.name, each.cores) == (f"break_even/{name}", cores)),
                None)


def over_runs(crossings: list[Subject]) -> Span:
    """The interval over the rounds of one run; of several as among() has
    it."""
    return among([reach_of(each.clean) for each in crossings if each.clean])


def word_of_crossings(crossings: list[Subject], most: int) -> str:
    """met, missed, within noise, or why none of it is said."""
    unfit = next(filter(None, (each.unfit for each in crossings)), None)
    return DOUBTS.get(unfit, unfit) if unfit else \
        word_of(over_runs(crossings), 1000 * most)


def iterations(milli: int | None) -> str:
    """As a table has it."""
    return "never" if milli == NEVER else number(written(milli))


def add_break_evens(grid: Grid, runs: list[Run], cores: int) -> list[str]:
    """One row an executor; how each came out."""
    words = []
    for name, most in BREAK_EVENS:
        crossings = [found for run in runs
                     if (found := crossing_of(run, cores, name))]
        if not crossings:
            continue
        words.append(word_of_crossings(crossings, most))
        grid.add(name, "overtakes the plain loop at n", "", "", "",
                 reached(over_runs(crossings), iterations), str(most),
                 mark(words[-1]))
    return words


def show_dispatch(runs: list[Run], console: Console) -> None:
    """The whole comparison; nothing where the runs have no dispatch."""
    rows = rows_of(runs)
    widths = sorted({cores for cores, _, _ in rows})
    if not widths:
        return
    words = []
    unit = unit_of_all(runs)
    for cores in widths:
        grid, found = wall_table(rows, cores, unit)
        say(console, "")
        show_grid(grid, console)
        words += found
    say(console, "adaptive / best: the median of pairs, round by round, and "
        "its interval; the target is 1.05. The columns are medians by "
        "themselves.")
    grid = Grid([Column("executor", left=True),
                 Column("what", left=True, least=WHAT_LEAST),
                 Column("worst at n"), Column(unit, key="ticks"),
                 *(Column(name) for name in ("p50", "reached", "target")),
                 Column("", left=True)], ORDER["goals"])
    words += add_goals(grid, runs, rows, widths[-1])
    words += add_break_evens(grid, runs, widths[-1])
    say(console, "")
    show_grid(grid, console)
    say(console, tally(words, "dispatch target"))
