# SPDX-License-Identifier: MIT
"""Numbers as they stand in a table, and the middle of some."""

import statistics
from collections.abc import Sequence

SCALES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def number(value: float | None) -> str:
    """At most five characters: 6.12, 123.4, 12345, 123k, 1.2M; - for null."""
    if value is None:
        return "-"
    if abs(value) < 10:
        return f"{value:.2f}"
    if abs(value) < 999.95:
        return f"{value:.1f}"
    if abs(value) < 99999.5:
        return f"{value:.0f}"
    for scale, letter in SCALES:
        if abs(value) >= scale:
            short = value / scale
            digits = 1 if abs(short) < 9.95 else 0
            return f"{short:.{digits}f}{letter}"
    return f"{value:.0f}"


def median_of(values: Sequence[float | None]) -> float | None:
    """Of at least one; None, a value that was not reached, is above all."""
    ordered = sorted(values, key=lambda v: (v is None, v or 0))
    middle = ordered[(len(ordered) - 1) // 2:len(ordered) // 2 + 1]
    return None if None in middle else statistics.fmean(middle)
