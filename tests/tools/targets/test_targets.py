# SPDX-License-Identifier: MIT
"""What runs reached, beside their own floors."""

import re

import make_log
import pytest
from in_process import qc
from make_log import result
from places import ROOT
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.status import Status
from quietcore.targets import dispatch, primitives
from quietcore.targets.dispatch import over_runs, wall_table
from quietcore.targets.primitives import FLOORS, OPTIONS, TARGETS, Target
from quietcore.terminal.numbers import median_of
from records import stated
from told import has, told, told_of_runs

METAL = {"trust": "metal", "trust_claimed": "", "cpu": "A"}
COUNTED = {"trust": "metal", "trust_claimed": "tcg-icount"}
FLOOR_TICKS = {"rmw": 6, "xst": 6, "call": 4, "line": 200, "stamp": 30}


def measured(p50: float, *rounds: float, **changes) -> dict:
    """A result in batches; its rounds are as its middle if not given."""
    return result(**{"p50": p50, "batch": 64, "rounds": [*rounds] or [p50] * 6} | changes)


def floor(name: str, ticks: float, *rounds: float) -> dict:
    return measured(ticks, *rounds, experiment="floor", variant=name,
                    cores=2 if name == "line" else 1)


def lock(p50: float, *rounds: float, **changes) -> dict:
    """Its target is 1.05 XST."""
    return measured(p50, *rounds, **{"experiment": "lock", "variant": "ticket"} | changes)


FLOOR_ROWS = [floor(*each) for each in FLOOR_TICKS.items()]
LOCKED = [*FLOOR_ROWS, lock(6)]


def dispatched(n: int, executor: str, *walls: float, mean: float = 5, cores: int = 2,
               **changes) -> dict:
    return result(**{
        "experiment": "dispatch", "variant": executor, "cores": cores, "params": {"n": n},
        "mean": mean, "wall_per_task": walls[0], "round_means": [mean] * 6, "all_in": 20,
        "wall_rounds": [*walls] if len(walls) > 1 else [*walls] * 6} | changes)


def overtakes(*rounds: float, fitness: str = "fit", cores: int = 2) -> dict:
    """A conclusion about `shared`, whose goal is 250 iterations."""
    sides = [Subject(name, fitness, [each if each in (NO_ROUND, NEVER)
                                     else round(each * 1000 * wide) for each in rounds])
             for name, wide in (("loop", 0.5), ("shared", 4), ("break-even", 1))]
    return stated(Finding("dispatch", "break_even/shared", cores, Question(
        "crossing", "iterations", "it overtakes at %s", sides, 500, never="never")))


