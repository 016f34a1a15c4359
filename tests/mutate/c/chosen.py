# SPDX-License-Identifier: MIT
"""A program with one chosen fault, and which faults it asks for."""

from __future__ import annotations

import contextlib
import resource
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import trial
from source import Planted


def run(command: list[str | Path], tree: Path, number: int, *, seconds: int,
        reached: Path | None = None, more: dict[str, str] | None = None,
        **named) -> trial.Ended:
    """Runs it with this fault, in so many of the processor's seconds."""
    given = {"QC_MUTANT": str(number),
             "ASAN_OPTIONS": "hard_rss_limit_mb=1500"} | (more or {})
    if reached:
        given["QC_REACHED"] = str(reached)
    return trial.run(command, tree, more=given, **named, bounds={
        **trial.BOUNDS, resource.RLIMIT_CPU: seconds})


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
