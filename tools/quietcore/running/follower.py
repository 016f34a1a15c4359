# SPDX-License-Identifier: MIT
"""Follows the log of a run while it grows, as long as the run may take."""

from __future__ import annotations

import math
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from quietcore import signals
from quietcore.log.lines import CHUNK, at_lone_crs, keep_from
from quietcore.log.reading import Reader, Run
from quietcore.running.process import POLL
from quietcore.terminal.progress import Progress


class Limits(NamedTuple):
    """Seconds after which a run is given up."""

    whole: float
    silent: float = math.inf    # without a record


#: By suite, where nobody says. A busy machine takes long, so what counts first
#: is that the run tells something.
LIMITS = {"quick": Limits(7200, 300), "full": Limits(24 * 3600, 600)}


GRACE = 5.0         # seconds the machine may take to leave after its end record
LINES_SHOWN = 12    # of the log, when the machine died
LENGTH_SHOWN = 200  # bytes of each


class Follower:
    """Reads a growing file and feeds its whole lines to a Reader."""

    def __init__(self, path: Path, progress: Progress):
        self._path, self._progress = path, progress
        self._stream = None
        self.rest = b""  # of a line that has not ended
        self.reader = Reader()
        self.tail: list[str] = []
        self.first_record: float | None = None
        self.ended: float | None = None
        self._began = time.monotonic()

    def look(self) -> None:
        """Takes what has come since the last look."""
        if self._stream is None:
            if not self._path.exists():
                return
            self._stream = self._path.open("rb")
        *lines, self.rest = (self.rest + self._stream.read()).split(b"\n")
        for line in lines:
            self._line(line)
        if len(self.rest) > CHUNK:  # no record is so long
            cut = keep_from(self.rest)
            self._line(self.rest[:cut])
            self.rest = self.rest[cut:]

    def _line(self, line: bytes) -> None:
        for part in at_lone_crs(line):
            self.tail = [*self.tail[1 - LINES_SHOWN:],
                         part[:LENGTH_SHOWN].decode(errors="replace").rstrip()]
            for record in self.reader.feed(part):
                self.first_record = self.first_record or time.monotonic() - self._began
                if record["record"] == "end":
                    self.ended = time.monotonic()
                self._progress.record(record)

    def finish(self) -> list[Run]:
        """Reads the rest, a cut last line too, and closes the file."""
        self.look()
        if self.rest:
            self._line(self.rest)
        if self._stream:
            self._stream.close()
        runs = self.reader.finish()
        for run in runs:
            run.log = str(self._path)
        return runs


def follow(process: subprocess.Popen, follower: Follower, progress: Progress,
           limits: Limits) -> str:
    """Waits for the process: "" when it left by itself, else why not."""
    end = time.monotonic() + limits.whole
    while process.poll() is None:
        signals.check()
        follower.look()
        now = time.monotonic()
        if follower.ended and now > follower.ended + GRACE:
            return f"it did not leave within {GRACE:.0f} s of its end record"
        if now > end:
            return (f"it did not end within {limits.whole:g} s: {progress.state()}")
        if progress.quiet > limits.silent:
            return f"it told nothing for {limits.silent:g} s: {progress.state()}"
        progress.tick()
        time.sleep(POLL)
    return ""
