# SPDX-License-Identifier: MIT
"""A row's boots, like with like: by what lay around their rounds, without those which are alone.

On virtual cores most of what boots differ in is none of the program's: the core's clock, someone
else's thread on the same real core, where the cores were put. Each round is logged with these
(bench/samples/probe.h). One boot in a spell of its host's, or at a speed which no other has, hides
what all others agree in: where twenty rows are judged together, the ranks of eight boots a side
forgive none.

All that is reckoned here takes the boots of both sides as one heap: which boot is of which side is
never looked at. So boots of one program remain exchangeable, and the test that follows is as
honest as without.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from quietcore.compare.measured import Compared

Sides = tuple[list[float], list[float]]

LIKE = 2    # other boots that one has to be like
MOST = 4    # one boot in so many may be left out: else the row just spreads


def groups(values: list[float], threshold: float) -> list[list[float]]:
    """Figures above zero, from the smallest to the largest: a new group begins where the next is
    farther off than a threshold."""
    found: list[list[float]] = []
    for value in sorted(values):
        if not found or value > found[-1][-1] * (1 + threshold):
            found.append([])
        found[-1].append(value)
    return found


def parted(sides: Sides, threshold: float) -> tuple[Sides, Sides]:
    """The boots' figures that tell something, and those of boots which are alone: none of them
    where too many are, or so many could be a whole side."""
    heap = [*sides[0], *sides[1]]
    most = len(heap) // MOST
    if min(map(len, sides)) <= most or min(heap) <= 0:
        return sides, ([], [])
    alone = {value for group in groups(heap, threshold) if len(group) <= LIKE for value in group}
    if sum(value in alone for value in heap) > most:
        return sides, ([], [])
    old, new = ([value for value in side if value not in alone] for side in sides)
    return (old, new), tuple([value for value in side if value in alone] for side in sides)


#: Lines whose largest is so many times the smallest are of one placement: one
#: core's threads, neighbours, or cores far apart, which are 1.8 times apart.
ONE_PLACE = 1.6
AS_WIDE = 1.1       # widths of cores which nobody else uses more
LEAST_BOOTS = 3     # that tell what a placement is like
LEAST_ROUNDS = 3    # of each of two boots, that are compared
QUIETEST = 0.05     # rounds of a boot that are so alike in width are as quiet
USUAL = 0.1         # so many of all rounds are at least as quiet as usual
NEAR = 3            # the neighbour of a boot by which figures are chosen


class Round(NamedTuple):
    """A clean round: whose, the figure's logarithm, what lay around it."""

    boot: tuple[int, int]       # side and number
    value: float
    clock: int
    width: int
    line: int


def rounds_of(row: Compared) -> list[Round]:
    """Those of both sides; none where a boot does not tell."""
    found = []
    for side, half in enumerate((row.old, row.new)):
        for boot, values, around in zip(half.numbers, half.table, half.around):
            if len(around) != len(values):
                return []
            found += [Round((side, boot), math.log(value), *its)
                      for value, its in zip(values, around)
                      if value is not None and value > 0]
    return found if all(each.clock and each.width for each in found) else []


def by_boot(rounds: Iterable[Round]) -> dict[tuple[int, int], list[Round]]:
    """The rounds of each boot."""
    found: dict[tuple[int, int], list[Round]] = defaultdict(list)
    for each in rounds:
        found[each.boot].append(each)
    return found


def usual(rounds: list[Round]) -> float:
    """The median of the boots' medians."""
    return statistics.median(
        statistics.median(each.value for each in own)
        for own in by_boot(rounds).values())


def places(rounds: list[Round]) -> list[list[Round]]:
    """The rounds of each placement of the cores: first that of most boots."""
    left, found = sorted((each for each in rounds if each.line), key=attrgetter("line")), []
    while left:
        first, end = fullest(left)
        found.append(left[first:end])
        del left[first:end]
    return found


def fullest(rounds: list[Round]) -> tuple[int, int]:
    """Where, in the order of their lines, those of one placement begin and end that are of most
    boots; of as many boots, the most rounds."""
    best, span, end = (0, 0), (0, 0), 0
    inside: Counter[tuple[int, int]] = Counter()
    for first, each in enumerate(rounds):
        while end < len(rounds) and rounds[end].line <= ONE_PLACE * each.line:
            inside[rounds[end].boot] += 1
            end += 1
        size = len(inside), end - first
        if size > best:
            best, span = size, (first, end)
        inside[each.boot] -= 1
        if not inside[each.boot]:
            del inside[each.boot]
    return span


def placed(rounds: list[Round]) -> list[Round]:
    """Each over what is usual where its cores were put; all as they are where no placement has
    boots enough."""
    groups = [group for group in places(rounds) if len(by_boot(group)) >= LEAST_BOOTS]
    if not groups:
        return rounds
    first = usual(groups[0])
    return [Round(boot, value - off + first, *its)
            for group in groups for off in [usual(group)]
            for boot, value, *its in group]


