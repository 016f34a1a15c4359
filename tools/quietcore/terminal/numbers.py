# SPDX-License-Identifier: MIT
"""Numbers as they stand in a table, and the middle of some."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

#: Letter, what it stands for, decimals, and the largest count of last digits
#: that takes five columns, with a minus and without. bench/report/text.c has the same.
FORMS = (("", 1, 2, 999, 999), ("", 1, 1, 9999, 999), ("", 1, 0, 99999, 9999),
         ("k", 10**3, 0, 999, 999), ("M", 10**6, 1, 99, 99), ("M", 10**6, 0, 999, 999),
         ("G", 10**9, 1, 99, 99), ("G", 10**9, 0, 999, 999), ("T", 10**12, 1, 99, 99),
         ("T", 10**12, 0, math.inf, math.inf))


def number(value: float | None) -> str:
    """Five characters: 6.12, 123.4, 12345, 123k, 1.2M, -0.70, -123; - for null.

    Rounded as a decimal, halves away from zero, as the image's screen does. What is below -999T or
    not finite takes more.
    """
    if value is None:
        return "-"
    if not math.isfinite(value):
        return str(value)
    size = abs(Decimal(str(value)))
    for letter, scale, decimals, most, negative in FORMS:
        count = (size * 10**decimals / scale).to_integral_value(ROUND_HALF_UP)
        if count <= (negative if value < 0 else most):
            break
    sign = "-" if value < 0 and count else ""
    return f"{sign}{count.scaleb(-decimals):.{decimals}f}{letter}"


def counted(count: int, what: str) -> str:
    """`1 warning`, `2 warnings`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def median_of(values: Sequence[float | None]) -> float | None:
    """Of at least one; None, a value that was not reached, is above all."""
    ordered = sorted(values, key=lambda v: (v is None, v or 0))
    middle = ordered[(len(ordered) - 1) // 2:len(ordered) // 2 + 1]
    return None if None in middle else statistics.fmean(middle)
