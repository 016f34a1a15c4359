# SPDX-License-Identifier: MIT
"""Experiment `workloads` as the image's own page has it: one worker and many,
the published figure beside ours."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import UNSURE
from quietcore.conclusions.sentence import between, figure
from quietcore.log.reading import Run
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

FORMS = ("sequential", "concurrent", "again")


def milliseconds(result: dict | None, hz: int) -> str:
    """The median of a whole run."""
    if not result or result["p50"] is None or not hz \
            or result["unit"] != "ticks":
        return "-"
    return number(result["p50"] * result["batch"] / hz * 1e3)


def gain(found: Finding | None) -> list[Cell]:
    """Times one worker's time, its interval, the published words."""
    published = Cell(found and found.asked.published or "-")
    if not found or found.judged.figure.value is None:
        return [Cell("-"), Cell("-"), published]
    span, doubt = found.judged.figure, found.judged.verdict == UNSURE
    return [Cell(figure(span.value)),
            Cell(f"{between(span)}{' inconclusive' * doubt}",
                 "dim" if doubt else ""), published]


def show_works(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores; nothing for other experiments."""
    del wanted  # milliseconds, as published
    rows: dict[int, dict[str, dict[str, dict]]] = {}
    for r in run.each("result"):
        work, _, form = r["variant"].partition("/")
        if r["experiment"] == "workloads" and form in FORMS:
            rows.setdefault(r["cores"], {}).setdefault(work, {})[form] = r
    findings = {each.name: each for each in conclusions(run)}
    for cores, works in rows.items():
        grid = Grid([Column("workload", left=True), *map(Column, FORMS),
                     Column("times as long"), Column("interval", left=True),
                     Column("published", left=True)], ("again", "interval"),
                    f"One worker and 8 workers on {counted(cores, 'core')}: "
                    "milliseconds, and times one worker's", "qc parse --format csv")
        for work, forms in works.items():
            grid.add(work, *(milliseconds(forms.get(form),
                                          run.context.get("tsc_hz") or 0)
                             for form in FORMS),
                     *gain(findings.get(f"gain/{work}/{cores}")))
        show_grid(grid, console)
        say(console, "")
