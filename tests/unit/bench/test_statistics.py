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


class Side(ctypes.Structure):
    """struct overlap_side of bench/stats/overlap.h."""

    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_void_p),
                ("n", ctypes.c_uint), ("longest", ctypes.c_uint64)]


@pytest.fixture(scope="module")
def library():
    lib = ctypes.CDLL(str(LIBRARY))
    lib.stats_summarise.restype = Summary
    lib.stats_jain_milli.restype = ctypes.c_uint64
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


