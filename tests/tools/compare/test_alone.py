# SPDX-License-Identifier: MIT
"""Boots which are like no others are left out, and no more than these."""

import json
import random

import make_log
import pytest
from in_process import qc
from quietcore.compare.alone import groups, parted
from sides import METAL, row

OLD, NEW = [100.0, 100.2, 100.4, 100.6, 100.8, 101, 101.2, 101.4], \
    [105.0, 105.2, 105.4, 105.6, 105.8, 106, 106.2, 106.4]


def test_a_group_ends_where_the_next_is_farther_than_a_threshold():
    assert groups([3, 1, 1.01, 1.03, 2.9], 0.02) == [
        [1, 1.01, 1.03], [2.9], [3]]


@pytest.mark.parametrize("odd", [[50.0], [150.0], [50.0, 150.0],
                                 [120.0, 121.0], [60.0, 61.0, 150.0],
                                 [50.0, 70.0, 130.0, 150.0]])
def test_boots_like_no_others_are_left_out(odd):
    new = NEW[len(odd):] + odd
    assert parted((OLD, new), 0.02) == ((OLD, NEW[len(odd):]), ([], odd))
    assert parted((new, OLD), 0.02) == ((NEW[len(odd):], OLD), (odd, []))


@pytest.mark.parametrize("sides", [
    (OLD, NEW),
    (OLD, [*NEW[3:], 120.0, 121.0, 122.0]),             # three are a group
    (OLD, [*NEW[5:], 50.0, 70.0, 90.0, 130.0, 170.0]),  # it just spreads
    (OLD, [150.0, 151.0]),                              # a whole side
    (OLD, [0.0, *NEW]),                                 # no ratio
    (OLD, []), ([], []),
])
def test_all_others_stay(sides):
    assert parted(sides, 0.02) == (sides, ([], []))


@pytest.mark.parametrize("seed", range(20))
def test_which_boots_are_left_out_does_not_hang_on_their_sides(seed):
    luck = random.Random(seed)
    heap = [100 * luck.gauss(1, 0.01) * luck.choice((1, 1, 1, 1, 1, 1.3, 0.7))
            for _ in range(16)]
    found = []
    for _ in range(5):
        luck.shuffle(heap)
        _, alone = parted((heap[:8], heap[8:]), 0.02)
        found.append(sorted(sum(alone, [])))
    assert all(each == found[0] for each in found)


def test_a_slow_down_is_found_beside_them_and_they_are_told(tmp_path):
    """One boot of eight has another speed: ranks of two rows forgive none."""
    for name, factor, odd in (("a", 1, 7), ("b", 1.05, 3)):
        (tmp_path / name).mkdir()
        for boot in range(8):
            base = 100 * factor * (1 + boot / 2000)
            rounds = [[base * (1.3 if name == "a" else 0.7)
                       if boot == odd else base] * 6, [100 + boot / 100] * 6]
            make_log.write(
                tmp_path / name / f"{boot}.log",
                [row(its, f"v{at}") for at, its in enumerate(rounds)]
                + [row([200 + boot / 100] * 6, f"w{at}") for at in range(18)],
                run=f"{ord(name):08x}{boot:08x}", **METAL)
    out = tmp_path / "out"
    qc("compare", tmp_path / "a", tmp_path / "b", "--format", "json",
       "-o", out)
    first = json.loads(out.read_text())["rows"][0]
    assert first["verdict"] == "slower"
    assert [*map(len, (first["old"], first["new"]))] == [7, 7]
    assert [*map(len, first["alone"])] == [1, 1]
    assert first["alone"][0][0] == pytest.approx(130.5, 0.01)
    assert first["alone"][1][0] == pytest.approx(73.6, 0.01)
