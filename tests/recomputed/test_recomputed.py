# SPDX-License-Identifier: MIT
"""What a log says is reckoned again from its raw samples, with NumPy: every
statistic, every round of every result and quantity."""

import copy

import of_dispatch
import of_line
import of_rows
import of_threads
import pytest
from of_inject import of_inject
from of_primes import of_primes
from program import twin
from qemu import boot
from raw_log import Log

#: From raw samples, the columns of a quantity; of each experiment that writes any.
ROUNDS = {"dispatch": of_dispatch.of_dispatch, "inject": of_inject, "primes": of_primes,
          "switch": of_rows.of_switch, "threads": of_threads.of_threads,
          "timer": of_rows.of_timer}
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


def untrue_quantities(log: Log) -> list[str]:
    """Quantities whose rounds, and what those are of, the samples do not give."""
    wrong = []
    for quantity in log.of("quantity"):
        said = [rounds for name, rounds in quantity.items()
                if name in ("k", "rounds") or name.endswith("_rounds")]
        right = ROUNDS[quantity["experiment"]](log, quantity)
        if said != right:
            wrong.append(f"{quantity['experiment']} {quantity['variant']}: "
                         f"{said}, not {right}")
    return wrong


def untrue(log: Log) -> list[str]:
    """All that a log says otherwise than its samples do."""
    return [line for result in log.of("result") for line in (
        of_dispatch if result["experiment"] == "dispatch" else of_rows
        ).differences(log, result)] + of_threads.untrue_points(log) \
        + of_line.untrue_pairs(log) + of_line.untrue_counters(log) \
        + of_rows.untrue_shares(log) + untrue_quantities(log)


@pytest.mark.full
@pytest.mark.parametrize("options", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_all_that_is_said_follows_from_the_raw_samples(options):
    log = Log(twin(RAW + options, seconds=300)[0])
    assert not untrue(log)
    assert {each["experiment"] for each in log.of("quantity")} <= {*ROUNDS}


@pytest.mark.full
@pytest.mark.parametrize("smp", BOOTS)
def test_all_that_a_boot_says_does_too(smp):
    assert not untrue(Log(boot(f"{BOOTS[smp]} samples=raw trust=tcg series=whole",
                               smp=smp, timeout=300).records))


# ---- what is changed is seen -------------------------------------------------------


@pytest.mark.parametrize("options, named", [
    ("inject samples=raw rounds=2 cores=1 variant=cost,burst", "inject cost"),
    ("primes samples=raw rounds=3 variant=shared", "primes trace_cost")])
def test_a_quantity_that_was_another_is_seen(options, named):
    log, changed = Log(twin(f"bench={options}")[0]), []
    assert not untrue_quantities(log)
    for quantity in log.of("quantity"):
        own = [each if each in (None, "never") else each + 1234.5
               for each in quantity["rounds"]]
        if quantity["variant"] != "fiber" and own != quantity["rounds"]:
            quantity["rounds"] = own
            changed.append(f"{quantity['experiment']} {quantity['variant']}")
    assert named in changed
    assert [line.split(":")[0] for line in untrue_quantities(log)] == changed


def test_a_sample_that_was_another_is_seen():
    records, _ = twin("bench=timer samples=raw rounds=2 budget=2")
    for record in records:
        if record["record"] == "series" and "round" in record["columns"]:
            record["rows"] = [row[:-1] + [row[-1] * 3 + 1] for row in record["rows"]]
    log = Log(records)
    assert len({line.split(")")[0] for line in untrue(log)}) >= len(log.of("result"))


@pytest.fixture(scope="module")
def line():
    return twin("bench=line cores=2 samples=raw rounds=6")[0]


@pytest.mark.parametrize("field", [
    "places", "place_pairs", "place_rounds", "fastest_rounds", "slowest"])
def test_another_figure_of_all_pairs_is_seen(line, field):
    log = Log(copy.deepcopy(line))
    assert not untrue(log)
    [pairs] = [r for r in log.of("result") if "places" in r]
    pairs[field] = [99]     # whether a busy host has left any or not
    assert [f"line {field}" in line for line in untrue(log)] == [True]


def test_a_round_of_cores_that_took_turns_is_seen(line):
    log = Log(copy.deepcopy(line))
    for series in log.of("series", "line"):
        for row in series["rows"] if series["columns"][-2:] == ["start", "took"] else ():
            row[2] += 10**12 * (row[1] == 1)
    for result in log.of("result"):
        result.pop("disturbed_rounds", None)    # which a busy host has
    assert sum("distance" in each for each in untrue(log)) == 7


def test_fairness_follows_from_the_operations_of_each_core():
    log = Log(twin("bench=workqueue variant=wait,wait/ticket cores=2 rounds=6 "
                   "samples=raw")[0])
    assert not of_rows.untrue_shares(log)
    table = log.table("workqueue", "core", "round", "operations")
    for rows in table.values():
        rows[rows[:, 0] == 0, 2] *= 7
    assert len(of_rows.untrue_shares(log)) == len(table) == 2
