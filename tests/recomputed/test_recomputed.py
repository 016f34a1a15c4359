# SPDX-License-Identifier: MIT
"""What a log says is reckoned again from its raw samples, with NumPy: every
statistic, every round of every result and quantity."""

import pytest
import quantities
import results
from program import twin
from qemu import boot
from raw_log import Log

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


def untrue(log: Log) -> list[str]:
    """All that a log says otherwise than its samples do."""
    return results.untrue(log) + quantities.untrue(log)


@pytest.mark.full
@pytest.mark.parametrize("options", EXPERIMENTS.values(), ids=EXPERIMENTS)
def test_all_that_is_said_follows_from_the_raw_samples(options):
    assert not untrue(Log(twin(RAW + options, seconds=300)[0]))


@pytest.mark.full
@pytest.mark.parametrize("smp", ["2", pytest.param(
    "4,sockets=2,cores=2", marks=pytest.mark.nightly)])
def test_all_that_a_boot_says_does_too(smp):
    assert not untrue(Log(boot(f"{BOOTS[smp]} samples=raw trust=tcg series=whole",
                               smp=smp, timeout=300).records))


@pytest.mark.parametrize("options", [
    "inject rounds=2 cores=1 variant=cost,burst", "primes rounds=3 variant=shared",
    "timer rounds=2 budget=2", "line cores=2 rounds=6",
    "workqueue variant=wait,wait/ticket cores=2 rounds=6"])
def test_all_rounds_that_were_others_are_seen(options):
    log, changed = Log(twin(f"bench={options} samples=raw")[0]), 0
    assert not untrue(log)
    for record in log.of("result") + log.of("quantity"):
        own = [each if each in (None, "never") else each + 1234.5 for each in record["rounds"]]
        if record["variant"] not in ("fiber", "trace_cost") and own != record["rounds"]:
            changed += 1
            record["rounds"] = own
    assert changed and len(untrue(log)) == changed
