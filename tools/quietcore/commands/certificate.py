# SPDX-License-Identifier: MIT
"""qc certificate: how quiet a machine is."""

from __future__ import annotations

import click

from quietcore.commands.logs import leave_after, read_runs
from quietcore.commands.options import wide
from quietcore.commands.output import console, leave
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@wide
def certificate(log):
    """Show how quiet a machine is: gaps by core, length and cause.

    The log is of a run of the experiment `silence` (bench=silence watch=60;
    on a real machine the boot menu has it). Of several runs the last is shown.
    """
    from quietcore.silence.certificate import show_certificate

    runs = read_runs(log)
    watched = [run for run in runs if run.of("silence")]
    if not watched:
        leave(Status.NO_LOG, f"{log} holds no record of the experiment "
              "silence; make run ARGS='bench=silence watch=60' writes some")
    show_certificate(watched[-1], console())
    leave_after(log, runs)
