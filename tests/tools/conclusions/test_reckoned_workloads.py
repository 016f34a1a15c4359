# SPDX-License-Identifier: MIT
"""What is reckoned of the rows of `workloads` and `metg`."""

import pytest
from quietcore.conclusions.gate import (
    DRIFTED, FAILED, FIT, NOT_PROVEN, TURNS, Subject)
from quietcore.conclusions.of_workloads import (
    BY_NAME, drifted, first, further, gain, reach)
from quietcore.conclusions.rounds import NO_ROUND
from quietcore.conclusions.rows import Row, Rows


def row(variant, rounds, cores=1, fitness=FIT, params=None, **fields):
    record = {"variant": variant, "cores": cores, "unit": "ticks",
              "per": "integer", "params": {"items": 70} | (params or {}),
              "rounds": rounds, **fields}
    return Row(record, fitness, fitness)


def run(experiment, *rows, failed=()):
    return Rows({experiment: [*rows]}, max(each.cores for each in rows),
                {experiment: [*failed]} if failed else {})


# ---- a worker and many -------------------------------------------------------------


SIX = [1.0] * 6


def forms(again, cores=1, crowded=False, **of_base):
    """A worker, eight, and one again at the end."""
    turns = {"crowded": True} if crowded else {}
    return run("workloads",
               row("add/sequential", SIX, cores, **turns, **of_base),
               row("add/concurrent", [2.0] * 6, cores, **turns),
               row("add/again", [again] * 6, cores, **turns))


@pytest.mark.parametrize("times, cores, has", [
    ([1.0] * 6, 1, False), ([1.075] * 6, 1, False), ([1.076] * 6, 1, True),
    ([1.125] * 6, 2, False), ([1.126] * 6, 2, True),
    ([0.931] * 6, 1, False), ([0.929] * 6, 1, True),
    ([0.889] * 6, 2, False), ([0.887] * 6, 2, True),
    ([1.0, 1.5, 1.5, 1.5, 1.5, 1.5], 1, False),   # not the whole interval
    ([1.5], 1, False), ([], 1, False)])   # too few rounds
def test_a_machine_drifted_where_no_tie_is(times, cores, has):
    base = Subject("base", FIT, [1_000_000] * len(times))
    again = Subject("again", FIT, [round(t * 1_000_000) for t in times])
    assert drifted(base, again, cores) == has


@pytest.mark.parametrize("again, more, fitness", [
    (1.0, {}, FIT), (2.0, {}, DRIFTED), (0.5, {}, DRIFTED),
    (1.0, {"crowded": True, "cores": 2}, TURNS),
    (2.0, {"crowded": True, "cores": 2}, DRIFTED)])
def test_what_drifted_is_no_comparison_of_two_forms(again, more, fitness):
    [asked] = gain(forms(again, **more))
    assert [each.fitness for each in asked.subjects] == [fitness] * 2
    assert [(each.name, each.rounds) for each in asked.subjects] == [
        ("add/sequential", [1000] * 6), ("add/concurrent", [2000] * 6)]


def test_what_is_unfit_for_another_reason_stays_so():
    [asked] = gain(forms(2.0, fitness=NOT_PROVEN))
    assert [each.fitness for each in asked.subjects] == [NOT_PROVEN, DRIFTED]


@pytest.mark.parametrize("cores, which, published, on_cores", [
    (1, "one_core", "10 to 13 % slower", "1 core"),
    (3, "all_cores", "41 to 43 % faster", "3 cores")])
def test_a_gain_is_beside_the_published_one_of_its_cores(
        cores, which, published, on_cores):
    [asked] = gain(forms(1.0, cores))
    assert asked.bound == {
        "work": "add", "cores": cores, "on_cores": on_cores,
        "items": "70 integers", "which": which, "published": published}


def test_without_a_round_at_the_end_there_is_no_gain():
    assert not [*gain(run("workloads", row("add/sequential", SIX),
                          row("add/concurrent", SIX)))]


def test_a_search_on_all_cores_is_beside_one():
    one = row("find/concurrent", [3.0])
    [asked] = further(run("workloads", one,
                          row("find/concurrent", [2.0], cores=2)))
    assert [(each.name, each.rounds) for each in asked.subjects] == [
        ("on one core", [3000]), ("on all cores", [2000])]
    assert asked.cores == 2
    assert not [*further(run("workloads", one))]


# ---- figures of its own --------------------------------------------------------------


@pytest.mark.parametrize("name, variant, column, beside", [
    ("workloads_memory", "add/sequential", "gb_rounds", [True, False]),
    ("workloads_memory_8", "add/concurrent", "gb_rounds", [False, True]),
    ("workloads_wait", "find/sequential", "ms_rounds", [True, False])])
def test_a_figure_is_a_column_beside_the_published_one_of_its_cores(
        name, variant, column, beside):
    rows = run("workloads", *(
        row(variant, [9.0, 9.0], cores, **{column: [1.5, None]})
        for cores in (1, 2)), row("sort/again", SIX))
    asked = [*BY_NAME[name](rows)]
    assert [each.cores for each in asked] == [1, 2]
    for each, is_beside in zip(asked, beside):
        assert each.subjects[0].rounds == [1500, NO_ROUND]
        assert bool(each.bound["published"]) == is_beside
        assert bool(each.bound["published_id"]) == is_beside


def test_without_a_clock_there_is_no_figure():
    rows = run("workloads", row("add/sequential", SIX))
    assert not [*BY_NAME["workloads_memory"](rows)]


# ---- metg ---------------------------------------------------------------------------


def metg(name, value, percent=50, cores=2, rounds=6):
    return row(name, [value] * rounds, cores, params={"percent": percent})


@pytest.mark.parametrize("values, best, place", [
    ({"steal": 10, "static": 20}, "steal", ", first of 2 executors"),
    ({"static": 20, "steal": 10}, "steal", ", first of 2 executors"),
    ({"steal": 10, "shared": 10.5, "static": 20}, "steal",
     ", among the first of 3 executors"),
    ({"steal": 10, "shared": 12}, "steal", ""),     # too close
    ({"steal": 10}, "steal", "")])                  # nothing to compare with
def test_the_best_executor_is_told_with_its_place(values, best, place):
    rows = run("metg", *(metg(f"{name}/tree", value)
                         for name, value in values.items()))
    [asked] = reach(rows)
    assert [each.name for each in asked.subjects] == [best]
    assert asked.bound == {"pattern": "tree", "percent": 50, "name": best,
                           "place": place, "unit": "ticks"}
    [asked] = first(rows)
    assert [each.name for each in asked.subjects] == [*values]


def test_patterns_and_shares_are_apart_and_on_all_cores():
    rows = run("metg", metg("steal/tree", 1), metg("steal/tree", 2, 90),
               metg("steal/fft", 3), metg("steal/fft", 4, cores=1))
    assert [(each.bound["pattern"], each.bound["percent"],
             each.subjects[0].rounds[0]) for each in first(rows)] == [
        ("tree", 50, 1000), ("tree", 90, 2000), ("fft", 50, 3000)]


def test_an_executor_that_failed_is_named_with_its_own_pattern():
    rows = run("metg", metg("steal/tree", 1), metg("steal/fft", 1),
               failed=["chunk/fft", "steal/fft"])
    found = {each.bound["pattern"]: [
        (subject.name, subject.fitness) for subject in each.subjects]
        for each in first(rows)}
    assert found == {"tree": [("steal", FIT)],
                     "fft": [("steal", FIT), ("chunk", FAILED)]}
    assert [[subject.name for subject in each.subjects]
            for each in reach(rows)] == [["steal"], ["steal"]]
