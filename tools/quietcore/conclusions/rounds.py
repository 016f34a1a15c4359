# SPDX-License-Identifier: MIT
"""Rounds of a subject, their median, and how far it can be trusted.

All in whole thousandths, as the image reckons (bench/stats/interval.c).
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

#: The value of a round that was disturbed or not done; of one in which what
#: was sought is out of reach. As in bench/conclusions/gate.h.
NO_ROUND, NEVER = -2**63, 2**63 - 1
LEAST = 6       # values whose interval reaches 95 %
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


def span_of(values: list[int]) -> Span:
    """Median (nearest rank) and interval; of fewer than six all they reach."""
    if not values:
        return Span()
    ordered = sorted(values)
    k = rank(len(ordered)) or 1
    return Span(ordered[(len(ordered) - 1) // 2], ordered[k - 1], ordered[-k])


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
