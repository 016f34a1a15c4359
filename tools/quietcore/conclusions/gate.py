# SPDX-License-Identifier: MIT
"""The decision rule: what may be concluded from rounds.

docs/conclusions.md explains it with examples. An order: the best is the least
median among the subjects that are fit with six clean rounds or more. Another one
takes more if the interval of its ratio to the best, round by round, lies above
the threshold. It takes the same if that lies within tie_of(): so what is
equivalent here is no order in the next boot. It is near if only the low end does.
One that is not fit can only be found to take more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from quietcore.conclusions.rounds import (
    LEAST, NEVER, NO_ROUND, Span, four_digits, span_of)

WHOLE = 1000    # a ratio of 1
TIE_MOST = 250  # thousandths
#: A figure is told with its interval, so that may reach so many margins.
VALUE_TIMES = 2
#: Nothing finer is claimed, in thousandths: a lock without contention, other
#: work of one core, work of several.
MARGINS = {"lock": 50, "core": 150, "cores": 250}
CROSSING_TIMES = 2  # a crossing is conclusive within so many times its own median
ORDER, RATIO, VALUE, FACT = "order", "ratio", "value", "fact"
CROSSING = "crossing"
SURE, TIE, UNSURE, NONE = "sure", "tie", "unsure", "none"
MORE, LESS, SAME = "more", "less", "same"
#: Not less, but neither surely the same nor surely more; nothing of all that.
NEAR, OPEN = "near", "open"
FIT, DRIFTED = "fit", "drifted"
TURNS, NOT_PROVEN, FAILED = "turns", "not_proven", "failed"

#: The image's order: of several the last is told where none can be judged.
REASONS = ("not_measured", "one", "failed", "not_proven", "turns", "drifted",
           "rounds", "disturbed", "no_ratio", "spread", "close")


@dataclass(frozen=True)
class Subject:
    """What a claim is about; its rounds are paired with the others' by index.

    What follows from the rounds is reckoned once: a log has hundreds of
    subjects, and each is asked for it again and again.
    """

    name: str
    fitness: str
    rounds: list[int]       # thousandths, NO_ROUND, NEVER
    step: int = 0           # of the clock, a round: nothing is told finer
    least: int | None = None    # the shortest length that was measured

    @property
    def is_bound(self) -> bool:
        """What was sought lies at the shortest length that was measured, or
        below it."""
        value = span_of(self.clean).value
        return None not in (value, self.least) and value <= self.least

    @cached_property
    def written(self) -> list[int]:
        """The rounds as a record has them."""
        return [four_digits(value) for value in self.rounds]

    @cached_property
    def clean(self) -> list[int]:
        """Those that were not disturbed."""
        return [value for value in self.written if value != NO_ROUND]

    @cached_property
    def measured(self) -> bool:
        """Not wrong, and at least one round is there, clean or not."""
        return self.fitness != FAILED and bool(self.rounds)

    @cached_property
    def unfit(self) -> str | None:
        """Why it takes no part in a sure statement; None: it may."""
        if self.fitness != FIT:
            return self.fitness
        if len(self.rounds) < LEAST:
            return "rounds"
        return "disturbed" if len(self.clean) < LEAST else None

    @cached_property
    def silent(self) -> str | None:
        """Why nothing is said of it at all; None: something is."""
        if self.fitness == FAILED:
            return "failed"
        if not self.rounds:
            return "not_measured"
        return "not_proven" if self.fitness == NOT_PROVEN else None


class Judged(NamedTuple):
    """A verdict and what it rests on; figures in thousandths."""

    verdict: str
    reason: str | None = None       # of UNSURE and NONE
    figure: Span = Span()   # ORDER: the best one's; RATIO: the ratio
    ratio: Span = Span()    # ORDER: of the other to the best
    best: int = 0           # ORDER: the subjects that those two are of
    other: int = 0          # RATIO: the one that the reason is about
    most: int | None = None         # ORDER, TIE: the greatest median of theirs
    winners: tuple[int, ...] = ()   # SURE and TIE: subjects that take least
    near: tuple[int, ...] = ()      # TIE: those that take the same or more
    bound: bool = False     # VALUE and CROSSING: it is the figure at most


def truncated(a: int, b: int) -> int:
    """A quotient as C has it."""
    return a // b if a >= 0 else -(-a // b)


# ---- two subjects ---------------------------------------------------------------


def ratios(own: Subject, base: Subject) -> list[int]:
    """One over the other, of the rounds that both have."""
    return [a * WHOLE // b for a, b in zip(own.written, base.written)
            if 0 <= a != NEVER and 0 < b != NEVER]


def tie_of(threshold: int) -> int:
    """How far off the same is still called the same: half of the threshold,
    but no more than a quarter."""
    return min(threshold // 2, TIE_MOST)


@dataclass(frozen=True)
class Pair:
    """How two subjects lie, round by round."""

    span: Span
    rounds: int
    clean: int      # rounds clean in both; never or 0 has no ratio
    threshold: int

    @property
    def relation(self) -> str:
        """MORE, LESS, SAME, NEAR, or OPEN."""
        same = WHOLE + tie_of(self.threshold)
        if self.rounds < LEAST:
            return OPEN
        if self.span.low > WHOLE + self.threshold:
            return MORE
        if self.span.high < WHOLE * WHOLE // (WHOLE + self.threshold):
            return LESS
        if self.span.low < WHOLE * WHOLE // same:
            return OPEN
        return SAME if self.span.high <= same else NEAR

    @property
    def open_reason(self) -> str:
        """Why fit ones cannot be told apart, nor be called the same."""
        if self.clean < LEAST:
            return "disturbed"
        if self.rounds < LEAST:
            return "no_ratio"
        wide = self.span.high * WHOLE > self.span.low * (WHOLE + self.threshold)
        return "spread" if wide else "close"


def pair(own: Subject, base: Subject, threshold: int) -> Pair:
    """One against another."""
    found = ratios(own, base)
    clean = sum(NO_ROUND not in both for both in zip(own.written, base.written))
    return Pair(span_of(found), len(found), clean, threshold)


# ---- order ----------------------------------------------------------------------


class Other(NamedTuple):
    """One that is not the best, against it."""

    index: int
    found: Pair
    unfit: str | None

    @property
    def relation(self) -> str:
        """What is not fit can only be found to take more."""
        relation = self.found.relation
        return OPEN if relation == LESS or self.unfit and relation != MORE \
            else relation

    @property
    def reason(self) -> str:
        """Why it is not told apart."""
        return self.unfit or self.found.open_reason


#: Of whom the sentence speaks: the first kind there is. NEAR alone leaves open
#: which one takes least.
SPOKEN = {OPEN: UNSURE, SAME: TIE, NEAR: UNSURE, MORE: SURE}


def low_end(other: Other) -> int:
    """Where its interval begins; one without any counts as lowest."""
    low = other.found.span.low
    return NO_ROUND if low is None else low


def judge_others(subjects: list[Subject], best: int, figure: Span,
                 threshold: int) -> Judged:
    """The verdict once the best is known."""
    kinds: dict[str, list[Other]] = {relation: [] for relation in SPOKEN}
    for index, subject in enumerate(subjects):
        if index != best and subject.measured:
            other = Other(index, pair(subject, subjects[best], threshold),
                          subject.unfit)
            kinds[other.relation].append(other)
    kind = next(relation for relation, found in kinds.items() if found)
    spoken = min(kinds[kind], key=low_end)
    about = (figure, spoken.found.span, best, spoken.index)
    if SPOKEN[kind] == UNSURE:
        return Judged(UNSURE, spoken.reason, *about)
    winners = sorted([best, *(each.index for each in kinds[SAME])])
    if kind == MORE:
        return Judged(SURE, None, *about, winners=tuple(winners))
    return Judged(TIE, None, *about,
                  max(span_of(subjects[at].clean).value for at in winners),
                  tuple(winners), tuple(each.index for each in kinds[NEAR]))


def nothing_to_order(subjects: list[Subject]) -> str | None:
    """None of them measured, only one, or none proven right."""
    silent = [subject.silent for subject in subjects]
    if all(silent):
        return max(silent, key=REASONS.index, default="not_measured")
    measured = sum(subject.measured for subject in subjects)
    return "one" if measured < 2 else None


def find_best(subjects: list[Subject], fit: bool) -> tuple[int, Span] | None:
    """The least median, among the fit ones or among all."""
    found = [(index, span) for index, subject in enumerate(subjects)
             if (span := span_of(subject.clean)).value is not None
             and subject.measured and not (fit and subject.unfit)]
    return min(found, key=lambda each: each[1].value, default=None)


def judge_order(subjects: list[Subject], threshold: int) -> Judged:
    """Which one takes least."""
    reason = nothing_to_order(subjects)
    if reason:
        return Judged(NONE, reason)
    best = find_best(subjects, True)
    if best:
        return judge_others(subjects, *best, threshold)
    index, figure = find_best(subjects, False) or next(
        (at, Span()) for at, each in enumerate(subjects) if each.measured)
    return Judged(UNSURE, subjects[index].unfit, figure, Span(), index, index)


# ---- the other claims -----------------------------------------------------------


RATIO_WINNERS = {MORE: (0,), LESS: (1,), SAME: (0, 1)}
RATIO_VERDICTS = {MORE: SURE, LESS: SURE, SAME: TIE}


def judge_ratio(subjects: list[Subject], threshold: int) -> Judged:
    """How many times the first one's time the second takes."""
    base, own = subjects[:2]
    reason = base.silent or own.silent
    about = 0 if base.silent or not reason and base.unfit else 1
    if reason:
        return Judged(NONE, reason, other=about)
    found = pair(own, base, threshold)
    blocked = base.unfit or own.unfit
    relation = OPEN if blocked else found.relation
    if relation not in RATIO_WINNERS:
        return Judged(UNSURE, blocked or found.open_reason, found.span,
                      other=about)
    return Judged(RATIO_VERDICTS[relation], None, found.span, other=about,
                  winners=RATIO_WINNERS[relation])


