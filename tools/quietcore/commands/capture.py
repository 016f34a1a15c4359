# SPDX-License-Identifier: MIT
"""qc capture and qc watch: a log while it is being written."""

from __future__ import annotations

import time
from pathlib import Path

import click

from quietcore.commands.logs import status_of
from quietcore.commands.options import Number
from quietcore.commands.output import leave, tell
from quietcore.signals import Stopped
from quietcore.status import EXPLANATION, Status

LONGEST = 7 * 24 * 3600     # seconds without a byte

patience = click.option(
    "--timeout", type=Number(1, LONGEST, float), metavar="SECONDS",
    help="Give up after so long without a byte [default: never].")


@click.command(epilog=EXPLANATION)
@click.argument("port")
@click.option("--baud", type=Number(50, 4_000_000), default=115200,
              show_default=True, help="Bits a second.")
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path),
              help="Where the log goes [default: serial-DATE.log here].")
@patience
def capture(port, baud, output, timeout):
    """Keep the log that a machine sends to a serial PORT, and show it live.

    It ends with the run's end record. A port that is unplugged is waited for;
    what it lost is named at the end.
    """
    from quietcore.commands.extras import must_have
    from quietcore.live.sources import Port

    must_have("serial", "capture", "a serial port")
    path = output or Path(time.strftime("serial-%Y%m%d-%H%M%S.log"))
    try:
        keep = path.open("xb")
    except FileExistsError:
        leave(Status.UNWRITABLE, f"{path} is there already: name another file")
    except OSError as error:
        leave(Status.UNWRITABLE, f"cannot write {path}: {error.strerror}")
    with keep:
        followed(Port(port, baud), keep, str(path), timeout)


@click.command(epilog=EXPLANATION)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@patience
def watch(file, timeout):
    """Show the log in FILE live, while another process writes it.

    It ends with the run's end record. A file that is not there yet is waited
    for.
    """
    from quietcore.live.sources import File

    followed(File(file), None, str(file), timeout)


def followed(source, keep, name: str, timeout: float | None) -> None:
    """Follows to the end; leaves with what the log comes to."""
    from quietcore.live.following import Following, follow
    from quietcore.live.table import Table

    with Table() as table:
        found = Following(table, keep)
        try:
            ended = follow(source, found, table, timeout)
        except Stopped as stop:
            status = Status(128 + stop.number)
            leave(status, f"{status.text}; {found.bytes} bytes so far: {name}")
    runs = found.runs()
    if not runs:
        leave(Status.NO_LOG, f"no record came ({found.bytes} bytes): is it the "
              "right port and rate (115,200 baud, 8N1)?" if keep else
              f"{name} holds no record")
    for run in runs:
        for problem in run.problems[:10]:
            tell(f"qc: {problem}")
    status, why = status_of(runs)
    if not ended:
        status, why = Status.TIME_OUT, f"no byte came for {timeout:g} s"
    tell(f"qc: log: {name}; tools/qc parse shows its tables")
    leave(status, why)
