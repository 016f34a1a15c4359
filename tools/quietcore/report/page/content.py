# SPDX-License-Identifier: MIT
"""What a page holds, before it is written: the answer, how far it can be trusted,
and a section for each experiment. The templates take it by these names."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from quietcore.conclusions.asking import conclusions, record_of
from quietcore.conclusions.brief import NOTHING, brief
from quietcore.log.reading import Run
from quietcore.log.trust import banner, clock_doubt, lesser, mark
from quietcore.report.draw.drawing import drawn
from quietcore.report.draw.model import Drawing, Table
from quietcore.report.pictures.catalogue import drawn_by_entry, experiments_of, unlike
from quietcore.report.pictures.logs import Log
from quietcore.silence.certificate import SOURCES, grids, sentences
from quietcore.tables.dispatch import beside_published
from quietcore.tables.headline import found_of, sentences_over, table_over
from quietcore.tables.machine import machine_line, memory_line
from quietcore.tables.results import results_table
from quietcore.tables.show import noise_lines, validation_text
from quietcore.terminal.layout import Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.text import plain

# ---- tables ----------------------------------------------------------------------

#: rich's styles that mean something, as classes.
CLASSES = {"yellow": "doubt", "bold red": "wrong", "dim": "dim"}
MOST_ROWS = 2000
MOST_POINTS = 500   # rows of a picture's own table


@dataclass
class Shown:
    """A table: headings, rows of text and class, what was left out."""

    headings: list[str]
    rows: list[list[tuple[str, str]]]   # one cell: a heading amid them
    left_out: int = 0
    title: str = ""


def of_grid(grid: Grid | None) -> Shown | None:
    """A table for the terminal as one for a page; None of none."""
    if grid is None or not grid.rows:
        return None
    rows = [[(cell.text, CLASSES.get(cell.style, "")) for cell in row] for row in grid.rows]
    return Shown([column.heading.replace("\n", " ") for column in grid.columns],
                 rows[:MOST_ROWS], max(0, len(rows) - MOST_ROWS), grid.title)


def of_shape(table: Table) -> Shown:
    """The figures of a picture, without columns that are empty."""
    headings, rows = table
    kept = [i for i, _ in enumerate(headings) if any(row[i] not in ("", "-") for row in rows)]
    return Shown([headings[i] for i in kept],
                 [[(plain(row[i]), "") for i in kept] for row in rows[:MOST_POINTS]],
                 max(0, len(rows) - MOST_POINTS))


# ---- the answer ------------------------------------------------------------------

PROBLEMS = 12


def facts_of(run: Run) -> list[tuple[str, str]]:
    """What ran where."""
    c = run.context
    if run.foreign:
        return []
    if not c:
        return [("machine", "unknown: the context record is missing")]
    hz = c.get("tsc_hz")
    dirty = "+changes" if c.get("dirty") else ""
    found = [
        ("quietcore", f"{c.get('version')} ({c.get('git')}{dirty})"),
        ("machine", f"{c.get('machine')}, trust {lesser(c)}"),
        ("processor", str(c.get("cpu"))),
        ("cores", f"{c.get('cores_started')} of {c.get('cores_asked')}"),
        ("clock", f"{hz / 1e6:.3f} MHz ({c.get('tsc_source')})" if hz else "unknown"),
        ("suite", str(c.get("suite"))), ("options", str(c.get("cmdline"))),
        ("scheduler", ", ".join(f"{name} {c[name]}" for name in ("lock", "queue")
                                if c.get(name))),
        *(tuple(line.split(": ", 1)) for line in (machine_line(run), memory_line(run)) if line),
        ("run", run.id)]
    return [(name, value) for name, value in found if value]


def damage_of(run: Run) -> str:
    """Why a log is not whole; "" if it is."""
    if run.foreign:
        return f"{run.foreign} LOG: this qc cannot show it"
    return "" if run.complete else "INCOMPLETE LOG: what is shown is what survived"


def end_of(run: Run) -> str:
    """How the run went."""
    if not run.end:
        return "The run has no end."
    seconds = run.end.get("seconds")
    return (f"Run {run.end['status']}: {counted(run.end['results'], 'result')}, "
            + counted(run.end["warnings"], "warning")
            + (f", {seconds} s." if seconds is not None else "."))


def conclusion(finding: dict) -> dict:
    """A finding as a page has it."""
    return {"verdict": finding.get("verdict") or "not judged",
            "experiment": finding["experiment"], "text": finding["text"]}


def strongest(run: Run) -> list[dict]:
    """One key result an experiment: the strongest verdict, of equals the first."""
    best: dict[str, tuple] = {}
    for found in conclusions(run):
        rank = brief(found.asked, found.judged).rank
        if rank > best.get(found.experiment, (NOTHING, None))[0]:
            best[found.experiment] = rank, found
    return [conclusion(record_of(found)) for _, found in best.values()]


def answer_of(log: Log) -> dict:
    """What a page says first of a log: machine, trust, damage, headline, and of
    each experiment its strongest conclusion."""
    run, context = log.run, log.run.context
    found = found_of(run)
    doubt = clock_doubt(context)
    return {
        "name": log.name, "file": log.file, "facts": facts_of(run),
        "banner": banner(context) if context else "",   # the warning where it is emulated
        "emulated": mark(context) if context else "",   # "EMULATED (tcg)"
        "damage": damage_of(run),
        "problems": run.problems[:PROBLEMS], "more": max(0, len(run.problems) - PROBLEMS),
        "sentences": sentences_over([run], found) or sentences(run)[:1],
        "table": of_grid(table_over([run], found, True) if found else None),
        "strongest": strongest(run), "end": end_of(run),
        "warnings": [("clock", doubt)] * bool(doubt)
        + [(w["code"], w["text"]) for w in run.of("warning")]}


# ---- the certificate -------------------------------------------------------------

MOST_CORES = 32     # of a row of the table


def hunt_row(record: dict) -> list[tuple[str, str]]:
    """A hunt for gaps: the worst of its cores."""
    grades = " ".join(record["grade"][:MOST_CORES]) + "…" * (len(record["grade"]) > MOST_CORES)
    smi = [count for count in record.get("smi", ()) if count is not None]
    doubt = "doubt" if max(record["grade"], default="-") in "DEF" else ""
    return [(record["experiment"], ""), (record["when"], ""), (grades, doubt),
            (str(sum(record["gaps"])), ""), (number(max(record["max"], default=None)), ""),
            (number(max(record["lost_ppm"], default=None)), ""),
            (str(sum(smi)) if smi else "-", "")]


def certificate_of(log: Log) -> dict:
    """How far the cores and the proofs of a log can be trusted."""
    run = log.run
    rows = [hunt_row(record) for record in run.each("noise")]
    proofs = run.of("validation")
    right = sum(p["verdict"] == "ok" for p in proofs)
    quiet = [shown for grid in grids(run) if (shown := of_grid(grid))]
    return {
        "name": log.name,
        "silence": sentences(run), "quiet": quiet,  # what the experiment `silence` found
        "sources": SOURCES if quiet else "",        # of the published figures in it
        "grades": noise_lines(run),                 # a line on the worst of each core
        "table": Shown(["experiment", "when", "grades by core", "gaps", f"longest, {log.unit}",
                        "lost, ppm, at most", "SMIs"], rows) if rows else None,
        "proofs": f"{right} of {len(proofs)} checks before timing say: right." if proofs
        else "No check is in this log.",
        "doubts": [validation_text(p) for p in proofs if p["verdict"] != "ok"],
        "skipped": [f"{s['experiment']} {s['variant']}: {s['reason']}"
                    for s in run.of("skipped")]
        + [f"core with APIC ID {c['apic_id']} {c['state']}: {c.get('reason', '?')}"
           for c in run.of("core") if c["state"] != "started"],
        "panics": [f"PANIC on core {p['core']}: {p['text']}, during {p['experiment']} "
                   f"{p['variant']}" for p in run.of("panic")]}


# ---- experiments -----------------------------------------------------------------

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
    missing: list[tuple[str, str]] = field(default_factory=list)    # title, what it needs
    findings: list[tuple[str, list[dict]]] = field(default_factory=list)
    tables: list[tuple[str, Shown]] = field(default_factory=list)


def only(run: Run, experiment: str) -> Run:
    """The run with the results of one experiment."""
    name = b'"experiment":"%s"' % experiment.encode()
    kept = [(line, kind) for line, kind in zip(run.lines, run.kinds)
            if kind != "result" or name in line]
    return type(run)(run.id, run.version, [line for line, _ in kept], [kind for _, kind in kept])


def tables_of(logs: list[Log], experiment: str) -> list[tuple[str, Shown]]:
    """Results, and published ones beside them, of each log."""
    found = []
    for log in logs:
        own = only(log.run, experiment)
        grids = [results_table(own)]
        if experiment == "dispatch" and own.context:
            grids.append(beside_published(own))
        for shown in filter(None, map(of_grid, grids)):
            what = shown.title or "Results"
            found.append((f"{what}, {log.name}" if len(logs) > 1 else what, shown))
    return found


def section_of(logs: list[Log], experiment: str, made: list, tables: bool) -> Section:
    """Pictures, what is missing, conclusions, tables."""
    section = Section(experiment)
    for entry, drawings in made:
        if entry.experiment != experiment:
            continue
        many = len(drawings) > FEW * len(logs)
        section.figures += [
            Figure(drawing, drawn(drawing), of_shape(drawing.shape.table()) if tables else None,
                   many and at >= len(logs)) for at, drawing in enumerate(drawings)]
        if not drawings:
            section.missing.append((entry.title, entry.needs))
    for log in logs if experiment else ():
        said = [conclusion(f) for f in log.findings if f["experiment"] == experiment]
        if said:
            section.findings.append((log.name, said))
    if experiment and tables:
        section.tables = tables_of(logs, experiment)
    return section


def page_of(logs: list[Log], unread: list[str], tables: bool = True) -> dict:
    """Everything that can be shown of the logs; `unread`: those that could not
    be read, and why."""
    shown = [log for log in logs if log.run.lines]
    made = drawn_by_entry(shown)
    sections = [section_of(shown, name, made, tables) for name in experiments_of(shown)]
    anchors: set[str] = set()
    for section in sections:
        section.anchor = unlike(section.name, anchors)
    return {"answers": [answer_of(log) for log in logs],
            "certificates": [certificate_of(log) for log in shown],
            "whole": section_of(shown, "", made, tables), "sections": sections, "unread": unread,
            "left_out": ""}     # what did not fit
