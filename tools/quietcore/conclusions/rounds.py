# SPDX-License-Identifier: MIT
"""Rounds of a subject, their median, and how far it can be trusted, by order
statistics. All in whole thousandths."""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

#: The value of a round that was disturbed or not done; of one in which what
#: was sought is out of reach. As in bench/report/key.h.
NO_ROUND, NEVER = -2**63, 2**63 - 1
LEAST = 6       # values whose interval reaches 95 %
FIGURE_LEAST = 3    # values that have a median worth telling
ONE_SIDE = 40   # one side may miss the median in one case of so many


class Span(NamedTuple):
    """A median and its interval; None where there is no value."""

    value: int | None = None
    low: int | None = None
    high: int | None = None


@cache
def rank(count: int) -> int:
    """The k for which the k-th smallest and the k-th largest of so many values
    enclose the median of what they were drawn from in 95 % of all cases, the
    largest there is; 0 for fewer than six."""
    k = missed = 0
    while ONE_SIDE * (missed + comb(count, k)) <= 2**count:
        missed += comb(count, k)
        k += 1
    return k


def median(ordered: list[int]) -> int:
    """Of an even number of values the mean of the middle two; NEVER where one
    of them is that."""
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    if high == NEVER:
        return NEVER
    return (low + high) // 2 if isinstance(low + high, int) \
        else (low + high) / 2


def reach_of(values: list[int]) -> Span:
    """Median and interval; of fewer than six values all that they reach."""
    if not values:
        return Span()
    ordered = sorted(values)
    k = rank(len(ordered)) or 1
    return Span(median(ordered), ordered[k - 1], ordered[-k])


def span_of(values: list[int]) -> Span:
    """Median and interval: of fewer than six values no interval, of fewer than
    three nothing."""
    if len(values) < FIGURE_LEAST:
        return Span()
    found = reach_of(values)
    return found if rank(len(values)) else Span(*[found.value] * 3)


def four_digits(milli: int) -> int:
    """Thousandths rounded as the log writes them (kernel/format.h)."""
    if -10_000 < milli < 10_000 or milli in (NO_ROUND, NEVER):
        return milli
    size = abs(milli)
    step = next((s for s in (1, 10, 100) if size < s * 10_000), 1000)
    size = (size + step // 2) // step * step
    return -size if milli < 0 else size


def thousandths(figure: float) -> int:
    """A figure of a record, which has at most three decimals."""
    return round(figure * 1000)
