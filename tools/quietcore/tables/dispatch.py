# SPDX-License-Identifier: MIT
"""What a task costs: experiment `dispatch`, beside the loop and beside published figures, and
`metg`, the shortest tasks that reach a share of the peak."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, UNSURE, Subject
from quietcore.conclusions.rounds import span_of
from quietcore.conclusions.rows import round_of
from quietcore.conclusions.sentence import figure
from quietcore.log.reading import Run
from quietcore.tables.published import MARK, SOURCE, TASKS, Row, beside, dispatched, load, own_row
from quietcore.tables.units import Unit, unit_of
from quietcore.terminal.layout import ORDER, Cell, Grid, words
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid, show_grids

# ---- beside published figures ------------------------------------------------------


PUBLISHED_LEAST = 31  # columns: the longest of the published names
PUBLISHED_HEADINGS = ("n", "tasks", "overhead", "work", "price", "ovh. %", "work %", "wall ms",
                      "workers", "ovh. ms", "work ms")


def published_cells(row: Row, unit: Unit | None) -> list[object]:
    """The published columns of a row; None: its ticks are nothing else."""
    row = row._replace(**{name: unit.of(getattr(row, name)) if unit else None
                          for name in ("overhead", "work", "price")})
    return [value if name in ("n", "tasks", "workers") else number(value)
            for name, value in row._asdict().items()]


def beside_published(run: Run, wanted: str = "ticks") -> Grid | None:
    """Ours on all cores, each row above the published one where there is one.

    None where the run has no `dispatch`. The frequency of the published ticks is unknown: beside
    nanoseconds and instructions they are left out.
    """
    results = dispatched(run)
    if not results:
        return None
    unit = unit_of(results[0], run.context, wanted)
    theirs_too = Unit("ticks") if unit.name == "ticks" else None
    ms = " ".join([*unit.name.split()[:-1], "ms"])  # emulated, as ticks are
    grid = Grid([*words("executor", least=PUBLISHED_LEAST), *PUBLISHED_HEADINGS], ORDER["dispatch"],
                f"dispatch on {counted(results[0]['cores'], 'core')}, in "
                f"{unit.name}, {ms} of {TASKS:,} tasks, beside figures {MARK}",
                "qc parse --format json")
    for variant in dict.fromkeys(r["variant"] for r in results):
        published = beside(variant)
        theirs = {row.n: row for row in load(published)} if published else {}
        for r in (r for r in results if r["variant"] == variant):
            own = own_row(r, run.context.get("tsc_hz", 0))
            grid.add(variant, *published_cells(own, unit))
            if own.n in theirs:
                grid.add(f"  {published.name}, published",
                         *published_cells(theirs[own.n], theirs_too), style="dim")
    return grid


def show_dispatched(run: Run, console: Console, wanted: str) -> None:
    """The table and its source; nothing where the run has no `dispatch`."""
    grid = beside_published(run, wanted)
    if not grid:
        return
    show_grid(grid, console)
    say(console, f"Published: {SOURCE}.", "dim")
    say(console, "")


# ---- beside the loop ---------------------------------------------------------------


#: Rows below the lengths: words, and the findings' name before the executor's.
CONCLUSIONS = (("overtakes at n", "break_even"), ("empty, times 1 core", "slowdown_empty"))


def told(found: Finding | None) -> Cell:
    """A conclusion's figure, or that it is inconclusive, with its interval."""
    if not found or found.judged.verdict == NONE:
        return Cell("-")
    span = found.judged.figure
    if span.value is None:
        return Cell("inconclusive", "dim")
    between = f"{figure(span.low)}..{figure(span.high)}"
    if found.judged.bound:
        between = f"at most {figure(span.high)}"
    if found.judged.verdict == UNSURE:
        return Cell(f"inconclusive {between}", "dim")
    return Cell(between if found.judged.bound else f"{figure(span.value)} ({between})", "green")


