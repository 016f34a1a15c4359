# SPDX-License-Identifier: MIT
"""qc show: a log's answer page, or all that it says of one experiment."""

from __future__ import annotations

import os

import click

from quietcore.commands.logs import (
    concludes, leave_after, leave_broken, read_runs)
from quietcore.commands.options import near, shown, wanted_unit
from quietcore.commands.output import console, leave
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.argument("experiment", required=False, metavar="[EXPERIMENT]")
@shown
@concludes
def show(log, experiment):
    """Show what a run found, on one page of 80 x 24.

    With an EXPERIMENT: its conclusions, its own tables with sparklines, its
    histograms. With "proven": what is timed beside what was proven of it. LOG
    may be - for standard input. Of several runs in one log the last is shown.
    """
    from quietcore.silence.answer import show_answer
    from quietcore.tables.experiment import experiments_of, show_experiment
    from quietcore.tables.listing import show_listed
    from quietcore.tables.proven import NAME, show_proven

    runs = read_runs(log)
    run = runs[-1]
    names = experiments_of(run)
    if experiment == NAME and NAME not in names:
        if not names:
            leave_broken(log, runs)
        show_proven(run, console())
    elif experiment:
        must_have(experiment, names, log, runs)
        show_experiment(run, experiment, console(), wanted_unit())
    else:
        show_listed(run, console())
        show_answer(run, console())
    leave_after(log, runs)


def must_have(experiment: str, names: list[str], log: str, runs) -> None:
    """Leaves, naming the nearest and all, where the log has no such one; a
    shell's pattern may have given a second log for it. Where nothing of the
    log can be read, it says that."""
    if experiment not in names and os.path.isfile(experiment):
        leave(Status.USAGE, f"show takes one log, and {experiment} is another: "
              "qc judge LOG... takes several boots, qc report LOG... all")
    if not names:
        leave_broken(log, runs)
    if experiment not in names:
        there = f"there are: {', '.join(names)}" if names \
            else "it has none at all"
        leave(Status.USAGE, f"the log has no experiment '{experiment}'; "
              f"{near(experiment, names)}{there}")
