# SPDX-License-Identifier: MIT
"""The tool that compares equal runs: that it counts, and sees what is planted, in
logs and boots made to order. Nothing is asserted of times: its verdict on this
machine is `make aa`'s.
"""

import random
import subprocess
import sys

import make_log
import of_compare
import pytest
from in_process import read
from places import ROOT
from quietcore.compare import verdict
from records import locks
from resampled import (
    BOOTS, LEAST_FOUND, MOST_FALSE, PLANTED_ONE, PLANTED_TWO, draws, false_verdicts,
    may_be_planted, must_be_alike, none, planter, power, power_of_experiments)
from rich.console import Console

# ---- conclusions of logs -----------------------------------------------------------

A_WINS, B_WINS, UNSURE = locks(a=1000, b=2000), locks(a=2000, b=1000), locks(a=1000, b=1040)


def aa(*words) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "tests/aa", *map(str, words)],
                          cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)


def logs(folder, *rows) -> list:
    return [make_log.write(folder / f"{at}.log", each, run=f"{at:016x}")
            for at, each in enumerate(rows)]


@pytest.mark.parametrize("runs, status, line, said", [
    ([A_WINS, A_WINS, B_WINS, UNSURE], 1, "lock 3 0 1 0 25 % 3 2 1", [
        "lock cheapest_alone\n  run 1: Lock and unlock, uncontended: a is the cheapest",
        "  run 3: Lock and unlock, uncontended: b is the ",
        "66.67 % of the pairs contradict themselves",
        "33.33 % of the statements are odd ones"]),
    ([A_WINS, UNSURE, A_WINS], 0, "all 2 0 1 0 33 % 1 0 0", []),
    ([A_WINS], 0, "all 1 0 0 0 0 % 0 0 0", ["logs, 1 run "])])
def test_logs_that_contradict_are_counted(tmp_path, runs, status, line, said):
    done = aa(*logs(tmp_path, *runs))
    assert done.returncode == status, done.stderr
    assert line in [" ".join(each.split()) for each in done.stdout.splitlines()]
    assert all(each in done.stdout for each in said)


def test_a_log_that_is_damaged_is_named(tmp_path):
    [log] = logs(tmp_path, A_WINS)
    log.write_bytes(log.read_bytes()[:-30])
    done = aa(log)
    assert done.returncode == 2 and f"aa: {log} is no whole log" in done.stderr


@pytest.mark.full
def test_two_runs_and_where_they_were_ended(tmp_path):
    """The second call measures nothing again, and says of what the runs are."""
    words = ("--runs", 2, "--out", tmp_path, "--options",
             "suite=quick bench=lock variant=tas.,ttas. cores=1")
    first = aa(*words)
    assert first.returncode in (0, 1, 3), first.stderr
    assert first.returncode != 3 or "on a busy host" in first.stdout
    assert "calm, 2 runs" in first.stdout
    kept = sorted(tmp_path.rglob("hosted.log"))
    assert [each.parent.name for each in kept] == ["01", "02"] * 2
    times = [each.stat().st_mtime_ns for each in kept]
    again = aa(*words)
    assert again.stdout == first.stdout
    assert again.stderr.count("was there: of ") == 4
    assert "was there" not in first.stderr
    assert [each.stat().st_mtime_ns for each in kept] == times


# ---- comparisons drawn from boots of one program -----------------------------------

DRAWS = 40


def boots(count: int, spread_one: float, spread_two: float) -> list:
    """Runs of two experiments with rows of one core and of two."""
    luck, runs = random.Random(3), []
    for boot in range(count):
        clock, rows = luck.choice([1, 0.973, 0.92]), []
        for at in range(12):
            cores, spread = (1, spread_one) if at % 3 else (2, spread_two)
            value = 20 * (at + 1) * (clock if cores == 1 else 1) * luck.gauss(1, spread)
            rounds = [round(value * luck.gauss(1, spread / 2), 3) for _ in range(6)]
            rows.append(make_log.result(
                experiment=f"e{at // 6}", variant=f"v{at}", cores=cores,
                params={"mode": "batch"}, rounds=rounds, round_means=rounds))
        runs += read(b"".join(make_log.lines(rows, run=f"{boot:016x}")))
    return runs


@pytest.fixture(scope="module")
def recorded() -> list:
    return boots(24, 0.003, 0.06)


@pytest.fixture(scope="module")
def noisy() -> list:
    return boots(20, 0.2, 0.5)


def test_equal_boots_are_seldom_told_apart_and_what_is_planted_is_found(recorded):
    tally = false_verdicts(recorded, count=DRAWS)
    assert tally.experiments == 2 * DRAWS and tally.rows == 12 * DRAWS
    assert tally.share <= MOST_FALSE
    tally = power(recorded, count=DRAWS)
    assert tally.planted == {1: 2 * DRAWS, 2: 2 * DRAWS}
    assert min(tally.power(1), tally.power(2)) >= LEAST_FOUND
    found = power_of_experiments(recorded, count=10)
    assert {*found} == {("e0", 1), ("e0", 2), ("e1", 1), ("e1", 2)}
    assert min(found["e0", 2], found["e1", 2]) == 1


def test_noise_hides_it_and_the_count_says_so(noisy):
    tally = power(noisy, count=20)
    assert max(tally.power(1), tally.power(2)) < 0.5
    assert tally.named.total() == sum((tally.planted - tally.found).values())
    assert max(power_of_experiments(noisy, count=10).values()) < 1


def test_a_false_verdict_is_counted(recorded, monkeypatch):
    """Where all that lies apart is believed."""
    monkeypatch.setattr(verdict, "CHANCE", 1.0)
    tally = false_verdicts(recorded, boots=2, count=20)
    assert tally.false > 10 and tally.named.total() >= tally.false
    assert tally.share == tally.false / 40


def test_no_boot_is_on_both_sides_and_only_some_rows_are_made_slower(recorded):
    found = next(draws(recorded, BOOTS, random.Random(1), lambda: none))
    both = [tuple(each) for each in found.rows[0].old.table + found.rows[0].new.table]
    assert len(both) == len({*both}) == 2 * BOOTS
    slower = planter(lambda key: key.variant in ("v0", "v1"))
    keys = [row.key for row in found.rows]
    assert {key.variant: slower(key) for key in keys} == {
        f"v{at}": 1.0 for at in range(12)} | {"v0": 1 + PLANTED_TWO, "v1": 1 + PLANTED_ONE}
    assert all(map(may_be_planted, keys))
    assert not may_be_planted(keys[0]._replace(experiment="floor"))


def test_the_table_tells_what_was_drawn_and_what_is_too_few(recorded, monkeypatch, capsys):
    for name, made in (("false_verdicts", false_verdicts), ("power", power),
                       ("power_of_experiments", power_of_experiments)):
        monkeypatch.setattr(of_compare, name, lambda *runs, made=made: made(*runs, count=2))
    console = Console(width=100)
    assert not of_compare.show_compared("calm", recorded, console)
    told = capsys.readouterr().out
    assert "8 boots a side, nothing planted: 0 of 4 experiments" in told
    assert "5 % planted in rows of 1: 100.0 % are found" in told
    assert "all rows of 2 of e1: a row of them is found in 100.0 %" in told
    assert of_compare.show_compared("calm", recorded[:15], console)
    assert "15 boots are too few: 16 are drawn at once" in capsys.readouterr().out
    other = read(b"".join(make_log.lines(git="other", run="a" * 16)))
    assert must_be_alike(recorded) == ""
    assert "another build" in must_be_alike([*recorded, *other])
    assert (of_compare.minutes(40, False), of_compare.minutes(40, True)) == (7, 20)
