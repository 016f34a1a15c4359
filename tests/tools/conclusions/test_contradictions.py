# SPDX-License-Identifier: MIT
"""Which findings of two runs cannot both be true."""

import pytest
from quietcore.conclusions.contradictions import (
    by_key, contradict, contradicted, widened)
from quietcore.conclusions.gate import (
    CROSSING, FACT, RATIO, VALUE, Subject)
from quietcore.conclusions.rounds import NEVER, Span
from records import even, finding

A_WINS = finding(even("a", 1000), even("b", 2000))
B_WINS = finding(even("a", 2000), even("b", 1000))
TIE = finding(even("a", 1000), even("b", 1001))
UNSURE = finding(even("a", 1040), even("b", 1000))


@pytest.mark.parametrize("one, other, expected", [
    (A_WINS, A_WINS, False), (A_WINS, B_WINS, True), (A_WINS, TIE, True),
    (TIE, TIE, False), (A_WINS, UNSURE, False), (UNSURE, UNSURE, False)])
def test_orders(one, other, expected):
    assert contradict(one, other) == contradict(other, one) == expected


def ratio(own: int):
    return finding(even("a", 1000), even("b", own), claim=RATIO)


@pytest.mark.parametrize("one, other, expected", [
    (1100, 5000, False), (1100, 900, True), (1100, 1000, True),
    (1000, 1010, False), (1040, 900, False)])
def test_ratios(one, other, expected):
    assert contradict(ratio(one), ratio(other)) == expected


def value(*rounds: int):
    return finding(Subject("a", "fit", [*rounds]), claim=VALUE)


@pytest.mark.parametrize("one, other, expected", [
    (1000, 1103, False), (1000, 1104, True), (1000, NEVER, True),
    (NEVER, NEVER, False), (-1000, -1103, False), (-1000, -1104, True),
    (0, 0, False), (0, 1, False), (0, 2, True)])
def test_values_that_do_not_overlap_a_threshold_wider(one, other, expected):
    pair = value(*[one] * 6), value(*[other] * 6)
    assert contradict(*pair) == contradict(*reversed(pair)) == expected


def test_an_interval_is_widened_outwards_on_either_side_of_zero():
    assert widened(Span(0, -1050, 1050), 50) == (-1103, 1103)
    assert widened(Span(0, 1050, 1050), 50) == (1000, 1103)
    assert widened(Span(0, -1050, -1050), 50) == (-1103, -1000)


def fact(milli: int):
    return finding(Subject("", "fit", [milli]), claim=FACT)


def test_facts_are_equal_or_contradict():
    assert not contradict(fact(64000), fact(64000))
    assert contradict(fact(64000), fact(64010))


def crossing(least: int, most: int):
    return finding(even("loop", least), even("pool", most),
                   even("break-even", (least + most) // 2 if most < NEVER
                        else NEVER), claim=CROSSING)


def test_crossings_contradict_where_their_intervals_are_apart():
    assert contradict(crossing(2000, 4000), crossing(4001, 6001))
    assert not contradict(crossing(2000, 4000), crossing(4000, 6000))
    assert contradict(crossing(2000, 4000), crossing(NEVER, NEVER))
    assert not contradict(crossing(1000, NEVER), crossing(5000, 9000))


def test_a_crossing_beyond_a_factor_of_two_contradicts_nothing():
    assert not contradict(crossing(1000, 5000), crossing(5001, 9000))


def test_a_claim_of_another_kind_contradicts():
    assert contradict(fact(1000), value(*[1000] * 6))


def test_pairs_of_runs_are_counted_of_one_name_and_core_count_alone():
    other = finding(even("a", 2000), even("b", 1000), cores=2)
    table = by_key([[A_WINS, other], [B_WINS], [UNSURE], [A_WINS]])
    assert [*table] == [("lock", "cheapest", 1), ("lock", "cheapest", 2)]
    assert contradicted(table["lock", "cheapest", 1]) == [(0, 1), (1, 3)]
    assert contradicted(table["lock", "cheapest", 2]) == []
