# SPDX-License-Identifier: MIT
"""What follows from rounds as a log writes them."""

from __future__ import annotations

import math

from raw_log import NEVER, four_digits
from scipy.stats import binom


def interval(values: list[float]) -> tuple[float, float, float]:
    """The median, and the order statistics that enclose it in 95 %."""
    if not values:
        return (math.inf,) * 3
    ordered, n = sorted(values), len(values)
    k = max((k for k in range(1, n // 2 + 1)
             if 1 - 2 * binom.cdf(k - 1, n, .5) >= .95), default=1)
    return ordered[(n - 1) // 2], ordered[k - 1], ordered[n - k]


def ratios(base: list, own: list) -> list[float]:
    """Of the rounds that both have."""
    return [four_digits(int(b * 1000 * 1000 + .5) // int(a * 1000 + .5)) / 1000
            for a, b in zip(base, own)
            if NEVER not in (a, b) and None not in (a, b) and a]
