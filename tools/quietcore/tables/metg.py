# SPDX-License-Identifier: MIT
"""Experiment `metg` as the image's own page has it: executors down, patterns
across, the shortest tasks that reach a share of the peak."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import span_of
from quietcore.conclusions.rows import round_of
from quietcore.log.reading import Run
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

Rows = dict[tuple[str, str], dict]    # executor and pattern


def groups_of(run: Run) -> dict[tuple[int, int], Rows]:
    """The results by number of cores and share of the peak."""
    groups: dict[tuple[int, int], Rows] = {}
    for r in run.each("result"):
        executor, _, pattern = r["variant"].partition("/")
        if r["experiment"] == "metg" and r["p50"] is not None:
            groups.setdefault((r["cores"], r["params"].get("percent", 0)), {})[
                executor, pattern] = r
    return groups


def clean_rounds(result: dict) -> list[int]:
    """In thousandths, those that nothing disturbed."""
    gone = result.get("disturbed_rounds") or ()
    return Subject("", "fit", [round_of(None if at in gone else value)
                               for at, value in enumerate(result["rounds"])]
                   ).clean


def length(result: dict | None, scale: float) -> str:
    """The median of its clean rounds, and their interval."""
    if not result:
        return "-"
    span = span_of(clean_rounds(result))
    if span.value is None:
        return f"{number(result['p50'] * scale)} disturbed"
    low, high = (number(each / 1000 * scale) for each in (span.low, span.high))
    return f"{number(span.value / 1000 * scale)} {low}..{high}"


def least(rows: Rows, pattern: str) -> dict | None:
    """The result that needs the shortest tasks."""
    return min((r for (_, name), r in rows.items() if name == pattern),
               key=lambda r: r["p50"], default=None)


def table_of(rows: Rows, cores: int, percent: int, run: Run,
             wanted: str) -> Grid:
    """A row for each executor; patterns that have no room are left out."""
    unit = unit_of(next(iter(rows.values())), run.context, wanted)
    patterns = [*dict.fromkeys(pattern for _, pattern in rows)]
    grid = Grid([Column("executor", left=True), *map(Column, patterns)],
                tuple(reversed(patterns)),
                f"Shortest tasks that reach {percent} % of the peak on "
                f"{counted(cores, 'core')}: {unit.name} and their interval",
                "qc parse --format csv")
    for executor in dict.fromkeys(name for name, _ in rows):
        cells = []
        for pattern in patterns:
            r = rows.get((executor, pattern))
            best = r and r is least(rows, pattern)
            cells.append(Cell(length(r, unit.of(1)), "green" if best else ""))
        grid.add(executor, *cells)
    return grid


def show_metg(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores and share; nothing for other
    experiments."""
    for (cores, percent), rows in groups_of(run).items():
        show_grid(table_of(rows, cores, percent, run, wanted), console)
        say(console, "")
