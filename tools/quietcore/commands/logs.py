# SPDX-License-Identifier: MIT
"""Reading the logs that a command is given; what is asked of them, and what they come to."""

from __future__ import annotations

from functools import wraps
from pathlib import Path

import click

from quietcore.commands.output import leave, tell
from quietcore.status import Status


REMEDY = "to have all of it, run or capture it again"


def concludes(command):
    """Gives a command the option --questions. Without it the tables beside files of the user's own
    are asked (--with), or those beside logs."""
    @click.option(
        "--questions", multiple=True, metavar="FILE",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help="Ask the questions of this table, too (docs/conclusions.md) "
        "[default: questions.toml beside the log, of run beside a file of "
        "--with]; may be repeated.")
    @wraps(command)
    def asking(questions, **given):
        from quietcore.conclusions.questions import (FURTHER, QuestionError, beside, joined, texts)

        before = FURTHER.get()
        try:
            tables = texts(questions or beside(*given.get("files", ())))
            joined(tables)
            FURTHER.set(tables)
            return command(**given)
        except QuestionError as error:
            leave(Status.USAGE, str(error))
        finally:
            FURTHER.set(before)
    return asking


def read_runs(log: str):
    """The runs, at least one, of a file or, for "-", of standard input."""
    from quietcore.log.opening import Unreadable, runs_in

    try:
        runs = runs_in(log)
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))
    tell_notes(runs)
    return runs


def tell_notes(runs) -> None:
    """What is odd with runs of which nothing is lost."""
    for run in runs:
        for note in run.notes:
            tell(f"qc: {note}")


def status_of(runs) -> tuple[Status, str]:
    """What a file's runs come to, the gravest first."""
    broken = [r for r in runs if not r.complete]
    foreign = [r for r in broken if r.foreign]
    if foreign:
        return Status.VERSION, foreign[0].problems[0]
    if broken:
        which = f"run {runs.index(broken[0]) + 1} of {len(runs)} is" \
            if len(runs) > 1 else "the log is"
        remedy = "" if broken[0].cause else f"; {REMEDY}"
        return Status.INCOMPLETE, f"{which} incomplete: {broken[0].problems[0]}{remedy}"
    if not all(r.ok or r.stopped for r in runs):
        return Status.RUN_FAILED, "the run failed"
    if any(r.stopped for r in runs):
        return Status.STOPPED, "a key ended the run"
    if len(runs) > 1:
        return Status.SEVERAL_RUNS, f"the log holds {len(runs)} runs"
    return Status.OK, ""


def leave_broken(log: str, runs) -> None:
    """Leaves where the log is damaged, cut or newer: that is why something is not in it."""
    if status_of(runs)[0] in (Status.VERSION, Status.INCOMPLETE):
        leave_unless_ok(log, runs)


def whole_runs(log: Path) -> list:
    """The runs of a log, at least one, all whole; leaves otherwise, with the reason."""
    runs = read_runs(str(log))
    for one in runs:
        leave_unless_ok(log, [one])
    return runs


def one_run(log: Path):
    """The only run of a log, whole; leaves otherwise."""
    runs = read_runs(str(log))
    leave_unless_ok(log, runs)
    return runs[0]


def leave_unless_ok(log: str | Path, runs: list) -> None:
    """Leaves, with the reason, where these runs of a log are not whole and ok, or several."""
    status, why = status_of(runs)
    if status != Status.OK:
        leave(status, f"{'standard input' if str(log) == '-' else log}: {why}")


def runs_once(logs: tuple[Path, ...], what: str) -> list[tuple[Path, object]]:
    """All runs with their logs, whole; leaves where one is given twice, which would look like two
    measurements. `what` they are: runs or boots."""
    runs = [(log, run) for log in logs for run in whole_runs(log)]
    first: dict[str, Path] = {}
    for log, run in runs:
        if run.id in first:
            leave(Status.USAGE, f"{log} holds run {run.id}, as {first[run.id]} does: give each "
                  f"{what} once")
        first[run.id] = log
    return runs
