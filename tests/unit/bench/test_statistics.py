# SPDX-License-Identifier: MIT
"""The image's integer statistics against NumPy's and SciPy's."""

import ctypes
import math
from fractions import Fraction

import numpy as np
import pytest
from places import BUILD
from scipy import stats

LIBRARY = BUILD / "host/statistics.so"
FIELDS = "n min p50 p90 p99 p999 p9999 max mean_milli mad".split()


class Summary(ctypes.Structure):
    """struct summary of bench/stats/stats.h."""

    _fields_ = [(name, ctypes.c_int64) for name in FIELDS]


class Peak(ctypes.Structure):
    """struct peak of bench/stats/peaks.h."""

    _fields_ = [("bin", ctypes.c_uint), ("first", ctypes.c_uint),
                ("last", ctypes.c_uint), ("count", ctypes.c_uint64)]


class Side(ctypes.Structure):
    """struct overlap_side of bench/stats/overlap.h."""

    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_void_p),
                ("n", ctypes.c_uint), ("longest", ctypes.c_uint64)]


@pytest.fixture(scope="module")
def library():
    lib = ctypes.CDLL(str(LIBRARY))
    lib.stats_summarise.restype = Summary
    lib.stats_jain_milli.restype = ctypes.c_uint64
    lib.stats_distance_milli.restype = ctypes.c_int64
    return lib


def as_c(samples: np.ndarray):
    return samples.ctypes.data_as(ctypes.POINTER(ctypes.c_int64))


def sets() -> dict[str, np.ndarray]:
    """Odd sizes: there the nearest rank and the middle are one sample."""
    rng = np.random.default_rng(20261121)
    return {
        "one": np.array([42]),
        "constant": np.full(999, 77),
        "uniform": rng.integers(0, 10_000, 10_001),
        "bimodal": rng.permutation([70] * 500 + [100_000] * 501),
        "heavy tail": (rng.pareto(1.1, 9_999) * 100).astype(np.int64),
        "lognormal": rng.lognormal(5, 2, 4_001).astype(np.int64),
        "signed": rng.integers(-10_000, 7_000, 5_001),
        "below zero": rng.integers(-3_000, 0, 777),
        "many": rng.integers(0, 1 << 40, 30_001),
        "ten thousand": rng.integers(0, 1 << 40, 10_001),
        "outliers": np.append(rng.integers(20, 30, 5_000), 1 << 40),
    }


@pytest.mark.parametrize("name", sets())
def test_summary(library, name):
    samples = sets()[name].astype(np.int64)
    s = library.stats_summarise(as_c(samples.copy()), samples.size)
    for field, q in (("p50", .5), ("p90", .9), ("p99", .99), ("p999", .999),
                     ("p9999", .9999)):
        expected = np.quantile(samples, q, method="inverted_cdf")
        assert getattr(s, field) == expected, field
    assert (s.n, s.min, s.max) == (samples.size, samples.min(), samples.max())
    sum_milli = int(samples.astype(object).sum()) * 1000
    assert s.mean_milli == math.trunc(Fraction(sum_milli, s.n))
    assert s.mad == stats.median_abs_deviation(samples.astype(np.float64))


@pytest.mark.parametrize("seed", range(20))
def test_jain(library, seed):
    rng = np.random.default_rng(seed)
    share = rng.integers(0, 1 << rng.integers(1, 60), rng.integers(1, 300))
    share = share.astype(np.uint64)
    x = share.astype(np.float64)
    expected = x.sum() ** 2 / (x.size * (x ** 2).sum()) if x.any() else 1
    got = library.stats_jain_milli(as_c(share), share.size) / 1000
    assert got == pytest.approx(expected, abs=0.002)


