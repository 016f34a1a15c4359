# SPDX-License-Identifier: MIT
"""Goals of a run on several numbers of cores, and floors that are half there."""

import make_log
from in_process import qc
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.sentence import Question
from records import stated


def overtakes(cores: int, at: int) -> dict:
    return stated(Finding("dispatch", "break_even/shared", cores, Question(
        "crossing", "iterations", "it overtakes at %s",
        [Subject(name, "fit", [1000 * at * wide] * 6)
         for name, wide in (("loop", 1), ("shared", 2), ("break-even", 1))],
        500, never="never")))


def loop(cores: int) -> dict:
    return make_log.result(experiment="dispatch", variant="loop", cores=cores,
                           params={"n": 0}, mean=5, wall_per_task=10,
                           wall_rounds=[10], all_in=20)


def test_a_break_even_is_that_of_all_cores(tmp_path):
    log = make_log.write(tmp_path / "x.log", [
        loop(2), loop(4), overtakes(2, 100), overtakes(4, 900)])
    row, = (line.split() for line in qc("targets", log).output.splitlines()
            if "overtakes" in line)
    assert "900.0" in row and row[-1] == "missed"


def test_a_target_of_two_floors_needs_both(tmp_path, monkeypatch):
    from quietcore.targets import primitives

    two = primitives.Target("lock", "ticket", 1, ("XST", "RMW"), 1)
    monkeypatch.setattr(primitives, "TARGETS", (two,))
    log = make_log.write(tmp_path / "x.log", [
        make_log.result(experiment="floor", variant="xst", p50=6, batch=64),
        make_log.result(experiment="lock", variant="ticket", p50=6, batch=64)])
    done = qc("targets", log)
    assert done.exit_code == 0 and "ticket" not in done.output
