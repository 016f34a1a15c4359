# SPDX-License-Identifier: MIT
"""From figures to places: linear and logarithmic scales, and their marks."""

from __future__ import annotations

import math
from dataclasses import dataclass

LETTERS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
WIDE_LOG = 3        # decades from which on only powers of ten have a mark


def short(value: float) -> str:
    """A round figure in few characters: 0.5, 20, 3k, 1.5M."""
    for least, letter in LETTERS:
        if abs(value) >= least:
            return f"{value / least:.4g}{letter}"
    return f"{value:.4g}"


@dataclass(frozen=True)
class Scale:
    """Figures from `low` to `high` lie between the places `start` and `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def turned(self, value: float) -> float:
        """What is linear on this scale."""
        return math.log10(value) if self.log else value

    def holds(self, value: float | None) -> bool:
        """Can it be shown at all?"""
        return value is not None and math.isfinite(value) \
            and (value > 0 or not self.log)

    def at(self, value: float) -> float:
        """The place of a figure."""
        low, high = self.turned(self.low), self.turned(self.high)
        share = (self.turned(value) - low) / (high - low)
        return self.start + share * (self.end - self.start)

    def marks(self, most: int) -> list[float]:
        """Round figures between low and high, about so many at most."""
        if self.log:
            return log_marks(self.low, self.high, most)
        return linear_marks(self.low, self.high, most)


def linear_marks(low: float, high: float, most: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / max(1, most)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= rough)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def log_marks(low: float, high: float, most: int) -> list[float]:
    """Powers of ten; also their 2 and 5 times where there are few."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    step = max(1, math.ceil((last - first) / max(1, most)))
    factors = (1,) if last - first > WIDE_LOG else (1, 2, 5)
    found = [10.0 ** e * f for e in range(first, last + 1, step)
             for f in factors]
    return [v for v in found if low * 0.999 <= v <= high * 1.001]


def span(values: list[float], log: bool, zero: bool) -> tuple[float, float]:
    """The least and greatest of a scale that shows all values with a margin;
    `zero`: a linear one begins at 0."""
    if not values:
        return (1, 10) if log else (0, 1)
    low, high = min(values), max(values)
    if log:
        room = max((high / low) ** 0.06, 1.25)
        return low / room, high * room
    if zero:
        low, high = min(0, low), max(0, high)
    if low == high == 0:
        high = 1    # a figure alone: hundredths about it say nothing
    room = (high - low or abs(high) or 1) * 0.06
    return low - room / (3 if zero and low == 0 else 1), high + room
