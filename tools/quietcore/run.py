# SPDX-License-Identifier: MIT
"""Runs one machine to its end, follows its log, says how it went."""

from __future__ import annotations

import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from quietcore.log import Reader, Run
from quietcore.progress import Progress
from quietcore.status import Status

POLL = 0.02         # seconds between two looks at the log
GRACE = 5.0         # seconds QEMU may take to leave after the end record
LINES_SHOWN = 12    # of the log, when the emulator died


class Machine(Protocol):
    """What can be run: QEMU with the image, or the hosted twin."""

    name: str                 # for people: "QEMU"
    log: Path                 # where its log goes
    log_is_output: bool       # the log is what it writes to standard output
    exits: tuple[int, ...]    # statuses of a run that reached its end

    def command(self) -> list[str]:
        """The whole command line."""

    def explain(self, stderr: str) -> str:
        """Its complaint in words that name the remedy, where it is known."""

    def facts(self) -> dict:
        """What run.json is to say of it."""


@dataclass
class Outcome:
    """How the machine's run ended."""

    status: Status
    reason: str                   # in words, for the terminal and run.json
    runs: list[Run]
    seconds: float
    first_record: float | None    # seconds until the first record
    tail: list[str]               # last lines of the log
    exit_code: int | None


class Follower:
    """Reads a growing file and feeds its whole lines to a Reader."""

    def __init__(self, path: Path, progress: Progress):
        self._path, self._progress = path, progress
        self._stream = None
        self._rest = b""
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
        *lines, self._rest = (self._rest + self._stream.read()).split(b"\n")
        for line in lines:
            self._line(line)

    def _line(self, line: bytes) -> None:
        self.tail = [*self.tail[1 - LINES_SHOWN:],
                     line.decode(errors="replace").rstrip()]
        for record in self.reader.feed(line.removesuffix(b"\r")):
            now = time.monotonic() - self._began
            self.first_record = self.first_record or now
            if record["record"] == "end":
                self.ended = time.monotonic()
            self._progress.record(record)

    def finish(self) -> list[Run]:
        """Reads the rest, a cut last line too, and closes the file."""
        self.look()
        if self._rest:
            self._line(self._rest)
        if self._stream:
            self._stream.close()
        return self.reader.finish()


def follow(process: subprocess.Popen, follower: Follower,
           timeout: float) -> str:
    """Waits for the process: "" when it left by itself, else why not."""
    end = time.monotonic() + timeout
    while process.poll() is None:
        follower.look()
        now = time.monotonic()
        if follower.ended and now > follower.ended + GRACE:
            return f"it did not leave within {GRACE:.0f} s of its end record"
        if now > end:
            return f"it did not end within {timeout:.0f} s"
        time.sleep(POLL)
    return ""


def judge(code: int | None, stuck: str, runs: list[Run], stderr: str,
          machine: Machine) -> tuple[Status, str]:
    """Status and reason of a run from all that is known of its end."""
    whole = bool(runs) and runs[-1].complete
    if stuck and not whole:
        return Status.TIME_OUT, stuck
    if not whole and code not in machine.exits:
        died = "did not start" if not runs else "died in the middle of the run"
        return Status.EMULATOR, (f"{machine.name} {died} (exit {code}): "
                                 f"{machine.explain(stderr)}")
    if not runs:
        return Status.NO_LOG, "the log holds no record"
    if not whole:
        return Status.INCOMPLETE, "the log is incomplete"
    if not runs[-1].ok:
        return Status.RUN_FAILED, "the run failed"
    return Status.OK, "ok"


def run_machine(machine: Machine, timeout: float) -> Outcome:
    """Boots, follows, ends. The log stays in machine.log whatever happens."""
    machine.log.parent.mkdir(parents=True, exist_ok=True)
    machine.log.unlink(missing_ok=True)
    complaints = machine.log.with_suffix(".stderr")
    output = machine.log if machine.log_is_output else os.devnull
    began = time.monotonic()
    with (Progress() as progress, complaints.open("w+") as stderr,
          open(output, "wb") as stdout):
        follower = Follower(machine.log, progress)
        process = subprocess.Popen(machine.command(), stdout=stdout,
                                   stderr=stderr, stdin=subprocess.DEVNULL)
        try:
            stuck = follow(process, follower, timeout)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
        runs = follower.finish()
        stderr.seek(0)
        said = stderr.read()
    code = None if stuck else process.returncode
    status, reason = judge(code, stuck, runs, said, machine)
    return Outcome(status, reason, runs, time.monotonic() - began,
                   follower.first_record, follower.tail, code)


def write_run_json(machine: Machine, outcome: Outcome) -> Path:
    """What the log cannot know: how it was started and how it ended."""
    path = machine.log.with_name("run.json")
    first = outcome.first_record
    path.write_text(json.dumps({
        "command": machine.command(),
        **machine.facts(),
        "status": outcome.status.name.lower(),
        "reason": outcome.reason,
        "exit_code": outcome.exit_code,
        "seconds": round(outcome.seconds, 3),
        "first_record_seconds": None if first is None else round(first, 3),
    }, indent=2) + "\n")
    return path
