# SPDX-License-Identifier: MIT
"""What is reckoned of `threads`: rows in, rounds out."""

import pytest
from quietcore.conclusions.of_threads import BY_NAME, Task, leaves_flat
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import Row, Rows

#: A tick is a published millisecond; the published task.
TASK = {"scale": 1, "ticks_a_ms": 1, "cpu_ms": 3000, "steps": 106}
KS = [1, 2, 5, 10, 18, 25]


def row(variant: str, rounds: list, cores: int = 2, fitness: str = "fit",
        **fields) -> Row:
    """A record `quantity`."""
    return Row({"record": "quantity", "experiment": "threads",
                "variant": variant, "cores": cores, "params": {},
                "unit": "ticks", "rounds": rounds} | fields, fitness, fitness)


def curve(variant: str, took: list[list], ks: list[int] | None = None,
          workers: int = 2, **fields) -> Row:
    """The times of each k."""
    first, *further = took
    return row(variant, first, k=ks or KS, further_rounds=further,
               params={"workers": workers}, **fields)


def line(variant: str, more: int = 0, **fields) -> Row:
    """One round, k published seconds each and so many ticks more."""
    return curve(variant, [[k * 1000 + more] for k in KS], **fields)


def asked(name: str, *found: Row) -> list[dict]:
    """What is asked of these rows and the task: rounds by subject."""
    task = row("task", [3000], params=TASK)
    rows = Rows({"threads": [task, *found]}, 2, {})
    return [{subject.name: subject.rounds for subject in each.subjects}
            for each in BY_NAME[f"threads_{name}"](rows)]


SLOW = [[1000], [1000], [1000], [1000], [1000], [3000]]


@pytest.mark.parametrize("name, found, right", [
    ("together", [line("fixed/pure", 2000)], [{"fixed": [1000]}]),
    ("share_of_each", [line("fixed/pure", 100)],
     [{"1 a core": [1100], "fixed": [1004]}]),
    ("share_of_each", [curve("fixed/pure", [[1000]], [1])], []),
    ("took_virtual", [line("fixed/pure"), line("virtual/pure", 7)],
     [{"fixed": [25000], "virtual": [25007]}]),
    ("earliest_unbounded", [line("fixed/pure", earliest_rounds=[5]),
                            line("unbounded/pure", earliest_rounds=[None])],
     [{"fixed": [5], "unbounded": [NO_ROUND]}]),
    ("late_virtual", [line("fixed/pure", late_rounds=[50]),
                      line("virtual/pure", late_rounds=[60])],
     [{"fixed": [50], "virtual": [60]}]),
    # Memory ended one of them before.
    ("took_unbounded", [line("fixed/pure"), curve(
        "unbounded/pure", [[1], [2]], [1, 18])], []),
    ("took_unbounded", [line("fixed/pure")], []),
    ("fixed_batch", [line("fixed")],
     [{"1 a core": [1000], "25 a core": [25000]}]),
    # At 10 a core three fifths of the cores are asked for.
    ("rise_gated", [line("gated", 3)],
     [{"1 a core": [1003], "10 a core": [10003]}]),
    ("rise_gated", [curve("gated", [[9]], [1])], []),
    ("gate", [line("gated", 1), line("unbounded", 4)],
     [{"gated": [18001], "unbounded": [18004]}]),
    ("queue", [line("unbounded", workers=50), line("bounded", 1, workers=36)],
     [{"unbounded": [25000], "bounded": [25001]}]),
    ("queue", [line("unbounded", workers=36), line("bounded", workers=36)],
     []),
    ("steps_workers", [line("steps", workers=2)], [{"steps": [1000]}]),
    ("steps_workers", [line("steps", workers=3)], [{"steps": [1500]}]),
    ("utilisation", [line("virtual", share_ppm_rounds=[54054])],
     [{"virtual": [54054]}]),
    ("formula", [line("virtual", share_ppm_rounds=[54054, 0, None],
                      cores=12)], [{"virtual": [222000, 0, NO_ROUND]}]),
    ("best_k", [curve("virtual", [[1000], [1500]], [1, 2])],
     [{"1 a core": [1000], "2 a core": [750]}]),
    ("flat_to_steps", [curve("steps", SLOW)], [{"steps": [18875]}]),
    ("flat_to_steps", [], []),
])
def test_each_is_reckoned_from_its_rows(name, found, right):
    assert asked(name, *found) == right


@pytest.mark.parametrize("name, variant, who", [
    ("asleep", "asleep", ""),
    ("wake_once", "asleep/once", " that wake at once"),
    ("wake_random", "asleep/random", " that wake at random")])
def test_a_task_beside_sleepers_is_set_beside_the_one_alone(
        name, variant, who):
    def night(of: str, sleepers: int, rounds: list) -> Row:
        return row(of, rounds, params={"sleepers": sleepers})

    alone = night("asleep", 0, [10, 11])
    assert not asked(name, alone)
    assert asked(name, alone, night(variant, 600, [12, None])) == [
        {"alone": [10, 11], f"beside 600 sleepers{who}": [12, NO_ROUND]}]
    assert asked(name, alone, night(variant, 1, [12, 13])) == [
        {"alone": [10, 11], f"beside 1 sleeper{who}": [12, 13]}]


# ---- where a curve leaves the flat -----------------------------------------------

RISING = [1000, 1000, 1100, 1400, 2800]
FLAT_KS = [1, 5, 10, 20, 40]


def without(at: int) -> list:
    """One of the points disturbed."""
    return [*RISING[:at], None, *RISING[at + 1:]]


@pytest.mark.parametrize("took, right", [
    (RISING, 15000),                                # half of the way
    ([1000, 1000, 1100, 1250, 2800], 20000),        # 1250 is not more
    ([1000, 2000, 1100, 1250, 2800], 2000),
    ([1000] * 5, NEVER),
    ([1000], NEVER),
    (without(4), 15000),                            # beyond it
    *((without(at), NO_ROUND) for at in range(4))])
def test_a_curve_is_flat_up_to_a_quarter_more(took, right):
    assert leaves_flat(FLAT_KS, [
        NO_ROUND if value is None else value * 1000 for value in took
        ]) == right


def test_a_point_with_fewer_rounds_is_as_a_disturbed_one():
    assert asked("flat_to_gated", curve(
        "gated", [[1000, 1000], [1000], [2000, 2000]], [1, 2, 5])) == [
            {"gated": [2750, NO_ROUND]}]


# ---- the task --------------------------------------------------------------------


def test_seconds_are_the_published_ones():
    task = Task(1000, 2445487, 396, 14, 959469)
    assert task.seconds([21600375000, NO_ROUND]) == [8832, NO_ROUND]
    assert task.seconds([21600375000], 5) == [1766]


def test_without_rows_nothing_is_asked():
    assert not any([*reckon(Rows({}, 0, {}))] for name, reckon
                   in BY_NAME.items())


@pytest.mark.parametrize("k, percent, right", [
    (10, 60, True), (11, 60, True), (12, 60, False), (18, 100, True),
    (19, 100, False)])
def test_tasks_ask_for_a_share_of_the_cores(k, percent, right):
    task = Task(**TASK, alone=3000)
    assert task.asks_for(k, percent) == right
