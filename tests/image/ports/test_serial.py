# SPDX-License-Identifier: MIT
"""The serial line, at whose other end somebody reads slowly or not at all.

QEMU's pipe takes 4 KB that nobody reads; then the port's "transmitter empty"
bit stays off, as flow control keeps it off on a cable.
"""

import fcntl
import json
import os
import select
import subprocess
import tempfile
import time

import pytest
from busy import waited_for
from qemu import EXIT_OK, qemu_command, read_log

#: Some 130 KB of text and records, in a second or two; and 45 KB.
TALK = "probe trust=tcg list"
SHORTER_TALK = "probe trust=tcg list bench=queue"
PIPE_BYTES = 4096


class Line:
    """A boot whose serial line is a pipe that we read as we like."""

    def __init__(self, options: str, **kwargs):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "line")
        os.mkfifo(path + ".in")
        os.mkfifo(path + ".out")
        self.end = os.open(path + ".out", os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(self.end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self.got = b""
        self.process = subprocess.Popen(
            [*qemu_command(options, **kwargs), "-serial", f"pipe:{path}"])

    def read(self, most: int, seconds: float) -> int:
        """Takes at most so many bytes; how many it was, 0 after a time."""
        ready, _, _ = select.select([self.end], [], [], seconds)
        try:
            piece = os.read(self.end, most) if ready else b""
        except BlockingIOError:
            piece = b""
        self.got += piece
        return len(piece)

    def ended(self, seconds: float = 0) -> bool:
        try:
            return self.process.wait(seconds) == EXIT_OK
        except subprocess.TimeoutExpired:
            return False

    def read_all(self, seconds: float = 120) -> None:
        """Until QEMU has left and nothing more comes."""
        waited_for(lambda: not self.read(65536, 0.2) and self.ended(),
                   "the end", seconds, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.end)
        self.folder.cleanup()

    def records(self) -> list[dict]:
        return read_log(self.got.decode())


def pause(seconds: float) -> None:
    """This is what is tested: a reader that does nothing for so long."""
    time.sleep(seconds)


@pytest.mark.parametrize("seconds", [0, 2])
def test_a_reader_that_pauses_gets_the_whole_log(seconds):
    with Line(TALK) as line:
        pause(seconds)
        line.read_all()
    end = line.records()[-1]
    assert end["status"] == "ok" and end["dropped"] == 0
    assert len(line.got) > 3 * 4096


@pytest.mark.full
@pytest.mark.parametrize("kilobytes", [
    4, pytest.param(1, marks=pytest.mark.nightly)])
def test_a_reader_of_so_much_a_second_gets_the_whole_log(kilobytes):
    with Line(SHORTER_TALK) as line:
        def slowly() -> bool:
            line.read(512 * kilobytes, 1)
            return line.ended()

        waited_for(slowly, "the end", 180, 0.5)
        line.read_all()
    end = line.records()[-1]
    assert end["status"] == "ok" and end["dropped"] == 0


@pytest.mark.full
def test_a_reader_that_never_reads_holds_up_nobody_for_long():
    """Twice five seconds in the run, five more at its end."""
    with Line(TALK) as line:
        assert line.ended(120)


@pytest.mark.full
def test_a_reader_that_comes_back_late_gets_whole_lines():
    """More than is kept for it: whole records are lost, and counted."""
    with Line("bench=lock samples=raw samples=2000 rounds=4 trust=tcg "
              "cores=1 end=stay", debug_exit=False) as line:
        pause(25)  # the run is over, its screen says what was lost

        def at_the_end() -> bool:
            line.read(65536, 1)
            return b"\n" in line.got.partition(b'"record":"end"')[2]

        waited_for(at_the_end, "a whole end record", 60, 0)
    records = [json.loads(text) for text in line.got.decode().splitlines()
               if text.startswith('{"q"')]
    end = records[-1]
    assert end["record"] == "end" and end["status"] == "ok"
    assert end["dropped"] == end["records"] - len(records) > 0
