# SPDX-License-Identifier: MIT
"""Signals that end qc: as an exception, so that what it started is ended."""

from __future__ import annotations

import contextlib
import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal came. No Exception: nothing but the way out may take it."""

    def __init__(self, number: int):
        super().__init__(signal.Signals(number).name)
        self.number = number


_holders = 0            # held() blocks that are open
_came: int | None = None  # a signal that is held


def _stop(number: int, _frame) -> None:
    global _came
    for one in ENDING:  # what is being ended is not to be disturbed
        signal.signal(one, signal.SIG_IGN)
    if not _holders:
        raise Stopped(number)
    _came = number


@contextlib.contextmanager
def held():
    """Signals raise at check() and at the end only, not anywhere between.

    A lock that is taken when an exception comes from nowhere stays taken:
    Popen.poll() has one, and wait() then waits for ever.
    """
    global _holders
    _holders += 1
    try:
        yield
    finally:
        _holders -= 1
    check()


def check() -> None:
    """Raises Stopped for a signal that came meanwhile."""
    global _came
    if _came is not None:
        number, _came = _came, None
        raise Stopped(number)


def release() -> None:
    """Ends what catch() began: signals raise from here on."""
    global _holders
    _holders -= 1
    check()


def catch() -> None:
    """Makes the ending signals raise Stopped; ignored ones stay ignored.

    They are held until release(): a module that is loaded then need not bear
    an exception from nowhere (orjson does not). nohup has SIGHUP ignored, a
    shell SIGINT of what runs in the background.
    """
    global _holders
    _holders += 1
    for one in ENDING:
        if signal.getsignal(one) != signal.SIG_IGN:
            signal.signal(one, _stop)
