# SPDX-License-Identifier: MIT
"""The gate: cases by hand, and what must hold whatever the rounds are."""

import random

import cases
import pytest
from quietcore.conclusions.gate import (
    CROSSING, FACT, FAILED, FIT, NONE, NOT_PROVEN, ORDER, RATIO, REASONS, SURE,
    TIE, TURNS, UNSURE, VALUE, Judged, Subject, judge)
from quietcore.conclusions.rounds import NEVER, NO_ROUND, Span

FIVE = 50   # per cent, in thousandths


def subject(name: str, *rounds: int, fitness: str = FIT) -> Subject:
    return Subject(name, fitness, list(rounds))


def even(name: str, value: int, count: int = 6, fitness: str = FIT) -> Subject:
    return subject(name, *[value] * count, fitness=fitness)


def order(*subjects: Subject, threshold: int = FIVE) -> Judged:
    return judge(ORDER, list(subjects), threshold)


def ratio(base: Subject, own: Subject, threshold: int = FIVE) -> Judged:
    return judge(RATIO, [base, own], threshold)


@pytest.mark.parametrize("own, verdict", [
    (1250, TIE), (1251, UNSURE), (2000, UNSURE), (2001, SURE)])
def test_a_tie_is_never_wider_than_a_quarter(own, verdict):
    assert ratio(even("a", 1000), even("b", own), 1000).verdict == verdict


def value(*rounds: int, threshold: int = FIVE, fitness: str = FIT) -> Judged:
    return judge(VALUE, [subject("a", *rounds, fitness=fitness)], threshold)


# ---- order ----------------------------------------------------------------------


@pytest.mark.parametrize("other, verdict, reason, winners", [
    (1000, TIE, None, (0, 1)),
    (1025, TIE, None, (0, 1)),      # half the threshold, and no more
    (1026, UNSURE, "close", ()),
    (1050, UNSURE, "close", ()),    # the threshold, and no more
    (1051, SURE, None, (0,)),
    (5000, SURE, None, (0,)),
])
def test_an_order_is_sure_beyond_the_threshold_and_a_tie_within_half_of_it(
        other, verdict, reason, winners):
    found = order(even("a", 1000), even("b", other))
    assert (found.verdict, found.reason, found.winners) \
        == (verdict, reason, winners)
    assert found.figure == Span(1000, 1000, 1000)
    assert found.ratio == Span(other, other, other)


def test_the_nearest_of_several_is_the_next_one():
    found = order(even("a", 9000), even("b", 1000), even("c", 2000),
                  even("d", 3000))
    assert (found.best, found.other, found.winners) == (1, 2, (1,))
    assert found.ratio == Span(2000, 2000, 2000)


def test_a_tie_of_some_leaves_the_slower_ones_out():
    found = order(even("a", 1010), even("b", 4000), even("c", 1000),
                  even("d", 1020))
    assert (found.verdict, found.winners, found.most) \
        == (TIE, (0, 2, 3), 1020)
    assert (found.other, found.ratio) == (0, Span(1010, 1010, 1010))


def test_near_ones_leave_a_tie_and_are_named_beside_it():
    found = order(even("a", 1000), even("b", 4000), even("c", 1040),
                  even("d", 1035), even("e", 1000))
    assert (found.verdict, found.winners, found.near) == (TIE, (0, 4), (2, 3))


def test_near_ones_alone_leave_open_who_takes_least():
    found = order(even("a", 1000), even("b", 4000), even("c", 1040),
                  even("d", 1035))
    assert (found.verdict, found.reason, found.other, found.winners) \
        == (UNSURE, "close", 3, ())


def test_one_that_is_open_makes_the_whole_order_unsure():
    """c may take less: the gate cannot call a and b the winners."""
    found = order(even("a", 1000), even("b", 1000),
                  subject("c", 900, 990, 1010, 1020, 1030, 1040))
    assert (found.verdict, found.reason, found.other) \
        == (UNSURE, "spread", 2)


def test_rounds_that_differ_say_spread():
    found = order(even("a", 1000), subject("b", 900, 1000, 1100, 1300, 1600,
                                           2000))
    assert (found.verdict, found.reason) == (UNSURE, "spread")
    assert found.ratio == Span(1200, 900, 2000)


