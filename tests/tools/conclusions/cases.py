# SPDX-License-Identifier: MIT
"""Random questions for the gate: near ties, gaps, zeros, negatives, never."""

from __future__ import annotations

import random

from quietcore.conclusions.gate import (
    CLAIMS, CROSSING, DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, ORDER, RATIO, TURNS, Subject)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question


def some_rounds(dice: random.Random, middle: int, count: int) -> list[int]:
    """Close together or apart, some of them odd."""
    spread, odd = dice.choice((0, 0.001, 0.05, 0.3)), dice.choice((0,) * 9 + (0.1, 0.5, 1))
    return [dice.choice((NO_ROUND, NEVER, 0, -4321)) if dice.random() < odd
            else round(middle * (1 + dice.uniform(-spread, spread))) for _ in range(count)]


def question(dice: random.Random) -> Question:
    """Anything that an experiment might ask."""
    claim = dice.choice((ORDER, ORDER, *CLAIMS))
    many = {ORDER: dice.randrange(1, 9), RATIO: 2, CROSSING: 3}.get(claim, 1)
    count = 1 if claim == FACT else dice.choice((0, 1, 2, 3, 5, 6, 6, 7, 12, 50))
    scale = dice.choice((0, 1, 30, 3680, 123_456, 98_765_432, 10**13))
    return Question(
        claim, "ticks", "Alone" if claim in (ORDER, RATIO) else "It takes %s ticks to lock",
        [Subject(f"s{at}", dice.choice((FIT,) * 20 + (DRIFTED, TURNS, NOT_PROVEN, FAILED)),
                 some_rounds(dice, round(scale * dice.choice((1, 1.01, 1.04, 1.2, 4))), count),
                 dice.choice((0, 0, 0, 40, 4000)), dice.choice((None, None, scale)))
         for at in range(many)],
        dice.choice((20, 50, 150, 500)), "cheapest", "It never pays",
        dice.choice((None, "222")))
