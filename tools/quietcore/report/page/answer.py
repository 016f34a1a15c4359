# SPDX-License-Identifier: MIT
"""What a page says first of a log: machine, trust, damage, headline, and of
each experiment its strongest conclusion."""

from __future__ import annotations

from dataclasses import dataclass, field

from quietcore.conclusions.asking import conclusions, record_of
from quietcore.conclusions.brief import NOTHING, brief
from quietcore.conclusions.finding import Finding
from quietcore.log.reading import Run
from quietcore.log.trust import banner, clock_doubt, lesser, mark
from quietcore.report.page.tables import Shown, of_grid
from quietcore.report.pictures.logs import Log
from quietcore.silence.certificate import sentences
from quietcore.tables.headline import found_of, sentences_over, table_over
from quietcore.tables.machine import machine_line, memory_line
from quietcore.terminal.numbers import counted

PROBLEMS = 12


@dataclass
class Conclusion:
    """A sentence and its verdict."""

    verdict: str
    experiment: str
    text: str
    interval: str = ""


@dataclass
class Answer:
    """The first part of a page, of one log."""

    name: str
    file: str
    facts: list[tuple[str, str]]
    trust: str
    banner: str             # the warning where it is emulated
    emulated: str           # "EMULATED (tcg)"
    damage: str             # why it is not whole, in a line
    problems: list[str]
    sentences: list[str]
    table: Shown | None
    strongest: list[Conclusion]
    end: str
    more: int = 0           # problems that are not shown
    warnings: list[tuple[str, str]] = field(default_factory=list)


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
        ("clock", f"{hz / 1e6:.3f} MHz ({c.get('tsc_source')})" if hz
         else "unknown"),
        ("suite", str(c.get("suite"))), ("options", str(c.get("cmdline"))),
        ("scheduler", ", ".join(f"{name} {c[name]}" for name in (
            "lock", "queue") if c.get(name)))]
    for line in (machine_line(run), memory_line(run)):
        if line:
            found.append(tuple(line.split(": ", 1)))
    found.append(("run", run.id))
    return [(name, value) for name, value in found if value]


def damage_of(run: Run) -> str:
    """Why a log is not whole; "" if it is."""
    if run.foreign:
        return f"{run.foreign} LOG: this qc cannot show it"
    if not run.complete:
        return "INCOMPLETE LOG: what is shown is what survived"
    return ""


def end_of(run: Run) -> str:
    """How the run went."""
    if not run.end:
        return "The run has no end."
    seconds = run.end.get("seconds")
    return (f"Run {run.end['status']}: {counted(run.end['results'], 'result')}"
            f", {counted(run.end['warnings'], 'warning')}"
            + (f", {seconds} s." if seconds is not None else "."))


def interval(finding: dict) -> str:
    """From, to and unit, where there is an interval."""
    ends = [finding.get(name) for name in ("low", "high")]
    if finding.get("value") is None or None in ends:
        return ""
    return f"{ends[0]:g} to {ends[1]:g} {finding.get('unit', '')}"


def conclusion(finding: dict) -> Conclusion:
    """A finding as a page has it."""
    return Conclusion(finding.get("verdict") or "not judged",
                      finding["experiment"], finding["text"],
                      interval(finding))


def strongest(log: Log) -> list[Conclusion]:
    """One key result an experiment: the strongest verdict, of equals the
    first."""
    best: dict[str, tuple[int, Finding]] = {}
    for found in conclusions(log.run):
        rank = brief(found.asked, found.judged).rank
        if rank > best.get(found.experiment, (NOTHING, None))[0]:
            best[found.experiment] = rank, found
    return [conclusion(record_of(found)) for _, found in best.values()]


def answer_of(log: Log) -> Answer:
    """The whole of it."""
    run = log.run
    found = found_of(run)
    table = table_over([run], found, True) if found else None
    context = run.context
    return Answer(
        log.name, log.file, facts_of(run),
        lesser(context) if context else "unknown",
        banner(context) if context else "", mark(context) if context else "",
        damage_of(run), run.problems[:PROBLEMS],
        sentences_over([run], found) or sentences(run)[:1], of_grid(table),
        strongest(log), end_of(run),
        max(0, len(run.problems) - PROBLEMS),
        [("clock", doubt) for doubt in (clock_doubt(context),) if doubt]
        + [(w["code"], w["text"]) for w in run.of("warning")])
