# SPDX-License-Identifier: MIT
"""A process that does not outlive the one which started it."""

from __future__ import annotations

import ctypes
import os
import signal

PR_SET_PDEATHSIG = 1  # prctl(2): the signal to get when the parent dies

try:
    _prctl = ctypes.CDLL(None).prctl
except (OSError, AttributeError):  # not Linux
    _prctl = None


def signal_when_parent_dies(number: int) -> None:
    """Has the kernel send this process a signal then, where it can."""
    if _prctl:
        _prctl(PR_SET_PDEATHSIG, number)


def die_with(parent: int) -> None:
    """In a child, at once: the kernel kills it when qc, `parent`, is killed."""
    signal_when_parent_dies(signal.SIGKILL)
    if os.getppid() != parent:  # died before the call
        os._exit(1)
