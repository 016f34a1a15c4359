# SPDX-License-Identifier: MIT
"""What follows from several rows of `dispatch`: rows in, rounds out."""

import pytest
from concluded import run_of
from quietcore.conclusions.gate import FAILED
from quietcore.conclusions.gate import MARGINS
from quietcore.conclusions.of_dispatch import (
    BY_NAME, crossing, height, share_of)
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import rows_of


def row(variant: str, n: int, wall=(), cores: int = 2, **more) -> dict:
    """A result; its wall times by round."""
    clean = sorted(each for each in wall if each is not None)
    return {"record": "result", "experiment": "dispatch", "variant": variant,
            "cores": cores, "params": {"n": n}, "unit": "ticks",
            "wall_rounds": [*wall],
            "wall_per_task": clean[len(clean) // 2] if clean else 0} | more


def stamped(variant: str, n: int, overhead, work, **more) -> dict:
    """A result; of the passes with stamps."""
    return row(variant, n, round_means=[*overhead], work_rounds=[*work],
               **more)


def asked(name: str, *records: dict) -> dict:
    """By a function of the module: of each conclusion the rounds by subject."""
    found = BY_NAME[f"dispatch_{name}"](rows_of(run_of(records)))
    return {(each.bound["name"], each.bound.get("n", each.bound.get("part"))):
            [(subject.name, subject.rounds) for subject in each.subjects]
            for each in found}


@pytest.mark.parametrize("points, at", [
    ([], NO_ROUND), ([(0, 1, 9)], NO_ROUND),
    ([(0, 9, 9), (10, 1, 9)], 0), ([(5, 9, 1), (10, 9, 1)], 5000),
    ([(0, 1, 2), (10, 1, 2)], NEVER), ([(0, 0, 4), (10, 8, 4)], 5000),
    ([(0, 0, 4), (10, 8, 4), (20, 0, 4)], 5000),
    ([(0, 0, 1), (10, 3, 3)], 10000)])
def test_the_first_crossing_of_two_curves(points, at):
    assert crossing(points) == at


@pytest.mark.parametrize("at, value", [
    (0, 100), (5000, 150), (10000, 200), (20000, 600), (30000, 1000)])
def test_a_curve_between_its_points(at, value):
    assert height([(0, 100), (10, 200), (30, 1000)], at) == value


def test_a_falling_curve_is_rounded_towards_0():
    assert height([(0, 0), (10, -5)], 5000) == -2


def test_break_even_allows_for_the_margin():
    """The pool takes 600 more, and half as long."""
    records = [row(name, n, [n / (2 if name == "steal" else 1)
                             + 600 * (name == "steal"), None])
               for n in (0, 501, 1001, 5001) for name in ("loop", "steal")]
    [((name, _), sides)] = asked("break_even", *records).items()
    assert name == "steal"
    assert [subject for subject, _ in sides] == ["loop", "steal", "break-even"]
    (low, _), (high, _), (middle, _) = (rounds for _, rounds in sides)
    share = 1 + MARGINS["cores"] / 1000
    for at, takes in ((low, 1 / share), (high, share), (middle, 1)):
        assert at / 1000 == pytest.approx(600 * takes / (1 - takes / 2), 0.01)
    assert all(rounds[1] == NO_ROUND for _, rounds in sides)


def test_break_even_needs_the_loop_and_two_lengths():
    pool = [row("steal", n, [1] * 6) for n in (0, 501)]
    loop = [row("loop", n, [2] * 6) for n in (0, 501)]
    assert not asked("break_even", *pool)
    assert not asked("break_even", *loop, pool[0])
    assert not asked("break_even", pool[0], pool[1], loop[1])
    assert len(asked("break_even", *loop, *pool)) == 1
    assert not asked("break_even_work", *[row("shared", 0, [1])])


def test_break_even_in_the_loops_own_ticks():
    records = [row("loop", 0, [0, 1]), row("loop", 501, [100, 2]),
               row("shared", 0, [50, 5]), row("shared", 501, [50, 5])]
    [(_, [(_, (first, second))])] = asked("break_even_work", *records).items()
    assert first == pytest.approx(50_000, abs=100)
    assert second == NEVER


def test_overhead_is_5_percent_from_so_much_work_on():
    records = [stamped("steal", 0, [10, 10], [0, 0]),
               stamped("steal", 501, [10, 10], [380, 20],
                       disturbed_rounds=[1]),
               stamped("steal", 1001, [10, 10], [400, 30])]
    [(_, [(_, (first, second))])] = asked("five_percent", *records).items()
    assert first == pytest.approx(190_000, abs=400)
    assert second == NEVER
    assert not asked("five_percent", records[0])
    assert not asked("five_percent", row("steal", 0, [1]),
                     row("steal", 501, [1]))   # of older images


def test_slowdown_is_of_the_walls_whatever_their_stamps():
    records = [row("shared", 0, [1, 2], cores=1),
               row("shared", 0, [3, None], disturbed_rounds=[0]),
               row("loop", 0, [1, 1], cores=1), row("loop", 0, [1, 1])]
    assert asked("slowdown_empty", *records) == {("shared", None): [
        ("a run on 1 core", [1000, 2000]),
        ("a run on 2 cores", [3000, NO_ROUND])]}
    assert not asked("slowdown_empty", records[0])


def test_swap_is_of_shared_and_its_exchanges():
    shared, steal, mcs = (row(name, 0, [at]) for at, name in enumerate(
        ("shared", "steal", "shared/mcs")))
    assert not asked("swap", shared, steal)
    assert asked("swap", shared, steal, mcs) == {("shared", None): [
        ("shared", [0]), ("shared/mcs", [2000])]}


def test_the_best_is_of_those_that_are_given_one_task_after_the_other():
    records = [row("loop", 0, [2]), row("steal", 0, [1]),
               row("shared/mcs", 0, [1]), row("chunk", 0, [1], in_ranges=True),
               row("loop", 3155, [1])]
    assert asked("best_executor", *records) == {("loop", 0): [
        ("loop", [2000]), ("steal", [1000])]}


def test_what_is_wrong_is_named_though_it_was_not_timed():
    wrong = {"record": "validation", "experiment": "dispatch", "cores": 2,
             "variant": "steal", "verdict": "failed"}
    run = run_of([wrong, row("loop", 0, [2])])
    [found] = BY_NAME["dispatch_best_executor"](rows_of(run))
    assert [(each.name, each.fitness, each.rounds) for each in
            found.subjects][1:] == [("steal", FAILED, [])]


def test_adaptive_beside_the_best_of_each_length():
    records = [row("adaptive", 0, [3, 3]), row("loop", 0, [1, 0]),
               row("adaptive", 501, [4, 4]), row("loop", 501, [2, None]),
               row("adaptive", 1001, [5, 5]), row("loop", 1001, [9, 9])]
    assert asked("to_best", *records) == {("adaptive", None): [
        ("adaptive", [2000, 1000])]}


def test_overheads_are_medians_over_the_lengths():
    records = [stamped(name, n, [n / 10, 7], [1, 1],
                       disturbed_rounds=[1] * (n > 501))
               for name in ("loop", "adaptive") for n in (0, 501, 1001)]
    assert asked("overhead_table", *records) == {
        ("loop", "table"): [("loop", [50_100, 7000])],
        ("adaptive", "short"): [("adaptive", [25_050, 7000])],
        ("adaptive", "long"): [("adaptive", [100_100, NO_ROUND])]}


def test_some_cores_are_the_most_that_are_not_all():
    records = [stamped("shared", 0, [cores], [1], cores=cores)
               for cores in (1, 2, 3, 4)]
    assert asked("overhead_some_cores", *records) == {
        ("shared", None): [("shared", [3000])]}
    assert not asked("overhead_some_cores", *records[:2])


@pytest.mark.parametrize("over, own, share", [
    (30000, 10000, 75000), (-5000, 10000, 0), (0, 0, None), (5, -9, None)])
def test_an_overheads_share_of_a_task(over, own, share):
    assert share_of(over, own) == share


def test_a_task_is_its_overhead_and_its_work():
    assert asked("task_51", stamped("loop", 51, [2, 3], [40, 50],
                                    disturbed_rounds=[1])) == {
        ("loop", None): [("loop", [42_000, NO_ROUND])]}


def test_the_rule_stands_at_the_length_that_was_found():
    quantity = {"record": "quantity", "experiment": "dispatch", "cores": 2,
                "variant": "steal/rule_5_95", "primitive": "steal",
                "params": {"n": 3155}, "unit": "percent", "rounds": [95, None]}
    assert asked("rule_5_95", quantity) == {("steal", 3155): [
        ("steal", [95_000, NO_ROUND])]}
