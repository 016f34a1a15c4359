# SPDX-License-Identifier: MIT
"""qc report: logs as one page for a browser."""

from __future__ import annotations

import os

import click

from quietcore.commands.logs import concludes, status_of
from quietcore.commands.output import leave, tell, write
from quietcore.status import EXPLANATION, Status

MOST_RUNS = 12      # of one picture: more curves nobody tells apart
EXTRA = "Jinja2"    # what a checkout has, and the wheel as the extra `report`


def must_have_extra() -> None:
    """Leaves, naming the remedy, where what draws is not installed."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        leave(Status.MISSING, f"this needs {EXTRA}: pip install "
              "'quietcore[report]'; a checkout's tools/qc has it")


def read_all(logs: tuple[str, ...]):
    """Every run of the logs with its file, and why others cannot be read.

    Leaves where none can.
    """
    from quietcore.log.opening import Unreadable, runs_in

    found, unread = [], []
    for log in logs:
        try:
            found += [(name_of(log), run) for run in runs_in(log)]
        except Unreadable as error:
            unread.append(str(error))
        if len(found) > MOST_RUNS:  # a thousand logs are not read for this
            leave(Status.USAGE, f"these are more than {MOST_RUNS} runs: one "
                  "report shows so many at most; tools/qc export takes any "
                  "number")
    if not found:
        leave(Status.NO_LOG, "; ".join(unread))
    return found, unread


def name_of(log: str) -> str:
    """A log's file, without its folders: a report may be passed on."""
    return "standard input" if log == "-" else os.path.basename(log)


def leave_as(found: list, unread: list[str]) -> None:
    """The way out after something was shown: the gravest of all logs."""
    if unread:
        leave(Status.NO_LOG, "; ".join(unread))
    ends = [(name, *status_of([run])) for name, run in found]
    for grave in (Status.VERSION, Status.INCOMPLETE, Status.RUN_FAILED,
                  Status.STOPPED):
        for name, status, why in ends:
            if status == grave:
                leave(status, f"{name}: {why}")


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("-o", "--output", metavar="FILE", default="report.html",
              show_default=True, help="Where to write (-: standard output).")
@concludes
def report(logs, output):
    """Show logs as one page for a browser: answer, pictures, tables.

    The page needs no network. Several logs are shown in the same pictures.
    """
    must_have_extra()
    from quietcore.report.page.assemble import report as made
    from quietcore.report.pictures.logs import named

    found, unread = read_all(logs)
    html = made(named(found), unread)
    for log in logs:
        must_be_another(log, output)
    write(logs[0], output, [html])
    if output != "-":
        tell(f"qc: report: {output} ({len(html) / 1e6:.1f} MB)")
    leave_as(found, unread)


def must_be_another(log: str, output: str) -> None:
    """Leaves where a log would be written over."""
    if log != "-" and output != "-" and os.path.exists(output) \
            and os.path.exists(log) and os.path.samefile(log, output):
        leave(Status.USAGE, f"{output} is the log itself: give another file")
