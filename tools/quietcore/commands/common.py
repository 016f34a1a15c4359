# SPDX-License-Identifier: MIT
"""What several commands share: the console, ways out, reading logs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from quietcore.status import Status

LEAST_WIDTH = 136  # columns: the table is not cut where there is no terminal


class Blank(click.ParamType):
    """A type that takes an empty word for "not given" (make passes those)."""

    def __init__(self, inner: click.ParamType):
        self.inner, self.name = inner, inner.name

    def convert(self, value, param, ctx):
        if value is None or value == "":
            return None
        return self.inner.convert(value, param, ctx)


def console(file=None):
    """A console that keeps tables whole when it is not a terminal."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(file=file or sys.stdout, highlight=False,
                   width=None if terminal else LEAST_WIDTH,
                   force_terminal=terminal)


def leave(status: Status, text: str = "") -> None:
    """Ends the program, with a word on standard error."""
    if text:
        click.echo(f"qc: {text}", err=True)
    sys.exit(int(status))


def root() -> Path:
    """The project's folder."""
    return Path(__file__).resolve().parents[3]


def must_exist(image: Path, how: str) -> None:
    """Leaves, naming the remedy, where something is not built."""
    if not image.exists():
        leave(Status.MISSING,
              f"{image.relative_to(root())} is not built: run {how}")


# ---- reading logs ----------------------------------------------------------------------


def read_runs(log: str):
    """The runs, at least one, of a file or, for "-", of standard input."""
    from quietcore.opening import Unreadable, runs_in

    try:
        return runs_in(log)
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))


def status_of(runs) -> tuple[Status, str]:
    """What a file's runs come to, the gravest first."""
    broken = [r for r in runs if not r.complete]
    newer = [r for r in broken if r.newer]
    if newer:
        return Status.NEWER, newer[0].problems[0]
    if broken:
        return Status.INCOMPLETE, "the log is incomplete: " + \
            broken[0].problems[0]
    if not all(r.ok for r in runs):
        return Status.RUN_FAILED, "the run failed"
    if len(runs) > 1:
        return Status.SEVERAL_RUNS, f"the log holds {len(runs)} runs"
    return Status.OK, ""


def must_be_whole(log: Path, runs: list) -> None:
    """Leaves, with the reason, if these of the log cannot be shown."""
    status, why = status_of(runs)
    if status != Status.OK:
        leave(status, f"{log}: {why}")


def one_run(log: Path):
    """The only run of a log, whole; leaves otherwise."""
    runs = read_runs(str(log))
    must_be_whole(log, runs)
    return runs[0]


def whole_runs(log: Path) -> list:
    """The runs of a log, at least one, all whole; leaves otherwise."""
    runs = read_runs(str(log))
    for one in runs:
        must_be_whole(log, [one])
    return runs
