# SPDX-License-Identifier: MIT
"""Comparisons of boots of one program, drawn again and again (make aa COMPARE=1):
how often does qc compare call something slower that is not, and how often does
it find what is planted?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from quietcore.compare.alike import likeness
from quietcore.compare.measured import (
    FASTER, SLOWER, Comparison, Key, Likeness, Row, Side)
from quietcore.compare.verdict import judge_all
from quietcore.log.reading import Run

Rows = dict[Key, Row]
#: Which of the rows are made slower in a comparison.
Choice = Callable[[list[Key], random.Random], set[Key]]

#: What is recorded: short, with rows of one core and of several.
OPTIONS = "suite=quick bench=workqueue,lock,floor,switch"
DRAWS = 200     # comparisons
BOOTS = 8       # a side
#: What is planted, in rows of one core and of two, and how many of these have
#: to be found.
PLANTED, LEAST_FOUND = {1: 0.05, 2: 0.30}, 0.95
MOST_FALSE = 0.02       # of experiments


@dataclass
class Tally:
    """Of some comparisons; by experiment and cores what was made slower."""

    experiments: int = 0
    false: int = 0      # experiments with a false verdict
    named: Counter[Key] = field(default_factory=Counter)    # with one
    planted: Counter[tuple] = field(default_factory=Counter)    # rows
    found: Counter[tuple] = field(default_factory=Counter)      # of them
    draws: Counter[tuple] = field(default_factory=Counter)  # in which one was found

    @property
    def share(self) -> float:
        """Of experiments with a false verdict."""
        return self.false / max(self.experiments, 1)

    def power(self, cores: int) -> float:
        """How many of the planted rows were found."""
        found, planted = (sum(count for kind, count in counts.items() if kind[1] == cores)
                          for counts in (self.found, self.planted))
        return found / max(planted, 1)

    def add(self, drawn: Comparison, chosen: set[Key]) -> None:
        """One more comparison."""
        for _, group in drawn.experiments():
            wrong = [row.key for row in group if row.key not in chosen
                     and row.verdict in (SLOWER, FASTER)]
            self.experiments += 1
            self.false += bool(wrong)
            self.named.update(wrong)
        found = [(key.experiment, key.cores) for key in
                 (row.key for row in drawn.rows if row.verdict == SLOWER) if key in chosen]
        self.planted.update((key.experiment, key.cores) for key in chosen)
        self.found.update(found)
        self.draws.update({*found})


def nothing(_keys: list[Key], _luck: random.Random) -> set[Key]:
    """Boots of one program against each other."""
    return set()


def one_of_each(keys: list[Key], luck: random.Random) -> set[Key]:
    """Of each experiment a row of one core and a row of two."""
    kinds: dict[tuple, list[Key]] = {}
    for key in keys:
        kinds.setdefault((key.experiment, key.cores), []).append(key)
    return {luck.choice(rows) for rows in kinds.values()}


def all_of(cores: int) -> Choice:
    """All rows of so many cores."""
    return lambda keys, _luck: {key for key in keys if key.cores == cores}


def may_be_planted(key: Key) -> bool:
    """Batches of one core, all rows of two. What the hardware's floors take
    no program makes slower."""
    return key.experiment != "floor" and (
        "mode=batch" in key.params if key.cores == 1 else key.cores == 2)


def together(boots: list[Rows], chosen: set[Key]) -> Rows:
    """The rows of several boots as one side's, those that are chosen slower."""
    found: Rows = {}
    for number, boot in enumerate(boots):
        for key, row in boot.items():
            slower = 1 + PLANTED[key.cores] if key in chosen else 1
            whole = found.setdefault(key, Row())
            whole.results += row.results
            whole.numbers.append(number)
            whole.table += [[value and value * slower for value in rounds]
                            for rounds in row.table]
            whole.around += row.around
            whole.poor |= row.poor
    return found


def tally(runs: list[Run], choose: Choice = nothing, boots: int = BOOTS,
          count: int = DRAWS) -> Tally:
    """So many comparisons of so many boots a side, no boot on both."""
    luck, whole = random.Random(1), Tally()
    made = [Side("", [run], [""]).rows() for run in runs]
    sides = Side("old", runs[:boots], []), Side("new", runs[:boots], [])
    keys = [*filter(may_be_planted, made[0])]
    for _ in range(count):
        chosen, drawn = choose(keys, luck), luck.sample(made, 2 * boots)
        found = Comparison(*sides, Likeness(), boots > 1)
        judge_all(found, together(drawn[:boots], set()), together(drawn[boots:], chosen), True)
        whole.add(found, chosen)
    return whole


def refused(runs: list[Run]) -> str:
    """Why nothing can be drawn of these runs; "" if it can."""
    side = Side("old", runs, [f"run {at + 1}" for at in range(len(runs))])
    few = f"{len(runs)} boots are too few: {2 * BOOTS} are drawn at once"
    return next(iter(likeness(side, side).refused), "" if len(runs) >= 2 * BOOTS else few)


def told(runs: list[Run], count: int = DRAWS) -> Iterator[tuple[str, bool]]:
    """Lines on what was drawn, and whether too many verdicts are false."""
    for boots in (BOOTS, 1):
        drawn = tally(runs, boots=boots, count=count)
        yield (f"{boots} a side, nothing planted: {drawn.false} of {drawn.experiments} "
               f"experiments have a false verdict, {100 * drawn.share:.2f} % (at most "
               f"{100 * MOST_FALSE:g} %; {count} comparisons of {len(runs)} boots)",
               drawn.share > MOST_FALSE)
        for key, times in drawn.named.most_common(3):
            yield f"    {key.experiment} {key.name} ({key.cores}): {times}", False
    drawn = tally(runs, one_of_each, count=count)
    for cores, planted in PLANTED.items():
        yield (f"{100 * planted:g} % planted in rows of {cores}: {100 * drawn.power(cores):.1f} % "
               f"are found (goal: {100 * LEAST_FOUND:g} %)", False)
        for kind in (kind for kind in drawn.planted if kind[1] == cores):
            yield f"    {kind[0]}: {100 * drawn.found[kind] / drawn.planted[kind]:.1f} %", False
        every = tally(runs, all_of(cores), count=count)
        for kind in every.planted:
            yield (f"    in all rows of {cores} of {kind[0]}: a row of them is found in "
                   f"{100 * every.draws[kind] / count:.1f} %", False)
