# SPDX-License-Identifier: MIT
"""Following a log that grows, and the end of what writes it."""

import gc
import subprocess
import sys

import make_log
import pytest

from quietcore.running import follower, process
from quietcore.running.follower import Follower, Limits, follow
from quietcore.terminal.progress import Progress

GOOD = make_log.lines()


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


def test_what_comes_bit_by_bit_is_read_once(log):
    one = Follower(log, Progress())
    one.look()      # before there is a file
    assert one.first_record is None and one.finish() == []
    one = Follower(log, Progress())
    data = b"".join(GOOD)
    with log.open("wb") as out:
        for at in range(0, len(data), 100):
            out.write(data[at:at + 100])
            out.flush()
            assert (one.ended is None) == (at < len(data))
            one.look()
    assert one.first_record is not None and one.ended is not None
    [run] = one.finish()
    assert run.ok and len(run.records) == len(GOOD)


def test_a_last_line_without_an_end_counts(log):
    log.write_bytes(b"".join(GOOD).rstrip(b"\n"))
    one = Follower(log, Progress())
    one.look()
    assert one.ended is None
    assert one.finish()[0].ok and one.ended is not None


def test_noise_without_end_takes_bounded_memory_and_the_file_is_closed(log, recwarn):
    """A machine that sends no line end."""
    log.write_bytes(b'{"q":' * 1000000)
    one = Follower(log, Progress())
    one.look()
    assert len(one.rest) < 1 << 17
    one.finish()
    del one
    gc.collect()
    assert not [w for w in recwarn if w.category is ResourceWarning]


def test_the_last_lines_are_kept_and_shortened(log):
    log.write_bytes(b"".join(b"%d\xff%s \n" % (i, b"x" * 300)
                             for i in range(20)))
    one = Follower(log, Progress())
    one.look()
    assert [line[:3] for line in one.tail] == [
        f"{i}\ufffd" + "x" * (i < 10) for i in range(8, 20)]
    assert {len(line) for line in one.tail} == {200}


def attended(log, body: str, seconds: float, silent: float) -> str:
    """What follow() says of a program that knows `log` and DATA."""
    (log.parent / "data").write_bytes(b"".join(GOOD))
    text = (f"import pathlib, time; log = pathlib.Path({str(log)!r}); "
            f"DATA = (log.parent / 'data').read_bytes(); {body}")
    with Progress() as news, process.running([sys.executable, "-c", text],
                                             stdout=subprocess.DEVNULL) as one:
        return follow(one, Follower(log, news), news,
                      Limits(seconds, silent))


@pytest.mark.parametrize("body, seconds, silent, said", [
    ("log.write_bytes(DATA)", 60, 600, ""),
    ("log.write_bytes(DATA); time.sleep(60)", 600, 600,
     "it did not leave within 0 s of its end record"),
    ("time.sleep(60)", 0.25, 600,
     "it did not end within 0.25 s: no record came in 0 s"),
    # However long it may take.
    ("time.sleep(60)", 600, 0.25, "it told nothing for 0.25 s: no record came in 0 s")])
def test_who_does_not_end_is_stuck(log, monkeypatch, body, seconds, silent, said):
    monkeypatch.setattr(follower, "GRACE", 0.3)
    assert attended(log, body, seconds, silent) == said


def test_a_wait_ends_with_the_process_or_the_time():
    for words, ended in (("pass", True), ("import time; time.sleep(60)", False)):
        with process.running([sys.executable, "-c", words]) as one:
            assert process.wait(one, 30 if ended else 0.1) == ended
