# SPDX-License-Identifier: MIT
"""What a log says is reckoned again from its raw samples, with NumPy: every
statistic, every round of every result and quantity."""

import copy

import pytest
from of_workqueue import untrue_shares
from program import twin
from qemu import boot
from raw_log import Log
from reckoned import ROUNDS, untrue_quantities, untrue_results

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
    assert not untrue_quantities(log)


@pytest.mark.full
def test_all_that_is_said_follows_from_the_raw_samples(log):
    assert_reckoned(log)
    assert {each["experiment"] for each in log.of("quantity")} <= set(ROUNDS)


@pytest.mark.full
def test_all_that_a_boot_says_does_too(booted):
    assert_reckoned(booted)


def test_rounds_of_a_load_that_were_others_are_seen():
    log = Log(twin("bench=inject samples=raw rounds=2 cores=1 "
                   "variant=cost,burst")[0])
    assert not untrue_quantities(log)
    changed = []
    for quantity in log.of("quantity"):
        own = [None if each is None else 1234.5 for each in quantity["rounds"]]
        if quantity["variant"] != "fiber" and {*own} != {None}:
            quantity["rounds"] = own
            changed.append(f"inject {quantity['variant']}")
    assert "inject cost" in changed
    assert [line.split(":")[0] for line in untrue_quantities(log)] == changed


def test_a_quantity_that_was_another_is_seen():
    log = Log(twin("bench=primes samples=raw rounds=3 variant=shared")[0])
    assert not untrue_quantities(log)
    for quantity in log.of("quantity"):
        quantity["rounds"] = [each if each in (None, "never") else each + 1
                              for each in quantity["rounds"]]
    changed = [quantity["variant"] for quantity in log.of("quantity")
               if set(quantity["rounds"]) - {None, "never"}]
    wrong = [line.split(":")[0] for line in untrue_quantities(log)]
    assert wrong == [f"primes {name}" for name in changed]
    assert "primes trace_cost" in wrong


def test_a_sample_that_was_another_is_seen():
    records, _ = twin("bench=timer samples=raw rounds=2 budget=2")
    for record in records:
        if record["record"] == "series" and "round" in record["columns"]:
            record["rows"] = [row[:-1] + [row[-1] * 3 + 1]
                              for row in record["rows"]]
    log = Log(records)
    assert len(untrue_results(log)) >= len(log.of("result"))


@pytest.fixture(scope="module")
def line():
    return twin("bench=line cores=2 samples=raw rounds=6")[0]


@pytest.mark.parametrize("field", [
    "places", "place_pairs", "place_rounds", "fastest_rounds", "slowest"])
def test_another_figure_of_all_pairs_is_seen(line, field):
    log = Log(copy.deepcopy(line))
    assert not untrue_results(log)
    [pairs] = [r for r in log.of("result") if "places" in r]
    pairs[field] = [99]     # whether a busy host has left any or not
    assert [f"line {field}" in line for line in untrue_results(log)] == [True]


def test_a_round_of_cores_that_took_turns_is_seen(line):
    log = Log(copy.deepcopy(line))
    of_core_1 = [row for series in log.of("series", "line")
                 if series["columns"][-2:] == ["start", "took"]
                 for row in series["rows"] if row[1] == 1]
    for row in of_core_1:
        row[2] += 10**12
    for result in log.of("result"):
        result.pop("disturbed_rounds", None)    # which a busy host has
    wrong = [line for line in untrue_results(log) if "distance" in line]
    assert len(wrong) == 7


# ---- fairness ------------------------------------------------------------------


def test_fairness_follows_from_the_operations_of_each_core():
    log = Log(twin("bench=workqueue variant=wait,wait/ticket cores=2 rounds=6 "
                   "samples=raw")[0])
    assert not untrue_shares(log)
    table = log.table("workqueue", "core", "round", "operations")
    for rows in table.values():
        rows[rows[:, 0] == 0, 2] *= 7
    assert len(untrue_shares(log)) == len(table) == 2