def test_rounds_are_compared_pair_by_pair():
    drifting = (1000, 1200, 1400, 1600, 1800, 2000)
    found = order(subject("a", *drifting),
                  subject("b", *(2 * each for each in drifting)))
    assert (found.verdict, found.ratio) == (SURE, Span(2000, 2000, 2000))


@pytest.mark.parametrize("fitness", [TURNS, NOT_PROVEN])
def test_one_that_is_not_fit_never_wins_nor_ties(fitness):
    found = order(even("a", 500, fitness=fitness), even("b", 1000))
    assert (found.verdict, found.reason, found.best) == (UNSURE, fitness, 1)
    found = order(even("a", 1000, fitness=fitness), even("b", 1000))
    assert (found.verdict, found.reason) == (UNSURE, fitness)


def test_but_it_may_be_found_to_take_more():
    found = order(even("a", 2000, fitness=TURNS), even("b", 1000))
    assert (found.verdict, found.winners) == (SURE, (1,))


def test_one_that_failed_is_left_out():
    found = order(even("a", 10, fitness=FAILED), even("b", 1000),
                  even("c", 2000))
    assert (found.verdict, found.winners) == (SURE, (1,))


def test_a_disturbed_round_leaves_five_pairs_which_prove_nothing():
    found = order(even("a", 1000, 7),
                  subject("b", *[5000] * 5, NO_ROUND, NO_ROUND))
    assert (found.verdict, found.reason) == (UNSURE, "disturbed")
    five = order(even("a", 1000, 5), even("b", 5000, 5))
    assert (five.verdict, five.reason) == (UNSURE, "rounds")


def test_six_pairs_of_more_rounds_are_enough():
    found = order(even("a", 1000, 7), subject("b", NO_ROUND, *[5000] * 6))
    assert found.verdict == SURE


@pytest.mark.parametrize("subjects, reason", [
    ((), "not_measured"),
    ((subject("a"), subject("b")), "not_measured"),
    ((even("a", 9), subject("b")), "one"),
    ((even("a", 9), even("b", 9, fitness=FAILED)), "one"),
    ((even("a", 9, fitness=FAILED),) * 2, "failed"),
    ((even("a", 9, fitness=NOT_PROVEN), even("b", 9, fitness=FAILED)),
     "not_proven"),
])
def test_nothing_to_order(subjects, reason):
    assert order(*subjects) == Judged(NONE, reason)


def test_nobody_fit_names_the_best_of_all_and_why():
    found = order(even("a", 1000, fitness=TURNS), even("b", 900, fitness=TURNS))
    assert (found.verdict, found.reason, found.best) == (UNSURE, "turns", 1)
    gone = order(*[subject(name, *[NO_ROUND] * 6) for name in "ab"])
    assert gone == Judged(UNSURE, "disturbed")
    few = order(even("bad", 9, fitness=FAILED), even("a", 1000, 1),
                even("b", 900, 1))
    assert (few.reason, few.best, few.other) == ("rounds", 1, 1)


def test_nothing_is_divided_by_zero_or_less():
    for base in (0, -5):
        found = order(even("a", base), even("b", 1000))
        assert (found.verdict, found.reason) == (UNSURE, "no_ratio")


def test_what_is_never_reached_is_not_called_disturbed():
    """Six rounds are clean in both; five of them have a ratio."""
    found = order(even("a", 1000, 7), subject("b", *[3000] * 5, NEVER, NEVER))
    assert (found.verdict, found.reason) == (UNSURE, "no_ratio")
    found = order(even("a", 1000, 8),
                  subject("b", *[3000] * 5, NEVER, NO_ROUND, NO_ROUND))
    assert found.reason == "no_ratio"


# ---- ratio ----------------------------------------------------------------------


@pytest.mark.parametrize("own, verdict, winners", [
    (500, SURE, (1,)), (951, SURE, (1,)), (952, UNSURE, ()), (974, UNSURE, ()),
    (975, TIE, (0, 1)), (1025, TIE, (0, 1)), (1026, UNSURE, ()),
    (1050, UNSURE, ()), (1051, SURE, (0,))])
def test_a_ratio_goes_either_way(own, verdict, winners):
    found = ratio(even("a", 1000), even("b", own))
    assert (found.verdict, found.winners) == (verdict, winners)
    assert found.figure == Span(own, own, own)


