# SPDX-License-Identifier: MIT
"""What a run says to the table of questions: rows are selected, the decision
rule judges, the sentence is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quietcore.conclusions import reckoned
from quietcore.conclusions.asked import Asked
from quietcore.conclusions.finding import Finding, fields_of
from quietcore.conclusions.gate import (
    FACT, FAILED, FIT, MARGINS, NOT_PROVEN, ORDER, RATIO, VALUE, Subject)
from quietcore.conclusions.questions import (
    BY_DEFAULT, NAME, PLACE, QuestionError, Subjects, Template, further,
    pattern, table)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import Row, Rows, rows_of, speaking
from quietcore.conclusions.sentence import Question
from quietcore.log.reading import Run
from quietcore.terminal.numbers import counted

Bound = dict[str, object]   # what stands for each {x}


def bound_params(wanted: dict, row: Row) -> Bound | None:
    """What a row's parameters bind; None where they are others."""
    found: Bound = {}
    for name, value in wanted.items():
        if name not in row.params:
            return None
        place = PLACE.fullmatch(value) if isinstance(value, str) else None
        if place:
            found[place[1]] = row.params[name]
        elif row.params[name] != value:
            return None
    return found


def bound_by(subjects: Subjects, cores: int | str, row: Row,
             most: int) -> Bound | None:
    """What a row binds; None where it is none of the subjects."""
    wanted = subjects.cores or cores
    many = {"all": most, "several": max(most, 2)}
    if wanted and row.cores != many.get(wanted, wanted):
        return None
    if any(row.record.get(name) != value
           for name, value in subjects.where.items()):
        return None
    match = pattern(subjects.variant).fullmatch(row.variant)
    params = bound_params(subjects.params, row)
    if not match or params is None:
        return None
    return match.groupdict() | params | {
        "cores": row.cores, "on_cores": counted(row.cores, "core"),
        "unit": row.record["unit"], "pair": row.record.get("pair"),
        "row": " ".join([row.variant, *(f"{name}={value}" for name, value
                                        in row.params.items())])}


def subject_from(row: Row, name: str, subjects: Subjects,
                 claim: str) -> Subject:
    """A row as a subject."""
    fitness = row.fitness if claim == VALUE else row.ranked
    return Subject(name, fitness, row.rounds(subjects.column),
                   0 if subjects.column else row.step)


def grouped(template: Template, rows: Rows) -> Iterator[Asked]:
    """By what the name binds, and by the number of cores."""
    groups: dict[tuple, dict[tuple[int, str], list[tuple[Row, Bound]]]] = {}
    for at, subjects in enumerate(template.subjects):
        for row in rows.of.get(subjects.experiment or template.experiment, ()):
            bound = bound_by(subjects, template.cores, row, rows.cores)
            if bound is None or not row.rounds(subjects.column):
                continue
            key = tuple(bound.get(name) for name in template.sorted_by)
            if not (subjects.cores or template.cores):
                key += (row.cores,)
            name = subjects.as_name.format(**bound) if subjects.as_name \
                else str(bound.get("name", row.variant))
            groups.setdefault(key, {}).setdefault((at, name), []).append(
                (row, bound))
    for found in groups.values():
        asked = asked_of(template, found)
        if asked and template.claim == ORDER:
            asked.subjects += left_out(template, rows, asked)
        if asked:
            yield asked


def left_out(template: Template, rows: Rows, asked: Asked) -> list[Subject]:
    """What failed its proof and was not timed: it is named all the same."""
    names = {each.name for each in asked.subjects}
    return [Subject(name, FAILED, []) for name in
            rows.failed.get(template.experiment, ()) if name not in names] \
        if "{name}" in template.subjects[0].variant else []


def asked_of(template: Template, found: dict) -> Asked | None:
    """One group; None where not all of a pair were measured."""
    chosen = [(at, name, speaking(row for row, _ in each))
              for (at, name), each in sorted(
                  found.items(), key=lambda item: item[0][0])]
    unit = chosen[0][2].record["unit"]  # unlike ones cannot be compared
    chosen = [each for each in chosen if each[2].record["unit"] == unit]
    if template.claim == RATIO and len(chosen) < 2:
        return None
    subjects = [subject_from(row, name, template.subjects[at], template.claim)
                for at, name, row in chosen]
    at, name, row = chosen[0]
    bound = next(bound for each, bound in found[at, name] if each is row)
    return Asked(bound, subjects, max(row.cores for *_, row in chosen),
                 row.record["unit"])


# ---- conclusions ----------------------------------------------------------------


def threshold(template: Template, cores: int) -> int:
    """In thousandths."""
    if template.claim == FACT:
        return 0
    return MARGINS[template.margin or ("cores" if cores > 1 else "core")]


