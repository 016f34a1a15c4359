# SPDX-License-Identifier: MIT
"""The tool that compares equal runs: that it counts, and sees what is planted, in
logs and boots made to order. Nothing is asserted of times: its verdict on this
machine is `make aa`'s.
"""

import random
import subprocess
import sys

import make_log
import pytest
from in_process import read
from places import ROOT
from quietcore.compare import verdict
from records import locks
from resampled import (
    BOOTS, LEAST_FOUND, MOST_FALSE, all_of, nothing, one_of_each, refused, tally, told)

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


def test_equal_boots_are_seldom_told_apart_and_what_is_planted_is_found(recorded):
    found = tally(recorded, count=DRAWS)
    assert found.experiments == 2 * DRAWS and not found.planted
    assert found.share <= MOST_FALSE
    found = tally(recorded, one_of_each, count=DRAWS)
    assert found.planted == {(name, cores): DRAWS for name in ("e0", "e1") for cores in (1, 2)}
    assert min(found.power(1), found.power(2)) >= LEAST_FOUND
    assert tally(recorded, all_of(2), count=10).draws == {("e0", 2): 10, ("e1", 2): 10}


def test_noise_hides_it_and_the_count_says_so():
    noisy = boots(20, 0.2, 0.5)
    found = tally(noisy, one_of_each, count=20)
    assert max(found.power(1), found.power(2)) < 0.5
    assert max(tally(noisy, all_of(1), count=10).draws.values(), default=0) < 10


def test_a_false_verdict_is_counted(recorded, monkeypatch):
    """Where all that lies apart is believed."""
    monkeypatch.setattr(verdict, "CHANCE", 1.0)
    found = tally(recorded, nothing, boots=2, count=20)
    assert found.false > 10 and found.named.total() >= found.false


def test_what_was_drawn_is_told_and_what_cannot_be(recorded):
    lines = dict(told(recorded, count=2))
    assert not any(lines.values())
    for words in (f"{BOOTS} a side, nothing planted: 0 of 4 experiments",
                  "5 % planted in rows of 1: 100.0 % are found",
                  "all rows of 2 of e1: a row of them is found in 100.0 %"):
        assert any(words in line for line in lines), lines
    other = read(b"".join(make_log.lines(git="other", run="a" * 16)))
    assert refused(recorded) == "" and "15 boots are too few" in refused(recorded[:15])
    assert "another build" in refused([*recorded, *other])
