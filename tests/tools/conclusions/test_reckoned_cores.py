# SPDX-License-Identifier: MIT
"""What `line` and `wake` ask of several rows: rows in, rounds out."""

import pytest
from concluded import run_of
from quietcore.conclusions.of_cores import (
    line_chosen, line_clusters, line_ends, line_places, wake_barriers,
    wake_ways)
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.rows import rows_of

MATRIX = {
    "record": "result", "experiment": "line", "variant": "handover/cas",
    "cores": 4, "params": {}, "unit": "ticks", "proven": "ok", "batch": 64,
    "rounds": [70], "places": ["cores of one die", "two packages"],
    "place_pairs": [4, 8], "place_rounds": [[70, 71.5], [None, 90]],
    "fastest": [1, 0], "fastest_rounds": [69, None],
    "slowest": [0, 3], "slowest_rounds": [99, 98],
    "cluster_rounds": [2, None], "levels": [2, 2, 4]}
ONE_PLACE = {"places": ["places unknown"], "place_pairs": [1],
             "place_rounds": [[70]]}


def matrix(**fields) -> dict:
    """The row of all pairs; a field that is None is not there."""
    return {name: value for name, value in (MATRIX | fields).items()
            if value is not None}


def asked(reckon, *records: dict) -> list[tuple]:
    """What is bound, the cores, and each subject with its rounds."""
    return [(each.bound, each.cores, {
        subject.name: (subject.fitness, *subject.rounds)
        for subject in each.subjects})
        for each in reckon(rows_of(run_of(records)))]


# ---- line -----------------------------------------------------------------------


@pytest.mark.parametrize("fields, expected", [
    ({}, [("cores of one die", "4 pairs", 4, "fit", 70000, 71500),
          ("two packages", "8 pairs", 4, "fit", NO_ROUND, 90000)]),
    (ONE_PLACE, [("places unknown", "1 pair", 4, "fit", 70000)]),
    (ONE_PLACE | {"crowded": True},
     [("places unknown", "1 pair", 4, "turns", 70000)]),
    (ONE_PLACE | {"chosen": [0, 2, 5, 9], "chosen_of": 12},
     [("places unknown", "1 pair", 10, "fit", 70000)]),
    (dict.fromkeys(ONE_PLACE), [])])
def test_each_place_has_its_median_pair(fields, expected):
    found = asked(line_places, matrix(**fields))
    assert [(bound["place"], bound["pairs"], cores, *subjects["handover/cas"])
            for bound, cores, subjects in found] == expected


@pytest.mark.parametrize("fields, expected", [
    ({}, [{"core 1 to 0": ("fit", 69000, NO_ROUND),
           "core 0 to 3": ("fit", 99000, 98000)}]),
    ({"crowded": True}, [{"core 1 to 0": ("turns", 69000, NO_ROUND),
                          "core 0 to 3": ("turns", 99000, 98000)}]),
    ({"fastest": None, "slowest": None}, [])])
def test_the_ends_of_a_matrix_are_two_pairs(fields, expected):
    found = asked(line_ends, matrix(**fields))
    assert [subjects for *_, subjects in found] == expected


@pytest.mark.parametrize("fields, words", [
    ({}, ", unlike CPUID's packages (2), dies (2), cores (4)"),
    ({"cluster_level": "dies"}, ", the same as CPUID's dies"),
    ({"levels": None}, "; CPUID does not say where the cores are")])
def test_clusters_stand_beside_what_cpuid_claims(fields, words):
    [(bound, cores, subjects)] = asked(line_clusters, matrix(**fields))
    assert (bound["cpuid"], cores) == (words, 4)
    assert subjects == {"handover/cas": ("fit", 2000, NO_ROUND)}


def test_two_cores_have_no_clusters():
    assert not asked(line_clusters, matrix(cluster_rounds=None))


def test_cores_that_stand_for_all_are_a_fact():
    assert not asked(line_chosen, matrix())
    assert asked(line_chosen, matrix(chosen=[0, 2, 5, 9], chosen_of=12)) == [
        ({"of": 12}, 0, {"": ("fit", 4000)})]


# ---- wake -----------------------------------------------------------------------


def woken(variant: str, *rounds: float, cores: int = 2, proven: str = "ok",
          **params: int) -> dict:
    """A row of `wake`."""
    return {"record": "result", "experiment": "wake", "variant": variant,
            "cores": cores, "params": params, "unit": "ticks", "batch": 1,
            "proven": proven, "rounds": [*rounds]}


def proof(variant: str, cores: int, verdict: str) -> dict:
    """A validation."""
    return {"record": "validation", "experiment": "wake", "variant": variant,
            "cores": cores, "verdict": verdict}


POLLED = woken("poll", 4, 5, partner=1)


@pytest.mark.parametrize("rows, expected", [
    ([POLLED], []),
    ([woken("hlt", 9, partner=1)], []),
    ([woken("poll", 4, partner=2), woken("hlt", 9, partner=1)], []),
    ([POLLED, woken("hlt", 9, 8, partner=1)],
     [("hlt", 1, {"poll": ("fit", 4000, 5000), "hlt": ("fit", 9000, 8000)})]),
    ([woken("poll", 7, partner=3), POLLED, woken("mwait", 6, partner=1, hint=0),
      woken("mwait", 5, partner=1, hint=16), woken("futex", 9, partner=3)],
     [("mwait hint 0", 1, {"poll": ("fit", 4000, 5000),
                           "mwait": ("fit", 6000)}),
      ("mwait hint 16", 1, {"poll": ("fit", 4000, 5000),
                            "mwait": ("fit", 5000)}),
      ("futex", 3, {"poll": ("fit", 7000), "futex": ("fit", 9000)})])])
def test_each_way_to_wait_stands_beside_polling(rows, expected):
    found = asked(wake_ways, *rows)
    assert all(cores == 2 for _, cores, _ in found)
    assert [(bound["way"], bound["partner"], subjects)
            for bound, _, subjects in found] == expected


TWO = [woken("barrier/sense", 4, 5), woken("barrier/central", 6, 7)]
MEASURED = {"barrier/sense": ("fit", 4000, 5000),
            "barrier/central": ("fit", 6000, 7000)}


@pytest.mark.parametrize("rows, expected", [
    ([woken("ipi/each", 1)], []),
    (TWO, [(2, MEASURED)]),
    # Wrong anywhere is wrong; not those that are no barriers.
    ([*TWO, proof("barrier/old", 4, "failed"), proof("ipi/each", 2, "failed")],
     [(2, MEASURED | {"barrier/old": ("failed",)})]),
    ([*TWO, proof("barrier/sense", 4, "failed")],
     [(2, MEASURED | {"barrier/sense": ("failed", 4000, 5000)})]),
    # A proof on more cores was short of time: this one stands.
    ([*TWO, woken("barrier/sense", 8, cores=4, proven="not_proven"),
      proof("barrier/sense", 4, "not_proven")],
     [(2, MEASURED), (4, {"barrier/sense": ("not_proven", 8000)})])])
def test_barriers_are_ranked_on_each_number_of_cores(rows, expected):
    found = asked(wake_barriers, *rows)
    assert [(cores, subjects) for _, cores, subjects in found] == expected
    assert [bound["on_cores"] for bound, *_ in found] == [
        f"{cores} cores" for cores, _ in expected]
