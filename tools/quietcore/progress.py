# SPDX-License-Identifier: MIT
"""Live progress: a bar on a terminal, short lines elsewhere."""

from __future__ import annotations

import sys
import time

from quietcore.text import plain

LINE_EVERY = 2.0  # seconds between two lines where there is no terminal


class Progress:
    """Told of every record as it comes; a context manager."""

    def __init__(self) -> None:
        self._live = None
        self._task = None
        self._last_line = 0.0
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        if self._terminal:
            from rich.console import Console
            from rich.progress import (BarColumn, Progress as Bar, TextColumn,
                                       TimeElapsedColumn, TimeRemainingColumn)
            self._live = Bar(
                TextColumn("{task.description:<28}", markup=False),
                BarColumn(),
                TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn(),
                TextColumn("left"), TimeRemainingColumn(),
                console=Console(stderr=True), transient=True)
            self._live.start()
            self._task = self._live.add_task("starting the machine", total=None)
        return self

    def __exit__(self, *_) -> None:
        if self._live:
            self._live.stop()

    def record(self, record: dict) -> None:
        """Shows what a record says of the run's course."""
        kind = record["record"]
        if kind == "context":
            self._say(f"{record['cores_started']} cores up", None, None)
        elif kind == "progress":
            self._say(f"{record['experiment']} {record['variant']}",
                      record["done"], record["of"])

    def _say(self, text: str, done: int | None, of: int | None) -> None:
        text = plain(text)
        if self._live:
            self._live.update(self._task, description=text, total=of,
                              completed=done)
            return
        now = time.monotonic()
        if now - self._last_line < LINE_EVERY:
            return
        self._last_line = now
        share = f"  {100 * done // of} %" if of else ""
        print(f"  {text}{share}", file=sys.stderr, flush=True)
