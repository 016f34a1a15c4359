# SPDX-License-Identifier: MIT
"""Boots which are like no others tell a row nothing, and are left out of it.

One boot in a spell of its host's, or at a speed which no other has, hides what
all others agree in: where twenty rows are judged together, the ranks of eight
boots a side forgive none. Which are left out is found in the boots of both
sides as one heap, so that boots of one program remain exchangeable.
"""

from __future__ import annotations

Sides = tuple[list[float], list[float]]

LIKE = 2    # other boots that one has to be like
MOST = 4    # one boot in so many may be left out: else the row just spreads


def groups(values: list[float], threshold: float) -> list[list[float]]:
    """Figures above zero, from the smallest to the largest: a new group begins
    where the next is farther off than a threshold."""
    found: list[list[float]] = []
    for value in sorted(values):
        if not found or value > found[-1][-1] * (1 + threshold):
            found.append([])
        found[-1].append(value)
    return found


def parted(sides: Sides, threshold: float) -> tuple[Sides, Sides]:
    """The boots' figures that tell something, and those of boots which are
    alone: none of them where too many are, or so many could be a whole side."""
    heap = [*sides[0], *sides[1]]
    most = len(heap) // MOST
    if min(map(len, sides)) <= most or min(heap) <= 0:
        return sides, ([], [])
    alone = {value for group in groups(heap, threshold)
             if len(group) <= LIKE for value in group}
    if sum(value in alone for value in heap) > most:
        return sides, ([], [])
    old, new = ([value for value in side if value not in alone]
                for side in sides)
    return (old, new), tuple([value for value in side if value in alone]
                             for side in sides)
