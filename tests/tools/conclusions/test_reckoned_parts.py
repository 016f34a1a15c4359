# SPDX-License-Identifier: MIT
"""What is concluded of the work queue from several of its rows."""

from __future__ import annotations

import pytest
from concluded import run_of
from make_log import result
from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import FIT, NOT_PROVEN, TURNS
from quietcore.conclusions import of_parts
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.rows import rows_of


def row(variant: str, rounds: list[float], cores: int = 1, **more) -> dict:
    """A result of the work queue."""
    return result(experiment="workqueue", variant=variant, cores=cores,
                  rounds=rounds, params=more.pop("params", {}), **more)


def asked(name: str, *records: dict) -> list[Asked]:
    """What a function makes of such rows."""
    return [*of_parts.BY_NAME[name](rows_of(run_of(records)))]


def pair_of(consumer: int, places: str, rounds: list[float]) -> dict:
    """A row of core 0 and another one."""
    return row("across", rounds, 2, pair=places,
               params={"producer": 0, "consumer": consumer})


@pytest.mark.parametrize("records, cores, rounds", [
    ([row("pair", [14])], 1, None),
    ([row("pair", [14]), row("pair", [50, 52], 2, together_rounds=[25, 26])],
     2, [25_000, 26_000]),
    ([row("pair", [14]), row("wait", [900], 2)], 2, None),
    ([row("pair", [9], 2, together_rounds=[4]),
      row("pair", [9], 4, together_rounds=[2])], 4, [2000])])
def test_a_contended_pair_is_of_the_most_cores(records, cores, rounds):
    found = asked("workqueue_contended", *records)
    assert [(each.cores, each.subjects[0].rounds) for each in found] == (
        [(cores, rounds)] if rounds else [])


def test_the_nearest_pair_has_the_plain_name():
    found = asked("workqueue_across", pair_of(1, "cores of one die", [14.5]),
                  pair_of(4, "packages", [60, 61]))
    assert [(each.bound["name"], each.bound["places"], each.cores,
             each.subjects[0].rounds) for each in found] == [
        ("across", "cores of one die", 2, [14_500]),
        ("across/packages", "packages", 5, [60_000, 61_000])]


@pytest.mark.parametrize("part, rounds, percent", [
    ("lock", [5, 5, 20], [50_000, 25_000, 100_000]),    # one to enqueue,
    ("copy", [5, 5, 20], [25_000, 12_500, 50_000])])    # one to dequeue
def test_a_share_is_of_the_same_round(part, rounds, percent):
    [found] = asked("workqueue_shares", row("pair", [20, 40, 40]),
                    row(part, rounds))
    assert found.bound["part"] == part
    assert found.subjects[0].rounds == percent


@pytest.mark.parametrize("there, here, more", [
    ([500, 480], [80, 90], [420_000, 390_000]),
    ([70], [80], [-10_000])])
def test_a_transfer_is_what_cold_takes_longer_than_warm(there, here, more):
    [found] = asked("workqueue_cold", row("dequeue/cold", there, 2),
                    row("dequeue/warm", here, 2), row("enqueue/cold", [9], 2))
    assert (found.bound["verb"], found.cores) == ("dequeue", 2)
    assert found.subjects[0].rounds == more


def test_a_round_that_is_disturbed_in_either_row_is_none():
    [found] = asked("workqueue_shares",
                    row("pair", [20, 20, 20], disturbed_rounds=[0]),
                    row("lock", [5, 5, 5], disturbed_rounds=[2]))
    assert found.subjects[0].rounds == [NO_ROUND, 50_000, NO_ROUND]


def test_a_pair_that_took_no_time_has_no_shares():
    [found] = asked("workqueue_shares", row("pair", [0]), row("copy", [5]))
    assert found.subjects[0].rounds == [NO_ROUND]


@pytest.mark.parametrize("change, fitness", [
    ({}, FIT), ({"crowded": True}, TURNS), ({"proven": "not_proven"}, NOT_PROVEN)])
def test_it_is_as_fit_as_the_worse_row(change, fitness):
    [found] = asked("workqueue_cold", row("enqueue/cold", [9], 2, **change),
                    row("enqueue/warm", [8], 2))
    assert found.subjects[0].fitness == fitness
