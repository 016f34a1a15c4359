# SPDX-License-Identifier: MIT
"""Ways into qc and out of it."""

import os
import runpy
import subprocess
import sys

import pytest
from quietcore import entry, parent, signals
from quietcore.status import Status


@pytest.fixture
def order(monkeypatch):
    """What is called, in its order."""
    called = []
    monkeypatch.setattr(signals, "catch", lambda: called.append("catch"))
    monkeypatch.setattr(entry, "enter", lambda: called.append("enter"))
    return called


@pytest.mark.parametrize("begin", [
    entry.main, lambda: runpy.run_module("quietcore", run_name="__main__")])
def test_signals_are_caught_before_anything_else(order, begin):
    """In a checkout, too."""
    begin()
    assert order == ["catch", "enter"]


@pytest.mark.parametrize("error, text", [
    (OSError(28, "No space left", "f"), "f: No space left"),
    (OSError(28, "No space left"), "an output: No space left"),
    (OSError("odd"), "an output: odd")])
def test_what_the_system_refuses_is_named(error, text):
    assert entry.os_error(error) == text


@pytest.mark.parametrize("debug, traced", [("", False), ("1", True)])
def test_a_mistake_shows_its_way_where_that_is_wanted(monkeypatch, capsys, debug, traced):
    monkeypatch.setenv(entry.DEBUG, debug)
    assert entry.mistake(KeyError("x")) == (
        "a mistake of qc's own: KeyError: 'x'; QUIETCORE_DEBUG=1 shows where")
    assert ("KeyError: 'x'" in capsys.readouterr().err) == traced


@pytest.mark.parametrize("error, status, text", [
    (SystemExit(3), 3, ""), (SystemExit(None), 0, ""),
    (signals.Stopped(15), Status.TERMINATED, Status.TERMINATED.text),
    (BrokenPipeError(), Status.CLOSED, ""),
    (OSError(28, "full", "f"), Status.UNWRITABLE, "f: full"),
    (KeyError("x"), Status.INTERNAL, entry.mistake(KeyError("x"))),
    (None, Status.OK, "")])
def test_every_end_has_its_status(monkeypatch, error, status, text):
    def command_line():
        if error:
            raise error

    monkeypatch.setattr(entry, "command_line", command_line)
    assert entry.guarded() == (status, text)


def test_who_holds_signals_lets_them_go(monkeypatch):
    monkeypatch.setattr(signals, "_holders", 0)
    with signals.held(), signals.held():
        assert signals._holders == 2
    assert signals._holders == 0
    signals._holders = 1
    signals.release()
    assert signals._holders == 0


def test_what_was_written_before_comes_first():
    """The reader of standard output may leave."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from quietcore.streams import patient_output; "
         "sys.stdout.write('one '); patient_output(); print('two')"],
        capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "one two\n"


def test_a_child_whose_parent_is_gone_starts_nothing():
    child = os.fork()
    if not child:
        try:
            parent.die_with(os.getpid())  # nobody is its own parent
        finally:
            os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
