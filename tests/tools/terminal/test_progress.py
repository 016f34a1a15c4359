# SPDX-License-Identifier: MIT
"""The time left, as a run's progress tells it."""

import pytest
from quietcore.terminal import progress
from quietcore.terminal.progress import Left, Progress


@pytest.fixture
def clock(monkeypatch):
    """The seconds that it shows."""
    seconds = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: seconds[0])
    return seconds


def test_the_time_left_never_grows(clock):
    left = Left()
    assert left.text(0, 100) == ""
    clock[0] += 10
    assert left.text(50, 100) == "10 s left"
    clock[0] += 50  # what follows is slower
    assert left.text(55, 100) == "over 10 s left"
    clock[0] += 10
    assert left.text(90, 100) == "8 s left"
    clock[0] += 70
    assert left.text(90, 200) == "over 8 s left"
    assert left.text(200, 200) == "0 s left"


def test_no_second_is_left_only_at_the_end(clock):
    """ "over 0 s left" would be nonsense."""
    left = Left()
    clock[0] += 0.5
    assert left.text(50, 100) == "1 s left"
    clock[0] += 5
    assert left.text(55, 100) == "over 1 s left"
    assert left.text(100, 100) == "0 s left"


@pytest.mark.parametrize("done, of", [(None, None), (0, 0), (0, 5), (5, 0)])
def test_of_nothing_no_time_is_told(clock, done, of):
    left = Left()
    clock[0] += 5
    assert left.text(done, of) == ""


def told(done: int, of: int) -> dict:
    return {"record": "progress", "experiment": "lock", "variant": "mcs",
            "done": done, "of": of}


def test_a_plain_line_tells_the_time_left_which_never_grows(clock, capsys):
    """A pipe, or the log of a CI: no terminal."""
    with Progress() as shown:
        for seconds, done in ((0, 0), (10, 50), (1, 51), (50, 55), (3, 100)):
            clock[0] += seconds
            shown.record(told(done, 100))
    assert capsys.readouterr().err.splitlines() == [
        "  lock mcs", "  lock mcs  50 %  10 s left",
        "  lock mcs  55 %  over 10 s left", "  lock mcs  100 %  0 s left"]
