# SPDX-License-Identifier: MIT
"""Random questions for the gates: near ties, gaps, zeros, negatives, never."""

from __future__ import annotations

import random

from quietcore.conclusions.gate import (
    CLAIMS, CROSSING, DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, ORDER, RATIO,
    TURNS, Subject)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question

THRESHOLDS = (20, 50, 100, 150, 250, 300, 500)
SCALES = (0, 1, 30, 3_680, 20_000, 123_456, 98_765_432, 10**13)
SPREADS = ((0,), (0, 0.001), (0.01, 0.05), (0.3,))
ODD = (NO_ROUND, NO_ROUND, NEVER, 0, -1, -4_321)


def one_round(rng: random.Random, middle: int, spread: float,
              odd: float) -> int:
    """A value about the middle, or an odd one."""
    if rng.random() < odd:
        return rng.choice(ODD)
    return round(middle * (1 + rng.uniform(-spread, spread)))


def subject(rng: random.Random, name: str, middle: int, count: int,
            spreads: tuple) -> Subject:
    """One whose rounds lie close or apart."""
    spread = rng.choice(spreads)
    odd = rng.choice((0,) * 12 + (0.1, 0.5, 1))
    fitness = rng.choice((FIT,) * 20 + (DRIFTED, TURNS, NOT_PROVEN, FAILED))
    return Subject(name, fitness, [one_round(rng, middle, spread, odd)
                                   for _ in range(count)],
                   rng.choice((0, 0, 0, 40, 4_000)),
                   rng.choice((None, None, middle)))


def middle_of(rng: random.Random, scale: int) -> int:
    """Near a scale, so that ties and orders are both frequent."""
    factor = rng.choice((1, 1, 1.01, 1.04, 1.08, 1.2, 1.6, 4))
    return round(scale * factor) * rng.choice((1,) * 19 + (-1,))


def question(rng: random.Random) -> Question:
    """Anything that an experiment might ask."""
    claim = rng.choice((ORDER, ORDER, *CLAIMS))
    many = {ORDER: rng.randrange(1, 9), RATIO: 2, CROSSING: 3}.get(claim, 1)
    rounds = 1 if claim == FACT else \
        rng.choice((0, 1, 2, 3, 5, 6, 6, 7, 9, 12, 15, 20, 50))
    scale = rng.choice(SCALES)
    spreads = rng.choice(SPREADS)
    counts = [rounds if rng.random() < .9 else rng.randrange(rounds + 1)
              for _ in range(many)]
    return Question(
        claim, "ticks",
        "Alone" if claim in (ORDER, RATIO) else "It takes %s ticks to lock",
        [subject(rng, f"s{at}", middle_of(rng, scale), count,
                 spreads)
         for at, count in enumerate(counts)],
        rng.choice(THRESHOLDS), "cheapest", "It never pays",
        rng.choice((None, "222")))
