# SPDX-License-Identifier: MIT
"""Signals that end qc: as an exception, so that what it started is ended."""

from __future__ import annotations

import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal came. No Exception: nothing but the way out may take it."""

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


def _stop(number: int, _frame) -> None:
    for one in ENDING:  # what is being ended is not to be disturbed
        signal.signal(one, signal.SIG_IGN)
    raise Stopped(number)


def catch() -> None:
    """Makes the ending signals raise Stopped; ignored ones stay ignored.

    nohup has SIGHUP ignored, a shell SIGINT of what runs in the background.
    """
    for one in ENDING:
        if signal.getsignal(one) != signal.SIG_IGN:
            signal.signal(one, _stop)
