# SPDX-License-Identifier: MIT
"""Comparisons of boots of one program, drawn again and again: how often is
something called slower that is not, and how often is a planted one found?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from quietcore.compare.alike import Likeness, likeness
from quietcore.compare.compared import FASTER, SLOWER, Comparison
from quietcore.compare.measured import Key, Row, Side
from quietcore.compare.verdict import judge_all
from quietcore.log.reading import Run

Rows = dict[Key, Row]

DRAWS = 200     # comparisons
BOOTS = 8       # a side
#: What is planted, in rows of one core and of two, and how many of these have
#: to be found.
PLANTED_ONE, PLANTED_TWO, LEAST_FOUND = 0.05, 0.30, 0.95
MOST_FALSE = 0.02       # of experiments


@dataclass
class Tally:
    """Of the comparisons of one kind."""

    experiments: int = 0
    false: int = 0      # experiments with a false verdict; if planted, rows
    rows: int = 0
    planted: Counter[int] = field(default_factory=Counter)  # by cores
    found: Counter[int] = field(default_factory=Counter)
    chosen: Counter[Key] = field(default_factory=Counter)   # to be planted
    named: Counter[Key] = field(default_factory=Counter)    # false, or missed

    @property
    def share(self) -> float:
        """Of experiments with a false verdict."""
        return self.false / max(self.experiments, 1)

    def power(self, cores: int) -> float:
        """How many of the planted rows were found."""
        return self.found[cores] / max(self.planted[cores], 1)


def boots_of(runs: list[Run]) -> list[Rows]:
    """The rows of each run, read once."""
    return [Side("", [run], [""]).rows() for run in runs]


def together(boots: list[Rows], slower: Callable[[Key], float]) -> Rows:
    """The rows of several boots as one side's, each made slower so much."""
    found: Rows = {}
    for number, boot in enumerate(boots):
        for key, row in boot.items():
            whole = found.setdefault(key, Row())
            whole.results += row.results
            whole.numbers.append(number)
            whole.table += [[value and value * slower(key) for value in rounds]
                            for rounds in row.table]
            whole.around += row.around
            whole.poor |= row.poor
    return found


def none(_key: Key) -> float:
    """Nothing is planted."""
    return 1.0


def may_be_planted(key: Key) -> bool:
    """Batches of one core, all rows of two. What the hardware's floors take
    no program makes slower."""
    return key.experiment != "floor" and (
        "mode=batch" in key.params if key.cores == 1 else key.cores == 2)


def planter(chosen: Callable[[Key], bool]) -> Callable[[Key], float]:
    """Makes those rows slower."""
    return lambda key: 1.0 if not chosen(key) else \
        1 + (PLANTED_ONE if key.cores == 1 else PLANTED_TWO)


def draws(runs: list[Run], boots: int, luck: random.Random,
          slower: Callable[[], Callable[[Key], float]]
          ) -> Iterator[Comparison]:
    """Comparisons of so many boots a side, no boot on both, without end;
    `slower` is asked anew for each."""
    made = boots_of(runs)
    sides = Side("old", runs[:boots], []), Side("new", runs[:boots], [])
    while True:
        drawn = luck.sample(made, 2 * boots)
        found = Comparison(*sides, Likeness(), boots > 1)
        judge_all(found, together(drawn[:boots], none), together(drawn[boots:], slower()), True)
        yield found


def false_verdicts(runs: list[Run], boots: int = BOOTS, count: int = DRAWS,
                   seed: int = 1) -> Tally:
    """Boots of one program against each other."""
    tally = Tally()
    every = draws(runs, boots, random.Random(seed), lambda: none)
    for found in islice(every, count):
        for _, group in found.experiments():
            wrong = [row.key for row in group if row.verdict in (SLOWER, FASTER)]
            tally.experiments += 1
            tally.false += bool(wrong)
            tally.rows += len(group)
            tally.named.update(wrong)
    return tally


def power(runs: list[Run], boots: int = BOOTS, count: int = DRAWS, seed: int = 2) -> Tally:
    """The same with a slow-down in the new side: of each experiment in a row of
    one core and a row of two, others in each comparison. What is called slower
    or faster among the rest is false."""
    tally, luck = Tally(), random.Random(seed)
    chosen: set[Key] = set()

    def choose() -> Callable[[Key], float]:
        chosen.clear()
        chosen.update(luck.choice(rows) for rows in kinds.values())
        return planter(chosen.__contains__)

    kinds: dict[tuple, list[Key]] = {}
    for key in filter(may_be_planted, boots_of(runs[:1])[0]):
        kinds.setdefault((key.experiment, key.cores), []).append(key)
    for found in islice(draws(runs, boots, luck, choose), count):
        for row in found.rows:
            cores = row.key.cores
            tally.rows += row.key not in chosen
            if row.key in chosen:
                tally.planted[cores] += 1
                tally.chosen[row.key] += 1
                tally.found[cores] += row.verdict == SLOWER
                tally.named[row.key] += row.verdict != SLOWER
            elif row.verdict in (SLOWER, FASTER):
                tally.false += 1
    return tally


def power_of_experiments(runs: list[Run], boots: int = BOOTS,
                         count: int = DRAWS, seed: int = 3
                         ) -> dict[tuple[str, int], float]:
    """The other question: all batches of one core, or all rows of two, of each
    experiment get slower. How often is any of them called so?"""
    luck, found = random.Random(seed), Counter()
    for cores in (1, 2):
        every = draws(runs, boots, luck, lambda: planter(
            lambda key, cores=cores: key.cores == cores and may_be_planted(key)))
        for drawn in islice(every, count):
            found.update({(row.key.experiment, cores) for row in drawn.rows
                          if row.key.cores == cores and row.verdict == SLOWER})
    return {(key.experiment, key.cores): found[key.experiment, key.cores]
            / count for key in boots_of(runs[:1])[0]
            if key.cores in (1, 2) and key.experiment != "floor"}


def must_be_alike(runs: list[Run]) -> str:
    """Why these runs are not of one program on one machine; "" if they are."""
    side = Side("old", runs, [f"run {at + 1}" for at in range(len(runs))])
    refused = likeness(side, side).refused
    return refused[0] if refused else ""
