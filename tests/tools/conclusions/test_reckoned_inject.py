# SPDX-License-Identifier: MIT
"""What is reckoned of the rows of `inject`."""

import pytest
from quietcore.conclusions.gate import FIT, TURNS
from quietcore.conclusions.of_inject import (
    BY_NAME, at_once, best_fixed, blocking, half, mixed, scales,
    tasks_a_second)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import Row, Rows


def row(variant, rounds, cores=2, unit="s", crowded=False, columns=None,
        **params):
    record = {"variant": variant, "cores": cores, "params": params,
              "unit": unit, "rounds": rounds, **(columns or {})}
    return Row(record | ({"crowded": True} if crowded else {}), FIT, FIT)


def run(*rows):
    return Rows({"inject": [*rows]}, max(each.cores for each in rows), {})


def block(least, scale=1000, rounds=(178,), **more):
    return row("block", [*rounds], min=least, max=1000, scale=scale, **more)


# ---- tasks that block ------------------------------------------------------------


@pytest.mark.parametrize("name, column", [
    ("done", "rounds"), ("first", "first_rounds"), ("empty", "empty_rounds"),
    ("peak", "peak_rounds"), ("added", "grown_rounds"),
    ("table", "step_rounds"), ("dip", "dip_rounds"),
    ("retire", "retired_rounds")])
def test_a_figure_of_a_blocking_load_is_its_column(name, column):
    rows = run(block(12, columns={column: [1.5, None, "never"]}))
    [asked] = BY_NAME[f"inject_block_{name}"](rows)
    [subject] = asked.subjects
    assert subject.rounds == [1500, NO_ROUND, NEVER]
    assert asked.bound == {"min": 12, "published_id": f"inject.block_{name}"}
    assert (asked.cores, subject.fitness) == (2, FIT)


@pytest.mark.parametrize("least, published_id, at_once_id", [
    (12, "inject.block_done", None), (5, "", None),
    (199, "", None), (200, None, "inject.at_once_done"), (300, None, "")])
def test_only_a_pool_that_begins_alike_is_beside_the_published_one(
        least, published_id, at_once_id):
    rows = run(block(least))
    assert [asked.bound["published_id"] for asked
            in BY_NAME["inject_block_done"](rows)] == \
        ([] if published_id is None else [published_id])
    assert [asked.bound["published_id"] for asked in at_once(rows)] == \
        ([] if at_once_id is None else [at_once_id])


def test_two_scales_are_beside_each_other_where_there_are_two():
    both = run(block(12), block(12, 2000, [180]), block(200))
    assert {least: len(rows) for least, rows in blocking(both).items()} == \
        {12: 2, 200: 1}
    [asked] = scales(both)
    assert [(each.name, each.rounds) for each in asked.subjects] == [
        ("scale 1000", [178000]), ("scale 2000", [180000])]
    assert not [*scales(run(block(12)))]


def test_the_scale_that_was_asked_for_speaks():
    rows = run(block(12), block(12, 2000, [180]))
    [asked] = BY_NAME["inject_block_done"](rows)
    assert asked.subjects[0].rounds == [178000]


# ---- tasks that block half of their time --------------------------------------------


def test_pools_of_half_blocking_tasks_are_named_by_workers_per_core():
    rows = run(row("half", [47], max=2), row("half", [95], max=6),
               row("half/waiters", [99], max=2, crowded=True), block(12))
    asked = [*half(rows)]
    assert [each.bound for each in asked] == [
        {"kind": 1, "pool": "1 per core"}, {"kind": 3, "pool": "3 per core"},
        {"kind": "waiters", "pool": "1 per core and waiters"}]
    assert [each.subjects[0].fitness for each in asked] == [FIT, FIT, TURNS]


# ---- a mixed load ------------------------------------------------------------------


def pool(size, *rounds):
    return row("mixed/fixed", [*rounds], min=size, max=size)


@pytest.mark.parametrize("rounds, milli", [
    ([500], 2000), ([None, 500, None], 2000), ([None], 0), (["never"], 0),
    ([100, 200, 400], 5000), ([100, 400], 4000), ([], 0)])
def test_the_speed_of_a_load_is_of_its_median_round(rounds, milli):
    assert tasks_a_second(pool(1, *rounds)) == milli


@pytest.mark.parametrize("thousands, best", [
    ([None, None], 2), ([1000, 100], 4), ([100, 99.5], 2), ([100, 98], 4),
    (["never", 100], 4), ([1000, 100, 99.5, 98], 16)])
def test_the_best_pool_is_the_smallest_of_those_nearly_as_fast(
        thousands, best):
    pools = [pool(2 << at, each) for at, each in enumerate(thousands)]
    assert best_fixed(pools).params["max"] == best


def test_hill_climbing_is_beside_the_best_pool():
    climbing = row("mixed", [180], min=2, max=80)
    [asked] = mixed(run(climbing, pool(2, 500), pool(10, 160)))
    assert [(each.name, each.rounds) for each in asked.subjects] == [
        ("the best fixed pool, 10", [160000]), ("hill climbing", [180000])]
    assert not [*mixed(run(climbing))]
    assert not [*mixed(run(pool(2, 500)))]