def within(span: Span, threshold: int) -> bool:
    """An interval lies within the threshold of its own median."""
    if span.low == span.high:
        return True
    if span.high == NEVER:
        return False
    ends = (truncated(span.value * WHOLE, WHOLE + threshold),
            truncated(span.value * (WHOLE + threshold), WHOLE))
    return span.low >= min(ends) and span.high <= max(ends)


def at_least(span: Span, step: int) -> Span:
    """An interval no narrower than a step of the clock."""
    if span.value in (None, NEVER) or span.high - span.low >= step:
        return span
    return Span(span.value, span.value - step // 2, span.value + step // 2)


def judge_value(subjects: list[Subject], threshold: int) -> Judged:
    """A figure of one subject."""
    subject = subjects[0]
    if subject.silent:
        return Judged(NONE, subject.silent)
    figure = span_of(subject.clean)
    if len(subject.clean) >= LEAST:
        figure = at_least(figure, subject.step)
    blocked = subject.unfit
    if not blocked and not within(figure, VALUE_TIMES * threshold):
        blocked = "spread"
    return Judged(UNSURE if blocked else SURE, blocked, figure,
                  bound=subject.is_bound)


def judge_crossing(subjects: list[Subject], _threshold: int) -> Judged:
    """From which length on the second takes less than the first. Each round
    brings three lengths: up to which the first takes less by the threshold;
    from which on the second does; and where both take the same."""
    sides = subjects[:3]
    reason = next(filter(None, (each.silent for each in sides)), None)
    if reason:
        return Judged(NONE, reason, other=1)
    figure = Span()
    base, own, middle = (span_of(each.clean) for each in sides)
    if None not in (base.value, own.value, middle.value):
        figure = Span(middle.value, min(base.low, middle.low),
                      max(own.high, middle.high))
    blocked = next(filter(None, (each.unfit for each in sides)), None)
    if not blocked and figure.low != figure.high and (
            figure.high == NEVER or figure.low * CROSSING_TIMES < figure.value
            or figure.value * CROSSING_TIMES < figure.high):
        blocked = "close" if own.low == NEVER else "spread"
    return Judged(UNSURE if blocked else SURE, blocked, figure, other=1,
                  bound=sides[2].is_bound)


def judge_fact(subjects: list[Subject], _threshold: int) -> Judged:
    """A figure that cannot differ from run to run: its only round."""
    [value, *_] = [*subjects[0].written, NO_ROUND]
    if value == NO_ROUND:
        return Judged(NONE, "not_measured")
    return Judged(SURE, None, Span(value, value, value))


CLAIMS = {ORDER: judge_order, RATIO: judge_ratio, VALUE: judge_value,
          FACT: judge_fact, CROSSING: judge_crossing}


def judge(claim: str, subjects: list[Subject], threshold: int) -> Judged:
    """The verdict on a claim; the threshold in thousandths, even."""
    return CLAIMS[claim](subjects, threshold)