LOOP = dispatched(0, "loop", 10)
XST_ROUNDS = floor("xst", 6, 5, 6, 6, 6, 6, 6.5)
#: The runs of a log, and what is said of them; after `!` what is not.
SAID = [
    # A batch counts, not single ones; one that is not proven, disturbed or oversubscribed
    # is neither met nor missed, whether the floor is or the lock.
    *(([[each | (field if each["experiment"] == which else {}) for each in LOCKED]],
       [f"1.00 1.00 1.00 1.05 XST {word} ", "0 of 1 target met, 1 cannot be told."])
      for which in ("floor", "lock") for field, word in (
          ({"quiet": "disturbed"}, "disturbed"), ({"crowded": True}, "in turns"),
          ({"proven": "not_proven"}, "not proven"),
          ({"proven": "failed", "quiet": "disturbed"}, "not proven"))),
    # Runs in doubt are left out where there are others.
    ([[*FLOOR_ROWS, lock(p50, quiet=quiet)] for p50, quiet in (
        (6, "clean"), (60, "disturbed"), (90, "disturbed"))], ["1 of 1 target met."]),
    # Tasks are held against their floors at half of the peak.
    ([[*FLOOR_ROWS, *(measured(p50, experiment="metg", variant=f"steal/{pattern}", cores=2,
                               params={"percent": percent}) for pattern, p50, percent in (
        ("trivial", 200, 50), ("trivial", 9000, 90), ("stencil_1d", 700, 50)))]],
     ["200.0 50.0 50.0 50.0 60 CALL met", "700.0 7.00 7.00 7.00 5 LINE missed", "!9000"]),
    # Of several runs the medians count, over the interval of the runs.
    ([[*FLOOR_ROWS, lock(p50)] for p50 in (6.1, *[6.2] * 6, 6.3, 60)],
     [" 6.20 1.03 1.03 1.05 1.05 XST met"]),
    *(([[*FLOOR_ROWS, lock(p50)] for p50 in ticks], [f" {words}"]) for ticks, words in (
        ((*[6] * 5, 6.3), "1.00 1.00 1.05 1.05 XST met"),
        ((*[6] * 5, 6.4), "1.00 1.00 1.07 1.05 XST within noise"),
        ((6.4, *[60] * 5), "10.0 1.07 10.0 1.05 XST missed"))),
    ([[*FLOOR_ROWS, lock(p50, quiet=quiet)] for p50, quiet in (
        (60, "disturbed"), *[(6, "clean")] * 6)], [" 1.05 XST met"]),
    # Of few runs the ends are those of their rounds, and of the floor's.
    ([[XST_ROUNDS, lock(6, 6, 6, 6, 6, 6, 5)]], [" 1.00 0.77 1.20 1.05 XST within noise"]),
    ([[XST_ROUNDS, lock(6, *[3] * 6)]], [" 1.05 XST met"]),
    ([[*FLOOR_ROWS, lock(6, *[6] * 5)]],
     ["XST too few rounds", "0 of 1 target met, 1 cannot be told."]),
    # A hand-over is half of the way there and back.
    ([[*FLOOR_ROWS, lock(200, 190, *[200] * 4, 220, cores=2, variant="ticket/handover")]],
     [" 100.0 1.00 0.95 1.10 "]),
    # A ratio is to the floor of its own run: ticks 6, 12, .. 60 beside XST 6, 12, .. 6.
    ([[floor("xst", xst), lock(p50)] for p50, xst in (*((6, 6), (12, 12)) * 4, (60, 6))],
     ["XST 6.00 to 12.0", " 12.0 1.00 ", " 1.05 XST met"]),
    # Without floors no target is counted; an emulated machine is said.
    ([[result()]], ["No floor", "!targets met"]), ([LOCKED], ["EMULATED (tcg)"]),
    # An executor that is not proven meets no goal.
    ([[*FLOOR_ROWS, LOOP, dispatched(0, "adaptive", 10, proven="not_proven")]],
     ["0 of 0 dispatch targets met"]),
    # The adaptive executor is beside the best of the others. 11 of 2.5 x 4 ticks at
    # n = 1001; beyond that n there is no goal.
    ([[*FLOOR_ROWS, LOOP, dispatched(0, "steal", 30, mean=9), dispatched(0, "adaptive", 10.4),
       dispatched(1001, "loop", 500), dispatched(1001, "steal", 250, mean=11),
       dispatched(1001, "adaptive", 300), dispatched(5001, "steal", 1500, mean=99)]],
     ["0 10.0 - 30.0 - 10.4 1.04 1.04 1.04 met 1001 500.0 - 250.0 - 300.0 1.20 1.20 1.20 "
      "missed", "own queues, with steals, n <= 1001 1001 11.0 13.5 2.75 (2.75 to 2.75) 2.5 "
      "CALL missed"]),
    # Pairs of a round are compared before the median is taken: adaptive takes 1.1 times
    # loop in each, and 11 to 10, 22 to 20 whatever the columns' own medians say.
    ([[*FLOOR_ROWS, dispatched(0, "loop", 10 * fast, 10 * slow),
       dispatched(0, "adaptive", 11 * fast, 11 * slow, wall_per_task=11 * slow)]
      for fast, slow in ((1, 2), (2, 2), (2, 1))], [" 1.10 1.10 1.10 missed"]),
    *(([[*FLOOR_ROWS, dispatched(0, "loop", *[10] * len(walls)),
         dispatched(0, "adaptive", *walls, wall_per_task=10)]], [f" {words}"])
      for walls, words in (
          ((10, *[10.2] * 4, 10.4), "1.02 1.00 1.04 met"),
          ((10, *[10.2] * 4, 12), "1.02 1.00 1.20 within noise"),
          ((10.6, *[11] * 4, 12), "1.10 1.06 1.20 missed"), ([10] * 5, "10.0 too few rounds"))),
    # What no thief adds is told on one core above the plain loop.
    ([[*FLOOR_ROWS, *(dispatched(0, name, 10, cores=cores, round_means=means)
                      for cores, name, means in (
        (1, "loop", [5, 9] * 3), (1, "steal", [13, 17] * 3), (2, "loop", [5] * 6),
        (2, "steal", [9] * 5 + [11])))]],
     ["steal above loop, 1 core, n <= 1001 0 8.00 13.5 2.00 (2.00 to 2.00) 2.5 CALL met",
      "steal own queues, with steals, n <= 1001 0 9.00 13.5 2.25 (2.25 to 2.75) 2.5 CALL "
      "within noise"]),
    # The rounds of all runs are held against each run's floor: 10 of 5 ticks, 60 of 30.
    ([[floor("call", call), dispatched(
        0, "steal", 10, round_means=[2 * call] * 2 + [2.4 * call])] for call in (5, 30)],
     ["2.00 (2.00 to 2.40) 2.5 CALL met"]),
    ([[*FLOOR_ROWS, dispatched(0, "steal", 10, round_means=[1] * 5)]],
     ["0.25 (0.25 to 0.25) 2.5 CALL too few rounds"]),
    # A break-even is met where its whole interval is.
    *(([[*FLOOR_ROWS, LOOP, overtakes(*rounds)]], [f" {words} "]) for rounds, words in (
        ((40, 50, 60, 70, 80, 250), "65.0 (40.0 to 250.0) 250 met"),
        ((40, 50, 60, 70, 80, 251), "65.0 (40.0 to 251.0) 250 within noise"),
        ((251, 252, 252, 252, 252, 300), "252.0 (251.0 to 300.0) 250 missed"),
        ((40, 50, 60, 70, 80, NEVER), "65.0 (40.0 to never) 250 within noise"),
        ((NEVER,) * 6, "never (never to never) 250 missed"),
        ((40, 50, 60, 70, 80), "60.0 (40.0 to 80.0) 250 too few rounds"),
        ((40, 50, 60, 70, 80, NO_ROUND), "60.0 (40.0 to 80.0) 250 disturbed"),
        ((NO_ROUND,) * 6, "- (- to -) 250 disturbed"))),
    *(([[*FLOOR_ROWS, LOOP, overtakes(*[50] * 6, fitness=fitness)]],
       [f" 250 {word} ", "0 of 1 dispatch target met"]) for fitness, word in (
         ("not_proven", "not proven"), ("turns", "in turns"), ("drifted", "drifted"))),
    # It is that of all cores.
    ([[LOOP, dispatched(0, "loop", 10, cores=4), overtakes(*[100] * 6),
       overtakes(*[900] * 6, cores=4)]], [" 900.0 (900.0 to 900.0) 250 missed"]),
]


