# SPDX-License-Identifier: MIT
"""How far the reading of something long is, on a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

PATIENCE = 2.0      # seconds without a word
EVERY = 0.2         # seconds between two looks at the terminal
BEGIN, CLEAR = "\r", "\x1b[K"


def far(items: Iterable[Item], total: int, what: str,
        done: Callable[[int], int] = int) -> Iterator[Item]:
    """Hands the items on. On a terminal says "reading 120 of 1,000 logs" where it takes long;
    `done` tells how many so many items are. Nothing of it stays there."""
    last = time.monotonic() + PATIENCE - EVERY
    said, terminal = False, redraws()
    try:
        for count, item in enumerate(items, 1):
            yield item
            now = time.monotonic()
            if terminal and now - last >= EVERY:
                last, said = now, True
                say(f"reading {min(done(count), total):,} of {total:,} {what}")
    finally:
        if said:
            say("")


def redraws() -> bool:
    """Whether standard error is a terminal that can write a line again."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def say(text: str) -> None:
    """A line that takes the place of the one before."""
    print(f"{BEGIN}{text}{CLEAR}", end="", file=sys.stderr, flush=True)
