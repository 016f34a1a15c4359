# SPDX-License-Identifier: MIT
"""How busy others keep the machine while a test runs.

A test that waits for a machine, and gets no answer in time while others take the
processors, says nothing: it is inconclusive, which is counted apart. It has to
raise TimeoutError, as waited_for() does, or subprocess.TimeoutExpired. What this
test run starts itself, other tests' too, is no excuse.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

import pytest

#: Per cent of all processors that others have to take.
BUSY = 20
WORD = "inconclusive: "
PROC = Path("/proc")
T = TypeVar("T")


def inconclusive(why: str) -> NoReturn:
    """Ends this test as one that says nothing."""
    pytest.skip(WORD + why)


def waited_for(look: Callable[[], T], what: str, seconds: float = 60,
               pause: float = 0.05) -> T:
    """look() until it gives something true; that is returned. Raises
    TimeoutError, which says what did not come."""
    end = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: not within {seconds:g} s")
        time.sleep(pause)
    return found


def processes() -> Iterator[tuple[int, int, int]]:
    """Each: its number, its parent's, and the ticks of it and of those that it
    has waited for."""
    for path in PROC.glob("[0-9]*/stat"):
        try:
            words = path.read_text(errors="replace").rpartition(")")[2].split()
        except OSError:     # it has ended
            continue
        yield int(path.parent.name), int(words[1]), sum(map(int, words[11:15]))


def of_tree(root: int, found: list[tuple[int, int, int]]) -> int:
    """The ticks of a process and all below it."""
    below = {root}
    while True:
        more = {one for one, parent, _ in found if parent in below} - below
        if not more:
            return sum(ticks for one, _, ticks in found if one in below)
        below |= more


def ticks_of_others() -> int:
    """Since the machine began: what is taken by others, a hypervisor too."""
    user, nice, system, _, _, irq, softirq, stolen = map(
        int, (PROC / "stat").read_text().splitlines()[0].split()[1:9])
    # A worker's parent began the test run.
    root = os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()
    return user + nice + system + irq + softirq + stolen \
        - of_tree(root, list(processes()))


class Since(NamedTuple):
    """A moment, to ask later how much others took since then."""

    seconds: float
    ticks: int

    @classmethod
    def now(cls) -> Since:
        """Without /proc others are not seen."""
        return cls(time.monotonic(), ticks_of_others()
                   if (PROC / "stat").exists() else 0)

    def share(self) -> float:
        """Per cent of all processors that others took."""
        now = Since.now()
        whole = (now.seconds - self.seconds) * os.sysconf("SC_CLK_TCK") \
            * (os.cpu_count() or 1)
        return 100 * (now.ticks - self.ticks) / whole if whole else 0.0


class Busy:
    """A plugin: makes a failure inconclusive where it was late of others."""

    def __init__(self) -> None:
        self._since = Since.now()

    def pytest_runtest_logstart(self):
        self._since = Since.now()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = (yield).get_result()
        if not report.failed or not call.excinfo or not call.excinfo.errisinstance(
                (TimeoutError, subprocess.TimeoutExpired)):
            return
        share = self._since.share()
        if share > BUSY:
            report.outcome = "skipped"
            report.longrepr = (str(item.path), None, f"{WORD}others took "
                               f"{share:.0f} % of the machine: {call.excinfo.value}")