@pytest.mark.parametrize("base, own, verdict, reason", [
    (TURNS, FIT, UNSURE, TURNS), (FIT, TURNS, UNSURE, TURNS),
    (FAILED, FIT, NONE, FAILED), (FIT, FAILED, NONE, FAILED),
    (NOT_PROVEN, FIT, NONE, NOT_PROVEN)])
def test_a_ratio_wants_both_fit(base, own, verdict, reason):
    found = ratio(even("a", 1000, fitness=base), even("b", 9000, fitness=own))
    assert (found.verdict, found.reason) == (verdict, reason)


# ---- value, fact ----------------------------------------------------------------


@pytest.mark.parametrize("rounds, verdict, reason", [
    ([1000] * 6, SURE, None),
    ([0] * 6, SURE, None),
    ([909, 1000, 1000, 1000, 1000, 1100], SURE, None),
    ([908, 1000, 1000, 1000, 1000, 1100], UNSURE, "spread"),
    ([909, 1000, 1000, 1000, 1000, 1101], UNSURE, "spread"),
    ([-909, -1000, -1000, -1000, -1000, -1100], SURE, None),
    ([-908, -1000, -1000, -1000, -1000, -1000], UNSURE, "spread"),
    ([-1, 0, 0, 0, 0, 1], UNSURE, "spread"),
    ([1000] * 5, UNSURE, "rounds"),
    ([1000] * 5 + [NO_ROUND], UNSURE, "disturbed"),
    ([1000] * 2, UNSURE, "rounds"),
    ([1000] * 2 + [NO_ROUND] * 4, UNSURE, "disturbed"),
    ([], NONE, "not_measured"),
])
def test_a_value_lies_within_twice_the_threshold_of_its_median(rounds, verdict,
                                                               reason):
    found = value(*rounds)
    assert (found.verdict, found.reason) == (verdict, reason)


def test_never_is_sure_only_where_all_rounds_say_so():
    assert value(*[NEVER] * 6).verdict == SURE
    found = value(*[NEVER] * 3, *[5000] * 3)
    assert (found.verdict, found.figure) \
        == (UNSURE, Span(NEVER, 5000, NEVER))


@pytest.mark.parametrize("fitness, verdict", [
    (TURNS, UNSURE), (NOT_PROVEN, NONE), (FAILED, NONE)])
def test_a_value_wants_its_subject_fit(fitness, verdict):
    found = value(*[1000] * 9, fitness=fitness)
    assert (found.verdict, found.reason) == (verdict, fitness)


@pytest.mark.parametrize("rounds, figure", [
    ([800, 900, 1000, 1100, 1200], Span(1000, 1000, 1000)),
    ([900, 1000, NO_ROUND, NO_ROUND, NO_ROUND, 1100], Span(1000, 1000, 1000)),
    ([900, 1000, NO_ROUND, NO_ROUND, NO_ROUND, NO_ROUND], Span()),
    ([900], Span())])
def test_three_clean_rounds_have_a_figure_and_six_an_interval(rounds, figure):
    found = value(*rounds)
    assert (found.verdict, found.figure) == (UNSURE, figure)


@pytest.mark.parametrize("step, verdict, figure", [
    (0, SURE, Span(1000, 1000, 1000)), (4, SURE, Span(1000, 998, 1002)),
    (90, SURE, Span(1000, 955, 1045)), (220, UNSURE, Span(1000, 890, 1110))])
def test_no_interval_is_narrower_than_a_step_of_the_clock(step, verdict,
                                                          figure):
    found = judge(VALUE, [Subject("a", FIT, [1000] * 6, step)], FIVE)
    assert (found.verdict, found.figure) == (verdict, figure)


def test_an_interval_wider_than_a_step_of_the_clock_stays():
    rounds = [990, 1000, 1000, 1000, 1000, 1010]
    found = judge(VALUE, [Subject("a", FIT, rounds, 20)], FIVE)
    assert found.figure == Span(1000, 990, 1010)


@pytest.mark.parametrize("least, bound", [
    (None, False), (999, False), (1000, True), (1001, True)])
