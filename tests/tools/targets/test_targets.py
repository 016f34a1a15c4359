# SPDX-License-Identifier: MIT
"""What runs reached, beside their own floors."""

import json
import re

import make_log
import peer_targets
import pytest
from in_process import qc
from places import ROOT
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.status import Status
from quietcore.targets import beside, dispatch
from quietcore.targets.dispatch import over_runs, wall_table
from quietcore.targets.primitives import FLOORS, OPTIONS, TARGETS
from quietcore.terminal.numbers import median_of
from records import stated


METAL = {"trust": "metal", "trust_claimed": "", "cpu": "A"}


# ---- primitives --------------------------------------------------------------


def test_every_unit_of_a_target_is_defined_where_the_readme_says():
    assert "(docs/method.md#units)" in (ROOT / "README.md").read_text()
    units = (ROOT / "docs/method.md").read_text().partition(
        "\n## Units\n")[2].partition("\n## ")[0]
    for name, floor in FLOORS.items():
        assert re.search(rf"^\| {name} \| \w.* \| `floor {floor.variant}` \|$",
                         units, re.M), name


FLOOR_TICKS = {"rmw": 6, "xst": 6, "call": 4, "line": 200, "stamp": 30}


def floors() -> list[dict]:
    return [measured(experiment="floor", variant=name, p50=ticks,
                     cores=2 if name == "line" else 1)
            for name, ticks in FLOOR_TICKS.items()]


def measured(p50: float, *rounds: float, **changes) -> dict:
    """A result in batches; its rounds are as its middle if not given."""
    return make_log.result(**{"p50": p50, "batch": 64,
                              "rounds": list(rounds or [p50] * 6)} | changes)


def test_a_target_is_a_multiple_of_the_floors_of_its_run(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        measured(experiment="lock", variant="ticket", p50=6.3),
        measured(experiment="lock", variant="ticket", p50=60, batch=1),
        measured(experiment="queue", variant="ring/pair", p50=24),
        measured(experiment="queue", variant="spsc/across", cores=2,
                        p50=10, params={"bulk": 32}),
        measured(experiment="queue", variant="spsc/across", cores=2,
                        p50=20, params={"bulk": 1}),
    ])
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    assert "RMW 6.00, XST 6.00, CALL 4.00, LINE 100.0" in done.output
    rows = {line.split()[1]: line for line in done.output.splitlines()
            if line.startswith(("lock", "queue"))}
    assert "1.05" in rows["ticket"] and "met" in rows["ticket"]
    assert "2.00" in rows["ring/pair"] and "missed" in rows["ring/pair"]
    assert "0.20" in rows["spsc/across"]
    assert "2 of 3 targets met, 1 missed." in done.output


def test_tasks_are_held_against_their_floors_at_half_of_the_peak(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        measured(experiment="metg", variant=f"steal/{pattern}", cores=2,
                        p50=p50, params={"percent": percent})
        for pattern, p50, percent in (
            ("trivial", 200, 50), ("trivial", 9000, 90),
            ("stencil_1d", 700, 50))])
    rows = [line.split() for line in qc("targets", log).output.splitlines()
            if line.startswith("metg")]
    assert [(row[1], row[-4], row[-1]) for row in rows] == [
        ("steal/trivial", "50.0", "met"), ("steal/stencil_1d", "7.00", "missed")]


def locked(**changes) -> list[dict]:
    """Floors, and a lock that is beside them."""
    return [r | changes for r in floors() + [measured(
        experiment="lock", variant="ticket", p50=6)]]


@pytest.mark.parametrize("row", ["floor", "lock"])
@pytest.mark.parametrize("field, word", [
    ({"quiet": "disturbed"}, "disturbed"), ({"crowded": True}, "in turns"),
    ({"proven": "not_proven"}, "not proven"),
    ({"proven": "failed", "quiet": "disturbed"}, "not proven")])
