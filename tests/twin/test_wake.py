# SPDX-License-Identifier: MIT
"""`wake` as a Linux program: what Linux keeps to itself is skipped."""

import os

import pytest
from verdicts import nothing_wrong
from program import SHORT, of, twin

BARRIERS = {"barrier/central", "barrier/sense", "barrier/dissemination"}
TWO = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2,
                         reason="one processor")


@TWO
def test_what_a_program_can_do_is_measured():
    records, _ = twin(SHORT + "bench=wake cores=2")
    assert nothing_wrong(of(records, "validation"))
    assert {r["variant"] for r in of(records, "result")} == \
        {"poll", "futex", "timer"} | BARRIERS
    for result in of(records, "result"):
        if result["variant"] in ("poll", "futex"):
            assert result["params"] == {"partner": 1}


@pytest.mark.parametrize("cores", [1, 2])
def test_what_it_cannot_do_is_skipped_with_the_reason(cores):
    records, text = twin(SHORT + f"bench=wake cores={cores}")
    why = {r["variant"]: r["reason"] for r in of(records, "skipped")}
    for variant in ("hlt", "mwait", "ipi/store", "ipi/stamp", "ipi/trip",
                    "ipi/each", "ipi/broadcast"):
        assert "Linux lets no program" in why[variant]
        assert f"\n{variant} " in text


def test_alone_it_still_tells_how_late_a_deadline_is():
    records, _ = twin(SHORT + "bench=wake cores=1")
    assert {r["variant"] for r in of(records, "result")} == {"timer"}
    why = {r["variant"]: r["reason"] for r in of(records, "skipped")}
    assert all("no second core" in why[v] for v in ("poll", "futex", "barrier"))
