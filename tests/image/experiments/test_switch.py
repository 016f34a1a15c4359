# SPDX-License-Identifier: MIT
"""Experiment `switch`: all its rows, their proofs, and what it finds."""

import functools

import pytest
from concluded import findings
from verdicts import nothing_wrong
from qemu import EXIT_OK, all_of, boot, counted

CORES = [1, 2, 3, pytest.param(8, marks=pytest.mark.full)]
HERE = {"inline", "call", "sse", "xsave", "yield", "yield/trip", "spawn",
        "spawn/many", "join", "join/many", "sem", "sem/here"}


def sweep(cores: int) -> set[int]:
    """1, 2, 4, ... and all, as the quick suite has them."""
    return {n for n in (1, 2, 4, 8, cores) if n <= cores}


@functools.cache
def switched(cores: int, cpu: str = "max"):
    named = ",".join(sorted(HERE - {"yield"}))  # named: the full suite's, too
    return boot(f"bench=switch variant={named},yield,sem/away rounds=2 "
                "budget=20 samples=40 trust=tcg " + all_of(cores), smp=str(cores), cpu=cpu,
                timeout=60)


@pytest.mark.parametrize("cores", CORES)
def test_each_row_is_proven_and_then_measured(cores):
    run = switched(cores)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    measured = {(r["variant"], r["cores"]) for r in run.of("result")}
    assert measured == {(v, 1) for v in HERE} | {
        ("sem/away", n) for n in sweep(cores) - {1}}


@pytest.mark.parametrize("cores", CORES)
def test_a_semaphore_says_where_the_other_fiber_is(cores):
    for r in switched(cores).of("result"):
        if r["variant"] == "sem/here":
            assert r["partner_core"] == 0
        if r["variant"] == "sem/away":
            assert r["partner_core"] == r["cores"] - 1


def test_yields_go_through_rings_of_three_lengths():
    yields = [r for r in switched(1).of("result") if r["variant"] == "yield"]
    assert {r["params"]["fibers"] for r in yields} == {2, 16, 256}
    assert all(r["batch"] % r["params"]["fibers"] == 0 for r in yields)


def test_state_takes_the_bytes_that_the_processor_says():
    state = {r["variant"]: r["state_bytes"] for r in switched(1).of("result")
             if "state_bytes" in r}
    assert state["sse"] == 512
    assert state["xsave"] >= 512 + 64  # legacy region and header


def test_without_xsave_the_row_is_skipped_and_says_why():
    run = switched(2, "max,-xsave")
    assert run.status == EXIT_OK
    [skipped] = run.of("skipped")
    assert skipped["variant"] == "xsave" and "XSAVE" in skipped["reason"]
    assert "xsave" not in {r["variant"] for r in run.of("result")}


def test_findings_are_multiples_of_a_call_and_bytes():
    # Counted: on a busy host a row's cost can be lost in its scatter.
    run = counted("bench=switch rounds=1 budget=5 samples=20")
    found = {f["name"]: f for f in findings(run.records)}
    memory = found.pop("memory")
    assert {f["unit"] for f in found.values()} == {"CALL"}
    assert {"inline", "call", "yield", "spawn"} <= set(found)
    assert memory["unit"] == "bytes" and memory["value"] == 16384 + 4096
