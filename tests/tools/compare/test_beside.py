# SPDX-License-Identifier: MIT
"""A row beside the others of its rounds: turbo moves all of them alike."""

import random

import pytest
from quietcore.compare.beside import usual
from sides import compared, folder_of, row

CLOCKS = (1, 0.973, 0.948, 0.92)    # of turbo
WIDE = (1, 0.95, 0.9, 0.85)
PLACES = (1, 0.9, 0.8, 0.7)         # of virtual cores, near and far


def found_in(tmp_path, factors: dict[str, float], odds: tuple = (1, 1), *, rows: int = 6,
             cores: int = 1, clocks: tuple = CLOCKS) -> list[dict]:
    """Of eight boots a side, in each round of which all rows take another share. In
    the first of them v2 takes `odd` times its own."""
    def made(factors: dict, odd: float):
        def boot(luck: random.Random, number: int) -> list[dict]:
            moved = [luck.choice(clocks) for _ in range(6)]
            return [row([round(100 * (at + 1) * factors.get(f"v{at}", 1) * clock
                               * (odd if number == 0 and at == 2 else 1)
                               * luck.gauss(1, 0.002), 3) for clock in moved],
                        f"v{at}", cores=cores) for at in range(rows)]
        return boot
    told, _ = compared(*(folder_of(tmp_path / f"{seed}", seed, 8, made(own, odd))
                         for seed, own, odd in ((1, {}, odds[0]), (2, factors, odds[1]))))
    return told["rows"]


@pytest.mark.parametrize("factors, how, slower", [
    ({"v2": 1.05}, {}, ["v2"]), ({"v2": 1.03}, {"clocks": WIDE}, ["v2"]),
    # Few rows have no neighbours.
    ({"v1": 1.05}, {"rows": 2}, []),
    # Where the host puts the cores moves all rows, from round to round.
    ({"v2": 1.15}, {"cores": 2, "clocks": PLACES}, ["v2"]),
    ({"v1": 1.15}, {"cores": 2, "clocks": PLACES, "rows": 2}, []),
    # A boot like no other does not hide a row: of thirty together none is told.
    ({"v2": 1.03}, {"rows": 30, "clocks": WIDE, "odds": (1.3, 0.7)}, ["v2"])])
def test_one_row_of_several_is_found_under_a_moving_clock(tmp_path, factors, how, slower):
    found = found_in(tmp_path, factors, **how)
    assert [each["variant"] for each in found if each["verdict"] == "slower"] == slower
    assert not any(each["verdict"] == "faster" for each in found)
    if factors == {"v2": 1.03}:
        assert found[2]["reason"].startswith("beside its neighbours 1.0")


def test_rows_that_do_not_keep_together_tell_nothing(tmp_path):
    """Half of them are faster: is it these, or are the others slower?"""
    found = found_in(tmp_path, {"v0": 0.95, "v1": 0.9, "v2": 0.93})
    assert "slower" not in [each["verdict"] for each in found]


def test_what_all_others_gained_is_no_loss_of_one(tmp_path):
    found = [each["verdict"] for each in found_in(tmp_path, {f"v{at}": 0.7 for at in range(5)})]
    assert found[:5] == ["faster"] * 5 and found[5] != "slower"


def test_the_clock_s_course_is_found_whatever_each_row_takes():
    """Rows whose own medians lie at other states of the clock."""
    clock = [0, 0, 0, 0.05, 0.05, 0.1, 0.1]
    rows = [{(0, 0, at): base + off for at, off in enumerate(clock)
             if at not in without} for base, without in (
                 (1, ()), (5, (0, 1)), (9, (5, 6)), (2, (3,)), (3, (0, 1, 2)))]
    found = usual(rows)
    assert [found[0, 0, at] - found[0, 0, 0] for at in range(7)] == pytest.approx(clock, abs=0.002)
