# SPDX-License-Identifier: MIT
"""Runs tests on a program with one chosen fault, bounded, on every core."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple, TypeVar

#: Seconds until one that sleeps for ever is ended. One that computes for ever
#: is ended by a processor's seconds: a busy machine does not end it sooner.
HANGS = 60
#: That many files one that does not close them comes to soon.
BOUNDS = {resource.RLIMIT_FSIZE: 64 << 20, resource.RLIMIT_CORE: 0,
          resource.RLIMIT_NOFILE: 64}
GIVEN = TypeVar("GIVEN")
FOUND = TypeVar("FOUND")


def on_every_core(work: Callable[[GIVEN], FOUND], what: Iterable[GIVEN]
                  ) -> list[FOUND]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, what))


def bounded(bounds: dict[int, int]) -> Callable[[], None]:
    def limit() -> None:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        for what, most in bounds.items():
            resource.setrlimit(what, (most, most + (what == resource.RLIMIT_CPU)))
    return limit


class Ended(NamedTuple):
    """A program's status, None where it hung, and the processor's seconds that
    it took: a busy machine makes them no more."""

    status: int | None
    seconds: float


def end_of(process: subprocess.Popen, hangs: int) -> Ended:
    """Waits for it; ends it where it hangs."""
    handle = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        hung = not poll.poll(hangs * 1000)
    finally:
        os.close(handle)
    if hung:
        os.killpg(process.pid, signal.SIGKILL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Ended(None if hung else process.returncode,
                 used.ru_utime + used.ru_stime)


def run(command: list[str | Path], tree: Path, *, bounds: dict[int, int],
        hangs: int = HANGS, stdout: int | IO = subprocess.DEVNULL,
        stderr: int | IO = subprocess.DEVNULL,
        more: dict[str, str] | None = None) -> Ended:
    """Runs it there with these limits, and more in its environment."""
    given = os.environ | {"QUIETCORE_BUILD": str(tree / "build"),
                          "QUIETCORE_IMAGES": str(tree / "build"),
                          "PYTHONDONTWRITEBYTECODE": "1"} | (more or {})
    with subprocess.Popen(command, cwd=tree, env=given, text=True,
                          stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=stderr, start_new_session=True,
                          preexec_fn=bounded(bounds)) as process:
        try:
            return end_of(process, hangs)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
