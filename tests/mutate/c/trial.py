# SPDX-License-Identifier: MIT
"""Runs tests on a program with one chosen fault, bounded, on every core."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple, TypeVar

from source import Planted

#: Seconds until one that sleeps for ever is ended. One that computes for ever
#: is ended by a processor's seconds: a busy machine does not end it sooner.
HANGS = 60
BYTES = 64 << 20
#: That one that does not close its files comes to soon.
FILES = 64
GIVEN = TypeVar("GIVEN")
FOUND = TypeVar("FOUND")


def on_every_core(work: Callable[[GIVEN], FOUND], what: Iterable[GIVEN]
                  ) -> list[FOUND]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, what))


def bounded(seconds: int) -> Callable[[], None]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
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


def run(command: list[str | Path], tree: Path, number: int, *,
        seconds: int, hangs: int = HANGS, reached: Path | None = None,
        stdout: int | IO = subprocess.DEVNULL,
        stderr: int | IO = subprocess.DEVNULL,
        more: dict[str, str] | None = None) -> Ended:
    """Runs it with this fault."""
    given = os.environ | {"QC_MUTANT": str(number),
                          "QUIETCORE_BUILD": str(tree / "build"),
                          "QUIETCORE_IMAGES": str(tree / "build"),
                          "PYTHONDONTWRITEBYTECODE": "1",
                          "ASAN_OPTIONS": "hard_rss_limit_mb=1500"} \
        | (more or {})
    if reached:
        given["QC_REACHED"] = str(reached)
    with subprocess.Popen(command, cwd=tree, env=given, text=True,
                          stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=stderr, start_new_session=True,
                          preexec_fn=bounded(seconds)) as process:
        try:
            return end_of(process, hangs)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def passes(*given, **named) -> bool:
    """Does it end well with this fault? As run()."""
    return run(*given, **named).status == 0


class Found(NamedTuple):
    """Of some faults: those that are asked for, and those that are seen."""

    reached: set[Planted]
    killed: set[Planted]


@contextlib.contextmanager
def asked(tree: Path, last: int
          ) -> Iterator[tuple[Path, Callable[[], frozenset[int]]]]:
    """A file for `reached`, and what gives the numbers that are asked for."""
    with tempfile.NamedTemporaryFile(dir=tree / "build") as file:
        file.write(bytes(last + 1))
        file.flush()
        yield Path(file.name), lambda: frozenset(
            number for number, byte in enumerate(
                Path(file.name).read_bytes()) if byte)


class Reached(NamedTuple):
    """A test without a fault, and the faults that it could see."""

    passed: bool
    numbers: frozenset[int]
    seconds: float


def reach(command: list[str | Path], tree: Path, last: int) -> Reached:
    with asked(tree, last) as (file, numbers):
        ended = run(command, tree, 0, seconds=300, hangs=300, reached=file)
        return Reached(ended.status == 0, numbers(), ended.seconds)
