# SPDX-License-Identifier: MIT
"""What a machine's end comes to, what run.json says of it, and how busy others
kept the host."""

from types import SimpleNamespace

import make_log
import pytest
from in_process import read
from quietcore.running import host
from quietcore.running.host import Use, others
from quietcore.running.outcome import Outcome, judge, stopped
from quietcore.running.reasons import reasons
from quietcore.signals import Stopped
from quietcore.status import Status

MACHINE = SimpleNamespace(name="QEMU", exits=(33, 35),
                          explain=lambda stderr: f"it said {stderr}")


def warning(code: str, text: str = "odd") -> dict:
    return {"record": "warning", "code": code, "text": text}


PANIC = {"record": "panic", "core": 1, "text": "page fault", "vector": 14,
         "experiment": "lock", "variant": "mcs", "rip": "0x1", "error": 0,
         "registers": {}}
WRONG = [warning("bad_option")]
GOOD = b"".join(make_log.lines())
FAILED = b"".join(make_log.lines([], run="f" * 16, status="failed"))
MISTYPED = b"".join(make_log.lines(WRONG, status="failed"))
PANICKED = b"".join(make_log.lines([*WRONG, PANIC], status="failed"))
STOPPED = b"".join(make_log.lines([warning("stopped")], status="stopped"))
SERIAL = b"".join(make_log.lines([warning("bad_serial")], status="failed"))


@pytest.mark.parametrize("code, stuck, log, status, reason", [
    (33, "", GOOD, Status.OK, "ok"),
    (0, "", GOOD, Status.OK, "ok"),             # whole: the log is believed
    (None, "it hung", GOOD, Status.OK, "ok"),
    (33, "", GOOD[:1500], Status.INCOMPLETE, "the log is incomplete"),
    (35, "", b"", Status.NO_LOG, "the log holds no record"),
    (None, "it hung", GOOD[:1500], Status.TIME_OUT, "it hung"),
    (None, "it hung", b"", Status.TIME_OUT, "it hung"),
    (1, "", b"", Status.EMULATOR, "QEMU did not start (exit 1): it said no"),
    (-9, "", GOOD[:1500], Status.EMULATOR,
     "QEMU died in the middle of the run (exit -9): it said no"),
    (35, "", FAILED, Status.RUN_FAILED, "the run failed"),
    (35, "", MISTYPED, Status.USAGE, "an option or a name is wrong"),
    (35, "", PANICKED, Status.RUN_FAILED, "the run failed"),
    (35, "", SERIAL, Status.RUN_FAILED, "the run failed"),
    (35, "", STOPPED, Status.STOPPED, "a key ended the run"),
    (35, "", FAILED + GOOD, Status.OK, "ok"),   # the last run counts
    (35, "", GOOD + FAILED, Status.RUN_FAILED, "the run failed"),
])
def test_what_an_end_comes_to(code, stuck, log, status, reason):
    assert judge(code, stuck, read(log), "no", MACHINE) == (status, reason)


@pytest.mark.parametrize("error, status", [
    (Stopped(15), Status.TERMINATED), (Stopped(1), Status.HUNG_UP),
    (KeyboardInterrupt(), Status.INTERRUPTED), (BrokenPipeError(), Status.CLOSED)])
def test_a_run_that_qc_left_says_why(error, status):
    assert stopped(error) == Outcome(status, status.text)
    assert stopped(ValueError("x")) == Outcome(Status.INTERNAL, "ValueError('x')")


def test_what_run_json_says():
    runs = read(PANICKED)
    out = Outcome(Status.RUN_FAILED, "why", runs, 1.23456, 0.98765, [], 35)
    assert out.facts() == {
        "status": "run_failed", "reason": "why", "exit_code": 35,
        "errors": ["panic on core 1: page fault", "odd"],
        "seconds": 1.235, "first_record_seconds": 0.988}
    fine = Outcome(Status.OK, "ok", runs).facts()
    assert fine["errors"] == [] and fine["first_record_seconds"] is None
    assert Outcome(Status.USAGE, "", runs).errors == out.errors


@pytest.mark.parametrize("count, last", [(7, "t6"), (8, "t7"),
                                         (9, "and 1 more")])
def test_so_many_reasons_are_named(count, last):
    [run] = read(b"".join(make_log.lines(
        [warning("no_memory", f"t{i}") for i in range(count)])))
    found = reasons(run)
    assert found[:7] == [f"t{i}" for i in range(7)] and found[-1] == last
    assert len(found) == min(count, 9)


@pytest.mark.parametrize("code, is_one", [
    ("bad_queue", True), ("bad_serial", False), ("harmless", False),
    *((grave, True) for grave in (
        "validation_failed", "items_lost", "duplicate_name",
        "duplicate_variant", "no_experiment", "user_file", "no_memory",
        "setup_failed", "hung", "faulted"))])
def test_which_warnings_are_reasons(code, is_one):
    [run] = read(b"".join(make_log.lines([warning(code)])))
    assert reasons(run) == ["odd"] * is_one


@pytest.mark.parametrize("end, said", [
    (Use(3, 3.3, 2.8), "0.25 of 2 processors"),
    (Use(3, 3.0, 3.0), ""),                 # all of it was ours
    (Use(3, 3.15, 2.8), ""),                # next to nothing
    (Use(1, 1, 1), "")])
def test_what_others_took_is_told_without_our_own(monkeypatch, tmp_path, end, said):
    """Nobody is busy where the kernel counts nothing."""
    monkeypatch.setattr(host.os, "cpu_count", lambda: 2)
    assert others(Use(1, 1, 1), end) == said
    monkeypatch.setattr(host, "STAT", tmp_path / "none")
    assert host.others_now() == ""
