# SPDX-License-Identifier: MIT
"""The answer page's lines below the headline, in the order of their importance
(conclusions/answers.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from quietcore.conclusions import questions
from quietcore.conclusions.brief import (
    CERTAIN, COLUMNS, DOUBTED, NO_ROOM, Brief, brief, figured)
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import FIT, ORDER, SURE, pair
from quietcore.conclusions.headline import WORK_QUEUE
from quietcore.conclusions.rounds import NO_ROUND, Span, span_of
from quietcore.conclusions.rows import Rows, speaking
from quietcore.conclusions.sentence import between, figure
from quietcore.terminal.numbers import counted

TABLE = Path(questions.__file__).with_name("answers.toml")
#: Why a user's own has no place, where the reason's name does not say it.
UNFIT = {"not_proven": "not proven", "turns": "oversubscribed",
         "rounds": "too few clean rounds"}


@dataclass(frozen=True)
class Answer:
    """One line, below its experiment's name."""

    experiment: str
    brief: Brief


@cache
def table() -> tuple[dict, ...]:
    """All lines that are wanted."""
    return tuple(questions.parsed(questions.read(TABLE), TABLE.name)["answer"])


def named(found: list[Finding], experiment: str, name: str) -> Finding | None:
    """The conclusion of a name, or the last one that a pattern fits."""
    fit = [each for each in found if each.experiment == experiment
           and fnmatchcase(each.name, name)]
    return max(reversed(fit), key=lambda each: each.cores, default=None)


def forms_of(found: Finding) -> tuple[str, str]:
    """`6.40 (6.10 to 7.82)`, or the figure alone; what is not conclusive as its
    interval, or as that alone."""
    span, doubt = found.judged.figure, "inconclusive"
    if found.judged.verdict != SURE:
        return doubt if span.value is None \
            else f"{figured(found.judged)} {doubt}", doubt
    if found.judged.bound:
        return figured(found.judged), figured(found.judged)
    return short_span(span), figure(span.value)


def of_figures(entry: dict, found: list[Finding]) -> Brief:
    """Several figures in one line: as many as it has room for."""
    told = [(word, each) for word, name in entry["figures"].items()
            if (each := named(found, entry["experiment"], name))]
    parts = [[f"{word} {form}" for form in forms_of(each)]
             for word, each in told]
    lines = (f"{entry['what']}: {', '.join(each[form] for each in parts[:most])}"
             for most in range(len(parts), 0, -1) for form in (0, 1))
    text = next((line for line in lines if len(line) <= COLUMNS), "")
    if not text:
        return Brief()
    sure = all(each.judged.verdict == SURE for _, each in told)
    return Brief(CERTAIN if sure else DOUBTED, text)


def of_rows(entry: dict, rows: Rows) -> Brief:
    """Medians of the clean rounds of rows that are fit."""
    parts, unit = [], ""
    for word, variant in entry["rows"].items():
        row = speaking(rows.find(entry["experiment"],
                                 lambda each, name=variant: (
                                     each.variant == name)))
        value = span_of([each for each in row.rounds() if each != NO_ROUND]
                        ).value if row and row.fitness == FIT else None
        if value is not None:
            parts.append(f"{word} {figure(value)}")
            unit = row.record["unit"]
    return Brief(CERTAIN, f"{', '.join(parts)} {unit}") if parts else Brief()


def wanted(found: list[Finding], rows: Rows) -> Iterator[Answer]:
    """The lines of the table that the run has an answer to."""
    for entry in table():
        if "rows" in entry:
            said = of_rows(entry, rows)
        elif "figures" in entry:
            said = of_figures(entry, found)
        else:
            each = named(found, entry["experiment"], entry["finding"])
            said = brief(each.asked, each.judged) if each else Brief()
        if said.rank != NO_ROOM:
            yield Answer(entry["experiment"], said)


# ---- what the user brought --------------------------------------------------------


def place(found: Finding, name: str) -> str:
    """`2 of 10, 1.04 (1.01 to 1.10) times the best`; of what failed or was
    disturbed that."""
    subjects = [each for each in found.asked.subjects
                if span_of(each.clean).value is not None]
    ordered = sorted(subjects, key=lambda each: span_of(each.clean).value)
    own = next((each for each in ordered if each.name == name), None)
    if not own:
        return UNFIT["rounds"]
    if own.unfit:
        return UNFIT.get(own.unfit, own.unfit)
    if own is ordered[0]:
        return f"1 of {len(ordered)}"
    times = pair(own, ordered[0], found.asked.threshold).span
    return (f"{ordered.index(own) + 1} of {len(ordered)}, "
            f"{short_span(times)} times {ordered[0].name}")


def of_user(found: list[Finding], rows: Rows) -> Iterator[Answer]:
    """Each row of the user's own: figure, place, ratio to the best, in each
    order that it is in."""
    mine = {(name, row.variant) for name, own in rows.of.items()
            for row in own if row.record.get("user")}
    for each in found:
        where = f"on {counted(each.cores, 'core')}" \
            if each.name == questions.BY_DEFAULT else each.name
        for subject in each.asked.subjects:
            own = subject.name.split(" ")[0]    # parameters behind it
            if each.asked.claim != ORDER or not any(
                    own in (variant, variant.split("/")[0])
                    for name, variant in mine if name == each.experiment):
                continue
            value = figure(span_of(subject.clean).value)
            yield Answer(each.experiment, Brief(CERTAIN, (
                f"{subject.name} {value} {each.asked.unit}, "
                f"{place(each, subject.name)}, {where}")))


def short_span(span: Span) -> str:
    """`1.04 (1.01 to 1.10)`."""
    return figure(span.value) if span.low == span.high \
        else f"{figure(span.value)} ({between(span)})"


def asked_by_user(found: list[Finding]) -> Iterator[Answer]:
    """Each answer to a question of the user's."""
    for each in found:
        said = brief(each.asked, each.judged)
        if each.own and said.rank != NO_ROOM:
            yield Answer(each.experiment, said)


def answers(found: list[Finding], rows: Rows) -> list[Answer]:
    """The user's own first, then those of the table, then of each other
    experiment its key result: the strongest verdict, of equals the first."""
    own, lines = [*of_user(found, rows)], [*wanted(found, rows)]
    known = {each.experiment for each in own + lines} | {WORK_QUEUE}
    best: dict[str, Brief] = {}
    for each in found:
        if each.own or each.experiment in known:
            continue
        said = brief(each.asked, each.judged)
        if said.rank > best.get(each.experiment, Brief()).rank:
            best[each.experiment] = said
    return [*own, *asked_by_user(found), *lines,
            *(Answer(*each) for each in best.items())]