def test_distance(library):
    """Of empirical distributions, as Kolmogorov and Smirnov measure it."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        a, b = (np.sort(rng.integers(-9, high, rng.integers(0, 12)))
                for high in (4, 9))
        expected = 0
        if a.size and b.size:
            steps = [np.searchsorted(side, np.union1d(a, b), side="right")
                     for side in (a, b)]
            most = abs(steps[0] * b.size - steps[1] * a.size).max()
            expected = most * 100_000 // a.size // b.size
            assert stats.ks_2samp(a, b).statistic * 1e5 == pytest.approx(
                expected, abs=1.001)
        for one, other in ((a, b), (b, a)):
            assert library.stats_distance_milli(
                as_c(one), one.size, as_c(other), other.size) == expected, seed


def side_of(rng) -> tuple[Side, list]:
    """Samples one after the other, and one more behind them that is none. Who
    takes long may have been away."""
    n = int(rng.integers(0, 9))
    gaps, lengths = rng.integers(0, 20, n + 1), rng.integers(1, 60, n + 1)
    starts = np.cumsum(gaps + lengths) - lengths + rng.integers(0, 100)
    side = Side(starts.ctypes.data, lengths.ctypes.data, n,
                int(rng.integers(30, 60)))
    there = [(start, start + length)
             for start, length in zip(starts[:n], lengths)
             if length <= side.longest]
    side.kept = starts, lengths
    return side, there


def test_overlap(library):
    """Of the time in which the one was in a sample that was so for less."""
    for seed in range(100):
        rng = np.random.default_rng(seed)
        (a, there), (b, other) = side_of(rng), side_of(rng)
        shared = sum(max(0, min(end, to) - max(start, since))
                     for start, end in there for since, to in other)
        least = min(sum(end - start for start, end in side)
                    for side in (there, other))
        expected = shared * 1000 // least if least else 0
        for one, two in ((a, b), (b, a)):
            assert library.overlap_permille(
                ctypes.byref(one), ctypes.byref(two)) == expected, seed


def valley(count: list[int], height: int, higher) -> int:
    """The lowest on the way to a higher one; 0 where there is none."""
    for at, each in enumerate(count):
        if higher(each, height):
            return min([height, *count[:at]])
    return 0


def peaks_of(count: list[int]) -> list[int]:
    """Eight samples, 5 per mille and a prominence of half at least; of a
    plateau the first one."""
    return [at for at, height in enumerate(count)
            if height >= 8 and height * 1000 >= 5 * sum(count) and
            valley(count[at - 1::-1] if at else [], height,
                   int.__ge__) <= height // 2 and
            valley(count[at + 1:], height, int.__gt__) <= height // 2]


#: The published three (100-200, 200-300, 500-900 ticks), and at 5 per mille.
PEAKS = [
    ([0, 5, 90, 400, 100, 300, 90, 30, 20, 40, 120, 180, 200, 190, 150, 90, 40,
      20, 10, 5, 0, 0], [3, 5, 12]),
    ([0, 50, 0, 9950], [1, 3]),
    ([0, 50, 0, 9951], [3]),
    ([], []),
]


def test_peaks(library):
    """Each has what lies up to the first low on its way to the next."""
    rng = np.random.default_rng(20261121)
    drawn = [rng.choice([0, 4, 7, 8, 9, 16, 17, 1700],
                        rng.integers(1, 15)).tolist() for _ in range(500)]
    for count, expected in PEAKS + [(c, peaks_of(c)) for c in drawn]:
        found = (Peak * 8)()
        n = library.peaks_find((ctypes.c_uint32 * len(count))(*count),
                               len(count), found, 3)
        expected = expected[:3]
        ends = [low + min(range(high - low), key=count[low:high].__getitem__)
                for low, high in zip(expected, expected[1:])]
        lasts = ends + [len(count) - 1] * bool(n)
        assert [peak.bin for peak in found[:n]] == expected, count
        assert [peak.last for peak in found[:n]] == lasts, count
        for peak, first in zip(found[:n], [0, *(end + 1 for end in ends)]):
            assert peak.first == first, count
            assert peak.count == sum(count[first:peak.last + 1]), count
