# SPDX-License-Identifier: MIT
"""qc list: what can be measured and chosen, as the Linux program says."""

from __future__ import annotations

import io
import subprocess

import click

from quietcore.commands.booting import must_have_twin
from quietcore.commands.logs import status_of
from quietcore.commands.options import wide
from quietcore.commands.output import console, leave, needs_checkout
from quietcore.places import program
from quietcore.status import EXPLANATION, Status

PATIENCE = 60  # seconds the program may take; it takes less than one


@click.command("list", epilog=EXPLANATION)
@click.argument("experiment", default="", envvar="QC_LIST_BENCH")
@wide
def list_(experiment):
    """List experiments, variants, locks, queues, executors and options.

    EXPERIMENT, or several parted by commas: only these and their variants. It
    asks the Linux program (make hosted). What the image alone has is in the
    list that `qc run --args list` shows.
    """
    from quietcore.tables.listing import show_listed
    from quietcore.running.reasons import reasons

    needs_checkout()
    must_have_twin()
    [run] = asked(f"bench={experiment}" if experiment else "list")
    if run.complete and not run.ok:
        leave(Status.USAGE, "; ".join(reasons(run)) or "the program failed")
    status, why = status_of([run])
    if status == Status.OK:
        show_listed(run, console())
    leave(status, why)


def asked(word: str) -> list:
    """The run of the program that lists; leaves where it does not answer."""
    from quietcore.log.reading import read_stream

    try:
        done = subprocess.run([program(), "list", word], check=False,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE,
                              capture_output=True)
    except subprocess.TimeoutExpired:
        leave(Status.TIME_OUT, f"{program()} list did not end within "
              f"{PATIENCE} s")
    except OSError as error:
        leave(Status.EMULATOR, f"{program()} does not start: {error.strerror}")
    runs = read_stream(io.BytesIO(done.stdout))
    if not runs:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        leave(Status.NO_LOG, f"{program()} list wrote no record (exit "
              f"{done.returncode}): {said[-1] if said else 'nothing at all'}")
    return runs[:1]
