# SPDX-License-Identifier: MIT
"""Live progress: a bar on a terminal, short lines elsewhere."""

from __future__ import annotations

import sys
import time
from math import ceil

from quietcore.terminal.far import redraws
from quietcore.terminal.numbers import counted
from quietcore.terminal.text import plain

LINE_EVERY = 2.0    # seconds between two lines where there is no terminal
SILENCE = 4.0       # seconds without a line after which one says that it goes on
MS = 1000           # of the progress' records in a second
TRUSTED = 1 / 8     # of the expected time: taken as right
NAMED = 1 / 4       # so much more than is shown is said by "over"


class Left:
    """The time left, in words (bench/report/progress.c): what is shown neither grows nor stands.
    Where more is expected it falls more slowly, so that both end together."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._shown: float | None = None
        self._shown_at = 0.0

    def text(self, done: int | None, of: int | None) -> str:
        """After so many milliseconds of the expected ones; "" where that tells nothing."""
        if not done or not of:
            return ""
        now = time.monotonic() - self._begun
        # If the rest goes on as so far. Nothing tells at first how fast the machine is: a part of
        # what is expected is trusted.
        trusted = TRUSTED * of / MS
        left = max(of - done, 0) / MS * (now + trusted) / (done / MS + trusted)
        shown = left if self._shown is None else self._shown
        if left > shown:
            shown *= left / (left + now - self._shown_at)
        self._shown, self._shown_at = min(shown, left), now
        over = left > self._shown * (1 + NAMED)
        return f"{'over ' * over}{ceil(self._shown)} s left"


class Progress:
    """Told of every record as it comes; a context manager."""

    def __init__(self) -> None:
        self._live = None
        self._task = None
        self._doing, self._share = "", ""
        self._last_line = time.monotonic() - LINE_EVERY
        self._last_news = time.monotonic()
        self._terminal = redraws()
        self._left = Left()

    def __enter__(self) -> Progress:
        if self._terminal:  # else rich need not be loaded
            from rich.console import Console
            from rich.progress import (BarColumn, Progress as Bar, TextColumn, TimeElapsedColumn)
            self._live = Bar(TextColumn("{task.description:<28}", markup=False), BarColumn(),
                             TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn(),
                             TextColumn("{task.fields[left]}"), console=Console(stderr=True),
                             transient=True)
            self._live.start()
            self._task = self._live.add_task("starting the machine", total=None, left="")
        return self

    def __exit__(self, *_) -> None:
        if self._live:
            self._live.stop()

    def record(self, record: dict) -> None:
        """Shows what a record says of the run's course."""
        self._last_news = time.monotonic()
        kind = record["record"]
        if kind == "context":
            self._say(f"{counted(record.get('cores_started'), 'core')} up", None, None)
        elif kind == "progress":
            self._say(f"{record.get('experiment')} {record.get('variant')}",
                      record.get("done"), record.get("of"))
        else:
            self._doing = self._doing or f"a record of kind {kind}"

    @property
    def quiet(self) -> float:
        """Seconds since the last record, or since the beginning."""
        return time.monotonic() - self._last_news

    def state(self) -> str:
        """What came last and when, for a run that did not end."""
        if not self._doing:
            return f"no record came in {self.quiet:.0f} s"
        return (f"the last news, {self.quiet:.0f} s before, was '{self._doing}{self._share}'")

    def tick(self) -> None:
        """Called often: says that a run goes on which has no news."""
        now = time.monotonic()
        if not self._live and now - self._last_line > SILENCE:
            self._last_line = now
            print(f"  still running: {self.state()}", file=sys.stderr)

    def _say(self, text: str, done: int | None, of: int | None) -> None:
        self._doing = text = plain(text)
        self._share = f"  {100 * done // of} %" if done and of else ""
        left = self._left.text(done, of)
        if self._live:
            self._live.update(self._task, description=text, total=of, completed=done, left=left)
            return
        now = time.monotonic()
        if now - self._last_line < LINE_EVERY:
            return
        self._last_line = now
        print(f"  {text}{self._share}{'  ' * bool(left)}{left}", file=sys.stderr)