def test_what_is_in_doubt_is_neither_met_nor_missed(tmp_path, row, field, word):
    log = make_log.write(tmp_path / "x.log", [
        r | (field if r["experiment"] == row else {}) for r in locked()])
    lines = qc("targets", log).output.splitlines()
    [told] = [x for x in lines if x.startswith("lock")]
    assert told.endswith(word) and "1.00" in told
    assert "0 of 1 target met, 1 cannot be told." in lines


def test_runs_in_doubt_are_left_out_where_there_are_others(tmp_path):
    log = tmp_path / "x.log"
    log.write_bytes(make_log.runs(
        floors() + [measured(experiment="lock", variant="ticket", p50=p50,
                             quiet=quiet)]
        for p50, quiet in ((6, "clean"), (60, "disturbed"),
                           (90, "disturbed"))))
    assert "1 of 1 target met." in qc("targets", log).output


def test_an_executor_that_is_not_proven_meets_no_goal(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        dispatched(0, "loop", 10), dispatched(0, "adaptive", 10) | {
            "proven": "not_proven"}])
    assert "0 of 0 dispatch targets met" in qc("targets", log).output


def test_targets_name_their_unit(tmp_path):
    log = make_log.write(tmp_path / "x.log", locked(unit="instructions"),
                trust_claimed="tcg-icount", trust="metal")
    lines = qc("targets", log).output.splitlines()
    [heading] = [x for x in lines if x.startswith("experiment")]
    assert "instructions" in heading and "ticks" not in heading


@pytest.mark.parametrize("other", [{"trust": "tcg", "trust_claimed": ""},
                                   {"cpu": "B"}])
def test_medians_are_not_taken_over_several_machines(tmp_path, other):
    one = make_log.write(tmp_path / "1", locked(), **METAL)
    two = make_log.write(tmp_path / "2", locked(), run="f" * 16,
                         **METAL | other)
    twice = make_log.write(tmp_path / "3", locked(), run="e" * 16, **METAL)
    both, same = tmp_path / "both", tmp_path / "same"
    both.write_bytes(one.read_bytes() + two.read_bytes())
    same.write_bytes(one.read_bytes() + twice.read_bytes())
    done = qc("targets", both)
    assert done.exit_code == Status.INCOMPLETE
    assert "runs of 2 machines (A, metal; " in done.output
    assert qc("targets", same).exit_code == Status.OK


def test_an_emulated_machine_is_said_over_its_targets(tmp_path):
    log = make_log.write(tmp_path / "x.log", locked())
    assert "EMULATED (tcg)" in qc("targets", log).output


def test_without_floors_no_target_is_counted(tmp_path):
    log = make_log.write(tmp_path / "x.log", [make_log.result()])
    done = qc("targets", log)
    assert done.exit_code == Status.OK
    assert "No floor" in done.output and "targets met" not in done.output


def test_what_a_target_run_measures_covers_floors_and_targets():
    bench, variant = (word.split("=")[1].split(",") for word in
                      OPTIONS.split())
    assert {t.experiment for t in TARGETS} | {"floor"} == set(bench)
    assert {f"{t.variant}." for t in TARGETS} <= set(variant)
    assert {f"{f.variant}." for f in FLOORS.values()} <= set(variant)


# ---- dispatch ----------------------------------------------------------------


def dispatched(n: int, executor: str, wall: float, mean: float = 5) -> dict:
    return make_log.result(experiment="dispatch", variant=executor, cores=2,
                           params={"n": n}, mean=mean, wall_per_task=wall,
                           round_means=[mean] * 6, wall_rounds=[wall] * 6,
                           all_in=20)


def test_the_adaptive_executor_is_beside_the_best_of_the_others(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        dispatched(0, "loop", 10), dispatched(0, "steal", 30, 9),
        dispatched(0, "adaptive", 10.4),
        dispatched(1001, "loop", 500), dispatched(1001, "steal", 250, 11),
        dispatched(1001, "adaptive", 300),
        dispatched(5001, "steal", 1500, 99),
    ])
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    rows = {line.split()[0]: line for line in done.output.splitlines()
            if line.strip()}
    assert "1.04" in rows["0"] and "met" in rows["0"]
    assert "1.20" in rows["1001"] and "missed" in rows["1001"]
    # 11 of 2.5 x 4 ticks at n = 1001; beyond that n there is no goal.
    goal = next(line for line in done.output.splitlines()
                if line.startswith("steal") and "own queues" in line)
    assert goal.split()[-9:] == ["11.0", "13.5", "2.75", "(2.75", "to",
                                 "2.75)", "2.5", "CALL", "missed"]
    assert goal.split()[-10] == "1001"


