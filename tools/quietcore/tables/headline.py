# SPDX-License-Identifier: MIT
"""The headline: what enqueue and dequeue cost, in the image's own sentences,
and a small table of the findings that they are made of. Of several boots the
sentences are qc's own."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.finding import Finding, fields_of
from quietcore.conclusions.gate import FAILED, NONE, NOT_PROVEN, SURE
from quietcore.conclusions.headline import (
    ALONE, TOGETHER, WORK_QUEUE, Headline, sentences)
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
#: Of what has no figure: why.
UNTOLD = {"not_proven": "not proven", "disturbed": "disturbed"}


def headline_of(run: Run) -> dict:
    """The record; empty where the run has none."""
    return next(run.each("headline"), {})


def findings_of(run: Run) -> dict[str, dict]:
    """The findings that it is made of, by name."""
    whose = headline_of(run).get("experiment")
    return {record["name"]: record for record in run.each("finding")
            if record["experiment"] == whose}


def cell(finding: dict | None, unit: Unit, interval: bool = False) -> Cell:
    """A figure, with its interval if asked for, and what is doubted; without
    a figure why; or - where nothing was measured."""
    if not finding or finding["reason"] in ("not_measured", "failed"):
        return Cell("-")
    if finding["value"] is None or finding["verdict"] == NONE:
        return Cell(UNTOLD.get(finding["reason"], "disturbed"), "yellow")
    value, low, high = (number(unit.of(finding[name]))
                        for name in ("value", "low", "high"))
    text = f"{value} ({low} to {high})" if interval else value
    if finding["verdict"] == SURE:
        return Cell(text)
    doubt = "disturbed" if finding["reason"] == "disturbed" else "unsure"
    return Cell(f"{text} {doubt}", "yellow")


def silent(found: dict[str, dict]) -> bool:
    """The queue is wrong somewhere, or not proven right on one core."""
    reasons = {name: record["reason"] for name, record in found.items()
               if record["verdict"] == NONE}
    return FAILED in map(reasons.get, ALONE + TOGETHER) \
        or NOT_PROVEN in map(reasons.get, ALONE)


def unit_name(context: dict, unit: Unit) -> str:
    """What the table's figures are: emulated ticks are called so."""
    emulated = banner(context) and unit.name == "ticks"
    return f"emulated {unit.name}" if emulated else unit.name


def headline_table(found: dict[str, dict], cores: int, context: dict,
                   wanted: str = "ticks", interval: bool = False) -> Grid | None:
    """The table of the findings; None where there is nothing to show."""
    shown = [name for name in ALONE + TOGETHER if name in found]
    if not shown or silent(found):
        return None
    unit = unit_of(found[shown[0]], context, wanted)
    heads = ["alone", counted(cores, "core"), "between cores"]
    if cores < 2:
        del heads[1:]   # one core has no others
    grid = Grid([Column(unit_name(context, unit), left=True),
                 *map(Column, heads)])
    for name, columns in ROWS.items():
        grid.add(name, *(cell(found.get(each or ""), unit, interval)
                         for each, _ in zip(columns, heads)))
    return grid


def image_table(run: Run) -> list[str]:
    """The same as the image lays it out, in the log's unit; empty where there
    is nothing to show."""
    return laid_out(headline_table(
        findings_of(run), headline_of(run)["cores"], run.context))


def laid_out(grid: Grid | None) -> list[str]:
    """A table's lines as the image lays them out."""
    if not grid:
        return []
    rows = [[column.heading for column in grid.columns],
            *([cell.text for cell in row] for row in grid.rows)]
    return [" ".join([f"{row[0]:<14}", *(f"{cell:>16}" for cell in row[1:])])
            for row in rows]


def show(said: list[str], grid: Grid | None, console: Console) -> None:
    """Sentences and table, and an empty line."""
    for sentence in said:
        say(console, sentence, "bold cyan")
    if grid:
        say(console, "")
        show_grid(grid, console)
    say(console, "")


def show_sentences(run: Run, console: Console) -> None:
    """In the run's own words; nothing for a run without."""
    for sentence in headline_of(run).get("sentences", []):
        say(console, sentence, "bold cyan")


def show_headline(run: Run, console: Console, wanted: str = "ticks") -> None:
    """Sentences and table, and an empty line; nothing for a run without."""
    record = headline_of(run)
    if record:
        show(record["sentences"], headline_table(
            findings_of(run), record["cores"], run.context, wanted), console)


# ---- several boots --------------------------------------------------------------


def places_of(run: Run, cores: int) -> str:
    """How the two cores lie of which the last is so many-th."""
    return next((record["pair"] for record in run.of("result")
                 if (record["experiment"], record["variant"]) ==
                 (WORK_QUEUE, "across")
                 and record["params"]["consumer"] + 1 == cores), "two cores")


def headline_over(runs: list[Run], found: dict[str, Finding]) -> Headline:
    """What the findings of all boots, judged together, say first."""
    context = runs[0].context
    across = found.get("across")
    return Headline(
        found, max((headline_of(run).get("cores", 0) for run in runs)),
        places_of(runs[0], across.cores) if across else "",
        bool(banner(context)), context["tsc_hz"] or 0)


def sentences_over(runs: list[Run], found: dict[str, Finding]) -> list[str]:
    """What they say; nothing where no boot has a headline."""
    headline = headline_over(runs, found)
    return sentences(headline) if headline.cores else []


def table_over(runs: list[Run], found: dict[str, Finding],
               interval: bool) -> Grid | None:
    """The table of the same."""
    records = {name: fields_of(each) | {"unit": each.asked.unit}
               for name, each in found.items()}
    return headline_table(records, headline_over(runs, found).cores,
                          runs[0].context, interval=interval)


def show_headline_over(runs: list[Run], found: dict[str, Finding],
                       console: Console) -> None:
    """The headline of several boots; nothing where no boot has one."""
    said = sentences_over(runs, found)
    if said:
        show(said, table_over(runs, found, True), console)
