# SPDX-License-Identifier: MIT
"""The distributions of a run (records `histogram`) as bars."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.tables.results import parameters
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say
from quietcore.terminal.sparks import bar

ROWS = 12       # of a picture at most
BAR = 48        # columns of the longest
LABEL = 7


def grouped(bins: list[list[float]], rows: int = ROWS) -> list[list[float]]:
    """Neighbours put together, so that at most so many are left: each begins
    where its first one did."""
    step = -(-len(bins) // rows) or 1
    return [[bins[at][0], sum(n for _, n in bins[at:at + step])]
            for at in range(0, len(bins), step)]


def joined(run: Run) -> list[dict]:
    """Each histogram, its parts put together."""
    whole: dict[tuple, dict] = {}
    for record in run.of("histogram"):
        key = (record["variant"], record["cores"],
               tuple(sorted(map(str, record["params"].items()))))
        if key in whole:
            whole[key]["bins"] += record["bins"]
        else:
            whole[key] = record
    return [*whole.values()]


def show_histogram(record: dict, console: Console) -> None:
    """One of them."""
    rows = grouped(record["bins"])
    if not rows:
        return
    total, most = sum(n for _, n in rows), max(n for _, n in rows)
    say(console, f"{record['variant']} {parameters(record)}".rstrip()
        + f" on {counted(record['cores'], 'core')}: "
        f"{counted(int(total), 'sample')}, from so many "
        f"{record.get('unit') or 'ticks'} on", "bold cyan")
    for low, n in rows:
        drawn = bar(n / most if most else 0, BAR, console.encoding)
        say(console, f"{number(low):>{LABEL}} {drawn:<{BAR}} "
            f"{number(100 * n / total if total else 0):>5} %")
    say(console, "")


def show_histograms(run: Run, console: Console) -> None:
    """All of them."""
    for record in joined(run):
        show_histogram(record, console)
