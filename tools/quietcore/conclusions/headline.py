# SPDX-License-Identifier: MIT
"""What enqueue and dequeue cost, in at most three sentences.

A boot's own are the image's (bench/conclusions/headline.c). These are worded
as they are, for what several boots say together.
"""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import FAILED, NONE, SURE, Judged
from quietcore.conclusions.rounds import Span
from quietcore.conclusions.sentence import between, figure

WORK_QUEUE = "workqueue"
VERBS = ("enqueue", "dequeue")
#: Findings of one core, and of several.
ALONE = (*VERBS, "pair")
TOGETHER = ("contended", "contended/enqueue", "contended/dequeue", "across")
PERCENT = 100
WHOLE = 100 * 1000  # thousandths of a per cent


@dataclass(frozen=True)
class Headline:
    """Findings of the work queue by name, and where they were measured."""

    found: dict[str, Finding]
    cores: int          # that took part
    places: str         # of "across": "cores of one die"
    emulated: bool      # the ticks are an emulator's
    tsc_hz: int         # 0: unknown

    @property
    def unit(self) -> str:
        """What ticks are called here."""
        own = next((finding.asked.unit for name, finding in self.found.items()
                    if name in ALONE + TOGETHER), "ticks")
        return "emulated ticks" if self.emulated and own == "ticks" else own

    def judged(self, name: str) -> Judged | None:
        """What the gate says; None of what was not measured."""
        judged = self.found[name].judged if name in self.found else None
        return judged if judged and judged.reason != "not_measured" else None

    def ns(self, milli: int) -> str:
        """Ticks as nanoseconds."""
        return figure(milli * 1_000_000 // (self.tsc_hz // 1000))


def lost(judged: Judged) -> bool:
    """No round of it was clean: it has no figure."""
    return judged.figure.value is None


def doubt(judged: Judged) -> str:
    """`40.0 to 52.0, unsure`; nothing of what is sure."""
    if judged.verdict == SURE:
        return ""
    word = "disturbed" if judged.reason == "disturbed" else "unsure"
    span = judged.figure
    return word if span.low == span.high else f"{between(span)}, {word}"


def why_silent(headline: Headline) -> str | None:
    """Why nothing is told of the queue: it is wrong somewhere, or not proven
    right on one core."""
    silent = {name: judged.reason for name in ALONE + TOGETHER
              if (judged := headline.judged(name)) and judged.verdict == NONE}
    if FAILED in silent.values():
        return FAILED
    return next((silent[name] for name in ALONE if name in silent), None)


def cost(headline: Headline, judged: Judged, units: bool, ns: bool) -> str:
    """`41.2 ticks (40.0 to 52.0, unsure; 15.9 ns)`; the units where they are
    new."""
    said = figure(judged.figure.value) + f" {headline.unit}" * units
    time = ""
    if ns and headline.tsc_hz and headline.unit.endswith("ticks"):
        time = headline.ns(judged.figure.value) + units * (
            " emulated ns" if headline.emulated else " ns")
    notes = "; ".join(filter(None, (doubt(judged), time)))
    return f"{said} ({notes})" if notes else said


def alone(headline: Headline) -> str:
    """First: nobody else at it."""
    told = {verb: judged for verb in VERBS if (judged := headline.judged(verb))}
    known = [verb for verb in told if not lost(told[verb])]
    costs = [cost(headline, told[verb], verb == known[0], True)
             for verb in known]
    said = ", ".join(f"{verb}{' takes' * (verb == known[0])} {each}"
                     for verb, each in zip(known, costs))
    parts = [f"{said}, nobody else at it"] if known else []
    without = " and of ".join(verb for verb in told if verb not in known)
    if without:
        parts.append(f"every round of {without} was disturbed")
    return sentence(parts)


def pace(headline: Headline, judged: Judged, again: bool) -> str:
    """Time between two items."""
    if lost(judged):
        return "every round was disturbed"
    return "items pass every " * (not again) \
        + cost(headline, judged, not again, False)


def with_others(headline: Headline) -> str:
    """Second: all cores at it, and from core to core."""
    if headline.cores < 2:
        return "Only one core ran: what several take is not known."
    every, two = map(headline.judged, ("contended", "across"))
    if any(each and each.verdict == NONE for each in (every, two)):
        return ("What several cores take is not told: the queue is not proven "
                "right with them.")
    parts = []
    if every:
        parts.append(f"with {headline.cores} cores at it, "
                     + pace(headline, every, False))
    if two:
        parts.append(f"between {headline.places}, " + pace(
            headline, two, every is not None and not lost(every)))
    return sentence(parts)


def as_times(share: Judged) -> Judged:
    """Per cent as times. Lock and pair are measured apart, so the one may reach
    beyond the other: that is no share of it."""
    return share._replace(figure=Span(*(
        (milli + PERCENT // 2) // PERCENT for milli in share.figure)))


def the_lock(headline: Headline) -> str:
    """Third: its share of a pair."""
    share = headline.judged("lock_share")
    if not share:
        return ""
    if share.verdict == NONE:
        return "The lock's share is not told: the lock is not proven right."
    if lost(share):
        return "The lock's share is not known: every round was disturbed."
    part = max(share.figure) <= WHOLE
    told = share if part else as_times(share)
    noted = f" ({doubt(told)})" if doubt(told) else ""
    said = f"The lock is {figure(told.figure.value)} %{noted} of" if part else \
        f"By itself, the lock takes {figure(told.figure.value)} times{noted}"
    return (f"{said} the {headline.unit} of an enqueue and a dequeue, nobody "
            "else at it.")


def sentence(parts: list[str]) -> str:
    """Parts of one, with its capital and its full stop."""
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def sentences(headline: Headline) -> list[str]:
    """All of them; none where nothing was measured."""
    if not any(map(headline.judged, (*ALONE, *TOGETHER, "lock_share"))):
        return []
    reason = why_silent(headline)
    if reason == FAILED:
        return ["The work queue gives wrong answers: what enqueue and dequeue "
                "take means nothing."]
    if reason:
        return ["The work queue is not proven right here: what enqueue and "
                "dequeue take is not told."]
    return [*filter(None, (alone(headline), with_others(headline),
                           the_lock(headline)))]
