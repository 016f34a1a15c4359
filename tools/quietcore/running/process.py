# SPDX-License-Identifier: MIT
"""A child process that does not outlive qc."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time

from quietcore import signals
from quietcore.parent import die_with

NOTHING = subprocess.DEVNULL
POLL = 0.02          # seconds between two looks


class NotStarted(Exception):
    """A command that the system refuses to start; the text says why."""


@contextlib.contextmanager
def running(command: list[str], **how):
    """A started command (subprocess.Popen); none of it is left afterwards.

    It leads a process group of its own: a Ctrl-C of the terminal reaches qc alone, which then
    kills the group. Enter it before other threads run. Signals are held: call signals.check()
    often. Raises NotStarted.
    """
    with signals.held():
        process = _start(command, how)
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait(process: subprocess.Popen, seconds: float) -> bool:
    """Waits for a running() process; False where it did not end in time."""
    end = time.monotonic() + seconds
    while process.poll() is None:
        signals.check()
        if time.monotonic() > end:
            return False
        time.sleep(POLL)
    return True


def last_line(stderr: str) -> str:
    """A program's last words."""
    lines = [line for line in stderr.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


def _start(command: list[str], how: dict) -> subprocess.Popen:
    """Starts it in a group of its own. Raises NotStarted."""
    parent = os.getpid()
    try:
        return subprocess.Popen(command, start_new_session=True, stdin=subprocess.DEVNULL,
                                preexec_fn=lambda: die_with(parent), **how)
    except OSError as error:
        raise NotStarted(f"{command[0]} cannot be started: {error.strerror}") from error
