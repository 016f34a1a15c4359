# SPDX-License-Identifier: MIT
"""Runs one machine to its end, says how it went, and keeps that."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from quietcore import signals
from quietcore.log.reading import Run
from quietcore.running import process
from quietcore.running.folders import write_record
from quietcore.running.follower import Follower, Limits, follow
from quietcore.running.reasons import reasons, wrong_words
from quietcore.signals import Stopped
from quietcore.status import Status
from quietcore.terminal.progress import Progress


class Machine(Protocol):
    """What can be run: QEMU with the image, or the hosted twin."""

    name: str                 # for people: "QEMU"
    log: Path                 # where its log goes
    directory: Path           # where it is started
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
    runs: list[Run] = field(default_factory=list)
    seconds: float = 0
    first_record: float | None = None  # seconds until the first record
    tail: list[str] = field(default_factory=list)  # last lines of the log
    exit_code: int | None = None

    @property
    def errors(self) -> list[str]:
        """What made a whole run fail, in its own words."""
        grave = self.status in (Status.USAGE, Status.RUN_FAILED)
        return reasons(self.runs[-1]) if grave else []

    def facts(self) -> dict:
        """For run.json."""
        first = self.first_record
        return {"status": self.status.name.lower(), "reason": self.reason, "errors": self.errors,
                "exit_code": self.exit_code, "seconds": round(self.seconds, 3),
                "first_record_seconds": None if first is None else round(first, 3)}


def judge(code: int | None, stuck: str, runs: list[Run], stderr: str,
          machine: Machine) -> tuple[Status, str]:
    """Status and reason of a run from all that is known of its end."""
    whole = bool(runs) and runs[-1].complete
    if stuck and not whole:
        return Status.TIME_OUT, stuck
    if not whole and code not in machine.exits:
        died = "did not start" if not runs else "died in the middle of the run"
        return Status.EMULATOR, (f"{machine.name} {died} (exit {code}): {machine.explain(stderr)}")
    if not runs:
        return Status.NO_LOG, "the log holds no record"
    if not whole:
        return Status.INCOMPLETE, "the log is incomplete"
    if runs[-1].stopped:
        return Status.STOPPED, "a key ended the run"
    if not runs[-1].ok:
        return failed(runs[-1])
    return Status.OK, "ok"


def failed(run: Run) -> tuple[Status, str]:
    """Status and reason of a whole run that says it failed."""
    if wrong_words(run) and not run.count("panic"):
        return Status.USAGE, "an option or a name is wrong"
    return Status.RUN_FAILED, "the run failed"


def stopped(error: BaseException) -> Outcome:
    """The outcome of a run that qc itself left."""
    if isinstance(error, Stopped):
        status = Status(128 + error.number)
    elif isinstance(error, KeyboardInterrupt):
        status = Status.INTERRUPTED
    elif isinstance(error, BrokenPipeError):
        status = Status.CLOSED
    else:
        return Outcome(Status.INTERNAL, repr(error))
    return Outcome(status, status.text)


def run_machine(machine: Machine, limits: Limits) -> Outcome:
    """Boots, follows, ends. The log stays in machine.log whatever happens.

    run.json beside it says "running" meanwhile and how it ended afterwards, also where an
    exception (which goes on) or a signal ends it.
    """
    began = time.monotonic()
    facts = {"command": machine.command(), "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
             "pid": os.getpid()}
    folder = machine.log.parent
    with signals.held():
        write_record(folder, {**facts, "status": "running"})
        try:
            facts |= machine.facts()
            outcome = attend(machine, limits)
        except BaseException as error:
            outcome = stopped(error)
            raise
        finally:
            outcome.seconds = time.monotonic() - began
            write_record(folder, {**facts, **outcome.facts()})
    return outcome


def attend(machine: Machine, limits: Limits) -> Outcome:
    """Starts the machine, follows its log, leaves nothing of it behind."""
    output = machine.log if machine.log_is_output else os.devnull
    with (machine.log.with_suffix(".stderr").open("w+") as stderr, open(output, "wb") as stdout):
        try:
            with process.running(machine.command(), stdout=stdout,
                                 stderr=stderr, cwd=machine.directory
                                 ) as child, Progress() as progress:
                follower = Follower(machine.log, progress)
                stuck = follow(child, follower, progress, limits)
        except process.NotStarted as error:
            return Outcome(Status.EMULATOR, str(error))
        runs = follower.finish()
        stderr.seek(0)
        said = stderr.read()
    code = None if stuck else child.returncode
    status, reason = judge(code, stuck, runs, said, machine)
    return Outcome(status, reason, runs, first_record=follower.first_record,
                   tail=follower.tail, exit_code=code)
