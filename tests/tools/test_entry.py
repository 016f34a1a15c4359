# SPDX-License-Identifier: MIT
"""Ways out of qc, within one process."""

import runpy

import pytest
from quietcore import entry, signals
from quietcore.status import Status


@pytest.fixture
def order(monkeypatch):
    """What is called, in its order."""
    called = []
    monkeypatch.setattr(signals, "catch", lambda: called.append("catch"))
    monkeypatch.setattr(entry, "enter", lambda: called.append("enter"))
    return called


def test_signals_are_caught_before_anything_else(order):
    entry.main()
    assert order == ["catch", "enter"]


def test_a_checkout_begins_alike(order):
    runpy.run_module("quietcore", run_name="__main__")
    assert order == ["catch", "enter"]


@pytest.mark.parametrize("error, text", [
    (OSError(28, "No space left", "f"), "f: No space left"),
    (OSError(28, "No space left"), "an output: No space left"),
    (OSError("odd"), "an output: odd")])
def test_what_the_system_refuses_is_named(error, text):
    assert entry.os_error(error) == text


@pytest.mark.parametrize("debug, traced", [("", False), ("1", True)])
def test_a_mistake_shows_its_way_where_that_is_wanted(monkeypatch, capsys,
                                                      debug, traced):
    monkeypatch.setenv(entry.DEBUG, debug)
    assert entry.mistake(KeyError("x")) == (
        "a mistake of qc's own: KeyError: 'x'; QUIETCORE_DEBUG=1 shows where")
    assert ("KeyError: 'x'" in capsys.readouterr().err) == traced


def raising(error: BaseException):
    def command_line():
        raise error
    return command_line


@pytest.mark.parametrize("error, status, text", [
    (SystemExit(3), 3, ""), (SystemExit(None), 0, ""),
    (signals.Stopped(15), Status.TERMINATED, Status.TERMINATED.text),
    (BrokenPipeError(), Status.CLOSED, ""),
    (OSError(28, "full", "f"), Status.UNWRITABLE, "f: full"),
    (KeyError("x"), Status.INTERNAL, entry.mistake(KeyError("x")))])
def test_every_end_has_its_status(monkeypatch, error, status, text):
    monkeypatch.setattr(entry, "command_line", raising(error))
    assert entry.guarded() == (status, text)


def test_a_good_end_is_ok(monkeypatch):
    monkeypatch.setattr(entry, "command_line", lambda: None)
    assert entry.guarded() == (Status.OK, "")


def test_who_holds_signals_lets_them_go(monkeypatch):
    monkeypatch.setattr(signals, "_holders", 0)
    with signals.held(), signals.held():
        assert signals._holders == 2
    assert signals._holders == 0
    signals._holders = 1
    signals.release()
    assert signals._holders == 0
