# SPDX-License-Identifier: MIT
"""Experiment `dispatch` beside the published figures."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.tables.published import (
    MARK, SOURCE, TASKS, Row, beside, dispatched, load, own_row)
from quietcore.tables.units import Unit, unit_of
from quietcore.terminal.layout import ORDER, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

NAME_LEAST = 31  # columns: the longest of the published names
HEADINGS = ("n", "tasks", "overhead", "work", "price", "ovh. %", "work %",
            "wall ms", "workers", "ovh. ms", "work ms")


def cells(row: Row, unit: Unit | None) -> list[str]:
    """The ten published columns of a row; None: its ticks are nothing else."""
    ticks = (row.overhead, row.work, row.price)
    return [str(row.n), str(row.tasks),
            *(number(unit.of(x) if unit else None) for x in ticks),
            *(number(x) for x in (row.overhead_percent, row.work_percent,
                                  row.wall_ms)),
            str(row.workers), number(row.overhead_ms), number(row.work_ms)]


def beside_published(run: Run, wanted: str = "ticks") -> Grid | None:
    """Ours on all cores, each row above the published one where there is one.

    None where the run has no `dispatch`. The frequency of the published ticks
    is unknown: beside nanoseconds and instructions they are left out.
    """
    results = dispatched(run)
    if not results:
        return None
    unit = unit_of(results[0], run.context, wanted)
    theirs_too = Unit("ticks") if unit.name == "ticks" else None
    ms = " ".join([*unit.name.split()[:-1], "ms"])  # emulated, as ticks are
    grid = Grid([Column("executor", left=True, least=NAME_LEAST),
                 *map(Column, HEADINGS)], ORDER["dispatch"],
                f"dispatch on {counted(results[0]['cores'], 'core')}, in "
                f"{unit.name}, {ms} of {TASKS:,} tasks, beside figures {MARK}",
                "qc parse --format json")
    for variant in dict.fromkeys(r["variant"] for r in results):
        published = beside(variant)
        theirs = {row.n: row for row in load(published)} if published else {}
        for r in (r for r in results if r["variant"] == variant):
            own = own_row(r, run.context.get("tsc_hz", 0))
            grid.add(variant, *cells(own, unit))
            if own.n in theirs:
                grid.add(f"  {published.name}, published",
                         *cells(theirs[own.n], theirs_too), style="dim")
    return grid


def show_dispatched(run: Run, console: Console, wanted: str) -> None:
    """The table and its source; nothing where the run has no `dispatch`."""
    grid = beside_published(run, wanted)
    if not grid:
        return
    show_grid(grid, console)
    say(console, f"Published: {SOURCE}.", "dim")
    say(console, "")
