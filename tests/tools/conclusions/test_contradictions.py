# SPDX-License-Identifier: MIT
"""Which findings of two runs cannot both be true."""

import pytest
from quietcore.conclusions.contradictions import by_key, contradict, contradicted, widened
from quietcore.conclusions.gate import CROSSING, FACT, RATIO, VALUE
from quietcore.conclusions.rounds import NEVER, Span
from records import even, finding

A_WINS = finding(even("a", 1000), even("b", 2000))
B_WINS = finding(even("a", 2000), even("b", 1000))
SAME = finding(even("a", 1000), even("b", 1001))
UNSURE = finding(even("a", 1040), even("b", 1000))


def ratio(own: int):
    return finding(even("a", 1000), even("b", own), claim=RATIO)


def value(rounds: int):
    return finding(even("a", rounds), claim=VALUE)


def fact(milli: int):
    return finding(even("", milli, 1), claim=FACT)


def crossing(ends: tuple[int, int]):
    least, most = ends
    return finding(even("loop", least), even("pool", most), even(
        "break-even", (least + most) // 2 if most < NEVER else NEVER), claim=CROSSING)


def each(made, *cases: tuple) -> list[tuple]:
    return [(made(one), made(other), expected) for one, other, expected in cases]


@pytest.mark.parametrize("one, other, expected", [
    (A_WINS, A_WINS, False), (A_WINS, B_WINS, True), (A_WINS, SAME, True),
    (SAME, SAME, False), (A_WINS, UNSURE, False), (UNSURE, UNSURE, False),
    *each(ratio, (1100, 5000, False), (1100, 900, True), (1100, 1000, True),
          (1000, 1010, False), (1040, 900, False)),
    # Values that do not overlap a threshold wider.
    *each(value, (1000, 1103, False), (1000, 1104, True), (1000, NEVER, True),
          (NEVER, NEVER, False), (-1000, -1103, False), (-1000, -1104, True), (0, 0, False),
          (0, 1, False), (0, 2, True)),
    *each(fact, (64000, 64000, False), (64000, 64010, True)),
    # Intervals that are apart; beyond a factor of two nothing is claimed.
    *each(crossing, ((2000, 4000), (4001, 6001), True), ((2000, 4000), (4000, 6000), False),
          ((2000, 4000), (NEVER, NEVER), True), ((1000, NEVER), (5000, 9000), False),
          ((1000, 5000), (5001, 9000), False)),
    (fact(1000), value(1000), True)])   # another kind
def test_two_findings(one, other, expected):
    assert contradict(one, other) == contradict(other, one) == expected


@pytest.mark.parametrize("low, high, wide", [
    (-1050, 1050, (-1103, 1103)), (1050, 1050, (1000, 1103)),
    (-1050, -1050, (-1103, -1000))])
def test_an_interval_is_widened_outwards_on_either_side_of_zero(low, high, wide):
    assert widened(Span(0, low, high), 50) == wide


def test_pairs_of_runs_are_counted_of_one_name_and_core_count_alone():
    other = finding(even("a", 2000), even("b", 1000), cores=2)
    table = by_key([[A_WINS, other], [B_WINS], [UNSURE], [A_WINS]])
    assert [*table] == [("lock", "cheapest", 1), ("lock", "cheapest", 2)]
    assert contradicted(table["lock", "cheapest", 1]) == [(0, 1), (1, 3)]
    assert contradicted(table["lock", "cheapest", 2]) == []