def test_what_lies_at_the_shortest_length_is_a_bound(least, bound):
    found = judge(VALUE, [Subject("a", FIT, [1000] * 6, least=least)], FIVE)
    assert (found.verdict, found.bound) == (SURE, bound)


def test_a_fact_is_one_figure():
    assert judge(FACT, [subject("", 4096_000)], 0) \
        == Judged(SURE, None, Span(4096_000, 4096_000, 4096_000))
    assert judge(FACT, [subject("")], 0) == Judged(NONE, "not_measured")


def test_values_are_judged_as_the_log_writes_them():
    found = order(even("a", 1000_049), even("b", 1050_499),
                  threshold=50)
    assert found.ratio == Span(1050, 1050, 1050)


# ---- crossing -------------------------------------------------------------------


def crossing(low: int, value: int, high: int, **last) -> Judged:
    """Lengths at which one side surely leads, at which they meet, and at which
    the other surely does."""
    return judge(CROSSING, [even("loop", low), even("pool", high),
                            Subject("break-even", FIT, [value] * 6, **last)],
                 FIVE)


@pytest.mark.parametrize("lengths, verdict, reason", [
    ((1000, 2000, 4000), SURE, None), ((2000, 2000, 2000), SURE, None),
    ((999, 2000, 4000), UNSURE, "spread"),
    ((1000, 2000, 4001), UNSURE, "spread"),
    ((1000, 2000, NEVER), UNSURE, "close"),
    ((NEVER, NEVER, NEVER), SURE, None)])
def test_a_crossing_is_conclusive_within_a_factor_of_two(lengths, verdict,
                                                         reason):
    found = crossing(*lengths)
    assert (found.verdict, found.reason) == (verdict, reason)
    low, middle, high = lengths
    assert found.figure == Span(middle, low, high)


def test_a_crossing_at_the_shortest_length_is_a_bound():
    assert crossing(1000, 1000, 1500, least=1000).bound
    assert not crossing(1000, 1200, 1500, least=1000).bound


# ---- whatever the rounds --------------------------------------------------------


QUESTIONS = [cases.question(random.Random(seed)) for seed in range(2000)]


def asked(question, **changes):
    subjects = changes.get("subjects", question.subjects)
    return judge(question.claim, subjects, question.threshold)


def test_an_interval_contains_its_own_value():
    for question in QUESTIONS:
        for span in (asked(question).figure, asked(question).ratio):
            assert span.value is None or span.low <= span.value <= span.high


def test_a_reason_is_given_where_and_only_where_nothing_is_claimed():
    for question in QUESTIONS:
        found = asked(question)
        assert (found.reason in REASONS) == (found.verdict in (UNSURE, NONE))
        assert bool(found.winners) == (question.claim in (ORDER, RATIO)
                                       and found.verdict in (SURE, TIE))


def test_who_wins_is_fit_with_six_clean_rounds():
    for question in QUESTIONS:
        for at in asked(question).winners:
            assert question.subjects[at].unfit is None


def test_the_order_of_subjects_does_not_matter_to_who_wins():
    rng = random.Random(1)
    for question in QUESTIONS:
        if question.claim != ORDER:
            continue
        shuffled = rng.sample(question.subjects, len(question.subjects))
        names = [{subjects[at].name for at in
                  asked(question, subjects=subjects).winners}
                 for subjects in (question.subjects, shuffled)]
        medians = {tuple(sorted(each.clean)) for each in question.subjects}
        assert names[0] == names[1] or len(medians) < len(question.subjects) \
            or tied_medians(question.subjects)


def tied_medians(subjects) -> bool:
    """Two have one median: the first of them is then the best."""
    middles = [judge(VALUE, [each], FIVE).figure.value for each in subjects]
    return len(set(middles)) < len(middles)


def test_a_further_one_that_is_far_slower_changes_nothing():
    for question in QUESTIONS:
        found = asked(question)
        if question.claim != ORDER or found.verdict not in (SURE, TIE):
            continue
        most = max(value for each in question.subjects for value in each.clean
                   if value != NEVER)
        rounds = [4 * most] * max(len(each.rounds)
                                  for each in question.subjects)
        slow = Subject("slow", FIT, rounds)
        again = asked(question, subjects=[*question.subjects, slow])
        assert (again.verdict, again.winners) == (found.verdict, found.winners)
