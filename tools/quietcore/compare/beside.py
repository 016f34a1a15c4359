# SPDX-License-Identifier: MIT
"""What a row takes beside the others of its experiment, in the same rounds.

A core's clock is not the time stamp's: turbo moves it by several per cent, for seconds, and all
rows of one core with it. Where the host puts virtual cores moves all rows of several. Rows are
measured in turns, so that a round of all of them has one clock and one placement. What a row takes
beside its neighbours in each round is therefore known some ten times as finely as its ticks are.
"""

from __future__ import annotations

import math
import statistics

from quietcore.compare import around
from quietcore.compare.around import parted
from quietcore.compare.measured import Compared
from quietcore.compare.ranks import ratio_of

LEAST_ROWS = 3      # that tell what a round was like
TURNS = 4           # of the polish; more change nothing that is shown
MOST_MOVED = 0.1    # by turbo, of all rows together
MOST_ALIKE = 0.6    # of the rows have to keep together
#: A round of a boot, on one side: side, boot's id, round.
Round = tuple[int, int, int]


def figures(row: Compared) -> dict[Round, tuple[float, int]]:
    """Logarithms of its clean rounds, and how wide the core was; 1 where that is unknown. A boot
    is told by its number, which is the same in all rows of a side."""
    return {(side, boot, at): (math.log(value), its[at][1] if its else 1)
            for side, half in enumerate((row.old, row.new))
            for boot, rounds, its in zip(half.numbers, half.table, half.around)
            for at, value in enumerate(rounds) if value is not None and value > 0}


def usual(rows: list[dict[Round, float]]) -> dict[Round, float]:
    """What each round was like: the median of what the rows that have it take over their own usual
    time.

    Both are found in turns, which is Tukey's median polish: a row's own median alone hangs on the
    rounds that it happens to have.
    """
    own = [statistics.median(row.values()) if row else 0.0 for row in rows]
    rounds: dict[Round, float] = {}
    for _ in range(TURNS):
        seen: dict[Round, list[float]] = {}
        for row, its in zip(rows, own):
            for where, value in row.items():
                seen.setdefault(where, []).append(value - its)
        rounds = {where: statistics.median(values)
                  for where, values in seen.items()
                  if len(values) >= LEAST_ROWS}
        off = [[value - rounds[where] for where, value in row.items()
                if where in rounds] for row in rows]
        own = [statistics.median(each) if each else its for each, its in zip(off, own)]
    return rounds


def set_beside(rows: list[Compared]) -> list[Compared]:
    """Reckons it for the rows of an experiment, beside those of as many cores; the rows that have
    it."""
    return [row for cores in sorted({row.key.cores for row in rows})
            for row in beside([row for row in rows if row.key.cores == cores])]


def beside(rows: list[Compared]) -> list[Compared]:
    """The same of rows of as many cores. Batches tell what a round was like; single operations,
    which a coarse clock rounds, are only told."""
    every = [figures(row) for row in rows]
    usually = usual([{where: value for where, (value, _) in its.items()}
                     for row, its in zip(rows, every) if "mode=single" not in row.key.params])
    done = []
    for row, its in zip(rows, every):
        # What each boot takes beside the neighbours. A row may suffer more or less than they do
        # from a thread of someone else on the same core.
        rounds = [around.Round(where[:2], value - usually[where], 1, width, 0)
                  for where, (value, width) in its.items() if where in usually]
        if rounds:
            cost = around.slope(around.narrower(rounds), [each.value for each in rounds])
            row.beside, _ = parted(around.each_boot(rounds, cost, around.QUIETEST), row.threshold)
        row.beside_ratio = ratio_of(*row.beside)
        if row.ratio and row.beside_ratio:
            done.append(row)
    return done if agree(done) else []


def agree(rows: list[Compared]) -> bool:
    """Most rows moved alike, and not farther than a clock does: else nothing tells which of them
    moved."""
    common = statistics.median(row.ratio.value / row.beside_ratio.value
                               for row in rows) if rows else 1
    if abs(math.log(common)) > MOST_MOVED:
        return False
    near = sum(abs(math.log(row.beside_ratio.value)) < math.log1p(row.threshold) for row in rows)
    return near >= MOST_ALIKE * len(rows)
