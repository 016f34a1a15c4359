# SPDX-License-Identifier: MIT
"""One conclusion that a row of the table of questions comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quietcore.conclusions.gate import FAILED, FIT, NOT_PROVEN, TURNS, Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import Row

#: From the best: what is made of several rows is as fit as the worst of them.
FITNESS = (FIT, TURNS, NOT_PROVEN, FAILED)


@dataclass
class Asked:
    """What the name and the texts bind ({x}), and the subjects in order."""

    bound: dict[str, object]
    subjects: list[Subject]
    cores: int
    unit: str


def fitness_of(rows: Iterable[Row]) -> str:
    """Of what is made of several rows."""
    return max((row.fitness for row in rows), key=FITNESS.index, default=FIT)


def by_round(made: Callable[..., int | None],
             *rounds: list[int]) -> list[int]:
    """A figure of each round that is clean in all of them (thousandths, C's
    division); NO_ROUND elsewhere, and where `made` gives None."""
    found = []
    for values in zip(*rounds):
        value = None if NO_ROUND in values or NEVER in values \
            else made(*values)
        found.append(NO_ROUND if value is None else value)
    return found