def test_the_walls_of_a_counted_log_are_no_ticks(tmp_path):
    log = make_log.write(
        tmp_path / "x.log", [r | {"unit": "instructions"} for r in floors() + [
            dispatched(0, name, 10) for name in ("loop", "adaptive")]],
        trust_claimed="tcg-icount", trust="metal")
    said = qc("targets", log).output
    assert "wall instructions a task on 2 cores" in said
    [heading] = [x for x in said.splitlines() if x.startswith("executor")]
    assert "instructions" in heading and "ticks" not in heading


def test_what_no_thief_adds_is_told_on_one_core_above_the_plain_loop(tmp_path):
    def on(cores: int, executor: str, *means: float) -> dict:
        return dispatched(0, executor, 10) | {
            "cores": cores, "round_means": list(means)}
    log = make_log.write(tmp_path / "x.log", floors() + [
        on(1, "loop", *[5, 9] * 3), on(1, "steal", *[13, 17] * 3),
        on(2, "loop", *[5] * 6), on(2, "steal", *[9] * 5, 11)])
    text = qc("targets", log).output
    alone, thieves = (" ".join(line.split()) for line in text.splitlines()
                      if line.startswith("steal"))
    assert alone == ("steal above loop, 1 core, n <= 1001 0 8.00 13.5 "
                     "2.00 (2.00 to 2.00) 2.5 CALL met")
    assert thieves == ("steal own queues, with steals, n <= 1001 0 9.00 13.5 "
                       "2.25 (2.25 to 2.75) 2.5 CALL within noise")


def overtakes(*rounds: float, fitness: str = "fit") -> dict:
    """A conclusion about `shared`, whose goal is 250 iterations."""
    sides = [Subject(name, fitness, [each if each in (NO_ROUND, NEVER)
                                     else round(each * 1000 * wide)
                                     for each in rounds])
             for name, wide in (("loop", 0.5), ("shared", 4),
                                ("break-even", 1))]
    return stated(Finding("dispatch", "break_even/shared", 2, Question(
        "crossing", "iterations", "it overtakes at %s", sides, 500,
        never="never")))


@pytest.mark.parametrize("rounds, told", [
    ((40, 50, 60, 70, 80, 250), "65.0 (40.0 to 250.0) 250 met"),
    ((40, 50, 60, 70, 80, 251), "65.0 (40.0 to 251.0) 250 within noise"),
    ((251, 252, 252, 252, 252, 300), "252.0 (251.0 to 300.0) 250 missed"),
    ((40, 50, 60, 70, 80, NEVER), "65.0 (40.0 to never) 250 within noise"),
    ((NEVER,) * 6, "never (never to never) 250 missed"),
    ((40, 50, 60, 70, 80), "60.0 (40.0 to 80.0) 250 too few rounds"),
    ((40, 50, 60, 70, 80, NO_ROUND), "60.0 (40.0 to 80.0) 250 disturbed"),
    ((NO_ROUND,) * 6, "- (- to -) 250 disturbed"),
])
def test_a_break_even_is_met_where_its_whole_interval_is(tmp_path, rounds, told):
    log = make_log.write(tmp_path / "x.log", floors() + [
        dispatched(0, "loop", 10), overtakes(*rounds)])
    [line] = [x for x in qc("targets", log).output.splitlines()
              if "overtakes" in x]
    assert " ".join(line.split()).endswith(told)


@pytest.mark.parametrize("fitness, word", [
    ("not_proven", "not proven"), ("turns", "in turns"), ("drifted", "drifted")])
