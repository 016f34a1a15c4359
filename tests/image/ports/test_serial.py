# SPDX-License-Identifier: MIT
"""The serial line, at whose other end somebody pauses, or does not read at all.

QEMU's pipe takes 4 KB that nobody reads; then the port's "transmitter empty"
bit stays off, as flow control keeps it off on a cable.
"""

import fcntl
import os
import select
import subprocess
import tempfile
import time

import pytest
from busy import waited_for
from qemu import EXIT_OK, qemu_command, read_log

#: Some 130 KB of text and records, in a second or two.
TALK = "probe trust=tcg list"
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


def test_a_reader_that_pauses_gets_the_whole_log():
    with Line(TALK) as line:
        time.sleep(2)
        line.read_all()
    records = read_log(line.got.decode())
    assert records[-1]["status"] == "ok" and records[-1]["dropped"] == 0
    assert len(line.got) > 3 * 4096
    listed = {(r["what"], r["name"]) for r in records if r["record"] == "listed"}
    assert {("experiment", "queue"), ("variant", "ring/pair"), ("lock", "mcs"),
            ("executor", "loop"), ("design", "fixed"),
            ("option", "serial")} <= listed
    assert not [r for r in records if r["record"] == "result"]


@pytest.mark.full
def test_a_reader_that_never_reads_holds_up_nobody_for_long():
    """Twice five seconds in the run, five more at its end."""
    with Line(TALK) as line:
        assert line.ended(120)
