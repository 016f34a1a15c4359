# SPDX-License-Identifier: MIT
"""What handing over tasks reached of its goals, executor by executor.

Everything is taken from several runs. What is compared is compared inside one
run first, round by round where there are rounds, and the median taken of the
ratios: a machine that has two speeds has both sides of a pair in one of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

from quietcore.conclusions.finding import finding_of, written
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, Span, rank, span_of
from quietcore.log.reading import Run
from quietcore.targets.primitives import floors_of, mark, unit_of_all
from quietcore.terminal.layout import ORDER, Column, Grid
from quietcore.terminal.numbers import counted, median_of, number
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


GOALS = (
    Goal("steal", "mean", 1001, 2.5, "CALL", "dispatch, own queues"),
    Goal("spsc", "mean", 1001, 10, "CALL", "dispatch, one submitter"),
    Goal("shared", "mean", 100001, 3, "LINE", "dispatch, one locked queue"),
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
    """One's wall time over the other's, round by round, in thousandths."""
    ratios = [round(1000 * x / y) for r, s in zip(one, other) if r and s
              for x, y in zip(r["wall_rounds"], s["wall_rounds"])
              if x is not None and y]  # None: disturbed
    return span_of(ratios) if ratios else None


def adaptive_ratio(rows: Rows, cores: int, n: int) -> Span | None:
    """Its wall time over that of the executor that it is slowest beside, in
    thousandths."""
    own = rows.get((cores, n, "adaptive"), [])
    ratios = [paired(own, rows[cores, n, name]) for name in EXECUTORS
              if name != "adaptive" and (cores, n, name) in rows]
    return max(filter(None, ratios), default=None)


def wall_table(rows: Rows, cores: int, unit: str) -> tuple[Grid, int, int]:
    """Wall time a task by n; how many n there are, and how many met."""
    grid = Grid([*(Column(name) for name in
                   ("n", *EXECUTORS, "adaptive / best", "from", "to")),
                 Column("", left=True)], ORDER["wall"],
                f"wall {unit} a task on {cores} core" + "s" * (cores > 1))
    every = sorted({n for c, n, name in rows
                    if c == cores and name == "adaptive"
                    and (c, n, "loop") in rows})
    met = 0
    for n in every:
        ratio = adaptive_ratio(rows, cores, n)
        good = ratio is not None and ratio.high <= ADAPTIVE_MOST
        doubt = ratio is not None and ratio.low <= ADAPTIVE_MOST
        met += good
        grid.add(str(n), *(
            number(median_in(rows, (cores, n, name), "wall_per_task"))
            for name in EXECUTORS), *(
            number(part / 1000) for part in ratio or ()),
            *[""] * (0 if ratio else 3),
            mark(good, "within noise" if doubt and not good else ""))
    return grid, len(every), met


# ---- goals in floors -------------------------------------------------------------


@dataclass(frozen=True)
class Worst:
    """Where an executor is furthest from a goal: medians over the runs."""

    n: int
    ticks: float
    ratio: float                # to the goal's unit, in the same run
    p50: float


def worst(runs: list[Run], rows: Rows, goal: Goal,
          cores: int) -> Worst | None:
    """None where the runs have not got what the goal is about."""
    floors = [floors_of(run).get(goal.floor) if goal.floor else 1
              for run in runs]
    found = []
    for (c, n, name), records in rows.items():
        pairs = [(r, floor) for r, floor in zip(records, floors)
                 if r and floor]
        if c == cores and name == goal.executor and n <= goal.most_n and pairs:
            found.append(Worst(
                n, median_of([r[goal.column] for r, _ in pairs]),
                median_of([r[goal.column] / floor for r, floor in pairs]),
                median_of([r["p50"] for r, _ in pairs])))
    return max(found, key=lambda one: one.ratio, default=None)


def add_goals(grid: Grid, runs: list[Run], rows: Rows,
              cores: int) -> tuple[int, int]:
    """One row a goal; how many there are, and how many met."""
    total = met = 0
    for goal in GOALS:
        found = worst(runs, rows, goal, cores)
        if not found:
            continue
        good = found.ratio <= goal.times
        total, met = total + 1, met + good
        grid.add(goal.executor, f"{goal.what}, n <= {goal.most_n}",
                 str(found.n), number(found.ticks), number(found.p50),
                 f"{number(found.ratio)} {goal.floor}".rstrip(),
                 f"{goal.times:g} {goal.floor}".rstrip(), mark(good))
    return total, met


def crossing_of(run: Run, cores: int, name: str) -> Subject | None:
    """The rounds' lengths from which on an executor takes less time than the
    plain loop; None where the run has not looked for it."""
    for record in run.of("finding"):
        finding = finding_of(record)
        if finding and (finding.name, finding.cores) == (
                f"break_even/{name}", cores):
            return finding.asked.subjects[2]
    return None


def over_runs(crossings: list[Subject]) -> Span:
    """The interval over the rounds of one run; of several, over their medians,
    of fewer than six from the least end of theirs to the greatest."""
    spans = [span_of(each.clean) for each in crossings if each.clean]
    medians = span_of([span.value for span in spans])
    if rank(len(spans)) or not spans:
        return medians
    return Span(medians.value, min(span.low for span in spans),
                max(span.high for span in spans))


def doubt_of_crossings(crossings: list[Subject], most: int) -> str:
    """Why it is neither met nor missed."""
    unfit = next(filter(None, (each.unfit for each in crossings)), None)
    if unfit:
        return DOUBTS.get(unfit, unfit)
    span = over_runs(crossings)
    return "within noise" if span.low <= 1000 * most < span.high else ""


def iterations(milli: int | None) -> str:
    """As a table has it."""
    return "never" if milli == NEVER else number(written(milli))


def add_break_evens(grid: Grid, runs: list[Run],
                    cores: int) -> tuple[int, int]:
    """One row an executor; how many there are, and how many met."""
    total = met = 0
    for name, most in BREAK_EVENS:
        crossings = [found for run in runs
                     if (found := crossing_of(run, cores, name))]
        if not crossings:
            continue
        value, low, high = over_runs(crossings)
        doubt = doubt_of_crossings(crossings, most)
        good = not doubt and high <= 1000 * most
        total, met = total + 1, met + good
        grid.add(name, "overtakes the plain loop at n", "", "", "",
                 f"{iterations(value)} ({iterations(low)} to "
                 f"{iterations(high)})", str(most), mark(good, doubt))
    return total, met


def show_dispatch(runs: list[Run], console: Console) -> None:
    """The whole comparison; nothing where the runs have no dispatch."""
    rows = rows_of(runs)
    widths = sorted({cores for cores, _, _ in rows})
    if not widths:
        return
    counts = []
    unit = unit_of_all(runs)
    for cores in widths:
        grid, *count = wall_table(rows, cores, unit)
        say(console, "")
        show_grid(grid, console)
        counts.append(count)
    say(console, "adaptive / best: the median of pairs, round by round, and "
        "its interval; the target is 1.05. The columns are medians by "
        "themselves.")
    grid = Grid([Column("executor", left=True),
                 Column("what", left=True, least=WHAT_LEAST),
                 Column("worst at n"), Column(unit, key="ticks"),
                 *(Column(name) for name in ("p50", "reached", "target")),
                 Column("", left=True)], ORDER["goals"])
    counts.append(add_goals(grid, runs, rows, widths[-1]))
    counts.append(add_break_evens(grid, runs, widths[-1]))
    say(console, "")
    show_grid(grid, console)
    met = sum(good for _, good in counts)
    every = sum(n for n, _ in counts)
    say(console, f"{met} of {counted(every, 'dispatch target')} met.")
