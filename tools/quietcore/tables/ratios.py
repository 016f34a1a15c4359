# SPDX-License-Identifier: MIT
"""Experiment `dispatch` as the image's own page has it: executors side by side,
and from which length on each beats the plain loop."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, UNSURE
from quietcore.conclusions.sentence import figure
from quietcore.log.reading import Run
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

#: Rows below the lengths: words, and the findings' name before the executor's.
CONCLUSIONS = (("overtakes at n", "break_even"),
               ("empty, times 1 core", "slowdown_empty"))


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
    return Cell(between if found.judged.bound
                else f"{figure(span.value)} ({between})", "green")


def show_group(run: Run, cores: int, results: list[dict], console: Console,
               wanted: str) -> None:
    """Those of one number of cores: overhead, and wall time over the loop's."""
    unit = unit_of(results[0], run.context, wanted)
    names = [*dict.fromkeys(r["variant"] for r in results)]
    cells = {(r["variant"], r["params"].get("n")): r for r in results}
    grid = Grid([Column("n"), *map(Column, names)], tuple(reversed(names)),
                f"Tasks of n iterations on {counted(cores, 'core')}: overhead "
                f"({unit.name}) and wall time over the loop's",
                "qc parse --format csv")
    for n in sorted({n for _, n in cells if isinstance(n, int)}):
        loop = cells.get(("loop", n), {}).get("wall_per_task")
        row = []
        for name in names:
            r = cells.get((name, n), {})
            wall = r.get("wall_per_task")
            times = wall / loop if wall is not None and loop else None
            row.append(f"{number(unit.of(r.get('mean')))} {number(times):>5}")
        grid.add(str(n), *row)
    findings = {each.name: each for each in conclusions(run)
                if each.cores == cores}
    show_grid(grid, console)
    for words, name in CONCLUSIONS:
        rows = [(each, told(findings.get(f"{name}/{each}"))) for each in names]
        said = ", ".join(f"{each} {cell.text}" for each, cell in rows
                         if cell.text != "-")
        if said:
            say(console, f"{words}: {said}")
    say(console, "")


def show_ratios(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores; nothing for other experiments."""
    groups: dict[int, list[dict]] = {}
    for r in run.each("result"):
        if r["experiment"] == "dispatch" and "wall_per_task" in r \
                and "/" not in r["variant"]:
            groups.setdefault(r["cores"], []).append(r)
    for cores, results in groups.items():
        show_group(run, cores, results, console, wanted)
