# SPDX-License-Identifier: MIT
"""The headline: what enqueue and dequeue cost, in the image's own sentences,
and a small table of the findings that they are made of."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.gate import SURE
from quietcore.log.reading import Run
from quietcore.log.trust import banner
from quietcore.tables.units import Unit, unit_of
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

#: What is done, by the findings' names: alone, all cores, from core to core.
ROWS = {"enqueue": ("enqueue", "contended/enqueue", None),
        "dequeue": ("dequeue", "contended/dequeue", None),
        "both": ("pair", "contended", "across")}


def headline_of(run: Run) -> dict:
    """The record; empty where the run has none."""
    return next(run.each("headline"), {})


def findings_of(run: Run) -> dict[str, dict]:
    """The findings that it is made of, by name."""
    whose = headline_of(run).get("experiment")
    return {record["name"]: record for record in run.each("finding")
            if record["experiment"] == whose}


def cell(finding: dict | None, unit: Unit) -> Cell:
    """A sure figure, a range that is not, or - where nothing is told."""
    ends = [unit.of(finding[name]) for name in ("value", "low", "high")] \
        if finding else [None]
    if None in ends:
        return Cell("-")
    value, low, high = map(number, ends)
    if finding["verdict"] == SURE:
        return Cell(value)
    doubt = "disturbed" if finding["reason"] == "disturbed" else "unsure"
    return Cell(f"{value if low == high else f'{low} to {high}'} {doubt}",
                "yellow")


def unit_name(run: Run, unit: Unit) -> str:
    """What the table's figures are: emulated ticks are called so."""
    emulated = banner(run.context) and unit.name == "ticks"
    return f"emulated {unit.name}" if emulated else unit.name


def headline_table(run: Run, wanted: str) -> Grid | None:
    """The table; None where there is nothing to show."""
    found = findings_of(run)
    if all(found.get(name, {}).get("value") is None
           for names in ROWS.values() for name in names if name):
        return None
    unit = unit_of(next(iter(found.values())), run.context, wanted)
    cores = headline_of(run)["cores"]
    grid = Grid([Column(unit_name(run, unit), left=True),
                 *map(Column, ("alone", counted(cores, "core"), "between cores"))])
    for name, columns in ROWS.items():
        grid.add(name, *(cell(found.get(each or ""), unit) for each in columns))
    return grid


def show_sentences(run: Run, console: Console) -> None:
    """In the run's own words; nothing for a run without."""
    for sentence in headline_of(run).get("sentences", []):
        say(console, sentence, "bold cyan")


def show_headline(run: Run, console: Console, wanted: str = "ticks") -> None:
    """Sentences and table, and an empty line; nothing for a run without."""
    if not headline_of(run):
        return
    show_sentences(run, console)
    grid = headline_table(run, wanted)
    if grid:
        say(console, "")
        show_grid(grid, console)
    say(console, "")
