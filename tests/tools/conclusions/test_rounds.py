# SPDX-License-Identifier: MIT
"""Intervals by order statistics, against SciPy."""

import pytest
from quietcore.conclusions.rounds import (
    NEVER, NO_ROUND, Span, four_digits, median, rank, reach_of, span_of,
    thousandths)
from scipy.stats import binom


@pytest.mark.parametrize("count", range(1, 101))
def test_the_rank_is_the_largest_that_reaches_95_per_cent(count):
    reached = [k for k in range(1, count // 2 + 1) if 1 - 2 * binom.cdf(k - 1, count, 0.5) >= 0.95]
    assert rank(count) == max(reached, default=0)


def test_the_interval_lies_between_the_order_statistics():
    nine = [90, 10, 80, 20, 70, 30, 60, 40, 50]
    assert rank(9) == 2 and span_of(nine) == Span(50, 20, 80)


def test_fewer_than_six_have_no_interval_and_fewer_than_three_no_figure():
    assert span_of([1, 9, 2, 8, 3]) == Span(3, 3, 3)
    assert span_of([3, 1, 2]) == Span(2, 2, 2)
    for few in ([], [5], [5, 6]):
        assert span_of(few) == Span()


def test_what_fewer_than_six_reach_is_known_all_the_same():
    assert reach_of([3, 1, 2]) == Span(2, 1, 3)
    assert reach_of([4, 1]) == Span(2, 1, 4)
    assert reach_of([]) == Span()


@pytest.mark.parametrize("ordered, middle", [
    ([1, 5, 100], 5), ([1, 4, 6, 100], 5), ([1, 2, 5, 9], 3), ([7], 7),
    ([-3, -2], -3), ([1, 2, NEVER], 2), ([1, NEVER], NEVER),
    ([1, NEVER, NEVER], NEVER), ([0.5, 0.75], 0.625)])
def test_the_median_of_an_even_number_is_the_mean_of_the_middle_two(ordered, middle):
    assert median(ordered) == middle


@pytest.mark.parametrize("milli, written", [
    (0, 0), (9_999, 9_999), (10_004, 10_000), (10_005, 10_010),
    (99_994, 99_990), (100_049, 100_000), (100_050, 100_100),
    (999_949, 999_900), (1_000_499, 1_000_000), (12_345_678, 12_346_000),
    (-10_005, -10_010), (-1, -1), (NEVER, NEVER), (NO_ROUND, NO_ROUND)])
def test_thousandths_are_rounded_as_the_log_writes_them(milli, written):
    assert four_digits(milli) == written


@pytest.mark.parametrize("figure, milli", [
    (3.68, 3680), (0.001, 1), (-1.005, -1005), (12346, 12346000),
    (1e12, 10**15)])
def test_a_record_s_figure_is_a_whole_number_of_thousandths(figure, milli):
    assert thousandths(figure) == milli
