# SPDX-License-Identifier: MIT
"""What a judgement says in words."""

import pytest
from quietcore.conclusions.gate import (
    DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, ORDER, RATIO, REASONS, TURNS, VALUE,
    Subject, judge)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import HELP, Question, sentence


def said(claim, *subjects, what="Alone", threshold=50, **further) -> str:
    asked = Question(claim, "ticks", what, list(subjects), threshold,
                     "cheapest", "It never pays", **further)
    return sentence(asked, judge(claim, asked.subjects, threshold))


def even(name, value, count=6, fitness=FIT) -> Subject:
    return Subject(name, fitness, [value] * count)


@pytest.mark.parametrize("subjects, text", [
    ((even("tas", 19200), even("mcs", 30000)),
     "Alone: tas is the cheapest, 19.2 ticks; next mcs, 1.56 (1.56 to 1.56) "
     "times that."),
    ((even("tas", 19200), even("clh", 19400), even("mcs", 19300)),
     "Alone: tas, clh and mcs are equivalent within 2.50 %, 19.2 to 19.4 "
     "ticks."),
    ((even("tas", 19200), even("clh", 19300)),
     "Alone: tas and clh are equivalent within 2.50 %, 19.2 to 19.3 ticks."),
    ((even("tas", 19200), even("clh", 19201)),
     "Alone: tas and clh are equivalent within 2.50 %, 19.2 ticks."),
    ((even("tas", 19200), even("clh", 20000)),
     "Alone: inconclusive, tas or clh. Too close for one boot (qc run "
     "--boots 6)."),
    ((even("tas", 19200), even("clh", 20000, fitness=TURNS)),
     "Alone: inconclusive, tas or clh. Its cores are oversubscribed, more "
     "real ones would help."),
    ((even("tas", 19200), even("clh", 2, fitness=NOT_PROVEN)),
     "Alone: inconclusive, tas or clh. clh is not proven right."),
    ((even("tas", 19200), Subject("clh", FIT, [NO_ROUND] * 6)),
     "Alone: inconclusive, tas or clh. 0 of 6 rounds of clh are clean, a "
     "quieter machine would help."),
    ((even("tas", 19200, 3), even("clh", 20000, 3)),
     "Alone: inconclusive. Six rounds are needed (rounds=6)."),
    ((even("tas", 19200), even("bad", 2, fitness=FAILED), even("mcs", 30000)),
     "Alone: tas is the cheapest, 19.2 ticks; next mcs, 1.56 (1.56 to 1.56) "
     "times that; bad is left out, it gives wrong answers."),
    ((even("tas", 19200), Subject("mcs", FIT, [])),
     "Alone: nothing to compare it with."),
    ((), "Alone: not measured."),
])
def test_an_order(subjects, text):
    assert said(ORDER, *subjects) == text


@pytest.mark.parametrize("own, text", [
    (even("b", 2000), "Alone: b takes 2.00 (2.00 to 2.00) times as long as a."),
    (even("b", 1010), "Alone: b takes as long as a (1.01 times)."),
    (even("b", 1040), "Alone: inconclusive; b takes 1.04 times as "
     "long as a. Too close for one boot (qc run --boots 6)."),
    (Subject("b", FIT, [NO_ROUND] * 6), "Alone: inconclusive. 0 of 6 "
     "rounds of b are clean, a quieter machine would help."),
    (Subject("b", FIT, []), "Alone: not measured."),
])
def test_a_ratio(own, text):
    assert said(RATIO, even("a", 1000), own) == text


@pytest.mark.parametrize("rounds, text", [
    ([3680] * 6, "It takes 3.68 ticks."),
    ([3610] * 2 + [3680] * 4 + [3750], "It takes 3.68 (3.61 to 3.75) ticks."),
    ([1200] * 3 + [6910] * 3, "It takes 1.20 to 6.91 ticks: inconclusive. "
     "Rounds differ, a quieter machine would help."),
    ([NEVER] * 6, "It never pays."),
    ([1200] * 3 + [NEVER] * 3, "It takes 1.20 to never ticks: inconclusive. "
     "Rounds differ, a quieter machine would help."),
    ([3680] * 4, "It takes 3.68 ticks: inconclusive. Six rounds are needed "
     "(rounds=6)."),
    ([3680] * 2, "It takes ? ticks: inconclusive. Six rounds are needed "
     "(rounds=6)."),
    ([], "It takes ? ticks: not measured."),
])
def test_a_value(rounds, text):
    assert said(VALUE, Subject("a", FIT, rounds),
                what="It takes %s ticks") == text


def test_the_reason_is_about_the_one_that_it_is_of():
    gone = Subject("a", FIT, [NO_ROUND] * 6)
    assert said(RATIO, gone, even("b", 1000)).endswith(
        " 0 of 6 rounds of a are clean, a quieter machine would help.")
    assert said(RATIO, even("a", 1000, fitness=FAILED), even("b", 1000)) == \
        "Alone: a gives wrong answers."
    assert said(VALUE, Subject("", TURNS, [NO_ROUND] * 6), what="It takes %s") \
        == "It takes ?: inconclusive. Its cores are oversubscribed, more real " \
        "ones would help."


def test_what_is_inconclusive_is_said_in_short_sentences_even_with_what_was_published():
    text = said(RATIO, even("a core at work", 1000),
                Subject("beside 600 sleepers", FIT, [NO_ROUND, *[1040] * 5]),
                what="A task", published="the same")
    assert text == (
        "A task: inconclusive; beside 600 sleepers takes 1.04 times as long as "
        "a core at work (published: the same). 5 of 6 rounds of beside 600 "
        "sleepers are clean, a quieter machine would help.")


@pytest.mark.parametrize("rounds, text", [
    ([1000] * 6, "It takes at most 1.00 ticks."),
    ([1000] * 5 + [1400], "It takes at most 1.40 ticks: inconclusive. Rounds "
     "differ, a quieter machine would help.")])
def test_what_lies_at_the_shortest_length_is_told_as_a_bound(rounds, text):
    assert said(VALUE, Subject("a", FIT, rounds, least=1000),
                what="It takes %s ticks") == text


def test_every_reason_has_words():
    assert {*HELP} == {*REASONS}
    assert {DRIFTED, TURNS, NOT_PROVEN, FAILED} < {*HELP}


def test_a_fact_and_what_was_published():
    assert said(FACT, Subject("", FIT, [64000]), what="A line has %s bytes",
                published="64") == "A line has 64.0 bytes (published: 64)."


@pytest.mark.parametrize("boots, help_", [
    (3, "Too close for 3 boots (qc run --boots 6)"),
    (6, "Too close for 6 boots (qc run --boots 12)")])
def test_what_is_too_close_for_several_boots_takes_more(boots, help_):
    assert said(ORDER, even("a", 1000), even("b", 1040), boots=boots) \
        == f"Alone: inconclusive, a or b. {help_}."
