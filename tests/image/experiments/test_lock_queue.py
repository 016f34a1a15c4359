# SPDX-License-Identifier: MIT
"""Locks and queues, shared and from core to core."""

import pytest

from verdicts import nothing_wrong
from qemu import all_of, boot

#: More virtual cores than there are real ones.
THREE = pytest.param(3, marks=pytest.mark.full)
CROWD = pytest.param(8, marks=[pytest.mark.full, pytest.mark.nightly])

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "


def names(run) -> set[str]:
    return {finding["name"] for finding in run.concluded}


@pytest.mark.parametrize("cores", [1, pytest.param(
    2, marks=pytest.mark.full), THREE, CROWD])
def test_queues_hand_items_from_core_to_core(cores):
    run = boot(SHORT + all_of(cores) + "suite=full bench=queue "
               "variant=spsc/across,mpmc/across,deque/across,steal/across,"
               "mpmc/pair,mpmc/latency", smp=str(cores))
    across = [r for r in run.of("result")
              if r["variant"].endswith("/across")]
    assert nothing_wrong(run.of("validation"))
    splits = {}
    for r in across:
        p = r["params"]
        assert p["producers"] + p["consumers"] == r["cores"] <= cores
        assert r["batch"] >= 1 and r["p50"] > 0
        splits.setdefault((r["variant"], p["bulk"]), set()).add(
            p["producers"])
    # Other rows' cores may take turns on a busy host where these do not.
    if any("one producer" in w["text"] for w in run.warned("crowded")):
        assert {p for s in splits.values() for p in s} <= {1}
        return
    everyone = set(range(1, cores))
    for bulk in (1, 32) if cores > 1 else ():
        assert splits.pop(("mpmc/across", bulk)) == everyone
        assert splits.pop(("steal/across", bulk)) == everyone
        assert splits.pop(("deque/across", bulk)) == {1}
        if cores == 2:
            assert splits.pop(("spsc/across", bulk)) == {1}
    assert not splits
    assert ("shortest_latency" in names(run)) == (cores > 1)
    assert "cheapest_alone" in names(run)


@pytest.mark.parametrize("cores, rows", [
    (1, {"ring/mcs/pair", "ring/ticket/prop/push"}),
    pytest.param(2, {"ring/mcs/pair", "ring/ticket/prop/push",
                     "ring/clh/across", "ring/qspin/latency"},
                 marks=pytest.mark.full)])
def test_the_ring_goes_under_each_lock_that_is_asked_for(cores, rows):
    run = boot(f"{SHORT} bench=queue variant={','.join(sorted(rows))}",
               smp=str(cores))
    assert {r["variant"] for r in run.of("result")} == rows
    assert run.of("validation")
    assert nothing_wrong(run.of("validation"))


@pytest.mark.parametrize("cores", [1, pytest.param(
    2, marks=pytest.mark.full), CROWD])
def test_locks_are_compared(cores):
    run = boot(SHORT + all_of(cores) + "bench=lock variant=tas,ticket,mcs",
               smp=str(cores))
    assert nothing_wrong(run.of("validation"))
    assert names(run) == {"cheapest_alone"} | (
        {"fastest_contended", "fastest_fair"} if cores > 1 else set())
    shared = [r for r in run.of("result") if r["cores"] > 1
              and not r["variant"].endswith("/handover")]
    assert all(r["together"] > 0 and 0 < r["jain"] <= 1 for r in shared)
    assert bool(shared) == (cores > 1)
