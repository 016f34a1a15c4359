# SPDX-License-Identifier: MIT
"""What several commands share: the console, ways out, reading logs."""

from __future__ import annotations

import difflib
import os
import sys
from pathlib import Path

import click

from quietcore.places import ROOT, short
from quietcore.status import Status
from quietcore.terminal.text import plain
from quietcore.terminal.units import UNITS

WIDTH = 136  # columns of text where no terminal has any: all of most tables


class Blank(click.ParamType):
    """A type that takes an empty word for "not given" (make passes those)."""

    def __init__(self, inner: click.ParamType):
        self.inner, self.name = inner, inner.name

    def convert(self, value, param, ctx):
        if value is None or value == "":
            return None
        return self.inner.convert(value, param, ctx)


class Number(click.ParamType):
    """A number within bounds, which its error names; "nan" is none."""

    def __init__(self, least: float, most: float, kind: type = int):
        self.least, self.most, self.kind = least, most, kind
        self.name = "whole number" if kind is int else "number"

    def convert(self, value, param, ctx):
        bounds = f"at least {self.least}, at most {self.most}"
        try:
            number = self.kind(value)
        except ValueError:
            self.fail(f"'{value}' is no {self.name} ({bounds}).", param, ctx)
        if not self.least <= number <= self.most:
            self.fail(f"{value} is out of range: {bounds}.", param, ctx)
        return number


def near(word: str, words) -> str:
    """"did you mean ...? " for a wrong word; "" where nothing is near."""
    found = difflib.get_close_matches(word, list(words), 1)
    return f"did you mean '{found[0]}'? " if found else ""


class Choice(click.Choice):
    """A choice whose error names the nearest one, and all."""

    def convert(self, value, param, ctx):
        if value in self.choices:
            return value
        self.fail(f"'{value}' is not known; {near(value, self.choices)}there "
                  f"are: {', '.join(self.choices)}.", param, ctx)


def keep(context, option, value) -> None:
    """Puts an option's value where asked_for() finds it."""
    context.meta[f"quietcore.{option.name}"] = value


def asked_for(option: str, otherwise=None):
    """The value of an option that keep() kept."""
    context = click.get_current_context(silent=True)
    return context.meta.get(f"quietcore.{option}", otherwise) if context \
        else otherwise


def wanted_unit() -> str:
    """What figures are to be shown in: one of units.UNITS."""
    return asked_for("unit", UNITS[0])


def wide(command):
    """Gives a command the option --width, which console() knows."""
    return click.option(
        "--width", type=Number(20, 10000), metavar="N",
        callback=keep, expose_value=False,
        help=f"Columns of text [default: the terminal's, else {WIDTH}].",
    )(command)


def shown(command):
    """The same, and --unit, which wanted_unit() knows."""
    return wide(click.option(
        "--unit", type=Choice(UNITS), default=UNITS[0],
        show_default=True, envvar="QC_UNIT", callback=keep, expose_value=False,
        help="What figures are shown in [or QC_UNIT]; ns where the log counts "
             "ticks and knows their frequency.")(command))


def console(file=None, colour=None):
    """Where tables go.

    As wide as --width, else COLUMNS, else the terminal, else WIDTH. `colour`
    None: where standard output is a terminal.
    """
    from rich.console import Console

    terminal = sys.stdout.isatty()
    given = os.environ.get("COLUMNS", "")
    width = asked_for("width")
    if not width and not terminal:
        width = int(given) if given.isdigit() and int(given) else WIDTH
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return Console(file=file or sys.stdout, highlight=False, markup=False,
                   emoji=False, width=width,
                   force_terminal=terminal if colour is None else colour)


def tell(text: str) -> None:
    """Lines of text, foreign or not, on standard error."""
    for line in text.split("\n"):
        click.echo(plain(line), err=True)


def leave(status: Status, text: str = "") -> None:
    """Ends the program, with a word on standard error."""
    if text:
        tell(f"qc: {text}")
    sys.exit(int(status))


def needs_checkout() -> None:
    """Leaves where qc is installed alone: nothing is there that it could run."""
    if not (ROOT / "tools" / "qc").is_file():
        leave(Status.MISSING, "this needs a checkout of quietcore: run "
              "tools/qc in one. Without it qc reads logs: parse LOG, trace "
              "LOG, targets LOG, twin LOG LOG")


def must_exist(image: Path, how: str) -> None:
    """Leaves, naming the remedy, where something is not built."""
    if not image.exists():
        leave(Status.MISSING,
              f"{short(image)} is not built: run {how}")


# ---- reading logs ----------------------------------------------------------------------


def read_runs(log: str):
    """The runs, at least one, of a file or, for "-", of standard input."""
    from quietcore.log.opening import Unreadable, runs_in

    try:
        return runs_in(log)
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))


def write(log: str, output: str | None, pieces) -> None:
    """Writes what was made of a log; leaves where that cannot be done."""
    where = output or "standard output"
    if output not in (None, "-") and os.path.exists(output) \
            and log != "-" and os.path.samefile(log, output):
        leave(Status.USAGE, f"{output} is the log itself: give another file")
    try:
        with click.open_file(output or "-", "wb") as out:
            out.writelines(pieces)
            out.flush()  # standard output is not closed here
    except OSError as error:
        leave(Status.UNWRITABLE, f"cannot write {where}: {error.strerror}")


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
