# SPDX-License-Identifier: MIT
"""What a page holds, before it is written: a section for each experiment."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from quietcore.report.draw.drawing import drawn
from quietcore.report.draw.model import Drawing
from quietcore.report.page.answer import (
    Answer, Conclusion, answer_of, conclusion)
from quietcore.report.page.certificate import Certificate, certificate_of
from quietcore.report.page.tables import Shown, of_grid, of_shape
from quietcore.report.pictures.catalogue import (
    drawn_by_entry, experiments_of, unlike)
from quietcore.report.pictures.logs import Log
from quietcore.tables.dispatch import beside_published
from quietcore.tables.results import results_table

FEW = 2     # pictures of one kind, of each log: of more the first are open


@dataclass
class Figure:
    """A picture with its table."""

    drawing: Drawing
    svg: Markup
    table: Shown | None
    further: bool       # of a kind of which others are open


@dataclass
class Section:
    """An experiment; "" is the whole run."""

    name: str
    anchor: str = ""
    figures: list[Figure] = field(default_factory=list)
    missing: list[tuple[str, str]] = field(default_factory=list)
    findings: list[tuple[str, list[Conclusion]]] = field(default_factory=list)
    tables: list[tuple[str, Shown]] = field(default_factory=list)


@dataclass
class Page:
    """All of it."""

    answers: list[Answer]
    certificates: list[Certificate]
    whole: Section
    sections: list[Section]
    unread: list[str]       # logs that could not be read, and why
    left_out: str = ""      # what did not fit


def only(log: Log, experiment: str) -> Log:
    """The log with the results of one experiment."""
    lines = [(line, kind) for line, kind in zip(log.run.lines, log.run.kinds)
             if kind != "result"
             or b'"experiment":"%s"' % experiment.encode() in line]
    run = type(log.run)(log.run.id, log.run.version,
                        [line for line, _ in lines],
                        [kind for _, kind in lines])
    return Log(log.name, log.file, run)


def tables_of(logs: list[Log], experiment: str) -> list[tuple[str, Shown]]:
    """Results, and published ones beside them, of each log."""
    found = []
    for log in logs:
        own = only(log, experiment).run
        grids = [results_table(own)]
        if experiment == "dispatch" and own.context:
            grids.append(beside_published(own))
        for grid in grids:
            shown = of_grid(grid)
            if shown:
                what = shown.title or "Results"
                found.append((f"{what}, {log.name}" if len(logs) > 1
                              else what, shown))
    return found


def section_of(logs: list[Log], experiment: str, made: list,
               tables: bool) -> Section:
    """Pictures, what is missing, conclusions, tables."""
    section = Section(experiment)
    for entry, drawings in made:
        if entry.experiment != experiment:
            continue
        section.figures += [
            Figure(drawing, drawn(drawing),
                   of_shape(drawing.shape.table()) if tables else None,
                   number >= len(logs) and
                   len(drawings) > FEW * len(logs))
            for number, drawing in enumerate(drawings)]
        if not drawings:
            section.missing.append((entry.title, entry.needs))
    if experiment:
        for log in logs:
            said = [conclusion(f) for f in log.findings
                    if f["experiment"] == experiment]
            if said:
                section.findings.append((log.name, said))
        if tables:
            section.tables = tables_of(logs, experiment)
    return section


def page_of(logs: list[Log], unread: list[str], tables: bool = True) -> Page:
    """Everything that can be shown of the logs."""
    shown = [log for log in logs if log.run.lines]
    made = drawn_by_entry(shown)
    sections = [section_of(shown, name, made, tables)
                for name in experiments_of(shown)]
    anchors: set[str] = set()
    for section in sections:
        section.anchor = unlike(section.name, anchors)
    return Page([answer_of(log) for log in logs],
                [certificate_of(log) for log in shown],
                section_of(shown, "", made, tables), sections, unread)
