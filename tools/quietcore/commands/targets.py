# SPDX-License-Identifier: MIT
"""qc targets: what a run reached, as multiples of its own floors."""

from __future__ import annotations

from pathlib import Path

import click

from quietcore import places
from quietcore.commands.booting import (
    kernel_options, must_go_well, must_have_twin, run_folder, the_twin)
from quietcore.commands.logs import whole_runs
from quietcore.commands.options import Number, wide
from quietcore.commands.output import console, leave, needs_checkout
from quietcore.log.problems import shortened
from quietcore.log.trust import lesser
from quietcore.places import short
from quietcore.running.follower import LIMITS
from quietcore.status import EXPLANATION, Status
from quietcore.terminal.numbers import counted

#: A run of the primitives takes half a second, one of the executors ten.
SHORT_RUNS = 4


@click.command(epilog=EXPLANATION)
@click.argument("log", required=False, metavar="[LOG]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--peers", metavar="FILE",
              type=click.Path(path_type=Path, dir_okay=False, exists=True),
              help="The work queue beside others, from what make peers wrote "
              "(without a LOG: its last run's).")
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--runs", default=5, type=Number(1, 100), metavar="N",
              show_default=True, help="Runs of the executors that the medians "
              f"are taken of, and {SHORT_RUNS} times as many of the "
              "primitives.")
@wide
def targets(log, peers, args, runs):
    """Show what a run reached, as multiples of its own floors.

    Of a log with several runs of one machine, the median of each figure. Without a log the Linux
    program is run. The work queue stands beside others, as make peers measured them last.
    """
    from quietcore.targets import dispatch
    from quietcore.log.opening import Unreadable
    from quietcore.targets.beside import show_beside
    from quietcore.targets.primitives import OPTIONS, show_targets

    out = console()

    def beside(file: Path) -> None:
        try:
            show_beside(file, out)
        except Unreadable as error:
            leave(Status.INCOMPLETE, str(error))

    if log:
        found = whole_runs(log)
        must_be_one_machine(log, found)
        show_targets(found, out)
        dispatch.show_dispatch(found, out)
        if peers:
            beside(peers)
        return

    needs_checkout()
    must_have_twin()
    folder = run_folder("bench")
    show_targets(measured(folder / "primitives", SHORT_RUNS * runs,
                          kernel_options("quick", "", "", f"{OPTIONS} rounds=5 "
                                         f"{args}")), out)
    dispatch.show_dispatch(
        measured(folder / "dispatch", runs,
                 kernel_options("full", "", "", f"{dispatch.OPTIONS} rounds=5 "
                                f"budget=100 {args}")), out)
    beside(peers or places.peers())
    click.echo(f"qc: logs: {short(folder)}", err=True)


def must_be_one_machine(log: Path, runs: list) -> None:
    """Leaves where medians over the runs would be of several machines."""
    machines = list(dict.fromkeys(
        f"{run.context.get('cpu') or 'unknown processor'}, "
        f"{lesser(run.context)}" for run in runs))
    if len(machines) > 1:
        leave(Status.INCOMPLETE, f"{short(log)} has runs of {len(machines)} machines "
              f"({shortened('; '.join(machines), 120)}): give the log of one machine at a time")


def measured(folder: Path, times: int, options: str) -> list:
    """So many runs of the Linux program, each in a folder of its own."""
    click.echo(f"Medians of {counted(times, 'run')} of the {folder.name}.")
    return [must_go_well(the_twin(
        None, options, run_folder("", folder.with_name(
            f"{folder.name}-{i + 1}"))), LIMITS["quick"]) for i in range(times)]
