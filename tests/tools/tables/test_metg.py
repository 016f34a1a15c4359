# SPDX-License-Identifier: MIT
"""qc show LOG metg: executors down, patterns across."""

import make_log
from in_process import qc
from quietcore.status import Status


def found(variant: str, percent: int, rounds: list[int], **changes) -> dict:
    return make_log.result(
        experiment="metg", variant=variant, cores=2,
        p50=sorted(rounds)[len(rounds) // 2], rounds=rounds,
        **{"params": {"percent": percent, "width": 8, "steps": 1000}} | changes)


def shown(tmp_path, *body: dict) -> list[str]:
    log = make_log.write(tmp_path / "x.log", body)
    done = qc("show", "--width", "100", log, "metg")
    assert done.exit_code == Status.OK, done.output
    return done.output.splitlines()


def test_executors_stand_below_each_other_with_their_intervals(tmp_path):
    lines = shown(
        tmp_path,
        found("steal/trivial", 50, [100, 110, 120, 130, 140, 150, 160]),
        found("shared/trivial", 50, [600] * 7),
        found("steal/tree", 50, [900] * 7),
        found("steal/trivial", 90, [1000] * 7))
    at = lines.index("Shortest tasks that reach 50 % of the peak on 2 cores: "
                     "ticks and their interval")
    assert lines[at + 1].split() == ["executor", "trivial", "tree"]
    assert lines[at + 2].split() == ["steal", "130.0", "100.0..160.0",
                                     "900.0", "900.0..900.0"]
    assert lines[at + 3].split() == ["shared", "600.0", "600.0..600.0", "-"]
    assert sum(line.startswith("Shortest tasks that reach 90 %")
               for line in lines) == 1


def test_a_disturbed_round_takes_no_part(tmp_path):
    lines = shown(tmp_path, found(
        "steal/trivial", 50, [100] * 6 + [9000], quiet="disturbed",
        disturbed_by=["pause"], disturbed_rounds=[6]))
    assert any(line.split() == ["steal", "100.0", "100.0..100.0"]
               for line in lines)