@pytest.mark.parametrize("runs, said", SAID)
def test_what_is_said_of_runs(runs, said):
    has(told_of_runs("targets --width 200", runs), *said)


def test_a_target_is_a_multiple_of_the_floors_of_its_run():
    has(told("targets", *FLOOR_ROWS, lock(6.3), lock(60, batch=1),
             measured(24, experiment="queue", variant="ring/pair"),
             *(measured(10 * at, experiment="queue", variant="spsc/across", cores=2,
                        params={"bulk": bulk}) for at, bulk in ((1, 32), (2, 1)))),
        "RMW 6.00, XST 6.00, CALL 4.00, LINE 100.0", " 6.30 1.05 1.05 1.05 1.05 XST met",
        "24.0 2.00 ", " missed ", "20.0 0.20 ", "2 of 3 targets met, 1 missed.")


@pytest.mark.parametrize("body", [
    LOCKED, [*FLOOR_ROWS, *(dispatched(0, name, 10) for name in ("loop", "adaptive"))]])
def test_instructions_are_no_ticks(body):
    lines = told("targets --width 200", *(each | {"unit": "instructions"} for each in body),
                 **COUNTED)
    assert "wall instructions a task on 2 cores" in " ".join(lines) or body is LOCKED
    assert all("instructions" in line and "ticks" not in line for line in lines
               if line.startswith(("experiment", "executor")))


