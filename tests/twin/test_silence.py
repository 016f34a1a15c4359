# SPDX-License-Identifier: MIT
"""Experiment `silence` of the Linux program: planted gaps are found and named."""

import pytest
from program import of, twin

pytestmark = pytest.mark.full
PLANTED = 100
NAMED_LEAST = 95    # of 100: two causes may come in one gap


def watched(words) -> list[dict]:
    """The records of a run, one a core."""
    records, _ = twin(f"bench=silence watch=1 {words}")
    return of(records, "silence")


@pytest.mark.parametrize("how, name", (
    ("switch", "context switch"), ("migration", "migration"),
    ("fault", "page fault"), ("timer", "local timer")))
def test_causes_are_named(how, name):
    """However busy the machine is: what it adds hides no planted cause."""
    first, *others = watched(f"plant={PLANTED} plant_on={how}")
    if how == "migration" and not others:
        pytest.skip("one processor")
    assert first["planted"] == PLANTED
    assert first["planted_named"] >= NAMED_LEAST
    assert name in {cause for cause, _, _ in first["causes"]} \
        or first["gaps"] > PLANTED
    assert not any(other["planted"] for other in others)


def test_gaps_on_all_cores_are_planted_on_all():
    for record in watched("plant=10 plant_on=all plant_us=200"):
        assert record["planted"] == 10
        assert record["gaps"] >= 10
        assert record["lost"] >= record["least"] * 10


def test_what_linux_cannot_plant_is_refused():
    records, _ = twin("bench=silence watch=1 plant=1 plant_on=ipi", status=1)
    [warning] = [w for w in of(records, "warning")
                 if w["code"] == "bad_option"]
    assert "plant_on=ipi" in warning["text"]


def test_more_than_half_of_the_time_is_not_planted():
    records, _ = twin("bench=silence watch=1 plant=1000 plant_us=600",
                      status=1)
    [warning] = [w for w in of(records, "warning")
                 if w["code"] == "bad_option"]
    assert "more than half" in warning["text"]
