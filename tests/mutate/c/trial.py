# SPDX-License-Identifier: MIT
"""Runs tests on a program with one chosen fault, bounded, on every core."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

#: Seconds until one that sleeps for ever is ended. One that computes for ever
#: is ended by a processor's seconds: a busy machine does not end it sooner.
HANGS = 60
BYTES = 64 << 20
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
    return limit


def passes(command: list[str | Path], tree: Path, number: int, *,
           seconds: int, hangs: int = HANGS,
           reached: Path | None = None) -> bool:
    """Does it end well with this fault?"""
    given = os.environ | {"QC_MUTANT": str(number),
                          "QUIETCORE_BUILD": str(tree / "build"),
                          "QUIETCORE_IMAGES": str(tree / "build"),
                          "PYTHONDONTWRITEBYTECODE": "1",
                          "ASAN_OPTIONS": "hard_rss_limit_mb=1500"}
    if reached:
        given["QC_REACHED"] = str(reached)
    with subprocess.Popen(command, cwd=tree, env=given, text=True,
                          stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True,
                          preexec_fn=bounded(seconds)) as process:
        try:
            return process.wait(timeout=hangs) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


class Reached(NamedTuple):
    """A test without a fault, and the faults that it could see."""

    passed: bool
    numbers: frozenset[int]
    seconds: float


def reach(command: list[str | Path], tree: Path, numbers: int) -> Reached:
    with tempfile.NamedTemporaryFile(dir=tree / "build") as asked:
        asked.write(bytes(numbers + 1))
        asked.flush()
        begun = time.monotonic()
        passed = passes(command, tree, 0, seconds=300, hangs=300,
                        reached=Path(asked.name))
        return Reached(passed, frozenset(
            number for number, byte in enumerate(
                Path(asked.name).read_bytes()) if byte),
            time.monotonic() - begun)
