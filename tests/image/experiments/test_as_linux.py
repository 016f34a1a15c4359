# SPDX-License-Identifier: MIT
"""Each experiment has in the image the rows and proofs that it has as a Linux
program, of which tests/golden has all it says. And the default run of both."""

import functools
import re
import subprocess

import pytest
from places import ROOT
from program import BARE_TIMERS, PROGRAM, twin
from qemu import EXIT_OK, HOST_BUSY, Run, boot, read_log
from verdicts import nothing_wrong
from whole_run import check_whole_run

BRIEF = "rounds=1 budget=5 samples=20 trust=tcg "
#: Rows that one of the two machines has alone.
ONLY_ONE = re.compile(r"written/|ipi/|hlt$|mwait$|futex$|.*(osthread|clock_gettime)|"
                      rf"({'|'.join(BARE_TIMERS)})$")
#: Said, too, of rows so short as these on a busy host.
LOUD = {"passes_differ", "pairs_disturbed", "task_length"}
PROMISE = re.compile(r"^\| records of the default run, two cores, without "
                     r"`progress` \| ([\d,]+) bytes \|$", re.M)


def rows(records: list[dict]) -> set[tuple]:
    """What is measured or left out with a reason: on how many cores, of what; but
    tasks of a length that each machine finds for itself."""
    return {(r["experiment"], r["variant"], r.get("cores"), str(
        {key: value for key, value in r.get("params", {}).items()
         if key != "mode"})) for r in records
        if r["record"] in ("result", "skipped") and not
        ONLY_ONE.match(r["variant"]) and "rule_rounds" not in r}


def proofs(records: list[dict]) -> set[tuple]:
    return {(r["experiment"], r["variant"], r["cores"], r["property"])
            for r in records if r["record"] == "validation"
            and not ONLY_ONE.match(r["variant"])}


def names(records: list[dict]) -> set[tuple]:
    """All that is told of: on a busy host some on fewer cores."""
    return {(r["experiment"], r["variant"]) for r in records
            if r["record"] in ("result", "skipped", "validation")
            and not ONLY_ONE.match(r["variant"])
            and not r["variant"].startswith("on ")}


@pytest.mark.parametrize("bench, cores", [
    ("floor,spawn,switch,workqueue,threads", 1),
    ("line,primes,workloads", 1), ("queue,dispatch,lock", 1),
    ("spawn,switch,line", 2)])
def test_an_experiment_has_the_same_rows(bench, cores):
    options = f"{BRIEF}bench={bench} cores={cores}"
    run = boot(options, smp=str(cores))
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert {w["code"] for w in run.of("warning")} <= HOST_BUSY | LOUD
    assert nothing_wrong(run.of("validation"))
    assert all(v["counts"]["operations"] > 0 for v in run.of("validation"))
    here, _ = twin(options)
    assert rows(run.records) == rows(here)
    assert proofs(run.records) == proofs(here)


# ---- the default run -------------------------------------------------------------


@functools.cache
def by_the_image() -> str:
    return boot("trust=tcg", smp="2", timeout=900).text


@functools.cache
def by_linux() -> str:
    return subprocess.run([PROGRAM, "cores=2"], text=True, check=True,
                          capture_output=True, timeout=900).stdout


@pytest.mark.full
def test_the_default_run_is_whole_and_has_the_same_rows():
    run = Run(EXIT_OK, by_the_image(), read_log(by_the_image()))
    check_whole_run(run, 2)
    assert names(run.records) == names(read_log(by_linux()))


@pytest.mark.full
@pytest.mark.parametrize("log", [by_linux, by_the_image])
def test_the_default_log_is_no_longer_than_promised(log):
    """A busy machine writes more of `progress`, so that does not count."""
    [promised] = PROMISE.findall((ROOT / "docs/log-format.md").read_text())
    records = [line for line in log().splitlines() if line.startswith("{")
               and '"record":"progress"' not in line]
    assert sum(len(line) + 1 for line in records) <= \
        int(promised.replace(",", ""))
