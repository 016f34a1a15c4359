# SPDX-License-Identifier: MIT
"""Comparisons drawn from boots of one program: few false verdicts, and what is
planted is found. Boots made to order; `make aa` records real ones."""

import random

import make_log
import of_compare
import pytest
from quietcore.compare import verdict
from quietcore.compare.compared import SLOWER
from quietcore.compare.measured import Row
from quietcore.log.reading import read_stream
from resampled import (
    BOOTS, LEAST_FOUND, MOST_FALSE, PLANTED_ONE, PLANTED_TWO, draws,
    false_verdicts, may_be_planted, must_be_alike, none, planter, power,
    power_of_experiments)
from rich.console import Console

DRAWS = 40


def boots(count: int, spread_one: float, spread_two: float) -> list:
    """Runs of two experiments with rows of one core and of two."""
    luck, runs = random.Random(3), []
    for boot in range(count):
        clock = luck.choice([1, 0.973, 0.92])
        rows = []
        for at in range(12):
            cores, spread = (1, spread_one) if at % 3 else (2, spread_two)
            value = 20 * (at + 1) * (clock if cores == 1 else 1)
            value *= luck.gauss(1, spread)
            rounds = [round(value * luck.gauss(1, spread / 2), 3)
                      for _ in range(6)]
            rows.append(make_log.result(
                experiment=f"e{at // 6}", variant=f"v{at}", cores=cores,
                params={"mode": "batch"}, rounds=rounds, round_means=rounds))
        runs += read_stream(make_log.lines(
            rows, run=f"{boot:016x}"))
    return runs


@pytest.fixture(scope="module")
def recorded() -> list:
    return boots(24, 0.003, 0.06)


def test_equal_boots_are_seldom_told_apart(recorded):
    tally = false_verdicts(recorded, count=DRAWS)
    assert tally.experiments == 2 * DRAWS and tally.rows == 12 * DRAWS
    assert tally.share <= MOST_FALSE


def test_what_is_planted_is_found(recorded):
    tally = power(recorded, count=DRAWS)
    assert tally.planted == {1: 2 * DRAWS, 2: 2 * DRAWS}
    assert min(tally.power(1), tally.power(2)) >= LEAST_FOUND


def test_noise_hides_it_and_the_count_says_so():
    """The count itself: of noisy boots little is found."""
    tally = power(boots(20, 0.2, 0.5), count=20)
    assert max(tally.power(1), tally.power(2)) < 0.5
    assert tally.named.total() == sum((tally.planted - tally.found).values())


def test_a_false_verdict_is_counted(recorded, monkeypatch):
    """Where all that lies apart is believed."""
    monkeypatch.setattr(verdict, "CHANCE", 1.0)
    tally = false_verdicts(recorded, boots=2, count=20)
    assert tally.false > 10 and tally.named.total() >= tally.false
    assert tally.share == tally.false / 40


def test_no_boot_is_on_both_sides(recorded):
    found = next(draws(recorded, BOOTS, random.Random(1), lambda: none))
    both = [tuple(each) for row in found.rows[:1]
            for each in row.old.table + row.new.table]
    assert len(both) == len(set(both)) == 2 * BOOTS


def test_only_some_rows_are_made_slower(recorded):
    keys = {row.key for row in next(draws(
        recorded, 1, random.Random(1), lambda: none)).rows}
    slower = planter(lambda key: key.variant in ("v0", "v1"))
    assert {key.variant: slower(key) for key in keys} == {
        f"v{at}": 1.0 for at in range(12)} | {
        "v0": 1 + PLANTED_TWO, "v1": 1 + PLANTED_ONE}
    assert all(may_be_planted(key) for key in keys)
    assert not may_be_planted(next(iter(keys))._replace(experiment="floor"))
    assert Row().boots == [] and SLOWER == "slower"


def test_the_table_tells_what_was_drawn_and_what_is_too_few(
        recorded, monkeypatch, capsys):
    monkeypatch.setattr(of_compare, "false_verdicts", lambda runs, boots:
                        false_verdicts(runs, boots, count=2))
    monkeypatch.setattr(of_compare, "power_of_experiments", lambda runs:
                        power_of_experiments(runs, count=2))
    monkeypatch.setattr(of_compare, "power", lambda runs: power(runs, count=2))
    console = Console(width=100)
    assert not of_compare.show_compared("calm", recorded, console)
    told = capsys.readouterr().out
    assert "8 boots a side, nothing planted: 0 of 4 experiments" in told
    assert "5 % planted in rows of 1: 100.0 % are found" in told
    assert "all rows of 2 of e1: a row of them is found in 100.0 %" in told
    assert of_compare.show_compared("calm", recorded[:15], console)
    assert "15 boots are too few: 16 are drawn at once" in \
        capsys.readouterr().out


def test_unlike_runs_are_refused(recorded):
    other = read_stream(make_log.lines(git="other", run="a" * 16))
    assert must_be_alike(recorded) == ""
    assert "another build" in must_be_alike([*recorded, *other])


def test_the_time_is_said_beforehand():
    assert of_compare.minutes(40, False) == 7
    assert of_compare.minutes(40, True) == 20


def test_an_experiment_that_got_slower_as_a_whole_is_found(recorded):
    found = power_of_experiments(recorded, count=10)
    assert set(found) == {("e0", 1), ("e0", 2), ("e1", 1), ("e1", 2)}
    assert min(found["e0", 2], found["e1", 2]) == 1


def test_noise_hides_a_whole_experiment():
    found = power_of_experiments(boots(20, 0.2, 0.5), count=10)
    assert max(found.values()) < 1
