# SPDX-License-Identifier: MIT
"""The sentence of a judgement."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from quietcore.conclusions.gate import (
    FAILED, FIT, NONE, ORDER, RATIO, SURE, TIE, UNSURE, Judged, Subject,
    tie_of)
from quietcore.conclusions.rounds import LEAST, NEVER, Span, four_digits
from quietcore.terminal.numbers import number

#: What a reason says and what would help; NAME stands for the subject. Of NONE
#: it stands within the sentence, of UNSURE it is one of its own.
HELP = {
    "not_measured": "not measured",
    "one": "nothing to compare it with",
    "failed": "NAME gives wrong answers",
    "not_proven": "NAME is not proven right",
    "turns": "Its cores are oversubscribed, more real ones would help",
    "drifted": "The same work took another time at the end",
    "rounds": "Six rounds are needed (rounds=6)",
    "disturbed": "CLEAN of ROUNDS rounds of NAME are clean, a quieter machine "
                 "would help",
    "no_ratio": "Fewer than six rounds have a ratio: never and 0 have none",
    "spread": "Rounds differ, a quieter machine would help",
    "close": "Too close for one boot (qc run --boots 6)",
}


@dataclass(frozen=True)
class Question:
    """What is asked of some subjects; its texts are parts of a sentence."""

    claim: str
    unit: str
    what: str       # VALUE and FACT: with one %s where the figure stands
    subjects: list[Subject]
    threshold: int  # thousandths
    superlative: str | None = None
    never: str | None = None
    published: str | None = None
    published_id: str | None = None
    boots: int = 1


def figure(milli: int | None) -> str:
    """Thousandths as all tables have them."""
    if milli is None:
        return "-"
    return "never" if milli == NEVER \
        else number(Decimal(four_digits(milli)) / 1000)


def between(span: Span) -> str:
    """`3.61 to 3.75`."""
    low, high = figure(span.low), figure(span.high)
    return low if span.low == span.high else f"{low} to {high}"


def with_interval(span: Span) -> str:
    """`3.68 (3.61 to 3.75)`."""
    value, low, high = map(figure, span)
    return f"{value} ({low} to {high})"


def listed(names: list[str]) -> str:
    """`a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if names[1:] \
        else "".join(names)


def why(asked: Question, judged: Judged) -> str:
    """The reason of a verdict, and what would help."""
    if judged.reason == "close" and asked.boots > 1:
        more = LEAST if asked.boots < LEAST else 2 * asked.boots
        return f"Too close for {asked.boots} boots (qc run --boots {more})"
    subject = asked.subjects[judged.other] if asked.subjects \
        else Subject("", FIT, [])
    said = HELP[judged.reason].replace("CLEAN", str(len(subject.clean))) \
        .replace("ROUNDS", str(len(subject.rounds)))
    return said.replace(" of NAME", f" of {subject.name}" * bool(subject.name)
                        ).replace("NAME", subject.name or "It")


# ---- a sentence for each claim --------------------------------------------------


def tied(judged: Judged) -> str:
    """From the least to the greatest of those that tie; "24.0 to 24.0" would
    say nothing more than one figure does."""
    least, most = figure(judged.figure.value), figure(judged.most)
    return least if least == most else f"{least} to {most}"


def tie(asked: Question, judged: Judged) -> str:
    """Those that take the same, and those that may."""
    winners, near = ([asked.subjects[at].name for at in which]
                     for which in (judged.winners, judged.near))
    said = (f"{listed(winners)} are equivalent within "
            f"{figure(tie_of(asked.threshold) * 100)} %, {tied(judged)} "
            f"{asked.unit}")
    if not near:
        return said
    return f"{said}; {listed(near)} {'are' if near[1:] else 'is'} close"


def order(asked: Question, judged: Judged) -> str:
    """Which one takes least."""
    best, other = ([*(subject.name for subject in asked.subjects), ""][at]
                   for at in (judged.best, judged.other))
    if judged.verdict == SURE:
        return (f"{best} is the {asked.superlative}, "
                f"{figure(judged.figure.value)} {asked.unit}; next {other}, "
                f"{with_interval(judged.ratio)} times that")
    if judged.verdict == TIE:
        return tie(asked, judged)
    if judged.verdict == NONE:
        return why(asked, judged)
    which = f", {best} or {other}" if best != other else ""
    return f"inconclusive{which}"


def left_out(asked: Question) -> str:
    """What was wrong is named: a reader must not think that it lost."""
    return "".join(f"; {subject.name} is left out, it gives wrong answers"
                   for subject in asked.subjects if subject.fitness == FAILED)


def ratio(asked: Question, judged: Judged) -> str:
    """How many times the first one's time the second takes."""
    base, own = (subject.name for subject in asked.subjects)
    if judged.verdict == SURE:
        return (f"{own} takes {with_interval(judged.figure)} times as long as "
                f"{base}")
    if judged.verdict == NONE:
        return why(asked, judged)
    if judged.figure.value is None:
        return "inconclusive"
    times = between(judged.figure)
    if judged.verdict == TIE:
        return f"{own} takes as long as {base} ({times} times)"
    return f"inconclusive; {own} takes {times} times as long as {base}"


def value(asked: Question, judged: Judged) -> str:
    """A figure within its sentence."""
    span, verdict = judged.figure, judged.verdict
    if verdict == SURE and span.value == NEVER:
        return asked.never or asked.what.replace("%s", "never", 1)
    if verdict == NONE or span.value is None:
        shown = "?"
    elif judged.bound:
        shown = f"at most {figure(span.high)}"
    elif span.low == span.high:
        shown = figure(span.value)
    elif verdict == SURE:
        shown = with_interval(span)
    else:
        shown = f"{figure(span.low)} to {figure(span.high)}"
    said = asked.what.replace("%s", shown, 1)
    if verdict == NONE:
        return f"{said}: {why(asked, judged)}"
    return said if verdict == SURE else f"{said}: inconclusive"


def sentence(asked: Question, judged: Judged) -> str:
    """The whole of it."""
    if asked.claim == ORDER:
        said = f"{asked.what}: {order(asked, judged)}{left_out(asked)}"
    elif asked.claim == RATIO:
        said = f"{asked.what}: {ratio(asked, judged)}"
    else:
        said = value(asked, judged)
    published = f" (published: {asked.published})" if asked.published else ""
    reason = f" {why(asked, judged)}." if judged.verdict == UNSURE else ""
    return f"{said}{published}.{reason}"
