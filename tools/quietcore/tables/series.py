# SPDX-License-Identifier: MIT
"""Series that are short tables for people, and tables of series at all."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.tables.results import parameters
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid
from quietcore.terminal.text import plain

#: Experiments whose series are shown as they stand.
SHOWN = ("threads",)
#: Their columns and parameters that are times, in the series' unit.
TIMES = ("took", "earliest", "queued", "waited", "late", "cpu", "sleep",
         "slice")
LONGEST = 99999  # counts up to here are shown whole


def series_grid(headings: Iterable[str], title: str = "") -> Grid:
    """A table of figures of which the last columns go first."""
    columns = [Column(plain(name)) for name in headings]
    return Grid(columns, tuple(c.name for c in reversed(columns[1:])), title,
                "qc parse --format json")


def count(value: object) -> str:
    """Figures as they stand, long ones as number() has them."""
    if isinstance(value, (int, float)) and abs(value) > LONGEST:
        return number(value)
    return str(value)


def series_table(series: dict, run: Run, wanted: str) -> Grid:
    """A series under its name."""
    unit = unit_of(series, run.context, wanted)

    def shown(name: str, value: object) -> str:
        if (name in TIMES and unit.factor != 1
                and isinstance(value, (int, float))):
            return number(unit.of(value))
        return count(value)

    params = {name: shown(name, value)
              for name, value in series["params"].items()}
    grid = series_grid(
        series["columns"],
        f"{series['experiment']} {series['variant']} on "
        f"{counted(series['cores'], 'core')}, times in {unit.name}: "
        f"{parameters({'params': params})}")
    for row in series["rows"]:
        grid.add(*(shown(name, value) for name, value
                   in zip(series["columns"], row)))
    return grid


def show_series(run: Run, console: Console, wanted: str) -> None:
    """One table for each series that is one; raw rounds are for machines."""
    for series in run.of("series"):
        if series["experiment"] in SHOWN and "round" not in series["columns"]:
            show_grid(series_table(series, run, wanted), console)
            say(console, "")