def test_a_break_even_in_doubt_is_neither_met_nor_missed(tmp_path, fitness,
                                                         word):
    log = make_log.write(tmp_path / "x.log", floors() + [
        dispatched(0, "loop", 10), overtakes(*[50] * 6, fitness=fitness)])
    said = qc("targets", log).output
    assert f" {word}\n" in said and "0 of 1 dispatch target met" in said


def break_even_of(*runs: float) -> tuple:
    """Over runs whose rounds are 10 below to 10 above a length."""
    return over_runs([Subject("", "fit", [
        1000 * (n + step) for step in (-10, -5, 0, 0, 5, 10)]) for n in runs])


def test_over_fewer_than_six_runs_a_break_even_lies_between_their_ends():
    assert break_even_of(50, 60) == (55000, 40000, 70000)


def test_over_six_runs_a_break_even_lies_between_their_medians():
    assert break_even_of(50, 60, 70, 80, 90, 100) == (75000, 50000, 100000)


def test_what_a_dispatch_run_measures_covers_its_goals():
    bench, variant = (word.split("=")[1].split(",")
                         for word in dispatch.OPTIONS.split())
    assert set(bench) == {"floor", "dispatch"}
    assert {f"{g.executor}." for g in dispatch.GOALS} <= set(variant)
    assert {FLOORS[g.floor].variant for g in dispatch.GOALS
            if g.floor} <= set(variant)


def test_of_several_runs_the_medians_count(tmp_path):
    log = tmp_path / "x.log"
    log.write_bytes(make_log.runs(
        floors() + [measured(experiment="lock", variant="ticket", p50=p50)]
        for p50 in (6.1, *[6.2] * 6, 6.3, 60)))
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.startswith("lock"))
    assert " ".join(row).endswith(
        "6.20 1.03 1.03 1.05 1.05 XST met")


def test_a_target_is_judged_by_the_interval_over_its_runs(tmp_path):
    def told(*ticks: float, doubts: int = 0) -> str:
        log = tmp_path / "x.log"
        log.write_bytes(make_log.runs(
            floors() + [measured(experiment="lock", variant="ticket", p50=p50,
                                 quiet="disturbed" if at < doubts else "clean")]
            for at, p50 in enumerate(ticks)))
        said = qc("targets", log).output
        return next(line for line in said.splitlines()
                    if line.startswith("lock")).split("alone")[1]
    assert told(*[6] * 5, 6.3).split()[-6:] == [
        "1.00", "1.00", "1.05", "1.05", "XST", "met"]
    assert told(*[6] * 5, 6.4).endswith(
        "1.00  1.00  1.07    1.05  XST  within noise")
    assert told(6.4, *[60] * 5).endswith(
        "10.0  1.07  10.0    1.05  XST  missed")
    assert told(60, *[6] * 6, doubts=1).endswith("XST  met")


def test_of_few_runs_the_ends_are_those_of_their_rounds(tmp_path):
    def told(*rounds: float) -> list[str]:
        log = make_log.write(tmp_path / "x.log", [
            measured(6, 5, 6, 6, 6, 6, 6.5, experiment="floor", variant="xst"),
            measured(6, *rounds, experiment="lock", variant="ticket")])
        said = qc("targets", log).output
        return next(line for line in said.splitlines()
                    if line.startswith("lock")).split("alone")[1].split()
    assert told(6, 6, 6, 6, 6, 5)[1:4] == ["1.00", "0.77", "1.20"]
    assert told(*[3] * 6)[-1] == "met"


def test_a_hand_over_is_half_of_the_way_there_and_back(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        measured(200, 190, *[200] * 4, 220, experiment="lock", cores=2,
                 variant="ticket/handover")])
    row = next(line for line in qc("targets", log).output.splitlines()
               if line.startswith("lock")).split("hand-over")[1].split()
    assert row[:4] == ["100.0", "1.00", "0.95", "1.10"]