def finding(template: Template, asked: Asked, own: bool = False) -> Finding:
    """The conclusion, judged when it is looked at."""
    def text(words: str) -> str | None:
        return words.format_map(asked.bound) or None

    unit = template.unit or ("times" if template.claim == RATIO
                             else asked.unit)
    return Finding(
        template.experiment, template.name.format_map(asked.bound), asked.cores,
        Question(template.claim, unit, text(template.what) or "",
                 asked.subjects, threshold(template, asked.cores),
                 text(template.superlative), text(template.never),
                 text(template.published),
                 published_id=text(template.published_id)), own)


class Unbound(dict):
    """What no row binds."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def of_no_row(template: Template) -> Finding:
    """That a user's question finds nothing: he may have misspelt it."""
    nothing = [Subject("", FIT, []) for _ in template.subjects]
    return finding(template, Asked(Unbound(), nothing, 0, ""), True)


def shared_unproven(run: Run) -> bool:
    """Nothing is surer than the queue that the scheduler goes through."""
    return any(record["code"] == "exchange_not_proven"
               for record in run.each("warning"))


def unproven(asked: Asked) -> Asked:
    """The same, its subjects no better than not proven."""
    return replace(asked, subjects=[
        each if each.fitness == FAILED else replace(each, fitness=NOT_PROVEN)
        for each in asked.subjects])


def by_default(rows: Rows, known: set[str]) -> Iterator[Template]:
    """Of an experiment that no table knows, a user's own: in which order its
    rows are, on each number of cores."""
    for experiment in (name for name in rows.of if name not in known):
        yield Template(experiment, BY_DEFAULT, ORDER, (Subjects(
            "{name}", "{row}", where={"record": "result"}),),
                       what="Of its rows on {on_cores}",
                       superlative="cheapest")


def asked_by(template: Template, rows: Rows) -> list[Asked]:
    """All that a question comes to; nothing where rows lack what it is reckoned
    from, as those of older logs do."""
    if not template.reckon:
        return [*grouped(template, rows)]
    try:
        found = [*reckoned.BY_NAME[template.reckon](rows)]
    except (KeyError, IndexError, ValueError, ZeroDivisionError):
        return []
    return [asked for asked in found if any(
        each.rounds or each.fitness == FAILED for each in asked.subjects)]


def concluded_of(run: Run) -> Iterator[Finding]:
    """All that the table comes to, in its order; then what the user asks."""
    rows, doubted = rows_of(run), shared_unproven(run)
    own, known = further(run.log), {each.experiment for each in table()}
    ours: set[tuple[str, str]] = set()
    for template in (*table(), *own):
        found = asked_by(template, rows)
        if template in own and template.experiment in rows.of and not found:
            yield of_no_row(template)
        for asked in found:
            said = finding(template, unproven(asked) if doubted
                           and template.claim != FACT else asked,
                           template in own)
            key = said.experiment, said.name
            if template in own and key in ours:
                raise QuestionError(
                    f"{NAME} ({' '.join(key)}): quietcore's own table asks "
                    "it, too: take another name")
            ours |= {key} if template not in own else set()
            known.add(template.experiment)
            yield said
    for template in by_default(rows, known):
        for asked in asked_by(template, rows):
            yield finding(template, unproven(asked) if doubted else asked)


def conclusions(run: Run) -> list[Finding]:
    """The same, kept with the run: whoever asks next need not wait."""
    if "_conclusions" not in run.__dict__:
        run.__dict__["_conclusions"] = [*concluded_of(run)]
    return run.__dict__["_conclusions"]


def concluded(run: Run) -> list[dict]:
    """The same as records."""
    return [record_of(each) for each in conclusions(run)]


# ---- as records -----------------------------------------------------------------


def entry(milli: int) -> float | str | None:
    """A round as a record has it."""
    if milli == NO_ROUND:
        return None
    return "never" if milli == NEVER else milli / 1000


def record_of(found: Finding) -> dict:
    """A conclusion with all its parts."""
    asked = found.asked
    return {"record": "finding", "experiment": found.experiment,
            "name": found.name, "claim": asked.claim, "unit": asked.unit,
            "cores": found.cores, "params": {},
            "threshold": asked.threshold / 10 or None,
            "subjects": [each.name for each in asked.subjects if each.name],
            "fitness": [each.fitness for each in asked.subjects if each.name],
            "rounds": [[entry(value) for value in each.written]
                       for each in asked.subjects],
            "what": asked.what, "superlative": asked.superlative,
            "never": asked.never, "published": asked.published,
            "published_id": asked.published_id} | fields_of(found)

