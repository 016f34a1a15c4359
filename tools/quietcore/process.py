# SPDX-License-Identifier: MIT
"""A child process that does not outlive qc."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess

PR_SET_PDEATHSIG = 1  # prctl(2): the signal to get when the parent dies

try:
    _prctl = ctypes.CDLL(None).prctl
except (OSError, AttributeError):  # not Linux
    _prctl = None


class NotStarted(Exception):
    """A command that the system refuses to start; the text says why."""


def _die_with(parent: int) -> None:
    """In the child, before exec: the kernel kills it when qc is killed."""
    if _prctl:
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # died before the call
        os._exit(1)


@contextlib.contextmanager
def running(command: list[str], **how):
    """A started command (subprocess.Popen); none of it is left afterwards.

    It leads a process group of its own: a Ctrl-C of the terminal reaches qc
    alone, which then kills the group. Enter it before other threads run.
    Raises NotStarted.
    """
    parent = os.getpid()
    try:
        process = subprocess.Popen(command, start_new_session=True,
                                   stdin=subprocess.DEVNULL,
                                   preexec_fn=lambda: _die_with(parent), **how)
    except OSError as error:
        raise NotStarted(f"{command[0]} cannot be started: {error.strerror}"
                         ) from error
    try:
        yield process
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
