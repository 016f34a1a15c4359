# SPDX-License-Identifier: MIT
"""Small pictures made of letters: a sparkline, a bar."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
ASCII = "_.-=+*%#"   # where the output's encoding has no blocks
LINE, BLOCK = "#", "█"


def has_blocks(encoding: str | None) -> bool:
    """Can the output show them?"""
    try:
        BLOCKS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


MOST = 12   # letters of a sparkline


def thinned(values: Sequence[float | None]) -> Sequence[float | None]:
    """At most MOST of them, evenly, the first and the last among them."""
    last = len(values) - 1
    return values if last < MOST else [
        values[last * at // (MOST - 1)] for at in range(MOST)]


def sparkline(values: Sequence[float | None], encoding: str | None) -> str:
    """A letter a value, from the lowest to the highest; a blank for None. All
    equal: all the lowest."""
    steps = BLOCKS if has_blocks(encoding) else ASCII
    values = thinned(values)
    known = [value for value in values if value is not None]
    if not known:
        return ""
    low, high = min(known), max(known)
    scale = (len(steps) - 1) / (high - low) if high > low else 0
    return "".join(" " if value is None
                   else steps[round((value - low) * scale)]
                   for value in values)


def bar(share: float, columns: int, encoding: str | None) -> str:
    """That share of so many columns; what is not nothing has one at least."""
    length = max(round(share * columns), 1 if share > 0 else 0)
    return (BLOCK if has_blocks(encoding) else LINE) * length
