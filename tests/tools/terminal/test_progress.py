# SPDX-License-Identifier: MIT
"""The time left, as a run's progress tells it."""

import gzip
from itertools import groupby

import pytest
from places import ROOT
from quietcore.terminal import progress
from quietcore.terminal.progress import Left, Progress


@pytest.fixture
def clock(monkeypatch):
    """The seconds that it shows."""
    seconds = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: seconds[0])
    return seconds


SECOND = 1000   # of the progress' milliseconds
MOST_ALIKE = 20     # records, which come some 0.7 s apart


def test_what_is_expected_is_told_from_the_first_step_on(clock):
    left = Left()
    assert left.text(0, 100 * SECOND) == ""
    clock[0] += 1
    assert left.text(1 * SECOND, 100 * SECOND) == "99 s left"
    clock[0] += 4   # a fast beginning is not trusted much
    assert left.text(20 * SECOND, 100 * SECOND) == "44 s left"


def test_the_time_left_neither_grows_nor_stands(clock):
    left = Left()
    clock[0] += 50
    assert left.text(50 * SECOND, 100 * SECOND) == "50 s left"
    shown = []
    for done in range(51, 60):  # each second of it takes a minute
        clock[0] += 60
        words = left.text(done * SECOND, 100 * SECOND).split()
        assert words[0] == "over"
        shown.append(int(words[1]))
    assert shown == sorted({*shown}, reverse=True) and shown[0] < 50
    assert left.text(200 * SECOND, 200 * SECOND) == "0 s left"


@pytest.mark.parametrize("steps", [
    [(0.5, 500, 1000, "1 s left"), (50, 550, 1000, "over 1 s left"),
     (0, 1000, 1000, "0 s left")],  # "over 0 s left" would be nonsense
    *([(5, done, of, "")] for done, of in ((None, None), (0, 0), (0, 5), (5, 0)))])
def test_no_second_is_left_only_at_the_end_and_of_nothing_none_is_told(clock, steps):
    left = Left()
    for seconds, done, of, text in steps:
        clock[0] += seconds
        assert left.text(done, of) == text


def recorded(name: str) -> list[tuple[float, int, int]]:
    """Seconds, done and of of each progress record of a run."""
    packed = ROOT / "tests/tools/recorded" / f"progress-{name}.txt.gz"
    text = gzip.decompress(packed.read_bytes()).decode("ascii")
    return [(float(at), int(done), int(of)) for at, done, of in
            (line.split() for line in text.splitlines() if line[0] != "#")]


@pytest.mark.parametrize("name", ["quick", "full"])
@pytest.mark.parametrize("slower", [1, 3])
def test_of_recorded_runs_it_moves_and_what_is_too_little_is_marked(
        clock, name, slower):
    """At first nothing tells that a machine is slow; at the end rows may be
    left out, for which there was no time."""
    left, begun, shown = Left(), clock[0], []
    stream = recorded(name)
    whole = stream[-1][0] * slower
    for at, done, of in stream:
        clock[0] = begun + at * slower
        words = left.text(done, of).split()
        if words:
            shown.append((at * slower, int(words[-3]), words[0] == "over"))
    figures = [figure for _, figure, _ in shown]
    assert figures == sorted(figures, reverse=True)
    for at, figure, over in shown:
        if whole / 10 < at < whole * 2 / 3:
            assert figure < whole - at
            assert over or figure > (whole - at) / 2
    assert max(len([*same]) for _, same in groupby(figures)) < MOST_ALIKE


def step(done, of) -> dict:
    return {"record": "progress", "experiment": "lock", "variant": "tas",
            "done": done, "of": of}


@pytest.mark.parametrize("record, state", [
    ({"record": "context", "cores_started": 3}, "3 cores up"),
    (step(1, 3), "lock tas  33 %"), (step(0, 3), "lock tas"),
    (step(2, None), "lock tas"), (step(3, 3), "lock tas  100 %"),
    ({"record": "noise"}, "a record of kind noise"),
])
def test_the_last_news_are_told(clock, record, state):
    one = Progress()
    assert one.state() == "no record came in 0 s"
    one.record(record)
    clock[0] += 7
    assert one.state() == f"the last news, 7 s before, was '{state}'"
    one.record({"record": "core"})
    assert f"0 s before, was '{state}'" in one.state()


def test_lines_come_at_most_so_often(clock, capsys):
    """A pipe, or the log of a CI: no terminal. Where nothing is new, a line says
    that it goes on."""
    with Progress() as one:
        for done in range(1, 9):
            clock[0] += 0.5
            one.record(step(done, 8))
        for _ in range(20):
            clock[0] += 1
            one.tick()
    assert capsys.readouterr().err.splitlines() == [
        "  lock tas  12 %  2 s left", "  lock tas  62 %  over 1 s left",
        *(f"  still running: the last news, {seconds} s before, was 'lock tas  100 %'"
          for seconds in (3, 8, 13, 18))]
