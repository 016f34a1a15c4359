# SPDX-License-Identifier: MIT
"""Conclusions that stand in the tables of an experiment's own rows."""

import make_log
import pytest
from in_process import qc
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import CROSSING, FIT, NOT_PROVEN, Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from records import even, stated, value

WIDE = Subject("", FIT, [1000, 9000] * 3)
FEW = Subject("", FIT, [5000, 5000, *[NO_ROUND] * 4])
BOUND = Subject("", FIT, [5000] * 6, least=5000)


def shown(tmp_path, experiment: str, *records: dict) -> str:
    """The tables of an experiment, blanks as one."""
    log = make_log.write(tmp_path / "x.log", [*records])
    done = qc("show", "--width", 120, log, experiment)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


def dispatched(name: str) -> dict:
    return make_log.result(experiment="dispatch", variant=name, cores=2,
                           params={"n": 0}, wall_per_task=9, all_in=20)


@pytest.mark.parametrize("subject, told", [
    (even("", 5000), "shared 5.00 (5.00..5.00)"), (BOUND, "shared at most 5.00"),
    (WIDE, "shared inconclusive 1.00..9.00"), (FEW, "shared inconclusive"),
    (even("", NEVER), "shared never (never..never)")])
def test_where_an_executor_overtakes_the_loop(tmp_path, subject, told):
    said = shown(tmp_path, "dispatch", dispatched("loop"), dispatched("shared"),
                 stated(value("break_even/shared", subject, "dispatch", cores=2)))
    assert f"overtakes at n: {told} " in said


def test_what_is_not_proven_overtakes_nothing(tmp_path):
    said = shown(tmp_path, "dispatch", dispatched("loop"), stated(value(
        "break_even/loop", even("", 5, fitness=NOT_PROVEN), "dispatch", cores=2)))
    assert "overtakes at n" not in said


@pytest.mark.parametrize("least, told", [
    (None, "3000 to 6000"), (4000_000, "at most 6000")])
def test_from_which_length_on_an_executor_pays(tmp_path, least, told):
    sides = [even("loop", 3000_000), even("pool", 6000_000),
             Subject("break-even", FIT, [4000_000] * 6, least=least)]
    said = shown(tmp_path, "primes", *(make_log.result(
        experiment="primes", variant=name, cores=2, params={"n": 100})
        for name in ("sequential", "spsc")), stated(Finding(
            "primes", "crossover/spsc", 2, Question(
                CROSSING, "N", "It pays from N = %s on", sides, 250))))
    assert f" {told} " in said.partition("pays from N")[2]


@pytest.mark.parametrize("subject, told", [
    (even("", 1200), "1.20 1.20 1.05 "), (WIDE, "5.00 1.00 to 9.00 inconclusive"),
    (FEW, "- - 1.05 ")])
def test_a_gain_stands_beside_what_was_published(tmp_path, subject, told):
    said = shown(tmp_path, "workloads", *(make_log.row(
        "workloads", f"add/{form}", [9] * 6, cores=2)
        for form in ("sequential", "concurrent", "again")), stated(value(
            "gain/add/2", subject, "workloads", cores=2, published="1.05")))
    assert told in said
