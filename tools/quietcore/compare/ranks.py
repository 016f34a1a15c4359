# SPDX-License-Identifier: MIT
"""Two samples by their ranks: exact, with nothing assumed of how they spread.

The Mann-Whitney test is reckoned over all ways to part the very values that were seen, so that
ties count as what they are. (SciPy's exact method leaves ties out of account.) The interval of the
ratio is that of Hodges and Lehmann: the median of all ratios of two values, between two of these
ratios. The tests hold both to SciPy and to the permutations themselves.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import cycle, islice, repeat
from typing import NamedTuple

MOST_EXACT = 2500   # pairs of values; beyond these the normal distribution
MOST_SORTED = 10_000    # ratios; of more the wanted ones are searched for
FEW = 500               # of them, among which the one that is sought is picked
ALIKE = 1 + 1e-12       # times as large: the same ratio
SURE = 0.95         # of an interval
NORMAL = statistics.NormalDist()


class Ratio(NamedTuple):
    """How many times the old values the new ones are, and the interval."""

    value: float
    low: float
    high: float


def doubled_ranks(values: Sequence[float]) -> list[int]:
    """Twice the rank of each value, from 2 on; equal ones share their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, at = [0] * len(values), 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for index in order[at:end]:
            ranks[index] = at + 1 + end
        at = end
    return ranks


@cache
def ways(ranks: tuple[int, ...], taken: int) -> tuple[int, ...]:
    """In how many ways so many of the ranks have each sum.

    The numbers for all sums stand in one long integer, so many bits for each.
    """
    bits = math.comb(len(ranks), taken).bit_length() + 1
    tables = [1] + [0] * taken
    for rank in ranks:
        for count in range(taken, 0, -1):
            tables[count] += tables[count - 1] << (rank * bits)
    whole, mask, found = tables[taken], (1 << bits) - 1, []
    text = whole.to_bytes(whole.bit_length() // 8 + 1, "little")
    for at in range(sum(sorted(ranks)[-taken:]) + 1):
        first = at * bits // 8
        piece = int.from_bytes(text[first:first + bits // 8 + 2], "little")
        found.append(piece >> (at * bits % 8) & mask)
    return tuple(found)


def p_value(old: Sequence[float], new: Sequence[float]) -> float:
    """How often two samples of one thing lie as far apart as these, or farther: two-sided. 1 where
    a sample is empty."""
    if not old or not new:
        return 1.0
    ranks = doubled_ranks([*old, *new])
    told = sum(ranks[len(old):])
    if len(old) * len(new) > MOST_EXACT:
        return normal_p(ranks, len(old), len(new), told)
    found = ways(tuple(sorted(ranks)), len(new))
    least, most = sum(found[:told + 1]), sum(found[told:])
    return min(1.0, 2 * min(least, most) / sum(found))


def normal_p(ranks: list[int], old: int, new: int, told: int) -> float:
    """The same of many values, by the normal distribution; ties counted."""
    both = old + new
    u = told / 2 - new * (new + 1) / 2
    ties = sum(n**3 - n for n in Counter(ranks).values())
    spread = math.sqrt(old * new / 12 * (both + 1 - ties / (both * (both - 1))))
    if not spread:
        return 1.0
    off = max(abs(u - old * new / 2) - 0.5, 0)
    return min(1.0, 2 * (1 - NORMAL.cdf(off / spread)))


def least_p(old: int, new: int) -> float:
    """The smallest value that so many samples can reach at all."""
    return min(1.0, 2 / math.comb(old + new, new)) if old and new else 1.0


@cache
def outer(old: int, new: int) -> int:
    """How many of the pairs' ratios lie outside an interval's either end; -1: so few values have
    no interval that is sure."""
    if old * new > MOST_EXACT:
        half = NORMAL.inv_cdf((1 + SURE) / 2)
        spread = math.sqrt(old * new * (old + new + 1) / 12)
        return max(int(old * new / 2 - half * spread), 0)
    ranks = tuple(range(2, 2 * (old + new) + 1, 2))
    found = ways(ranks, new)[new * (new + 1)::2]    # by u, from 0 on
    chance, tail = (1 - SURE) / 2 * sum(found), 0
    for u, number in enumerate(found):
        tail += number
        if tail > chance:
            return u - 1
    return len(found)


def ratio_of(old: Sequence[float], new: Sequence[float]) -> Ratio | None:
    """The ratio and its interval; of few values all that they reach. None where a value is not
    above zero: then no ratio means anything."""
    if not old or not new or min(*old, *new) <= 0:
        return None
    last = len(old) * len(new) - 1
    cut = max(outer(len(old), len(new)), 0)
    low, high, one, two = ratios_at((cut, last - cut, last // 2, last - last // 2), old, new)
    return Ratio((one + two) / 2, low, high)


def ratios_at(ranks: Sequence[int], old: Sequence[float], new: Sequence[float]) -> list[float]:
    """Those of all ratios that have these ranks, from 0 on."""
    if len(old) * len(new) <= MOST_SORTED:
        every = sorted(n / o for n in new for o in old)
        return [every[rank] for rank in ranks]
    rising = sorted(new)
    return [searched(rank, old, rising) for rank in ranks]


def searched(rank: int, old: Sequence[float], new: list[float]) -> float:
    """The same of one rank, without all ratios at once: a thousand values a side have a million.
    The span which holds it is narrowed until few are left, or all that are left are alike. `new`
    is sorted.

    Where the ratios lie evenly in the span, the cut is just below or above; each third one is in
    the middle, in case they do not.
    """
    low, high = new[0] / max(old) / ALIKE, new[-1] / min(old) * ALIKE
    under, upto, offs = 0, len(old) * len(new), cycle((-FEW // 3, FEW // 3, 0))
    while upto - under > FEW and high > low * ALIKE:
        off = next(offs)
        share = (rank + off - under) / (upto - under) if off else 0.5
        middle = low * (high / low) ** (share if 0 < share < 1 else 0.5)
        count = sum(map(bisect_left, repeat(new), [middle * o for o in old]))
        if count <= rank:
            low, under = middle, count
        else:
            high, upto = middle, count
    left = (n / o for o in old for n in islice(
        new, bisect_left(new, low * o), bisect_left(new, high * o)))
    found = sorted(islice(left, FEW))
    return found[min(rank - under, len(found) - 1)]


def adjusted(values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg: each p as it stands among the others."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, least = [1.0] * len(values), 1.0
    for rank in range(len(order), 0, -1):
        at = order[rank - 1]
        least = min(least, values[at] * len(values) / rank)
        found[at] = least
    return found
