# SPDX-License-Identifier: MIT
"""The pool's policies in the hosted twin, driven by a timer signal."""

import re

import pytest
from concluded import findings
from program import codes, of, twin


def runs(records: list[dict]) -> list[dict]:
    return [s for s in of(records, "series") if s["variant"] != "mixed/fixed"]


@pytest.mark.full
def test_the_published_runs_are_retold():
    records, text = twin("bench=inject cores=2")
    assert records[-1]["status"] == "ok"
    assert {s["variant"] for s in runs(records)} == \
        {"block", "burst", "cpu", "short", "mixed"}
    assert re.search("Threads +Running +Pending", text)
    for series in runs(records):
        assert series["looks"] > 0 and series["params"]["scale"] == 1000
        done = [row[series["columns"].index("done")] for row in series["rows"]]
        assert done == sorted(done)
    found = {f["name"]: f for f in findings(records)}
    assert {"fiber_switch", "block_200_done", "burst_peak", "cpu_injected",
            "short_workers", "mixed_share", "scale_apart"} <= set(found)
    assert found["fiber_bytes"]["claim"] == "fact"
    assert found["scale_apart"]["subjects"] == ["scale 1000", "scale 2000"]
    assert found["mixed_share"]["subjects"][1] == "hill climbing"
    for f in found.values():
        assert all(len(rounds) == (1 if f["claim"] == "fact" else 6)
                   for rounds in f["rounds"]), f["name"]


def test_a_round_alone_ranks_nothing():
    records, _ = twin("bench=inject variant=block,burst cores=1 rounds=1")
    found = findings(records)
    assert found and all(f["verdict"] == "unsure" and f["reason"] == "rounds"
                         for f in found)


def test_the_signal_comes_in_the_middle_of_a_task():
    records, _ = twin("bench=inject variant=cpu cores=1")
    [series] = runs(records)
    assert 0 < series["looks_inside"] <= series["looks"]
    assert series["peak"] > 1


def test_where_memory_ends_the_pool_goes_on_with_fewer():
    records, _ = twin("bench=inject variant=short memory=8 cores=1")
    assert "worker_limit" in codes(records)
    [series] = runs(records)
    assert 0 < series["limit"] < 500


def test_a_minimum_above_the_maximum_is_named():
    records, text = twin("bench=inject min=9 max=8", status=1)
    assert "bad_option" in codes(records) and "min=9" in text
    assert not runs(records)
