# SPDX-License-Identifier: MIT
"""The headline: what enqueue and dequeue cost, in sentences and in a small table of the
conclusions that they are made of."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import Finding, fields_of
from quietcore.conclusions.gate import FAILED, NONE, NOT_PROVEN, SURE, TIE, UNSURE
from quietcore.conclusions.headline import ALONE, TOGETHER, WORK_QUEUE, Headline, sentences
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run
from quietcore.log.trust import banner
from quietcore.tables.units import Unit, unit_of
from quietcore.terminal.layout import Cell, Grid, words
from quietcore.terminal.numbers import number
from quietcore.terminal.printing import say, show_grid

#: What is done, by the findings' names: alone, all cores, from core to core.
ROWS = {"enqueue": ("enqueue", "contended/enqueue", None),
        "dequeue": ("dequeue", "contended/dequeue", None), "both": ("pair", "contended", "across")}
#: Of what has no figure: why.
UNTOLD = {"not_proven": "not proven", "disturbed": "disturbed"}


def cell(finding: dict | None, unit: Unit, interval: bool = False) -> Cell:
    """A figure, with its interval if asked for, and what is doubted; without a figure why; or -
    where nothing was measured."""
    if not finding or finding["reason"] in ("not_measured", "failed"):
        return Cell("-")
    if finding["value"] is None or finding["verdict"] == NONE:
        return Cell(UNTOLD.get(finding["reason"], "disturbed"), "yellow")
    value, low, high = (number(unit.of(finding[name])) for name in ("value", "low", "high"))
    text = f"{value} ({low} to {high})" if interval else value
    if finding["verdict"] == SURE:
        return Cell(text)
    doubt = "disturbed" if finding["reason"] == "disturbed" else "inconclusive"
    return Cell(f"{text} {doubt}", "yellow")


def silent(found: dict[str, dict]) -> bool:
    """The queue is wrong somewhere, or not proven right on one core."""
    reasons = {name: record["reason"] for name, record in found.items()
               if record["verdict"] == NONE}
    return FAILED in map(reasons.get, ALONE + TOGETHER) or NOT_PROVEN in map(reasons.get, ALONE)


def laid_out(grid: Grid | None) -> list[str]:
    """A table's lines as the image lays them out."""
    if not grid:
        return []
    rows = [[column.heading for column in grid.columns],
            *([cell.text for cell in row] for row in grid.rows)]
    return [" ".join([f"{row[0]:<14}", *(f"{cell:>16}" for cell in row[1:])]) for row in rows]


# ---- one boot, or several -------------------------------------------------------


def places_of(run: Run, cores: int) -> str:
    """How the two cores lie of which the last is so many-th."""
    return next((record["pair"] for record in run.of("result")
                 if (record["experiment"], record["variant"]) ==
                 (WORK_QUEUE, "across")
                 and record["params"]["consumer"] + 1 == cores), "two cores")


def cores_of(run: Run) -> int:
    """The most cores that were at the work queue."""
    return max((record["cores"] for record in run.each("result")
                if record["experiment"] == WORK_QUEUE), default=0)


def headline_over(runs: list[Run], found: dict[str, Finding]) -> Headline:
    """What the conclusions of all boots, judged together, say first."""
    context = runs[0].context
    across = found.get("across")
    return Headline(found, max(map(cores_of, runs)),
                    places_of(runs[0], across.cores) if across else "", bool(banner(context)),
                    context.get("tsc_hz") or 0,
                    any(WORK_QUEUE in rows_of(run).failed.get(WORK_QUEUE, ()) for run in runs))


def sentences_over(runs: list[Run], found: dict[str, Finding]) -> list[str]:
    """What they say; nothing where no boot has measured it."""
    headline = headline_over(runs, found)
    return sentences(headline) if headline.cores or headline.wrong else []


def table_over(runs: list[Run], found: dict[str, Finding],
               interval: bool, wanted: str = "ticks") -> Grid | None:
    """The table of the same; None where there is nothing to show."""
    records = {name: fields_of(each) | {"unit": each.asked.unit} for name, each in found.items()}
    cores, context = max(map(cores_of, runs)), runs[0].context
    shown = [name for name in ALONE + TOGETHER if name in records]
    if not shown or silent(records):
        return None
    unit = unit_of(records[shown[0]], context, wanted)
    name = f"emulated {unit.name}" if banner(context) and unit.name == "ticks" else unit.name
    heads = ["uncontended", f"contended, {cores}", "cross-core"]
    if cores < 2:
        del heads[1:]   # one core has no others
    grid = Grid([*words(name), *heads])
    for row, columns in ROWS.items():
        grid.add(row, *(cell(records.get(each or ""), unit, interval)
                        for each, _ in zip(columns, heads)))
    return grid


def found_of(run: Run) -> dict[str, Finding]:
    """A boot's conclusions about the work queue, by name."""
    return {each.name: each for each in conclusions(run) if each.experiment == WORK_QUEUE}


def show_headline_over(runs: list[Run], found: dict[str, Finding],
                       console: Console, wanted: str = "ticks") -> None:
    """The headline of boots; nothing where no boot has one."""
    said = sentences_over(runs, found)
    if not said:
        return
    for sentence in said:
        say(console, sentence, "bold cyan")
    grid = table_over(runs, found, len(runs) > 1, wanted)
    if grid:
        say(console, "")
        show_grid(grid, console)
    say(console, "")


def show_headline(run: Run, console: Console, wanted: str = "ticks") -> None:
    """That of one boot."""
    show_headline_over([run], found_of(run), console, wanted)


def show_sentences(run: Run, console: Console) -> None:
    """Its sentences alone."""
    for sentence in sentences_over([run], found_of(run)):
        say(console, sentence, "bold cyan")


# ---- all findings -------------------------------------------------------------

STYLES = {SURE: "green", TIE: "green", UNSURE: "dim", NONE: "dim"}
WIDEST = max(map(len, STYLES))


def say_finding(console: Console, verdict: str, experiment: str, text: str) -> None:
    """One conclusion under its verdict."""
    say(console, f"{verdict:<{WIDEST}}  {experiment}: {text}", STYLES[verdict])


def show_findings(run: Run, console: Console) -> None:
    """All findings of a run."""
    for each in conclusions(run):
        say_finding(console, each.judged.verdict, each.experiment, each.text)