def show_group(run: Run, cores: int, results: list[dict], console: Console, wanted: str) -> None:
    """Those of one number of cores: overhead, and wall time over the loop's."""
    unit = unit_of(results[0], run.context, wanted)
    names = [*dict.fromkeys(r["variant"] for r in results)]
    cells = {(r["variant"], r["params"].get("n")): r for r in results}
    grid = Grid(["n", *names], tuple(reversed(names)), "Tasks of n iterations on "
                f"{counted(cores, 'core')}: overhead ({unit.name}) and wall time over the loop's",
                "qc parse --format csv")
    for n in sorted({n for _, n in cells if isinstance(n, int)}):
        loop = cells.get(("loop", n), {}).get("wall_per_task")
        row = []
        for name in names:
            r = cells.get((name, n), {})
            wall = r.get("wall_per_task")
            times = wall / loop if wall is not None and loop else None
            row.append(f"{number(unit.of(r.get('mean')))} {number(times):>5}")
        grid.add(n, *row)
    findings = {each.name: each for each in conclusions(run) if each.cores == cores}
    show_grid(grid, console)
    for what, name in CONCLUSIONS:
        rows = [(each, told(findings.get(f"{name}/{each}"))) for each in names]
        said = ", ".join(f"{each} {cell.text}" for each, cell in rows if cell.text != "-")
        if said:
            say(console, f"{what}: {said}")
    say(console, "")


def show_ratios(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores; nothing for other experiments."""
    groups: dict[int, list[dict]] = {}
    for r in run.each("result"):
        if r["experiment"] == "dispatch" and "wall_per_task" in r and "/" not in r["variant"]:
            groups.setdefault(r["cores"], []).append(r)
    for cores, results in groups.items():
        show_group(run, cores, results, console, wanted)


# ---- metg --------------------------------------------------------------------------


MetgRows = dict[tuple[str, str], dict]    # executor and pattern


def groups_of(run: Run) -> dict[tuple[int, int], MetgRows]:
    """The results by number of cores and share of the peak."""
    groups: dict[tuple[int, int], MetgRows] = {}
    for r in run.each("result"):
        executor, _, pattern = r["variant"].partition("/")
        if r["experiment"] == "metg" and r["p50"] is not None:
            groups.setdefault((r["cores"], r["params"].get("percent", 0)), {})[
                executor, pattern] = r
    return groups


def length(result: dict, scale: float) -> str:
    """The median of its clean rounds, and their interval."""
    gone = result.get("disturbed_rounds") or ()
    rounds = [round_of(None if at in gone else value) for at, value in enumerate(result["rounds"])]
    span = span_of(Subject("", "fit", rounds).clean)
    if span.value is None:
        return f"{number(result['p50'] * scale)} disturbed"
    value, low, high = (number(each / 1000 * scale) for each in (span.value, span.low, span.high))
    return f"{value} {low}..{high}"


def table_of(rows: MetgRows, cores: int, percent: int, run: Run, wanted: str) -> Grid:
    """A row for each executor; patterns that have no room are left out."""
    unit = unit_of(next(iter(rows.values())), run.context, wanted)
    patterns = [*dict.fromkeys(pattern for _, pattern in rows)]
    grid = Grid([*words("executor"), *patterns], tuple(reversed(patterns)),
                f"Shortest tasks that reach {percent} % of the peak on {counted(cores, 'core')}: "
                f"{unit.name} and their interval", "qc parse --format csv")
    shortest = {pattern: min(r["p50"] for (_, name), r in rows.items() if name == pattern)
                for pattern in patterns}
    for executor in dict.fromkeys(name for name, _ in rows):
        found = {pattern: rows.get((executor, pattern)) for pattern in patterns}
        grid.add(executor, *(
            Cell(length(r, unit.of(1)), "green" if r["p50"] == shortest[pattern] else "")
            if r else "-" for pattern, r in found.items()))
    return grid


def show_metg(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores and share; nothing for other experiments."""
    for (cores, percent), rows in groups_of(run).items():
        show_grids(console, table_of(rows, cores, percent, run, wanted))
