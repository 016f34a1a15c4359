# SPDX-License-Identifier: MIT
"""Many virtual cores on two real ones: what is left out, and says so.

Times are no assertions: that a run ends within its timeout is enough.
"""

import os
import re

import pytest
from qemu import EXIT_OK, boot
from whole_run import SHORT

#: Those which would use more cores at once: floor and line never do.
WIDE = {"workqueue", "queue", "lock", "spawn", "switch", "timer", "wake",
        "dispatch", "inject", "primes", "threads", "workloads"}


@pytest.fixture
def two_real_cores():
    """The emulator inherits them."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(mine)[:2])
    yield
    os.sched_setaffinity(0, mine)


def check_left_out(run, cores: int, experiments: set[str]):
    """All come up, all are watched; what is left out says why."""
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert run.context["cores_started"] == cores
    [most] = [int(found[1]) for w in run.warned("crowded")
              if (found := re.match(rf"{cores} cores take turns on fewer real "
                                    r"ones: at most (\d+) ", w["text"]))]
    assert 2 <= most < cores
    left_out = {s["experiment"]: s["reason"] for s in run.of("skipped")
                if s["variant"] == f"on {cores} cores"}
    assert left_out.keys() == experiments
    assert set(left_out.values()) == {
        f"they take turns on fewer real ones: at most {most} are measured at "
        f"once (cores={cores}: all)"}
    told = " ".join(run.text.split())
    assert all(f"on {cores} cores {reason}" in told
               for reason in left_out.values())
    watched: dict[tuple[str, str], list[int]] = {}
    for n in run.of("noise"):   # a list of many cores comes in parts
        watched.setdefault((n["experiment"], n["when"]), []).extend(n["cores"])
        assert all(n["ticks_watched"])
    assert watched and all(n == list(range(cores)) for n in watched.values())
    assert not [r for r in run.of("result")
                if r["experiment"] != "line" and r["cores"] > most]
    assert most > 2 or all(r.get("crowded") for r in run.of("result")
                           if r["cores"] > 1)


def test_of_sixteen_cores_two_rows_measure_few(two_real_cores):
    run = boot("bench=line,lock variant=handover/store,tas.,tas/contend "
               "rounds=2 samples=40 trust=tcg", smp="16")
    check_left_out(run, 16, {"lock"})
    pairs = {tuple(row[:2]) for s in run.of("series")
             if s["variant"] == "handover/store" for row in s["rows"]}
    assert len(pairs) == 8 * 7  # cores of all sixteen, chosen by place
    assert max(max(pair) for pair in pairs) > 8


@pytest.mark.full
def test_cores_that_are_asked_for_are_all_measured(two_real_cores):
    run = boot("bench=lock variant=tas/contend cores=6 rounds=1 samples=20 "
               "budget=5 trust=tcg", smp="6")
    assert run.status == EXIT_OK
    assert {r["cores"] for r in run.of("result")} == {2, 4, 6}
    assert not [s for s in run.of("skipped") if s["variant"] == "on 6 cores"]


@pytest.mark.full
@pytest.mark.parametrize("cores", [16, pytest.param(
    255, marks=pytest.mark.nightly)])
def test_the_quick_suite_ends_on_many_cores(cores, two_real_cores):
    short = SHORT if cores == 16 else "trust=tcg"
    run = boot(short, smp=str(cores), machine="q35", memory=512, timeout=900)
    check_left_out(run, cores, WIDE)


@pytest.mark.full
@pytest.mark.nightly
def test_the_quick_suite_ends_on_cores_beyond_xapic_s_reach(
        newer, two_real_cores):
    run = boot("trust=tcg", smp="288", machine="q35", memory=512, qemu=newer,
               timeout=900, extra=("-device", "intel-iommu"))
    assert "apic=x2apic" in run.context["signs"]
    check_left_out(run, 288, WIDE)
