# SPDX-License-Identifier: MIT
"""What a judgement says in words."""

import pytest
from quietcore.conclusions.gate import (
    DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, ORDER, RATIO, REASONS, TURNS, VALUE, Subject,
    judge)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import HELP, Question, sentence
from records import even

A, TAS, GONE = even("a", 1000), even("tas", 19200), Subject("b", FIT, [NO_ROUND] * 6)
CLEAN = "0 of 6 rounds of b are clean, a quieter machine would help."
CLOSE = "Too close for one boot (qc run --boots 6)."
FEW = "Six rounds are needed (rounds=6)."
SPREAD = "Rounds differ, a quieter machine would help."
TURNS_TAKEN = "Its cores are oversubscribed, more real ones would help."
ORDERS = [
    ([TAS, even("mcs", 30000)],
     "tas is the cheapest, 19.2 ticks; next mcs, 1.56 (1.56 to 1.56) times that."),
    ([TAS, even("clh", 19400), even("mcs", 19300)],
     "tas, clh and mcs are equivalent within 2.50 %, 19.2 to 19.4 ticks."),
    ([TAS, even("clh", 19300)], "tas and clh are equivalent within 2.50 %, 19.2 to 19.3 ticks."),
    ([TAS, even("clh", 19201)], "tas and clh are equivalent within 2.50 %, 19.2 ticks."),
    ([TAS, even("clh", 20000)], f"inconclusive, tas or clh. {CLOSE}"),
    ([TAS, even("clh", 20000, fitness=TURNS)], f"inconclusive, tas or clh. {TURNS_TAKEN}"),
    ([TAS, even("clh", 2, fitness=NOT_PROVEN)],
     "inconclusive, tas or clh. clh is not proven right."),
    ([TAS, GONE], f"inconclusive, tas or b. {CLEAN}"),
    ([even("tas", 19200, 3), even("clh", 20000, 3)], f"inconclusive. {FEW}"),
    ([TAS, even("bad", 2, fitness=FAILED), even("mcs", 30000)],
     "tas is the cheapest, 19.2 ticks; next mcs, 1.56 (1.56 to 1.56) times that; bad is "
     "left out, it gives wrong answers."),
    ([TAS, Subject("mcs", FIT, [])], "nothing to compare it with."),
    ([], "not measured."),
]
RATIOS = [
    ([A, even("b", 2000)], "Alone: b takes 2.00 (2.00 to 2.00) times as long as a."),
    ([A, even("b", 1010)], "Alone: b takes as long as a (1.01 times)."),
    ([A, even("b", 1040)], f"Alone: inconclusive; b takes 1.04 times as long as a. {CLOSE}"),
    ([A, GONE], f"Alone: inconclusive. {CLEAN}"),
    ([A, Subject("b", FIT, [])], "Alone: not measured."),
    # The reason is about the one that it is of.
    ([GONE, A], f"Alone: inconclusive. {CLEAN}"),
    ([even("a", 1000, fitness=FAILED), even("b", 1000)], "Alone: a gives wrong answers."),
]
VALUES = [
    ([3680] * 6, {}, "3.68 ticks."),
    ([3610] * 2 + [3680] * 4 + [3750], {}, "3.68 (3.61 to 3.75) ticks."),
    ([1200] * 3 + [6910] * 3, {}, f"1.20 to 6.91 ticks: inconclusive. {SPREAD}"),
    ([1200] * 3 + [NEVER] * 3, {}, f"1.20 to never ticks: inconclusive. {SPREAD}"),
    ([3680] * 4, {}, f"3.68 ticks: inconclusive. {FEW}"),
    ([3680] * 2, {}, f"? ticks: inconclusive. {FEW}"),
    ([], {}, "? ticks: not measured."),
    # What lies at the shortest length is a bound.
    ([1000] * 6, {"least": 1000}, "at most 1.00 ticks."),
    ([1000] * 5 + [1400], {"least": 1000}, f"at most 1.40 ticks: inconclusive. {SPREAD}"),
    ([NO_ROUND] * 6, {"fitness": TURNS}, f"? ticks: inconclusive. {TURNS_TAKEN}"),
]
FURTHER = [
    (VALUE, [Subject("a", FIT, [NEVER] * 6)], {}, "It never pays."),
    (FACT, [Subject("", FIT, [64000])], {"what": "A line has %s bytes", "published": "64"},
     "A line has 64.0 bytes (published: 64)."),
    (RATIO, [even("a core at work", 1000),
             Subject("beside 600 sleepers", FIT, [NO_ROUND, *[1040] * 5])],
     {"what": "A task", "published": "the same"},
     "A task: inconclusive; beside 600 sleepers takes 1.04 times as long as a core at work "
     "(published: the same). 5 of 6 rounds of beside 600 sleepers are clean, a quieter "
     "machine would help."),
    *((ORDER, [A, even("b", 1040)], {"boots": boots}, "Alone: inconclusive, a or b. Too close "
       f"for {boots} boots (qc run --boots {more}).") for boots, more in ((3, 6), (6, 12))),
]


@pytest.mark.parametrize("claim, subjects, words, text", [
    *((ORDER, subjects, {}, f"Alone: {text}") for subjects, text in ORDERS),
    *((RATIO, subjects, {}, text) for subjects, text in RATIOS),
    *((VALUE, [Subject("a", **{"fitness": FIT, "rounds": rounds} | more)],
       {"what": "It takes %s ticks"}, f"It takes {text}") for rounds, more, text in VALUES),
    *FURTHER])
def test_a_sentence(claim, subjects, words, text):
    asked = Question(**{"claim": claim, "unit": "ticks", "what": "Alone",
                        "subjects": subjects, "threshold": 50, "superlative": "cheapest",
                        "never": "It never pays"} | words)
    assert sentence(asked, judge(claim, subjects, 50)) == text


def test_every_reason_has_words():
    assert {*HELP} == {*REASONS}
    assert {DRIFTED, TURNS, NOT_PROVEN, FAILED} < {*HELP}