def clocked(rounds: list[Round]) -> list[Round]:
    """All by one clock."""
    middle = statistics.median(each.clock for each in rounds)
    return [Round(boot, value - math.log(clock / middle), clock, *its)
            for boot, value, clock, *its in rounds]


def narrower(rounds: list[Round]) -> list[float]:
    """How much narrower than usual the core was in each round: a logarithm."""
    widths = sorted(each.width for each in rounds)
    least = widths[int(len(widths) * USUAL)]
    return [max(0.0, math.log(each.width / least)) for each in rounds]


def slope(across: list[float], values: list[float]) -> float:
    """Of the line through the points."""
    middle, level = statistics.fmean(across), statistics.fmean(values)
    square = sum((at - middle)**2 for at in across)
    if square < 1e-6:
        return 0.0
    return sum((at - middle) * (value - level) for at, value in zip(across, values)) / square


def lower(values: list[float]) -> float:
    """The lower quartile."""
    return sorted(values)[len(values) // 4]


def upper(values: list[float]) -> float:
    """The upper quartile."""
    return sorted(values)[-1 - len(values) // 4]


#: What may stand for a boot's rounds. A row may have several speeds, and each round draws one of
#: them: which figure is the same in every boot hangs on how likely each speed is.
FIGURES = (lower, statistics.median, upper)


def farness(values: list[float]) -> float:
    """How far a boot's third nearest boot is, the median of all boots. Boots of one side have
    neighbours enough: what sides differ in does not count."""
    order = sorted(values)
    far = []
    for at, value in enumerate(order):
        # The nearest ones are the next in order, down and up.
        near = order[max(at - NEAR, 0):at + NEAR + 1]
        far.append(sorted(abs(value - each) for each in near)[:NEAR + 1][-1])
    return statistics.median(far) if far else 0.0


def figures_of(boots: list[list[float]]) -> list[float]:
    """A figure for each boot's rounds: the one in which boots agree best, found of both sides as
    one heap."""
    return min(([figure(rounds) for rounds in boots] for figure in FIGURES), key=farness)


def each_boot(rounds: list[Round], cost: float, spare: float | None
              ) -> tuple[list[float], list[float]]:
    """A figure for each boot of both sides, with what a narrower core costs taken off; with
    `spare`, which is for one core, of its quietest rounds."""
    boots: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    for each, at in zip(rounds, narrower(rounds)):
        boots[each.boot].append((at, each.value - cost * at))
    order = sorted(boots)
    kept = []
    for own in map(boots.__getitem__, order):
        most = math.inf if spare is None else min(own)[0] + spare
        kept.append([value for at, value in own if at <= most])
    sides: tuple[list[float], list[float]] = ([], [])
    for (side, _), figure in zip(order, figures_of(kept)):
        sides[side].append(math.exp(figure))
    return sides


def boots_alike(row: Compared) -> tuple[list[float], list[float]] | None:
    """The boots of both sides; None where nothing is known of what lay around. No thread of
    someone else makes a round faster."""
    rounds = rounds_of(row)
    if not rounds:
        return None
    one = row.key.cores == 1
    if not one:
        rounds = placed(rounds)
    elif "mode=batch" in row.key.params:
        rounds = clocked(rounds)
    cost = slope(narrower(rounds), [each.value for each in rounds])
    sides = each_boot(rounds, max(0.0, cost), QUIETEST if one else None)
    return sides if all(sides) else None


def windows(rounds: list[Round], of: str, most: float) -> list[list[Round]]:
    """All rounds that may be alike in that: from each figure upwards."""
    figure = attrgetter(of)
    known = sorted(filter(figure, rounds), key=figure)
    figures = [*map(figure, known)]
    return [known[bisect_left(figures, low):bisect_right(figures, most * low)]
            for low in sorted(set(figures))]


def fewer(rounds: list[Round]) -> int:
    """Rounds of the side that has fewer."""
    new = sum(each.boot[0] for each in rounds)
    return min(new, len(rounds) - new)


def rounds_alike(row: Compared) -> tuple[list[float], list[float]] | None:
    """The rounds of both sides whose cores were put alike, or of one core was as wide; empty where
    none were; None where nothing is known of that."""
    rounds = rounds_of(row)
    found = windows(rounds, "width", AS_WIDE) if row.key.cores == 1 \
        else windows(rounds, "line", ONE_PLACE)
    if not found:
        return None
    best = max(found, key=fewer)
    sides: tuple[list[float], list[float]] = ([], [])
    if fewer(best) >= LEAST_ROUNDS:
        for each in best:
            sides[each.boot[0]].append(math.exp(each.value))
    return sides
