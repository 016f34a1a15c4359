# SPDX-License-Identifier: MIT
"""The experiment `dispatch` as a Linux program: shape, and its memory."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from announced import announced
from concluded import findings
from verdicts import nothing_wrong
from program import PROGRAM, of, twin
from qemu import read_log

LENGTHS = [0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001]
#: In the quick suite, of those that take whole ranges.
FEWER = {"static": [0, 501, 1001, 5001], "chunk": [0, 501, 1001, 5001]}
EXECUTORS = announced("sched/executor", "EXECUTOR")
MEGABYTE = 1 << 20


@pytest.mark.parametrize("cores", [1, 2])
def test_every_executor_runs_every_length(cores):
    records, text = twin(f"bench=dispatch rounds=2 budget=20 cores={cores}")
    cores = min(cores, records[0]["cores_started"])
    assert nothing_wrong(of(records, "validation"))
    for executor in EXECUTORS:
        assert [r["params"]["n"] for r in of(records, "result")
                if (r["variant"], r["cores"]) == (executor, cores)] == \
            FEWER.get(executor, LENGTHS)
        assert f"\n{executor} on {cores} core" in text
    for r in of(records, "result"):
        assert r["n"] == r["tasks"] - r["workers"]
    names = {f["name"] for f in findings(records)}
    assert {f"best_executor/{n}" for n in LENGTHS} <= names
    assert {f"break_even/{e}" for e in EXECUTORS - {"loop"}} <= names


def test_rows_of_the_quick_suite_carry_six_rounds_and_more():
    records, _ = twin("bench=dispatch variant=loop cores=1 budget=20")
    assert of(records, "result")
    for r in of(records, "result"):
        assert len(r["wall_rounds"]) == len(r["rounds"]) == \
            len(r["round_means"]) >= 6
        clean = sorted(x for x in r["wall_rounds"] if x is not None)
        assert not clean or clean[0] <= r["wall_per_task"] <= clean[-1]


def peak(pid: int) -> int:
    """Bytes the program has had in memory at most; 0 when it is gone. Not
    getrusage's: that counts what this process had when it forked."""
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+(\d+) kB", text)
    return int(found[1]) * 1024 if found else 0


@pytest.mark.full
def test_a_million_tasks_need_at_most_100_megabytes(tmp_path):
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [PROGRAM, "bench=dispatch", "tasks=1000000", "rounds=1",
             "variant=loop,adaptive"], stdout=out, stderr=subprocess.DEVNULL)
        most = 0
        while process.poll() is None:
            most = max(most, peak(process.pid))
            time.sleep(0.02)
    records = read_log(log.read_text())
    assert process.returncode == 0
    assert max(r["tasks"] for r in of(records, "result")) == 1000000
    assert 0 < most <= 100 * MEGABYTE


@pytest.mark.full
def test_little_memory_is_said_and_a_histogram_kept():
    records, _ = twin("bench=dispatch tasks=1000000 rounds=1 variant=loop "
                      "memory=16")
    assert "histogram_only" in {w["code"] for w in of(records, "warning")}
    most = max(of(records, "result"), key=lambda r: r["tasks"])
    assert most["samples"] == "histogram" and most["n"] == most["tasks"] - 1


@pytest.mark.parametrize("word, taken", [
    ("shared,steal", {"shared", "steal"}),
    ("shared/mc*", {"shared/mcs"})])
def test_a_name_takes_its_own_rows_and_an_asterisk_all_that_begin_so(
        word, taken):
    records, _ = twin("bench=dispatch rounds=1 budget=5 cores=1 "
                      f"variant={word}")
    assert {r["variant"] for r in of(records, "result")} == taken
