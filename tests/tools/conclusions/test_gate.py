# SPDX-License-Identifier: MIT
"""The gate: cases by hand, and what must hold whatever the rounds are."""

import random

import cases
import pytest
from quietcore.conclusions.gate import (
    CROSSING, DRIFTED, FACT, FAILED, FIT, NONE, NOT_PROVEN, ORDER, RATIO, REASONS,
    SURE, TIE, TURNS, UNSURE, VALUE, Judged, Subject, judge)
from quietcore.conclusions.rounds import NEVER, NO_ROUND, Span

FIVE = 50   # per cent, in thousandths
K = 1000


def of(*rounds: int, **more) -> Subject:
    return Subject("", more.pop("fitness", FIT), [*rounds], **more)


def even(value: int, count: int = 6, fitness: str = FIT) -> Subject:
    return of(*[value] * count, fitness=fitness)


def alike(value: int) -> Span:
    return Span(value, value, value)


def verdict(claim: str, subjects: list, threshold: int = FIVE) -> tuple[str, str, Judged]:
    """The verdict; the letters of those who take least, or the reason. A number is
    six even rounds."""
    found = judge(claim, [each if isinstance(each, Subject) else even(each)
                          for each in subjects], threshold)
    winners = "".join("abcdef"[at] for at in found.winners)
    return found.verdict, found.reason or winners, found


# ---- order -------------------------------------------------------------------------

DRIFTING = (1000, 1200, 1400, 1600, 1800, 2000)
GONE = of(*[NO_ROUND] * 6)
#: Subjects, verdict, who takes least or why nobody does, and further fields.
ORDERS = [
    # Half the threshold is the same, and no more; more is more beyond the threshold.
    *(([K, other], word, who, {"figure": alike(K), "ratio": alike(other)})
      for other, word, who in ((1000, TIE, "ab"), (1025, TIE, "ab"), (1026, UNSURE, "close"),
                               (1050, UNSURE, "close"), (1051, SURE, "a"), (5000, SURE, "a"))),
    # The nearest of several is the next one.
    ([9000, K, 2000, 3000], SURE, "b", {"best": 1, "other": 2, "ratio": alike(2000)}),
    # A tie of some leaves the slower ones out; near ones leave it, and stand beside it.
    ([1010, 4000, K, 1020], TIE, "acd", {"most": 1020, "other": 0, "ratio": alike(1010)}),
    ([K, 4000, 1040, 1035, K], TIE, "ae", {"near": (2, 3)}),
    ([K, 4000, 1040, 1035], UNSURE, "close", {"other": 3}),
    # c may take less: a and b cannot be called the winners.
    ([K, K, of(900, 990, 1010, 1020, 1030, 1040)], UNSURE, "spread", {"other": 2}),
    ([K, of(900, 1000, 1100, 1300, 1600, 2000)], UNSURE, "spread",
     {"ratio": Span(1200, 900, 2000)}),
    # Rounds are compared pair by pair.
    ([of(*DRIFTING), of(*(2 * each for each in DRIFTING))], SURE, "a", {"ratio": alike(2000)}),
    # What is not fit never wins nor ties, but may be found to take more.
    *(([even(value, fitness=fitness), K], UNSURE, fitness, {"best": best})
      for fitness in (TURNS, NOT_PROVEN) for value, best in ((500, 1), (K, 1))),
    ([even(2000, fitness=TURNS), K], SURE, "b", {}),
    ([even(10, fitness=FAILED), K, 2000], SURE, "b", {}),
    # Five pairs prove nothing; six of more rounds are enough.
    ([even(K, 7), of(*[5000] * 5, NO_ROUND, NO_ROUND)], UNSURE, "disturbed", {}),
    ([even(K, 5), even(5000, 5)], UNSURE, "rounds", {}),
    ([even(K, 7), of(NO_ROUND, *[5000] * 6)], SURE, "a", {}),
    # Nothing to order.
    ([], NONE, "not_measured", {}), ([of(), of()], NONE, "not_measured", {}),
    ([9, of()], NONE, "one", {}), ([9, even(9, fitness=FAILED)], NONE, "one", {}),
    ([even(9, fitness=FAILED)] * 2, NONE, "failed", {}),
    ([even(9, fitness=NOT_PROVEN), even(9, fitness=FAILED)], NONE, "not_proven", {}),
    # Nobody is fit: the best of all, and why.
    ([even(K, fitness=TURNS), even(900, fitness=TURNS)], UNSURE, "turns", {"best": 1}),
    ([GONE, GONE], UNSURE, "disturbed", {"figure": Span()}),
    ([even(9, fitness=FAILED), even(K, 1), even(900, 1)], UNSURE, "rounds",
     {"best": 1, "other": 1}),
    # Nothing is divided by zero or less; never is not called disturbed.
    ([0, K], UNSURE, "no_ratio", {}), ([-5, K], UNSURE, "no_ratio", {}),
    ([even(K, 7), of(*[3000] * 5, NEVER, NEVER)], UNSURE, "no_ratio", {}),
    ([even(K, 8), of(*[3000] * 5, NEVER, NO_ROUND, NO_ROUND)], UNSURE, "no_ratio", {}),
    # As the log writes them.
    ([1000_049, 1050_499], UNSURE, "close", {"ratio": alike(1050)}),
]

# ---- ratio, value, fact, crossing ---------------------------------------------------

