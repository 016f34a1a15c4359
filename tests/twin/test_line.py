# SPDX-License-Identifier: MIT
"""`line` and `timer` on real silicon: what holds on any of it."""

import os
import re

import pytest
from concluded import findings
from verdicts import nothing_wrong
from program import BARE_TIMERS, SHORT, of, twin

CLOCKS = {"clock_gettime/vdso", "clock_gettime/syscall"}

two_cores = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2,
                               reason="needs two processors")


def matrix(records: list[dict], variant: str) -> dict:
    return {(row[0], row[1]): row[2] for s in of(records, "series")
            if s["variant"] == variant for row in s["rows"]}


@two_cores
def test_a_line_goes_both_ways():
    records, text = twin(SHORT + "bench=line cores=2")
    assert records[-1]["status"] == "ok"
    for variant in ("handover/cas", "handover/store"):
        assert set(matrix(records, variant)) == {(0, 1), (1, 0)}
        assert f"\n{variant} " in text
    assert "from row's core to column's and back" in text
    names = {f["name"] for f in findings(records)}
    assert {"slowest over fastest", "false sharing"} <= names
    assert "clusters" not in names  # two cores have one distance
    assert nothing_wrong(of(records, "validation"))


@two_cores
def test_no_hand_over_is_missing_in_the_full_suite():
    records, _ = twin(SHORT + "bench=line suite=full cores=2 "
                      "variant=handover")
    assert {s["variant"] for s in of(records, "series")} == {
        "handover/cas", "handover/store", "handover/swap", "handover/add",
        "handover/clusters"}


def test_linux_clocks_stand_beside_the_time_stamp():
    records, _ = twin(SHORT + "bench=timer cores=1")
    measured = {r["variant"] for r in of(records, "result")}
    assert CLOCKS | {"rdtsc", "rdtsc/lfence"} <= measured
    assert CLOCKS <= {v["variant"] for v in of(records, "validation")}
    assert nothing_wrong(of(records, "validation"))
    step, *_ = findings(records)
    assert step["name"] == "step" and step["value"] > 0
    assert {s["variant"]: s["reason"] for s in of(records, "skipped")} == \
        dict.fromkeys(BARE_TIMERS,
                      "needs port or MMIO access, which Linux keeps")


@two_cores
def test_rows_after_a_grid_have_the_names_of_their_columns():
    _, text = twin(SHORT + "bench=line cores=2 variant=handover")
    grid = text.split("half a trip from row's core")[1]
    between = grid.split("\nhandover/store ")[0]
    assert re.search(r"^\S+ +c batch +min", between, re.M)
