# SPDX-License-Identifier: MIT
"""What of an experiment only a real Linux shows: its memory, signals, threads and
files. tests/golden has all that experiments say."""

import re
import subprocess
import time
from pathlib import Path

import pytest
from concluded import findings
from program import PROGRAM, codes, of, twin
from qemu import read_log
from verdicts import nothing_wrong

PATTERNS = {"trivial", "no_comm", "stencil_1d", "tree", "fft", "spread",
            "random_nearest"}
MEGABYTE = 1 << 20
PLANTED, NAMED_LEAST = 100, 95  # two causes may come in one gap


# ---- memory ------------------------------------------------------------------------


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


@pytest.mark.parametrize("options, code", [
    pytest.param("bench=dispatch tasks=1000000 rounds=1 variant=loop memory=16",
                 "few_results", marks=pytest.mark.full),
    ("bench=inject variant=short memory=8", "worker_limit"),
    ("bench=workloads suite=full rounds=2 variant=add memory=32",
     "scaled_down")])
def test_where_memory_ends_it_goes_on_with_less(options, code):
    records, _ = twin(f"{options} cores=1")
    assert code in codes(records)
    assert all(0 < s.get("limit", 1) < 500 for s in of(records, "series"))
    results = of(records, "result")
    assert all(r["params"].get("items", 0) < 10**7 for r in results)
    if code == "few_results":
        assert 1000 < max(r["tasks"] for r in results) < 10**6


# ---- signals and threads ----------------------------------------------------------


def test_the_signal_comes_in_the_middle_of_a_task():
    records, _ = twin("bench=inject variant=cpu cores=1")
    [series] = of(records, "series")
    assert 0 < series["looks_inside"] <= series["looks"]
    assert series["peak"] > 1


@pytest.mark.full
@pytest.mark.parametrize("how, name", (
    ("switch", "context switch"), ("migration", "migration"),
    ("fault", "page fault"), ("timer", "local timer"), ("all", "")))
def test_causes_of_planted_gaps_are_named(how, name):
    """However busy the machine is: what it adds hides no planted cause."""
    records, _ = twin(f"bench=silence watch=1 plant={PLANTED} plant_on={how}")
    first, *others = of(records, "silence")
    if how == "migration" and not others:
        pytest.skip("one processor")
    assert first["planted"] == PLANTED
    assert all(other["planted"] == PLANTED * (how == "all") for other in others)
    if name:
        assert first["planted_named"] >= NAMED_LEAST
        assert name in {cause for cause, _, _ in first["causes"]} \
            or first["gaps"] > PLANTED
    else:
        assert all(r["gaps"] >= PLANTED for r in (first, *others))


@pytest.mark.parametrize("words, said", [
    ("plant=1 plant_on=ipi", "plant_on=ipi"),
    ("plant=1000 plant_us=600", "more than half")])
def test_gaps_that_linux_cannot_plant_are_refused(words, said):
    records, _ = twin(f"bench=silence watch=1 {words}", status=1)
    [warning] = [w for w in of(records, "warning") if w["code"] == "bad_option"]
    assert said in warning["text"]


# ---- all of a kind ------------------------------------------------------------------


@pytest.mark.full
def test_every_executor_is_proven_in_every_pattern():
    records, _ = twin("bench=metg rounds=1 cores=2 steps=16")
    executors = {r["name"] for r in of(twin("list")[0], "listed")
                 if r["what"] == "executor"}
    cores = min(2, records[0]["cores_started"])
    proofs = of(records, "validation")
    assert nothing_wrong(proofs)
    assert {(*r["variant"].split("/"), r["cores"]) for r in proofs} == {
        (executor, pattern, n) for executor in executors
        for pattern in PATTERNS for n in {1, cores}
        if n == 1 or executor != "loop"}


def test_a_file_and_a_terminal_take_every_byte():
    records, _ = twin("bench=floor rounds=2 samples=20 cores=1")
    assert nothing_wrong(of(records, "validation"))
    measured = {r["variant"] for r in of(records, "result")}
    assert {"written/memory", "written/file", "written/terminal"} <= measured
    assert {f["name"] for f in findings(records)} == {
        "written/file", "written/terminal"}
