# SPDX-License-Identifier: MIT
"""The tool that compares equal runs: that it counts, and sees what is planted.

Nothing is asserted of times: its verdict on this machine is `make aa`'s.
"""

import subprocess
import sys

import make_log
import pytest
from places import ROOT
from records import locks

A_WINS = locks(a=1000, b=2000)
B_WINS = locks(a=2000, b=1000)
UNSURE = locks(a=1000, b=1040)


def aa(*words) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, ROOT / "tests/aa", *map(str, words)],
                          cwd=ROOT, capture_output=True, text=True,
                          check=False, timeout=300)


def test_one_run_is_no_runs(tmp_path):
    assert "logs, 1 run " in aa(*logs(tmp_path, A_WINS)).stdout


def logs(folder, *rows) -> list:
    return [make_log.write(folder / f"{at}.log", each, run=f"{at:016x}")
            for at, each in enumerate(rows)]


def numbers(done, experiment: str) -> list[str]:
    [line] = [each for each in done.stdout.splitlines()
              if each.startswith(f"{experiment}  ")]
    return line.split()[1:]


def test_contradictory_logs_are_noticed(tmp_path):
    done = aa(*logs(tmp_path, A_WINS, A_WINS, B_WINS, UNSURE))
    assert done.returncode == 1, done.stderr
    assert numbers(done, "lock") == \
        ["3", "0", "1", "0", "25", "%", "3", "2", "1"]
    assert "lock cheapest_alone\n  run 1: Lock and unlock, uncontended: a is " \
        "the cheapest" in done.stdout
    assert "  run 3: Lock and unlock, uncontended: b is the " in done.stdout
    assert "66.67 % of the pairs contradict themselves" in done.stdout
    assert "33.33 % of the statements are odd ones" in done.stdout


def test_logs_that_agree_are_well(tmp_path):
    done = aa(*logs(tmp_path, A_WINS, UNSURE, A_WINS))
    assert done.returncode == 0, done.stderr
    assert numbers(done, "all") == \
        ["2", "0", "1", "0", "33", "%", "1", "0", "0"]


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
