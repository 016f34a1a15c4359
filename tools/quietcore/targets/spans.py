# SPDX-License-Identifier: MIT
"""Ratios with their intervals, and what an interval says of a bound.

Ratios are whole thousandths, as the image reckons. What was measured in turns is compared round by
round: both sides of a pair have the machine as it was then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from quietcore.conclusions.rounds import LEAST, Span, rank, reach_of
from quietcore.log.reading import Run

Rounds = Sequence[float | None]     # None: disturbed, or not done


def ratio_of(one: float, other: float) -> float:
    """To a thousandth."""
    return round(one / other, 3) if other else inf


def clean(rounds: Rounds) -> list[float]:
    """Those that are there."""
    return [each for each in rounds if each is not None]


def paired(ours: Rounds, theirs: Rounds) -> Span | None:
    """Ours over theirs, round by round; None of too few for an interval. Theirs of nothing or
    less, which noise makes, is nothing to be held against."""
    ratios = [ratio_of(one, other) for one, other in zip(ours, theirs)
              if one is not None and other is not None and other > 0]
    return reach_of(ratios) if len(ratios) >= LEAST else None


def over(value: float, rounds: Rounds, floors: Sequence[Rounds], share: float = 1) -> Span:
    """A ratio, which is as far off as the rounds of both sides let it be: those of a floor lie
    before all others, so that nothing pairs them."""
    own = reach_of(clean(rounds))
    below = [reach_of(clean(each)) for each in floors]
    least, most = sum(s.low for s in below), sum(s.high for s in below)
    return Span(round(value, 3), ratio_of(own.low * share, most),
                ratio_of(own.high * share, least))


def among(spans: Sequence[Span]) -> Span:
    """The interval of their medians; of fewer than six runs from the least end of theirs to the
    greatest."""
    medians = reach_of([span.value for span in spans])
    if rank(len(spans)) or not spans:
        return medians
    return Span(medians.value, min(span.low for span in spans), max(span.high for span in spans))


def all_in_rounds(run: Run, result: dict) -> list[float | None]:
    """By round what a task takes of all cores besides its body, as the image reckons `all_in`;
    None of a round that was disturbed."""
    bodies = next((each["rounds"] for each in run.of("quantity")
                   if (each["experiment"], each["variant"], each["cores"],
                       each["params"]["n"])
                   == ("dispatch", "body", result["cores"],
                       result["params"]["n"])), [])
    return [None if wall is None else wall * result["cores"] - body
            for wall, body in zip(result.get("wall_rounds", []), bodies)]


def greatest(spans: Iterable[Span | None]) -> Span | None:
    """Of ratios to several others that to the best of them, whichever it is: end by end the
    greatest."""
    found = [span for span in spans if span]
    return Span(*map(max, zip(*found))) if found else None


def word_of(span: Span, most: float, rounds: int = LEAST) -> str:
    """A target is met where the whole interval is within it, missed where none of it is. So few
    rounds have no interval that says so."""
    if rounds < LEAST:
        return "too few rounds"
    if span.high <= most:
        return "met"
    return "missed" if span.low > most else "within noise"
