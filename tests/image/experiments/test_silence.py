# SPDX-License-Identifier: MIT
"""Experiment `silence`: a bare core has no gap, and each planted one is found."""

import pytest
from qemu import EXIT_FAILED, EXIT_OK, boot, counted

LEAST_NS = 50   # a round of the hunt takes some 35 instructions
GAP = 5000      # instructions


@pytest.mark.parametrize("words, count, slack, ipis", [
    ("plant=10 plant_us=5", 10, 0, 0),
    *(pytest.param(*row, marks=pytest.mark.full) for row in (
        ("", 0, 0, 0),
        # Like an SMI it ends at a stamp: it may begin late by a round.
        ("plant=10 plant_on=all plant_us=5", 10, 50, 0),
        ("plant=10 plant_on=ipi", 10, GAP, 10)))])
def test_a_bare_core_has_the_gaps_that_were_planted_and_no_other(
        words, count, slack, ipis):
    """One core under -icount, for a second."""
    run = counted(f"bench=silence watch=1 least_ns={LEAST_NS} {words}")
    assert run.status == EXIT_OK
    [record] = run.of("silence")
    assert record["unit"] == "instructions" and record["least"] == LEAST_NS
    assert record["watched"] >= 999_000_000 - count * (GAP + 100)
    assert record["gaps"] == count and record["ipis"] == ipis
    assert count * (GAP - slack) <= record["lost"] <= count * (GAP + 100)
    if not count:
        assert record["max"] < LEAST_NS and record["grade"] == "A"
        assert record["longest"] == record["causes"] == []
    elif not ipis:
        assert record["causes"] == [[None, count, record["lost"]]]


@pytest.mark.full
def test_a_gap_on_all_cores_is_found_on_each():
    run = boot("bench=silence watch=1 plant=5 plant_on=all plant_us=1000 "
               "trust=tcg", smp="2")
    records = run.of("silence")
    assert [r["core"] for r in records] == [0, 1]
    assert all(r["planted"] == 5 and r["gaps"] >= 5 for r in records)


def test_what_a_bare_machine_cannot_plant_is_refused():
    run = boot("bench=silence plant=1 plant_on=fault trust=tcg", smp="1")
    assert run.status == EXIT_FAILED and "plant_on=fault" in run.text
