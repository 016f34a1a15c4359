# SPDX-License-Identifier: MIT
"""The results of a run as they come: a table on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
from collections import deque

from quietcore.terminal.numbers import number
from quietcore.terminal.text import plain

ROWS = 16           # that a terminal shows, the newest
NAME = 40           # columns of a name
FIGURES = ("p50", "p99", "max")


def line_of(result: dict) -> str:
    """A result in a line; its figures keep to their columns."""
    name = plain(f"{result['experiment']} {result['variant']}")
    name = name if len(name) <= NAME else name[:NAME - 3] + "..."
    figures = "  ".join(f"{number(result[each]):>7}" for each in FIGURES)
    return (f"{name:<{NAME}}  {result['cores']:>4}  {figures}  {plain(result['unit'])}"
            + ("  disturbed" if result["quiet"] == "disturbed" else ""))


def heading() -> str:
    """Over these lines."""
    figures = "  ".join(f"{name:>7}" for name in FIGURES)
    return f"{'experiment, variant':<{NAME}}  {'core':>4}  {figures}"


class Table:
    """Told of every record as it comes; a context manager."""

    def __init__(self, out=None) -> None:
        self._out = out or sys.stdout
        self._live = None
        self._rows: deque[str] = deque(maxlen=ROWS)
        self._doing = "waiting for the first record"
        self._any = False

    def __enter__(self) -> Table:
        if self._out.isatty():      # else rich need not be loaded
            from rich.console import Console
            from rich.live import Live
            console = Console(file=self._out, highlight=False, markup=False, emoji=False)
            self._live = Live(console=console, refresh_per_second=4, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_) -> None:
        if self._live:
            self._live.stop()

    def record(self, record: dict) -> None:
        """Shows what a record says."""
        kind = record["record"]
        if kind == "context":
            self._say(f"{record['cpu']}, {record['trust']}, "
                      f"{record['cores_started']} cores")
        elif kind == "progress" and record["of"]:
            self._doing = (f"{record['experiment']} {record['variant']}  "
                           f"{100 * record['done'] // record['of']} %")
        elif kind in ("warning", "panic"):
            self._say(f"{kind}: {record['text']}")
        elif kind == "result":
            if not self._any and not self._live:
                self._print(heading())
            self._any = True
            self._rows.append(line_of(record))
            if not self._live:
                self._print(self._rows[-1])
        self._draw()

    def say(self, text: str) -> None:
        """Something that no record says, such as that the port is gone."""
        self._say(text)
        self._draw()

    def _say(self, text: str) -> None:
        self._doing = plain(text)
        if not self._live:
            self._print(self._doing)

    def _print(self, line: str) -> None:
        print(line, file=self._out, flush=True)

    def _draw(self) -> None:
        if not self._live:
            return
        from rich.text import Text
        lines = [self._doing, "", heading(), *self._rows]
        self._live.update(Text("\n".join(lines), no_wrap=True, overflow="ellipsis"))
