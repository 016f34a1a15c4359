# SPDX-License-Identifier: MIT
"""What follows from curves: of `dispatch` over the lengths of a task, of `threads` over
the tasks a core. More of it stands in pages/conclusions.txt, of real logs."""

import pytest
from concluded import run_of
from quietcore.conclusions.gate import MARGINS
from quietcore.conclusions.of_dispatch import BY_NAME, crossing, height, share_of
from quietcore.conclusions.of_threads import Task, leaves_flat
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import rows_of
from reckoned_rows import proof, reckoned, result, row

# ---- dispatch: curves ---------------------------------------------------------------


@pytest.mark.parametrize("points, at", [
    ([], NO_ROUND), ([(0, 1, 9)], NO_ROUND), ([(0, 9, 9), (10, 1, 9)], 0),
    ([(5, 9, 1), (10, 9, 1)], 5000), ([(0, 1, 2), (10, 1, 2)], NEVER),
    ([(0, 0, 4), (10, 8, 4)], 5000), ([(0, 0, 4), (10, 8, 4), (20, 0, 4)], 5000),
    ([(0, 0, 1), (10, 3, 3)], 10000)])
def test_the_first_crossing_of_two_curves(points, at):
    assert crossing(points) == at


@pytest.mark.parametrize("points, at, value", [
    *(([(0, 100), (10, 200), (30, 1000)], at, value) for at, value in (
        (0, 100), (5000, 150), (10000, 200), (20000, 600), (30000, 1000))),
    ([(0, 0), (10, -5)], 5000, -2)])    # towards 0
def test_a_curve_between_its_points(points, at, value):
    assert height(points, at) == value


