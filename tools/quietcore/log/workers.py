# SPDX-License-Identifier: MIT
"""Many logs read by as many processes as there are cores."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import TypeVar

from quietcore.parent import die_with
from quietcore.terminal.far import far

AT_ONCE = 10        # logs that a process reads before it hands them over

Done = TypeVar("Done")


def each_piece(work: Callable[..., Done], logs: list, *further) -> Iterator[Done]:
    """What comes of the logs, AT_ONCE at a time and in their order, by work(piece, *further). On a
    terminal it is told how far one is.

    Few are read here, and all where one is "-": other processes have no standard input. Elsewhere
    no process outlives this one, even if it is killed.
    """
    pieces = [logs[at:at + AT_ONCE] for at in range(0, len(logs), AT_ONCE)]
    yield from far(handed_over(work, pieces, further), len(logs), "logs",
                   lambda count: count * AT_ONCE)


def handed_over(work: Callable[..., Done], pieces: list[list], further: tuple) -> Iterator[Done]:
    """The same of all pieces, here or by processes."""
    workers = min(len(pieces), len(os.sched_getaffinity(0)))
    if workers < 2 or any("-" in piece for piece in pieces):
        yield from (work(piece, *further) for piece in pieces)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("fork"),
                             die_with, (os.getpid(),)) as pool:
        yield from pool.map(work, pieces, *map(repeat, further))
