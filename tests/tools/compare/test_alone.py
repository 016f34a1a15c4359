# SPDX-License-Identifier: MIT
"""Boots which are like no others are left out, and no more than these."""

import random

import pytest
from sides import compared, folder_of, row

from quietcore.compare.around import groups, parted

OLD, NEW = [100.0, 100.2, 100.4, 100.6, 100.8, 101, 101.2, 101.4], \
    [105.0, 105.2, 105.4, 105.6, 105.8, 106, 106.2, 106.4]


def test_a_group_ends_where_the_next_is_farther_than_a_threshold():
    assert groups([3, 1, 1.01, 1.03, 2.9], 0.02) == [[1, 1.01, 1.03], [2.9], [3]]


@pytest.mark.parametrize("odd", [[50.0], [150.0], [50.0, 150.0],
                                 [120.0, 121.0], [60.0, 61.0, 150.0], [50.0, 70.0, 130.0, 150.0]])
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
    (OLD, []), ([], [])])
def test_all_others_stay(sides):
    assert parted(sides, 0.02) == (sides, ([], []))


@pytest.mark.parametrize("seed", range(20))
def test_which_boots_are_left_out_does_not_hang_on_their_sides(seed):
    luck = random.Random(seed)
    heap = [100 * luck.gauss(1, 0.01) * luck.choice((1, 1, 1, 1, 1, 1.3, 0.7)) for _ in range(16)]
    found = []
    for _ in range(5):
        luck.shuffle(heap)
        _, alone = parted((heap[:8], heap[8:]), 0.02)
        found.append(sorted(sum(alone, [])))
    assert all(each == found[0] for each in found)


def test_a_slow_down_is_found_beside_them_and_they_are_told(tmp_path):
    """One boot of eight has another speed: ranks of two rows forgive none."""
    def rows(factor: float, odd: int, times: float):
        def made(_luck: random.Random, boot: int) -> list[dict]:
            base = 100 * factor * (1 + boot / 2000) * (times if boot == odd else 1)
            return [row([base] * 6, "v0"), row([100 + boot / 100] * 6, "v1"),
                    *(row([200 + boot / 100] * 6, f"w{at}") for at in range(18))]
        return made
    told, _ = compared(folder_of(tmp_path / "a", 1, 8, rows(1, 7, 1.3)),
                       folder_of(tmp_path / "b", 2, 8, rows(1.05, 3, 0.7)))
    first = told["rows"][0]
    assert first["verdict"] == "slower"
    assert [*map(len, (first["old"], first["new"]))] == [7, 7]
    assert first["alone"] == [[pytest.approx(130.5, 0.01)], [pytest.approx(73.6, 0.01)]]
