# SPDX-License-Identifier: MIT
"""How far the reading of something long is: told on a terminal alone."""

import io
import itertools
import re
from types import SimpleNamespace

import pytest
from quietcore.terminal import far as module
from quietcore.terminal.far import far


@pytest.fixture
def clock(monkeypatch):
    """Every look at the clock is so many seconds after the one before."""
    def each(seconds: float) -> None:
        times = itertools.count(100.0, seconds)
        monkeypatch.setattr(module.time, "monotonic", lambda: next(times))
    return each


class Terminal(io.StringIO):
    """Standard error, a terminal or not."""

    def isatty(self) -> bool:
        return self.is_one

    @property
    def lines(self) -> list[str]:
        """What stood on the line, one after the other."""
        return re.split("\r", self.getvalue().replace("\x1b[K", ""))[1:]


@pytest.fixture(params=[(True, "xterm")])
def terminal(request, monkeypatch):
    err = Terminal()
    err.is_one, kind = request.param
    monkeypatch.setenv("TERM", kind)
    monkeypatch.setattr(module, "sys", SimpleNamespace(stderr=err))
    return err


def test_items_come_through_and_the_line_is_cleared(terminal, clock):
    clock(1.0)
    assert [*far("abcd", 4, "logs")] == [*"abcd"]
    assert terminal.lines == [
        "reading 2 of 4 logs", "reading 3 of 4 logs", "reading 4 of 4 logs", ""]


def test_no_more_than_five_lines_a_second(terminal, clock):
    clock(0.05)
    [*far(range(100), 100, "logs")]     # five seconds, three of them told
    assert 10 < len(terminal.lines) < 17


@pytest.mark.parametrize("terminal, seconds", [
    ((True, "xterm"), 0.01), ((False, "xterm"), 10.0), ((True, "dumb"), 10.0)],
    indirect=["terminal"])
def test_what_is_short_and_what_is_no_terminal_gets_nothing(terminal, clock, seconds):
    clock(seconds)
    assert [*far(range(100), 100, "logs")] == [*range(100)]
    assert terminal.getvalue() == ""


def test_items_may_stand_for_several_and_a_reader_may_stop_early(terminal, clock):
    """They end at the whole; no line is left."""
    clock(3.0)
    going = far("abc", 1500, "logs", lambda count: count * 1000)
    next(going), next(going), next(going)
    going.close()
    assert terminal.lines == ["reading 1,000 of 1,500 logs", "reading 1,500 of 1,500 logs", ""]