def test_pairs_of_a_round_are_compared_before_the_median_is_taken(tmp_path):
    """Rounds fast and slow by turns: adaptive takes 1.1 times loop in each,
    and 11 to 10, 22 to 20 whatever the columns' own medians say."""
    log = tmp_path / "x.log"
    log.write_bytes(make_log.runs(
        floors() + [
            dispatched(0, "loop", 10 * fast) | {
                "wall_rounds": [10 * fast, 10 * slow]},
            dispatched(0, "adaptive", 11 * slow) | {
                "wall_rounds": [11 * fast, 11 * slow]}]
        for fast, slow in ((1, 2), (2, 2), (2, 1))))
    done = qc("targets", log)
    assert done.exit_code == Status.OK, done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.startswith("0 "))
    assert row[-4:] == ["1.10", "1.10", "1.10", "missed"]


def test_adaptive_is_judged_by_the_interval_of_its_pairs(tmp_path):
    def told(*walls: float) -> str:
        log = make_log.write(tmp_path / "x.log", floors() + [
            dispatched(0, "loop", 10) | {"wall_rounds": [10] * len(walls)},
            dispatched(0, "adaptive", 10) | {"wall_rounds": list(walls)}])
        return next(" ".join(line.split()) for line in
                    qc("targets", log).output.splitlines()
                    if line.startswith("0 "))
    assert told(10, *[10.2] * 4, 10.4).endswith("1.02 1.00 1.04 met")
    assert told(10, *[10.2] * 4, 12).endswith("1.02 1.00 1.20 within noise")
    assert told(10.6, *[11] * 4, 12).endswith("1.10 1.06 1.20 missed")
    assert told(*[10] * 5).endswith("10.0 too few rounds")


def test_the_rounds_of_all_runs_are_held_against_each_run_s_floor(tmp_path):
    """10 of 5 ticks, and 60 of 30: 2 CALL in every round."""
    log = tmp_path / "x.log"
    log.write_bytes(make_log.runs(
        [measured(call, experiment="floor", variant="call"),
         dispatched(0, "steal", 10) | {
             "round_means": [2 * call] * 2 + [2.4 * call]}]
        for call in (5, 30)))
    row = next(" ".join(line.split()) for line in
               qc("targets", log).output.splitlines()
               if line.startswith("steal"))
    assert row.endswith("2.00 (2.00 to 2.40) 2.5 CALL met")


def test_five_rounds_say_nothing_of_a_target(tmp_path):
    log = make_log.write(tmp_path / "x.log", floors() + [
        measured(6, *[6] * 5, experiment="lock", variant="ticket"),
        dispatched(0, "steal", 10) | {"round_means": [1] * 5}])
    said = qc("targets", log).output
    assert "XST  too few rounds" in said
    assert "0.25 (0.25 to 0.25)  2.5 CALL  too few rounds" in said
    assert "0 of 1 target met, 1 cannot be told." in said


def test_a_ratio_is_to_the_floor_of_its_own_run(tmp_path):
    """Ticks 6, 12, .. 60 beside XST 6, 12, .. 6: ratios 1, 1, .. 10."""
    log = tmp_path / "x.log"
    log.write_bytes(make_log.runs(
        [measured(experiment="floor", variant="xst", p50=xst, cores=1),
         measured(experiment="lock", variant="ticket", p50=p50)]
        for p50, xst in (*((6, 6), (12, 12)) * 4, (60, 6))))
    done = qc("targets", log)
    assert "XST 6.00 to 12.0" in done.output
    row = next(line.split() for line in done.output.splitlines()
               if line.startswith("lock"))
    assert "12.0" in row and "1.00" in row and row[-1] == "met"


@pytest.mark.parametrize("values, middle", [
    ([3], 3), ([1, 9, 2], 2), ([1, 2], 1.5), ([None, 4, 5], 5),
    ([None, None, 4], None),
])
def test_a_median_knows_what_was_not_reached(values, middle):
    assert median_of(values) == middle


# ---- beside others -------------------------------------------------------------


