# SPDX-License-Identifier: MIT
"""Experiment `silence`: a bare core has no gap, and each planted one is found."""

import pytest
from qemu import EXIT_FAILED, EXIT_OK, boot, counted

LEAST_NS = 50   # a round of the hunt takes some 35 instructions


def watched(words: str) -> dict:
    """One core under -icount for a second: its record."""
    run = counted(f"bench=silence watch=1 least_ns={LEAST_NS} {words}")
    assert run.status == EXIT_OK
    [record] = run.of("silence")
    assert record["unit"] == "instructions" and record["least"] == LEAST_NS
    return record


def test_a_bare_core_has_no_gap_in_a_billion_instructions():
    record = watched("")
    assert record["watched"] >= 999_000_000
    assert record["gaps"] == record["lost"] == record["ipis"] == 0
    assert record["max"] < LEAST_NS and record["grade"] == "A"
    assert record["longest"] == record["causes"] == []


@pytest.mark.parametrize("count", (1, 10, 1000))
def test_each_planted_gap_is_counted(count):
    record = watched(f"plant={count} plant_us=5")
    assert record["planted"] == record["gaps"] == count
    assert count * 5000 <= record["lost"] <= count * 5100
    assert record["causes"] == [[None, count, record["lost"]]]


@pytest.mark.parametrize("count", (1, 10, pytest.param(
    1000, marks=pytest.mark.full)))
def test_each_that_is_like_an_smi_is_counted(count):
    """It ends at a stamp: so it may begin late by a round of the hunt."""
    record = watched(f"plant={count} plant_on=all plant_us=5")
    assert record["planted"] == record["gaps"] == count
    assert count * 4950 <= record["lost"] <= count * 5100
    assert record["causes"] == [[None, count, record["lost"]]]


def test_an_interrupt_is_taken_and_seen():
    record = watched("plant=10 plant_on=ipi")
    assert record["ipis"] == record["gaps"] == 10


@pytest.mark.full
def test_a_gap_on_all_cores_is_found_on_each():
    run = boot("bench=silence watch=1 plant=5 plant_on=all plant_us=1000 "
               "trust=tcg", smp="2")
    records = run.of("silence")
    assert [r["core"] for r in records] == [0, 1]
    for record in records:
        assert record["planted"] == 5 and record["gaps"] >= 5


def test_what_a_bare_machine_cannot_plant_is_refused():
    run = boot("bench=silence plant=1 plant_on=fault trust=tcg", smp="1")
    assert run.status == EXIT_FAILED
    assert "plant_on=fault" in run.text
