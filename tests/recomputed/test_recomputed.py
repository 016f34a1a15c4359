# SPDX-License-Identifier: MIT
"""What a log says is reckoned again from its raw samples, with NumPy and SciPy:
every statistic, every round of every finding, every interval and verdict."""

import copy

import pytest
from of_headline import untrue_headline
from of_workqueue import untrue_shares
from program import twin
from qemu import boot
from raw_log import Log
from reckoned import (
    ROUNDS, untrue_drift, untrue_figures, untrue_results, untrue_rounds)

RAW = "suite=quick rounds=6 scale=10000 samples=raw "
#: In two runs: `dispatch` takes as many tasks as fill its time.
EXPERIMENTS = {
    "parts": "samples=60 budget=60 bench=floor,line,lock,primes,queue,spawn,"
             "switch,timer,wake,workloads,workqueue",
    "whole": "budget=20 bench=dispatch,inject,threads",
    "by name": "bench=metg steps=50"}
#: What the image alone has, and cores that take turns.
BOOTS = {
    "2": "rounds=6 samples=40 budget=20 scale=100000 bench=floor,inject,line,"
         "primes,switch,threads,timer,wake,workloads",
    "4,sockets=2,cores=2": "samples=40 budget=20 bench=dispatch,line,workqueue"}


@pytest.fixture(scope="module", params=EXPERIMENTS)
def log(request):
    return Log(twin(RAW + EXPERIMENTS[request.param], seconds=300)[0])


@pytest.fixture(scope="module", params=BOOTS)
def booted(request):
    return Log(boot(f"{BOOTS[request.param]} samples=raw trust=tcg "
                    "series=whole", smp=request.param, timeout=300).records)


def assert_reckoned(log: Log):
    assert not untrue_results(log)
    assert not untrue_rounds(log)
    assert not untrue_figures(log)
    assert not untrue_drift(log)
    assert not untrue_headline(log)
    assert not untrue_shares(log)


@pytest.mark.full
def test_all_that_is_said_follows_from_the_raw_samples(log):
    assert_reckoned(log)
    # Whose findings there are, each can be reckoned again.
    assert {f["experiment"] for f in log.of("finding")} >= \
        set(ROUNDS) & {r["experiment"] for r in log.of("result")}


@pytest.mark.full
def test_all_that_a_boot_says_does_too(booted):
    assert_reckoned(booted)


def test_each_experiment_that_finds_something_is_reckoned_again():
    records, _ = twin("list")
    names = {r["name"] for r in records if r["record"] == "listed"
             and r["what"] == "experiment"}
    assert set(ROUNDS) == names - {"silence", "spawn"}  # they find nothing


def test_a_sample_that_was_another_is_seen():
    records, _ = twin("bench=timer samples=raw rounds=2 budget=2")
    for record in records:
        if record["record"] == "series" and "round" in record["columns"]:
            record["rows"] = [row[:-1] + [row[-1] * 3 + 1]
                              for row in record["rows"]]
    log = Log(records)
    assert len(untrue_results(log)) >= len(log.of("result"))
    assert untrue_rounds(log)


# ---- the headline --------------------------------------------------------------


@pytest.fixture(scope="module")
def records():
    return twin("bench=workqueue cores=1 rounds=6 samples=600 budget=60")[0]


@pytest.fixture
def alone(records):
    return Log(copy.deepcopy(records))


def test_the_headline_follows_from_its_findings(alone):
    assert not untrue_headline(alone)
    assert not untrue_headline(Log(twin("bench=timer rounds=2 budget=2")[0]))


@pytest.mark.parametrize("right, wrong", [
    ("takes ", "takes 1"), (" ticks", " ns"), ("dequeue", "enqueue"),
    (" ns", " emulated ns"), ("lock ", "ring ")])
def test_another_word_or_figure_in_the_headline_is_seen(alone, right, wrong):
    [said] = alone.of("headline")
    changed = [each.replace(right, wrong) for each in said["sentences"]]
    assert changed != said["sentences"]
    said["sentences"] = changed
    assert untrue_headline(alone)


@pytest.mark.parametrize("name", ["enqueue", "dequeue", "lock_share"])
@pytest.mark.parametrize("field", ["value", "verdict"])
def test_a_headline_beside_another_finding_is_seen(alone, name, field):
    finding = next(f for f in alone.of("finding") if f["name"] == name)
    if field == "value":
        finding |= dict.fromkeys(("value", "low", "high"), 1234.0)
    else:
        verdict = "unsure" if finding["verdict"] == "sure" else "sure"
        finding |= {"verdict": verdict, "reason": "spread"}
    assert untrue_headline(alone)


# ---- fairness ------------------------------------------------------------------


def test_fairness_follows_from_the_operations_of_each_core():
    log = Log(twin("bench=workqueue variant=wait,wait/ticket cores=2 rounds=6 "
                   "samples=raw")[0])
    assert {f["name"] for f in log.of("finding")} == {
        "fairness", "fairness/ticket", "longest_wait", "longest_wait/ticket"}
    assert not untrue_rounds(log) and not untrue_shares(log)
    table = log.table("workqueue", "core", "round", "operations")
    for rows in table.values():
        rows[rows[:, 0] == 0, 2] *= 7
    for row in log.of("result"):
        row.pop("disturbed_rounds", None)   # which a busy host has
    assert len(untrue_shares(log)) == len(table) == 2
    assert any("fairness" in line for line in untrue_rounds(log))