@pytest.mark.parametrize("other", [{"trust": "tcg", "trust_claimed": ""}, {"cpu": "B"}, {}])
def test_medians_are_not_taken_over_several_machines(tmp_path, other):
    log = tmp_path / "x.log"
    log.write_bytes(b"".join([*make_log.lines(LOCKED, **METAL), *make_log.lines(
        LOCKED, run="f" * 16, **METAL | other)]))
    done = qc("targets", log)
    assert done.exit_code == (Status.INCOMPLETE if other else Status.OK)
    assert ("runs of 2 machines (A, metal; " in done.output) == bool(other)


def test_a_target_of_two_floors_needs_both(monkeypatch):
    monkeypatch.setattr(primitives, "TARGETS", (Target("lock", "ticket", 1, ("XST", "RMW"), 1),))
    has(told("targets", floor("xst", 6), lock(6)), "!ticket")
    has(told("targets", floor("xst", 6), floor("rmw", 6), lock(6)), "ticket")


@pytest.mark.parametrize("lengths, found", [
    ([50, 60], (55, 40, 70)),                           # between the ends of all rounds
    ([50, 60, 70, 80, 90, 100], (75, 50, 100))])        # of six runs: of their medians
def test_a_break_even_over_runs(lengths, found):
    assert over_runs([Subject("", "fit", [1000 * (n + step) for step in (-10, -5, 0, 0, 5, 10)])
                      for n in lengths]) == tuple(1000 * each for each in found)


@pytest.mark.parametrize("values, middle", [
    ([3], 3), ([1, 9, 2], 2), ([1, 2], 1.5), ([None, 4, 5], 5), ([None, None, 4], None)])
def test_a_median_knows_what_was_not_reached(values, middle):
    assert median_of(values) == middle


@pytest.mark.parametrize("cores, words", [(1, "1 core"), (2, "2 cores")])
def test_the_walls_say_on_how_many_cores(cores, words):
    assert wall_table({}, cores, "ticks")[0].title == f"wall ticks a task on {words}"


# ---- what a run measures -----------------------------------------------------------


def test_every_unit_of_a_target_is_defined_where_the_readme_says():
    assert "(docs/method.md#units)" in (ROOT / "README.md").read_text()
    units = (ROOT / "docs/method.md").read_text().partition("\n## Units\n")[2].partition("\n## ")[0]
    for name in FLOORS:
        assert re.search(rf"^\| {name} \| \w.* \| `floor {name.lower()}` \|$", units, re.M), name


@pytest.mark.parametrize("options, experiments, variants, floors", [
    (OPTIONS, {"floor", *(t.experiment for t in TARGETS)},
     {*(f"{t.variant}." for t in TARGETS), *(f"{name.lower()}." for name in FLOORS)}, set()),
    (dispatch.OPTIONS, {"floor", "dispatch"}, {f"{g.executor}." for g in dispatch.GOALS},
     {g.floor.lower() for g in dispatch.GOALS if g.floor})])
def test_what_a_run_measures_covers_floors_and_targets(options, experiments, variants, floors):
    bench, variant = (word.split("=")[1].split(",") for word in options.split())
    assert {*bench} == experiments and variants | floors <= {*variant}
