# SPDX-License-Identifier: MIT
"""The statistics of a comparison, beside SciPy's and by hand."""

import itertools
import math
import random
import statistics

import pytest
from quietcore.compare.ranks import (
    MOST_EXACT, MOST_SORTED, adjusted, doubled_ranks, least_p, outer, p_value, ratio_of, ratios_at)

scipy_stats = pytest.importorskip("scipy.stats")
LUCK = random.Random(17)


def drawn(size: int, off: float = 0) -> list[float]:
    return [LUCK.gauss(100 + off, 10) for _ in range(size)]


@pytest.mark.parametrize("old, new", [(1, 1), (2, 5), (3, 3), (6, 6), (8, 8),
                                      (5, 20), (8, 40), (40, 40), (50, 50)])
@pytest.mark.parametrize("off", [0, 4, 30])
def test_the_test_is_scipys_where_nothing_is_tied(old, new, off):
    one, two = drawn(old), drawn(new, off)
    theirs = scipy_stats.mannwhitneyu(one, two, method="exact").pvalue
    assert p_value(one, two) == pytest.approx(theirs, rel=1e-9)


@pytest.mark.parametrize("old, new", [(60, 50), (51, 50), (200, 300)])
@pytest.mark.parametrize("digits", [0, 3])
def test_many_values_are_judged_as_scipy_does(old, new, digits):
    one = [round(value, digits) for value in drawn(old)]
    two = [round(value, digits) for value in drawn(new, 3)]
    assert len(one) * len(two) > MOST_EXACT
    theirs = scipy_stats.mannwhitneyu(one, two, method="asymptotic").pvalue
    assert p_value(one, two) == pytest.approx(theirs, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("one, two", [
    ([1, 1, 2, 2], [2, 3, 3, 3]), ([5, 5, 5], [5, 5, 5, 5]),
    ([1, 2, 2], [2, 2, 3, 4, 4]), ([7, 7, 7, 8], [6, 7, 7, 7]), ([0.5, 0.5], [0.5, 1.5])])
def test_ties_are_what_all_ways_to_part_the_values_say(one, two):
    """By hand: SciPy's exact method does not know ties."""
    ranks = doubled_ranks([*one, *two])
    sums = [sum(each) for each in itertools.combinations(ranks, len(two))]
    told = sum(ranks[len(one):])
    low, high = (sum(f(each) for each in sums) / len(sums) for f in (
        lambda each: each <= told, lambda each: each >= told))
    assert p_value(one, two) == pytest.approx(min(1, 2 * min(low, high)))


def test_which_side_is_which_makes_no_difference():
    one, two = drawn(6), drawn(9, 12)
    assert p_value(one, two) == pytest.approx(p_value(two, one))
    assert p_value([], two) == p_value(one, []) == 1


@pytest.mark.parametrize("old, new, p", [(8, 8, 2 / 12870), (3, 3, 0.1),
                                         (1, 1, 1), (0, 4, 1), (1, 8, 2 / 9)])
def test_the_least_p_of_so_many(old, new, p):
    assert least_p(old, new) == pytest.approx(p)
    if old and new:
        assert p_value(range(old), range(100, 100 + new)) == pytest.approx(p)


@pytest.mark.parametrize("values", [
    [0.01, 0.02, 0.5, 0.04], [0.2], [1.0, 1.0, 1.0], [0.001] * 5, [],
    [0.9, 0.0001, 0.03, 0.03, 0.2, 0.011]])
def test_p_values_among_others_are_scipys(values):
    theirs = scipy_stats.false_discovery_control(values) if values else []
    assert adjusted(values) == pytest.approx([*theirs])


@pytest.mark.parametrize("old, new, cut", [
    (8, 8, 13), (6, 6, 5), (4, 4, 0), (3, 3, -1), (5, 5, 2), (10, 12, 29)])
def test_how_many_ratios_lie_outside_stands_in_every_table(old, new, cut):
    """The critical values of the test at 5 %, two-sided."""
    assert outer(old, new) == cut


def test_the_ratio_is_the_median_of_all_ratios():
    old, new = drawn(7), drawn(5, 50)
    ratio = ratio_of(old, new)
    every = sorted(n / o for n in new for o in old)
    assert ratio.value == statistics.median(every)
    assert (ratio.low, ratio.high) == (every[outer(7, 5)], every[-1 - outer(7, 5)])
    back = ratio_of(new, old)
    assert math.isclose(ratio.low * back.high, 1)


@pytest.mark.parametrize("old, new", [
    (drawn(200), drawn(301, 50)), (drawn(150), drawn(150, 1e6)),
    ([5.0] * 120, [7.0] * 130), ([20, 21, 21, 24] * 60, [21, 22] * 90),
    ([1e-9, 1, 1e9] * 50, [1e-9, 3, 1e9] * 50)])
def test_a_ratio_of_many_is_searched_for_and_is_the_same(old, new):
    assert len(old) * len(new) > MOST_SORTED
    every = sorted(n / o for n in new for o in old)
    ranks = [0, 1, 777, len(every) // 3, len(every) - 2, len(every) - 1]
    assert ratios_at(ranks, old, new) == pytest.approx([every[rank] for rank in ranks], rel=1e-11)
    ratio, cut = ratio_of(old, new), outer(len(old), len(new))
    assert ratio == pytest.approx(
        (statistics.median(every), every[cut], every[-1 - cut]), rel=1e-11)


@pytest.mark.parametrize("old, new", [([1, 0], [2]), ([2], [-1, 3]), ([], [1])])
def test_no_ratio_of_what_is_not_above_zero(old, new):
    assert ratio_of(old, new) is None