def peer(who: str, row: str, ticks: float, *, quiet: int = 9) -> str:
    return json.dumps({"row": row, "who": who, "ticks": ticks, "min": ticks,
                       "spread": 0.01, "floor": "2 XST", "floor_ticks": 12.0,
                       "floor_low": 12, "floor_high": 12.2, "low": ticks,
                       "high": ticks, "rounds": [ticks] * 5 + [1.1 * ticks],
                       "ratio": ticks / 12, "n": 9, "quiet": quiet,
                       "failed": 0})


OURS, (DEQUE, PTHREAD) = beside.OURS, beside.PLAIN
BESIDE = [peer(OURS, "locked ring alone", 12.4),
          peer(OURS, "locked ring across", 60), "peers: no x/y: not here",
          peer(DEQUE, "locked ring across", 270),
          peer(PTHREAD, "locked ring across", 80),
          peer("ours/ring", "locked ring across", 10),
          peer(OURS, "locked ring both", 20),
          peer(DEQUE, "locked ring both", 200),
          peer(PTHREAD, "locked ring both", 108, quiet=4)]


def beside_rows(tmp_path, lines: list[str]) -> tuple[dict, str]:
    peers = tmp_path / "peers.jsonl"
    peers.write_text("\n".join(lines) + "\n")
    log = make_log.write(tmp_path / "x.log", locked())
    done = qc("targets", log, "--peers", peers)
    assert done.exit_code == Status.OK, done.output
    rows = {line.split("  ")[0]: line.split() for line
            in done.output.splitlines() if line.startswith("locked ring")}
    return rows, done.output


def test_the_work_queue_stands_beside_the_better_of_plain_queues(tmp_path):
    rows, said = beside_rows(tmp_path, BESIDE)
    assert {name: row[3:] for name, row in rows.items()} == {
        "locked ring alone": ["12.4", "1.03", "1.02", "1.03", "1.05", "2",
                              "XST", "met"],
        "locked ring across": ["60.0", "0.75", "0.75", "0.75", "0.7", PTHREAD,
                               "missed"],
        "locked ring both": ["20.0", "0.19", "0.19", "0.19", "0.7", PTHREAD,
                             "disturbed"]}
    assert "1 of 3 targets beside others met, 1 missed, 1 cannot be told." \
        in " ".join(said.split())


def test_the_work_queue_is_beside_each_by_the_interval_of_its_rounds(tmp_path):
    name = "locked ring across"
    loose = json.loads(peer(PTHREAD, name, 80)) | {
        "rounds": [40, 80, 80, 160, 160, 160]}
    rows, said = beside_rows(tmp_path, [peer(OURS, name, 50), json.dumps(loose),
                                        peer(DEQUE, name, 500)])
    assert " ".join(rows[name]).endswith(
        "50.0 0.48 0.31 1.25 0.7 libc_ring within noise")
    old = json.loads(peer(OURS, name, 50))
    del old["rounds"]
    rows, said = beside_rows(tmp_path, [json.dumps(old),
                                        peer(PTHREAD, name, 500)])
    assert " ".join(rows[name]).endswith(
        "50.0 0.10 - - 0.7 libc_ring too few rounds")


def test_of_what_was_not_measured_beside_others_nothing_is_told(tmp_path):
    rows, said = beside_rows(tmp_path, [
        peer(OURS, "locked ring both", 20),
        peer(PTHREAD, "locked ring across", 80)])
    assert not rows and "0 of 0 targets beside others met." in said


def test_the_targets_beside_others_are_those_of_make_peers():
    own = {(t.row, t.times, t.peer) for t in peer_targets.TARGETS
           if t.row.startswith("locked ring") and OURS.startswith(t.who)}
    assert {(g.row, g.times, g.peers) for g in beside.GOALS} == own
    assert beside.QUIET_LEAST == peer_targets.QUIET_MIN


@pytest.mark.parametrize("cores, words", [(1, "1 core"), (2, "2 cores")])
def test_the_walls_say_on_how_many_cores(cores, words):
    grid, _ = wall_table({}, cores, "ticks")
    assert grid.title == f"wall ticks a task on {words}"
