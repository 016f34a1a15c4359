# SPDX-License-Identifier: MIT
"""What enqueue and dequeue cost, in at most three sentences."""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import FAILED, NONE, SURE, Judged
from quietcore.conclusions.sentence import between, figure

WORK_QUEUE = "workqueue"
VERBS = ("enqueue", "dequeue")
#: Conclusions about one core, and about several.
ALONE = (*VERBS, "pair")
TOGETHER = ("contended", "contended/enqueue", "contended/dequeue", "across")
LOCK = "lock"


@dataclass(frozen=True)
class Headline:
    """Conclusions about the work queue by name, and where it was measured."""

    found: dict[str, Finding]
    cores: int          # that took part
    places: str         # of "across": "cores of one die"
    emulated: bool      # the ticks are an emulator's
    tsc_hz: int         # 0: unknown
    wrong: bool = False     # the queue failed its proof, timed or not

    @property
    def unit(self) -> str:
        """What ticks are called here."""
        own = next((finding.asked.unit for name, finding in self.found.items()
                    if name in ALONE + TOGETHER), "ticks")
        return "emulated ticks" if self.emulated and own == "ticks" else own

    def judged(self, name: str) -> Judged | None:
        """What the decision rule says; None of what was not measured."""
        judged = self.found[name].judged if name in self.found else None
        return judged if judged and judged.reason != "not_measured" else None

    def ns(self, milli: int) -> str:
        """Ticks as nanoseconds."""
        return figure(milli * 1_000_000 // (self.tsc_hz // 1000))


def lost(judged: Judged) -> bool:
    """It has too few clean rounds for a figure."""
    return judged.figure.value is None


def doubt(judged: Judged) -> str:
    """`40.0 to 52.0, inconclusive`; nothing of what is conclusive."""
    if judged.verdict == SURE:
        return ""
    word = "disturbed" if judged.reason == "disturbed" else "inconclusive"
    span = judged.figure
    return word if span.low == span.high else f"{between(span)}, {word}"


def why_silent(headline: Headline) -> str | None:
    """Why nothing is said of the queue: it is wrong somewhere, or not proven
    right on one core."""
    silent = {name: judged.reason for name in ALONE + TOGETHER
              if (judged := headline.judged(name)) and judged.verdict == NONE}
    if headline.wrong or FAILED in silent.values():
        return FAILED
    return next((silent[name] for name in ALONE if name in silent), None)


def cost(headline: Headline, judged: Judged, units: bool, ns: bool) -> str:
    """`41.2 ticks (40.0 to 52.0, inconclusive; 15.9 ns)`; the units where they
    are new."""
    said = figure(judged.figure.value) + f" {headline.unit}" * units
    time = ""
    if ns and headline.tsc_hz and headline.unit.endswith("ticks"):
        time = headline.ns(judged.figure.value) + units * (
            " emulated ns" if headline.emulated else " ns")
    notes = "; ".join(filter(None, (doubt(judged), time)))
    return f"{said} ({notes})" if notes else said


def alone(headline: Headline) -> str:
    """First: uncontended."""
    told = {verb: judged for verb in VERBS if (judged := headline.judged(verb))}
    known = [verb for verb in told if not lost(told[verb])]
    costs = [cost(headline, told[verb], verb == known[0], True)
             for verb in known]
    said = ", ".join(f"{verb}{' takes' * (verb == known[0])} {each}"
                     for verb, each in zip(known, costs))
    parts = [f"{said}, uncontended"] if known else []
    without = " and of ".join(verb for verb in told if verb not in known)
    if without:
        parts.append(f"too few rounds of {without} are clean")
    return sentence(parts)


def pace(headline: Headline, judged: Judged, what: str, units: bool) -> str:
    """Time between two of something."""
    return "too few rounds are clean" if lost(judged) else \
        f"{what} every {cost(headline, judged, units, False)}"


def contended(headline: Headline, every: Judged) -> str:
    """A pair, between any cores and as each core has it."""
    said = f"contended by {headline.cores} cores, " \
        + pace(headline, every, "a pair completes", True)
    each = headline.judged("contended/each")
    if lost(every) or not each or lost(each):
        return said
    return f"{said}, each core's takes {cost(headline, each, False, False)}"


def with_others(headline: Headline) -> str:
    """Second: contended, and cross-core."""
    if headline.cores < 2:
        return "Only one core ran: nothing was contended."
    every, two = map(headline.judged, ("contended", "across"))
    if any(each and each.verdict == NONE for each in (every, two)):
        return "With several cores the queue is not proven right: no figure."
    parts = [contended(headline, every)] if every else []
    if two:
        parts.append(f"cross-core ({headline.places}), " + pace(
            headline, two, "an item passes", not every or lost(every)))
    return sentence(parts)


def the_lock(headline: Headline) -> str:
    """Third: its part in a pair."""
    lock = headline.judged(LOCK)
    if not lock:
        return ""
    if lock.verdict == NONE:
        return "The lock is not proven right: no figure."
    if lost(lock):
        return "Too few rounds of the lock are clean."
    return (f"By itself, its lock takes {cost(headline, lock, True, False)}, "
            "uncontended; a pair takes it twice.")


def sentence(parts: list[str]) -> str:
    """Parts of one, with its capital and its full stop."""
    said = "; ".join(parts)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def sentences(headline: Headline) -> list[str]:
    """All of them; none where nothing was measured."""
    reason = why_silent(headline)
    if reason == FAILED:
        return ["The work queue gives wrong answers: what enqueue and dequeue "
                "take means nothing."]
    if reason:
        return ["The work queue is not proven right here: no figure."]
    if not any(map(headline.judged, (*ALONE, *TOGETHER, LOCK))):
        return []
    return [*filter(None, (alone(headline), with_others(headline),
                           the_lock(headline)))]