def wall(variant: str, n: int, *walls, **fields) -> dict:
    """A result; its wall times by round."""
    clean = sorted(each for each in walls if each is not None)
    return result(variant, n=n, wall_rounds=[*walls],
                  wall_per_task=clean[len(clean) // 2] if clean else 0, **fields)


def stamped(variant: str, n: int, overhead: list, work: list, **fields) -> dict:
    """A result; of the passes with stamps."""
    return wall(variant, n, round_means=overhead, work_rounds=work, **fields)


def rounds_of(name: str, *records: dict) -> list[list[int]]:
    """Of the only conclusion, by subject."""
    [asked] = BY_NAME[f"dispatch_{name}"](rows_of(run_of(
        {"experiment": "dispatch"} | each for each in records)))
    return [each.rounds for each in asked.subjects]


def test_break_even_allows_for_the_margin():
    """The pool takes 600 more, and half as long."""
    low, high, middle = rounds_of("break_even", *(
        wall(name, n, n / (2 if name == "steal" else 1) + 600 * (name == "steal"), None)
        for n in (0, 501, 1001, 5001) for name in ("loop", "steal")))
    share = 1 + MARGINS["cores"] / 1000
    for at, takes in ((low, 1 / share), (high, share), (middle, 1)):
        assert at[0] / 1000 == pytest.approx(600 * takes / (1 - takes / 2), 0.01)
        assert at[1] == NO_ROUND


def test_break_even_in_the_loops_own_ticks():
    [[first, second]] = rounds_of("break_even_work", wall("loop", 0, 0, 1), wall(
        "loop", 501, 100, 2), wall("shared", 0, 50, 5), wall("shared", 501, 50, 5))
    assert first == pytest.approx(50_000, abs=100) and second == NEVER


def test_overhead_is_5_percent_from_so_much_work_on():
    [[first, second]] = rounds_of(
        "five_percent", stamped("steal", 0, [10, 10], [0, 0]),
        stamped("steal", 501, [10, 10], [380, 20], disturbed_rounds=[1]),
        stamped("steal", 1001, [10, 10], [400, 30]))
    assert first == pytest.approx(190_000, abs=400) and second == NEVER


@pytest.mark.parametrize("over, own, share", [
    (30000, 10000, 75000), (-5000, 10000, 0), (0, 0, None), (5, -9, None)])
def test_an_overheads_share_of_a_task(over, own, share):
    assert share_of(over, own) == share


# ---- dispatch: rows ----------------------------------------------------------------


POOL = [wall("steal", n, *[1] * 6) for n in (0, 501)]
LOOP = [wall("loop", n, *[2] * 6) for n in (0, 501)]
SOME = [stamped("shared", 0, [cores], [1], cores=cores) for cores in (1, 2, 3, 4)]
ALONE = wall("shared", 0, 1, 2, cores=1)
DISPATCH = [
    ("break_even", [*LOOP, *POOL], ["steal: loop 0 0 0 0 0 0, steal 0 0 0 0 0 0, "
                                    "break-even 0 0 0 0 0 0 @2"]),
    # It needs the loop and two lengths.
    ("break_even", POOL, []), ("break_even", [*LOOP, POOL[0]], []),
    ("break_even", [*POOL, LOOP[1]], []), ("break_even_work", [wall("shared", 0, 1)], []),
    ("five_percent", [stamped("steal", 0, [1], [1])], []),
    ("five_percent", POOL, []),         # of older images
    # Of the walls, whatever their stamps.
    ("slowdown_empty", [ALONE, wall("shared", 0, 3, None, disturbed_rounds=[0]),
                        wall("loop", 0, 1, cores=1), wall("loop", 0, 1)],
     ["shared: a run on 1 core 1 2, a run on 2 cores 3 - @2"]),
    ("slowdown_empty", [ALONE], []),
    ("swap", [wall("shared", 0, 0), wall("steal", 0, 1)], []),
    # Of those that are given one task after the other.
    ("best_executor", [wall("loop", 0, 2), wall("steal", 0, 1), wall("shared/mcs", 0, 1),
                       wall("chunk", 0, 1, in_ranges=True), wall("loop", 3155, 1)],
     ["loop, 0: loop 2, steal 1 @2"]),
    ("best_executor", [wall("loop", 0, 2), proof("steal")],     # not timed
     ["loop, 0: loop 2, steal (failed) @2"]),
    ("to_best", [wall("adaptive", 0, 3, 3), wall("loop", 0, 1, 0), wall("adaptive", 501, 4, 4),
                 wall("loop", 501, 2, None), wall("adaptive", 1001, 5, 5),
                 wall("loop", 1001, 9, 9)], ["adaptive: adaptive 2 1 @2"]),
    # Medians over the lengths.
    ("overhead_table", [stamped(name, n, [n / 10, 7], [1, 1], disturbed_rounds=[1] * (n > 501))
                        for name in ("loop", "adaptive") for n in (0, 501, 1001)],
     ["loop, table: loop 50.1 7 @2", "adaptive, short: adaptive 25.05 7 @2",
      "adaptive, long: adaptive 100.1 - @2"]),
    ("overhead_some_cores", SOME, ["shared: shared 3 @4"]),
    ("overhead_some_cores", SOME[:2], []),
    ("task_51", [stamped("loop", 51, [2, 3], [40, 50], disturbed_rounds=[1])],
     ["loop: loop 42 - @2"]),
    ("rule_5_95", [row("steal/rule_5_95", 95, None, n=3155, primitive="steal")],
     ["steal, 3155: steal 95 - @2"]),
]

# ---- threads -----------------------------------------------------------------------

#: A tick is a published millisecond; the published task.
TASK = {"scale": 1, "ticks_a_ms": 1, "cpu_ms": 3000, "steps": 106}
KS = [1, 2, 5, 10, 18, 25]
RISING, FLAT_KS = [1000, 1000, 1100, 1400, 2800], [1, 5, 10, 20, 40]


def curve(variant: str, took: list[list], ks: list[int] = (), **fields) -> dict:
    """The times of each k."""
    first, *further = took
    return row(variant, *first, k=[*ks] or KS, further_rounds=further, **{"workers": 2} | fields)


def line(variant: str, more: int = 0, **fields) -> dict:
    """One round, k published seconds each and so many ticks more."""
    return curve(variant, [[k * 1000 + more] for k in KS], **fields)


def night(variant: str, sleepers: int, *rounds) -> dict:
    return row(variant, *rounds, sleepers=sleepers)


THREADS = [
    ("together", [line("fixed/pure", 2000)], ["fixed 1 @2"]),
    ("share_of_each", [curve("fixed/pure", [[1000]], [1])], []),
    # Memory ended one of them before.
    ("took_unbounded", [line("fixed/pure"), curve("unbounded/pure", [[1], [2]], [1, 18])], []),
    # At 10 a core three fifths of the cores are asked for.
    ("rise_gated", [line("gated", 3)], ["1 a core 1.003, 10 a core 10.003 @2"]),
    ("rise_gated", [curve("gated", [[9]], [1])], []),
    ("queue", [line("unbounded", workers=36), line("bounded", workers=36)], []),
    ("steps_workers", [line("steps", workers=3)], ["steps 1.5 @2"]),
    ("utilisation", [line("virtual", share_ppm_rounds=[54054])], ["virtual 54.054 @2"]),
    ("formula", [line("virtual", share_ppm_rounds=[54054, 0, None], cores=12)],
     ["virtual 222 0 - @12"]),
    ("best_k", [curve("virtual", [[1000], [1500]], [1, 2])], ["1 a core 1, 2 a core 0.75 @2"]),
    ("flat_to_steps", [curve("steps", [[1000]] * 5 + [[3000]])], ["steps 18.875 @2"]),
    # A point with fewer rounds is as a disturbed one.
    ("flat_to_gated", [curve("gated", [[1000, 1000], [1000], [2000, 2000]], [1, 2, 5])],
     ["gated 2.75 - @2"]),
    ("asleep", [night("asleep", 0, 10, 11)], []),
    *((name, [night("asleep", 0, 10, 11), night(variant, sleepers, 12, None)],
       [f"alone 0.01 0.011, beside {sleepers} {who} 0.012 - @2"])
      for name, variant, sleepers, who in (
          ("asleep", "asleep", 600, "sleepers"), ("asleep", "asleep", 1, "sleeper"),
          ("wake_once", "asleep/once", 600, "sleepers that wake at once"),
          ("wake_random", "asleep/random", 600, "sleepers that wake at random"))),
]


@pytest.mark.parametrize("name, rows, right", [
    *((f"dispatch_{name}", rows, right) for name, rows, right in DISPATCH),
    *((f"threads_{name}", [row("task", 3000, **TASK), *rows], right)
      for name, rows, right in THREADS)])
def test_what_is_reckoned_of_rows(name, rows, right):
    assert reckoned(name, *rows) == right


@pytest.mark.parametrize("took, right", [
    (RISING, 15000),                            # half of the way
    ([1000, 1000, 1100, 1250, 2800], 20000),    # 1250 is not more
    ([1000, 2000, 1100, 1250, 2800], 2000), ([1000] * 5, NEVER), ([1000], NEVER),
    ([*RISING[:4], None], 15000),               # beyond it
    *(([*RISING[:at], None, *RISING[at + 1:]], NO_ROUND) for at in range(4))])
def test_a_curve_is_flat_up_to_a_quarter_more(took, right):
    assert leaves_flat(FLAT_KS, [NO_ROUND if each is None else each * 1000
                                 for each in took]) == right


def test_seconds_are_the_published_ones():
    task = Task(1000, 2445487, 396, 14, 959469)
    assert task.seconds([21600375000, NO_ROUND]) == [8832, NO_ROUND]
    assert task.seconds([21600375000], 5) == [1766]


@pytest.mark.parametrize("k, percent, right", [
    (10, 60, True), (11, 60, True), (12, 60, False), (18, 100, True), (19, 100, False)])
def test_tasks_ask_for_a_share_of_the_cores(k, percent, right):
    assert Task(**TASK, alone=3000).asks_for(k, percent) == right


def test_what_an_empty_task_and_the_body_explain():
    """On two cores half of the tasks ran on either: 350 of 400 ticks. Logs of before told
    it themselves, and the rule as well."""
    def told(n: int, wall: int, *rounds, **more) -> dict:
        return result("shared", n=n, wall_per_task=wall, wall_rounds=[wall, *rounds],
                      work_mean=30, **more)

    rows = [row("body", 10, 10, n=0), row("body", 610, 610, n=501), told(0, 100, cores=1),
            told(0, 60, away=0.5), told(501, 400, None, away=0.5)]
    assert reckoned("dispatch_explained", *rows) == ["shared: shared 87.5 - @2"]
    of_before = row("shared/explained", 90, 80, primitive="shared")
    assert reckoned("dispatch_explained", *rows, of_before) == ["shared: shared 90 80 @2"]
    assert reckoned("dispatch_rule_5_95", row("shared/rule_5_95", 70, n=600, primitive="shared"),
                    result("spsc", n=600, rule_rounds=[60, None])) == [
        "shared, 600: shared 70 @2", "spsc, 600: spsc 60 - @2"]