RATIOS = [
    *(([K, own], word, who, {"figure": alike(own)}) for own, word, who in (
        (500, SURE, "b"), (951, SURE, "b"), (952, UNSURE, "close"), (974, UNSURE, "close"),
        (975, TIE, "ab"), (1025, TIE, "ab"), (1026, UNSURE, "close"),
        (1050, UNSURE, "close"), (1051, SURE, "a"))),
    *(([even(K, fitness=base), even(9000, fitness=own)], word, why, {})
      for base, own, word, why in (
          (TURNS, FIT, UNSURE, TURNS), (FIT, TURNS, UNSURE, TURNS),
          (FAILED, FIT, NONE, FAILED), (FIT, FAILED, NONE, FAILED),
          (NOT_PROVEN, FIT, NONE, NOT_PROVEN))),
]
FOUR = [1000] * 4
VALUES = [
    # Within twice the threshold of its median.
    *(([of(*rounds)], word, why, {}) for rounds, word, why in (
        ([K] * 6, SURE, ""), ([0] * 6, SURE, ""), ([909, *FOUR, 1100], SURE, ""),
        ([908, *FOUR, 1100], UNSURE, "spread"), ([909, *FOUR, 1101], UNSURE, "spread"),
        ([-909, *[-K] * 4, -1100], SURE, ""), ([-908, *[-K] * 5], UNSURE, "spread"),
        ([-1, 0, 0, 0, 0, 1], UNSURE, "spread"), ([K] * 5, UNSURE, "rounds"),
        ([K] * 5 + [NO_ROUND], UNSURE, "disturbed"), ([K] * 2, UNSURE, "rounds"),
        ([K] * 2 + [NO_ROUND] * 4, UNSURE, "disturbed"), ([], NONE, "not_measured"),
        ([NEVER] * 6, SURE, ""))),
    ([of(*[NEVER] * 3, *[5000] * 3)], UNSURE, "spread", {"figure": Span(NEVER, 5000, NEVER)}),
    *(([even(K, 9, fitness)], word, fitness, {}) for fitness, word in (
        (TURNS, UNSURE), (DRIFTED, UNSURE), (NOT_PROVEN, NONE), (FAILED, NONE))),
    # Three clean rounds have a figure, and six an interval.
    *(([of(*rounds)], UNSURE, why, {"figure": figure}) for rounds, why, figure in (
        ([800, 900, 1000, 1100, 1200], "rounds", alike(K)),
        ([900, 1000, NO_ROUND, NO_ROUND, NO_ROUND, 1100], "disturbed", alike(K)),
        ([900, 1000, *[NO_ROUND] * 4], "disturbed", Span()), ([900], "rounds", Span()))),
    # No interval is narrower than a step of the clock.
    *(([of(*[K] * 6, step=step)], word, why, {"figure": Span(K, K - off, K + off)})
      for step, word, why, off in ((0, SURE, "", 0), (4, SURE, "", 2), (90, SURE, "", 45),
                                   (220, UNSURE, "spread", 110))),
    ([of(990, *FOUR, 1010, step=20)], SURE, "", {"figure": Span(K, 990, 1010)}),
    # What lies at the shortest length is a bound.
    *(([of(*[K] * 6, least=least)], SURE, "", {"bound": bound}) for least, bound in (
        (None, False), (999, False), (1000, True), (1001, True))),
]
FACTS = [([of(4096_000)], SURE, "", {"figure": alike(4096_000)}),
         ([of()], NONE, "not_measured", {})]
CROSSINGS = [
    # Conclusive within a factor of two.
    *(([low, high, middle], word, why, {"figure": Span(middle, low, high)})
      for (low, middle, high), word, why in (
          ((1000, 2000, 4000), SURE, ""), ((2000, 2000, 2000), SURE, ""),
          ((999, 2000, 4000), UNSURE, "spread"), ((1000, 2000, 4001), UNSURE, "spread"),
          ((1000, 2000, NEVER), UNSURE, "close"), ((NEVER, NEVER, NEVER), SURE, ""))),
    *(([K, 1500, of(*[middle] * 6, least=K)], SURE, "", {"bound": bound})
      for middle, bound in ((1000, True), (1200, False))),
]


@pytest.mark.parametrize("claim, subjects, word, who_or_why, further", [
    (claim, *case) for claim, table in (
        (ORDER, ORDERS), (RATIO, RATIOS), (VALUE, VALUES), (FACT, FACTS),
        (CROSSING, CROSSINGS)) for case in table])
def test_what_is_concluded(claim, subjects, word, who_or_why, further):
    *found, judged = verdict(claim, subjects)
    assert found == [word, who_or_why]
    assert {name: getattr(judged, name) for name in further} == further


@pytest.mark.parametrize("own, word", [(1250, TIE), (1251, UNSURE), (2000, UNSURE), (2001, SURE)])
def test_a_tie_is_never_wider_than_a_quarter(own, word):
    assert verdict(RATIO, [K, own], 1000)[0] == word


# ---- whatever the rounds -----------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(at, at + 500) for at in range(0, 2000, 500)])
def test_whatever_the_rounds(seeds):
    for asked in (cases.question(random.Random(seed)) for seed in seeds):
        claim, subjects = asked.claim, asked.subjects
        found = judge(claim, subjects, asked.threshold)
        assert all(span.value is None or span.low <= span.value <= span.high
                   for span in (found.figure, found.ratio))
        assert (found.reason in REASONS) == (found.verdict in (UNSURE, NONE))
        assert bool(found.winners) == (claim in (ORDER, RATIO) and found.verdict in (SURE, TIE))
        assert all(subjects[at].unfit is None for at in found.winners)
        if claim == ORDER and found.winners:
            # A further one that is far slower changes nothing, nor does its place.
            most = max(value for each in subjects for value in each.clean if value != NEVER)
            slow = even(4 * most, max(len(each.rounds) for each in subjects))
            for at in (0, len(subjects)):
                again = judge(claim, [*subjects[:at], slow, *subjects[at:]], asked.threshold)
                assert again.verdict == found.verdict
                assert again.winners == tuple(each + (not at) for each in found.winners)
