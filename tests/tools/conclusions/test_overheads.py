# SPDX-License-Identifier: MIT
"""Distributions of overheads, as the host makes columns of `dispatch` of them."""

import make_log
import numpy as np
import pytest
from concluded import run_of
from quietcore.log.histograms import BIN, BINS, completed, distance, peaks
from scipy import stats

#: The published three (100-200, 200-300, 500-900 ticks), and at 5 per mille.
PEAKS = [
    ([0, 5, 90, 400, 100, 300, 90, 30, 20, 40, 120, 180, 200, 190, 150, 90, 40,
      20, 10, 5, 0, 0], [3, 5, 12]),
    ([0, 50, 0, 9950], [1, 3]), ([0, 50, 0, 9951], [3]), ([], []),
    ([9, 5, 9], [0]), ([9, 4, 9], [0, 2]),
    ([7, 0, 8], [2]), ([0, 9, 9, 0], [1])]    # too few; of a plateau the first


@pytest.mark.parametrize("count, expected", PEAKS)
def test_a_peak_has_eight_samples_and_stands_out(count, expected):
    found = peaks({BIN * at: each for at, each in enumerate(count)})
    assert [low // BIN for low, _ in found] == expected
    # All together they have all bins, up to the first low on the way to the next.
    assert not found or [*range(0, BIN * BINS, BIN)] == [
        low for _, part in found for low in part]
    for (low, part), (after, _) in zip(found, found[1:]):
        between = count[low // BIN:after // BIN]
        assert part[-1] // BIN == low // BIN + between.index(min(between))


def test_the_distance_is_that_of_kolmogorov_and_smirnov():
    rng = np.random.default_rng(20261121)
    samples = BIN * rng.integers(0, 9, 3000)
    samples[:1000] //= 2
    samples -= samples % BIN
    every, first = ({int(low): int(n) for low, n in zip(*np.unique(some, return_counts=True))}
                    for some in (samples, samples[:1000]))
    assert distance(every, first) == pytest.approx(
        100 * stats.ks_2samp(samples, samples[:1000]).statistic, abs=0.001)
    assert distance({0: 1999}, {0: 1000}) is None


def test_a_result_gets_the_columns_of_its_rounds():
    """The second round was disturbed, or had no samples."""
    rows = [[0, 1000, 1000], [150, 250, 0], [200, 250, 0], [500, 250, 0], [1500, 250, 0]]
    records = [make_log.result(
        experiment="dispatch", variant="shared", cores=2, params={"n": 0},
        round_means=[10, 20, 30], work_rounds=[90, None, 70])]
    records += [make_log.series("dispatch", "lower samples first", part, variant="shared",
                                cores=2, params={"n": 0, "bin": BIN, "round": at})
                for at in (0, 2) for part in (rows[:2], rows[2:])]
    records.append({"record": "context", "tsc_hz": 2_000_000_000})
    [found] = completed(run_of(records))
    assert {name: found[name] for name in found if name.endswith("_rounds")} == {
        "low_rounds": [62.5, None, 62.5], "middle_rounds": [12.5, None, 12.5],
        "high_rounds": [25, None, 25], "spikes_rounds": [12.5, None, 12.5],
        "peaks_rounds": [4, None, 4], "first_rounds": [50, None, 50],
        "work_rounds": [90, None, 70], "ns_rounds": [50, None, 50]}
