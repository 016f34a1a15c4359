# SPDX-License-Identifier: MIT
"""Pools whose tasks block: the timer interrupts tasks of the bare machine, and
where instructions are counted one core tells the published story to the second.
tests/golden has all that the policies say."""

import pytest
from concluded import findings, middle
from qemu import boot, counted

COLUMNS = ["time_s", "threads", "running", "pending", "target", "done"]


def loads(run) -> list[dict]:
    """The runs' series, in order: a long one comes in several parts."""
    whole: list[dict] = []
    for part in run.of("series"):
        if part["variant"] == "mixed/fixed":
            continue
        if part.get("part", 1) == 1:
            whole.append(part | {"rows": []})
        whole[-1]["rows"] += part["rows"]
    return whole


def column(series: dict, name: str) -> list[int]:
    return [row[COLUMNS.index(name)] for row in series["rows"]]


def test_workers_are_added_in_the_middle_of_tasks_that_compute():
    # A look each 2.5 ms: a busy host lets a core wait for longer than 0.5 ms.
    run = boot("bench=inject variant=cpu scale=200 trust=tcg", smp="1")
    [series] = loads(run)
    assert series["looks"] >= series["looks_inside"] > 0
    assert max(column(series, "target")) > series["params"]["min"]
    assert series["peak"] > series["params"]["min"]
    assert max(column(series, "done")) == 0


@pytest.mark.full
def test_the_published_run_is_retold():
    """200 tasks of 60 s, one worker more a second; published: 107, 122, 167."""
    run = counted("bench=inject rounds=1")
    found = {f["name"]: f for f in findings(run.records)}
    by = {(s["variant"], s["params"]["min"]): s for s in loads(run)}
    twelve, at_once = by["block", 12], by["block", 200]
    assert 12 + 96 <= twelve["peak"] <= 12 + 120 and at_once["peak"] == 200
    assert 160 <= twelve["done_s"] <= 184 and 60 <= at_once["done_s"] <= 64
    for name, least, most in (
            ("block_12_empty", 96, 122), ("block_12_retire", 12, 14),
            ("block_12_added", 0.9, 1.1), ("block_12_table", 0.99, 1.01),
            ("burst_again", 0, 2), ("mixed_share", 0, 1.15),
            ("scale_apart", 0.9, 1.1)):
        assert least <= middle(found[name]) <= most, name
    [burst], [cpu], [short], [mixed] = (
        [s for s in loads(run) if s["variant"] == name]
        for name in ("burst", "cpu", "short", "mixed"))
    assert burst["peak"] == 200 and 0 in column(burst, "threads")[1:-1]
    assert column(burst, "done")[-1] == 600
    assert cpu["peak"] >= 40 and cpu["looks_inside"] > cpu["looks"] / 2
    assert short["params"]["begin"] == 500 and column(short, "target")[-1] <= 20
    # 5 keep a core busy; 0: it still tried others when the time was over,
    # which some ten instructions more or less decide.
    assert mixed["settled"] == 0 or 4 <= mixed["settled"] <= 20
