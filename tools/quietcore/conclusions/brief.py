# SPDX-License-Identifier: MIT
"""A conclusion in one line of the answer page: no figure is cut; where the whole
does not fit, its parts go in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len

from quietcore.conclusions.gate import (
    FACT, NONE, ORDER, RATIO, SURE, TIE, UNSURE, Judged)
from quietcore.conclusions.rounds import NEVER
from quietcore.conclusions.sentence import (
    Question, figure, listed, tied, why, with_interval)
from quietcore.terminal.text import plain

COLUMNS = 68
#: The greater one tells more; a fact is no matter of time.
NO_ROOM, NOTHING, FACTUAL, DOUBTED, TIED, CERTAIN = range(6)
BRACKETS = re.compile(r" \([^()]*\)")


class Brief(NamedTuple):
    """How much a line tells, and the line; "" where there is none."""

    rank: int = NO_ROOM
    text: str = ""


def figured(judged: Judged) -> str:
    """`41.2 (40.0 to 43.1)`; of what is not sure `40.0 to 52.0`."""
    span = judged.figure
    if judged.bound:
        return f"at most {figure(span.high)}"
    if span.low == span.high:
        return figure(span.value)
    if judged.verdict == SURE:
        return with_interval(span)
    return f"{figure(span.low)} to {figure(span.high)}"


def nothing(asked: Question, judged: Judged) -> Iterator[str]:
    """Why nothing is said."""
    reason = why(asked, judged)
    if asked.claim in (ORDER, RATIO):
        yield f"nothing is concluded: {asked.what}: {reason}"
    yield f"nothing is concluded: {reason}"
    yield f"nothing is concluded: {reason.split(',')[0]}"


def order(asked: Question, judged: Judged) -> Iterator[str]:
    """Which one takes least."""
    names = [subject.name for subject in asked.subjects]
    best, other = (names[at] for at in (judged.best, judged.other))
    what, most = asked.what, asked.superlative
    if judged.verdict == TIE:
        same = [names[at] for at in judged.winners]
        cost = f"are equivalent, {tied(judged)} {asked.unit}"
        yield f"{what}: {listed(same)} {cost}"
        yield f"{what}: {len(same)} of {len(names)} {cost}"
        yield f"{listed(same)} {cost}"
    elif judged.verdict == SURE:
        cost = f"{figured(judged)} {asked.unit}"
        yield f"{what}: {best} is the {most}, {cost}"
        yield f"{what}: {best}, {cost}"
        yield f"{best} is the {most}, {cost}"
    elif judged.best == judged.other:
        yield f"inconclusive: {what}: which is the {most}"
        yield f"inconclusive: {what}"
    else:
        yield f"inconclusive: {what}: {best} or {other} is the {most}"
        yield f"inconclusive: {what}: {best} or {other}"
        yield f"inconclusive: {best} or {other} is the {most}"


def ratio(asked: Question, judged: Judged) -> Iterator[str]:
    """How many times the first one's time the second takes."""
    base, own = (subject.name for subject in asked.subjects)
    doubt = "inconclusive: " if judged.verdict == UNSURE else ""
    what, times = BRACKETS.sub("", asked.what), figured(judged)
    if judged.verdict == TIE:
        yield f"{what}: {own} takes as long as {base} ({times} times)"
        yield f"{what}: {own} as {base} ({times} times)"
        yield f"{own} takes as long as {base} ({times} times)"
        return
    yield f"{doubt}{what}: {own} takes {times} times as long as {base}"
    yield f"{doubt}{what}: {own}, {times} times {base}"
    yield f"{doubt}{own} takes {times} times as long as {base}"
    yield f"{doubt}{own}, {times} times {base}"


def value(asked: Question, judged: Judged) -> Iterator[str]:
    """A figure within its sentence."""
    if judged.verdict == SURE and judged.figure.value == NEVER:
        yield from [asked.never] if asked.never else []
        return
    doubt = "inconclusive: " if judged.verdict == UNSURE else ""
    for what in (asked.what, BRACKETS.sub("", asked.what)):
        yield doubt + what.replace("%s", figured(judged), 1)


def first_that_fits(forms: Iterator[str]) -> str:
    """The whole of a form, or ""."""
    texts = map(plain, forms)
    return next((text for text in texts if cell_len(text) <= COLUMNS), "")


def brief(asked: Question, judged: Judged) -> Brief:
    """The line of a judgement."""
    empty = judged.verdict == NONE or (
        asked.claim != ORDER and judged.figure.value is None)
    make = nothing if empty else {ORDER: order, RATIO: ratio}.get(
        asked.claim, value)
    text = first_that_fits(make(asked, judged))
    if not text:
        return Brief()
    if empty:
        return Brief(NOTHING, text)
    if asked.published:
        text = first_that_fits(iter((
            f"{text} (published: {asked.published})",))) or text
    rank = FACTUAL if asked.claim == FACT else {
        SURE: CERTAIN, TIE: TIED}.get(judged.verdict, DOUBTED)
    return Brief(rank, text)
