# SPDX-License-Identifier: MIT
"""The experiment `threads` as a Linux program: Linux's own threads join."""

import re
import subprocess
import sys

import pytest
from concluded import findings
from verdicts import nothing_wrong
from places import ROOT
from program import PROGRAM, of, twin

DESIGNS = {"fixed", "unbounded", "bounded", "gated", "steps", "virtual",
           "osthread"}


@pytest.mark.parametrize("cores", [1, 2])
def test_threads_of_linux_are_the_seventh_design(cores):
    records, text = twin(f"bench=threads cores={cores} scale=4000")
    series = {s["variant"]: s for s in of(records, "series")}
    assert set(series) == DESIGNS | {"fixed/pure", "unbounded/pure",
                                     "virtual/pure", "osthread/pure"}
    for s in series.values():
        for row in s["rows"]:
            p = dict(zip(s["columns"], row))
            assert p["tasks"] == p["k"] * s["cores"]
            assert p["took"] >= p["earliest"] > 0
    assert nothing_wrong(of(records, "validation"))
    heading = next(line for line in text.splitlines()
                   if line.startswith("   k") and "gated" in line)
    assert heading.split()[2:] == ["fixed", "unbounded", "bounded", "gated",
                                   "steps", "virtual", "osthread"]
    assert all(len(line) < 80 for line in text.splitlines()
               if re.match(r" *\d+ +\d+ ", line))


def test_each_claim_rests_on_six_rounds_of_what_it_compares():
    records, _ = twin("bench=threads cores=1 scale=4000")
    found = {f["name"]: f for f in findings(records)}
    assert found["gate"]["subjects"] == ["gated", "unbounded"]
    assert found["best_k"]["subjects"] == [f"{k} a core" for k in
                                           (1, 2, 5, 10, 18, 25)]
    assert found["fixed_batch"]["subjects"] == ["1 a core", "5 a core"]
    assert found["queue"]["subjects"] == ["unbounded", "bounded"]
    assert found["flat_to_gated"]["subjects"] == ["gated"]
    assert found["wake_once"]["subjects"] == [
        "alone", "beside 600 sleepers that wake at once"]
    assert found["flat_osthread"]["subjects"] == ["1 a core", "10 a core"]
    for f in found.values():
        if f["claim"] == "fact":
            continue
        assert f["claim"] == ("order" if f["name"] == "best_k" else
                              "value" if len(f["subjects"]) == 1 else "ratio")
        assert all(len(rounds) == 6 for rounds in f["rounds"])


@pytest.mark.full
def test_the_full_suite_has_two_rounds_that_may_be_disturbed():
    records, _ = twin("bench=threads cores=1 scale=20000 suite=full",
                      seconds=300)
    found = [f for f in findings(records) if f["claim"] != "fact"]
    assert {len(rounds) for f in found for rounds in f["rounds"]} == {8}


def test_a_round_alone_ranks_nothing():
    records, _ = twin("bench=threads cores=1 scale=4000 rounds=1")
    assert all(f["verdict"] == "unsure" and f["reason"] in
               ("rounds", "disturbed") for f in findings(records)
               if f["claim"] != "fact")


def test_where_linux_gives_no_threads_that_is_said():
    records, _ = twin("bench=threads cores=1 scale=4000 variant=osthread",
                      ("prlimit", "--nproc=2", "setpriv", "--reuid=65534",
                       "--clear-groups", "--bounding-set=-all",
                       "--inh-caps=-all"))
    reasons = [s["reason"] for s in of(records, "skipped")
               if s["variant"] == "osthread"]
    assert reasons and all("no more threads" in r for r in reasons)


def test_the_task_is_recorded():
    records, _ = twin("bench=threads cores=1 variant=steps scale=4000")
    params = of(records, "series")[0]["params"]
    assert params["scale"] == 4000 and params["steps"] == 14
    assert 50 <= params["decimals"] <= 20000
    assert params["sleep"] // 50 == params["slice"]


def test_series_are_tables_in_parse(tmp_path):
    log = tmp_path / "log"
    log.write_text(subprocess.run(
        [PROGRAM, "bench=threads", "variant=steps", "cores=1", "scale=4000"],
        text=True, capture_output=True, timeout=120, check=True).stdout)
    shown = subprocess.run([sys.executable, "-m", "quietcore", "parse", log],
                           cwd=ROOT / "tools", text=True, timeout=120,
                           capture_output=True, check=True).stdout
    assert "threads steps on 1 core," in shown and "earliest" in shown
