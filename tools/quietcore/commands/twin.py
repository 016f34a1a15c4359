# SPDX-License-Identifier: MIT
"""qc twin: the image and the Linux program side by side."""

from __future__ import annotations

import os
from pathlib import Path

import click

from quietcore.commands.booting import (
    chosen_accelerator, kernel_options, must_go_well, must_have_firmware, must_have_twin,
    qemu_path, run_folder, suite_of, the_twin, write_report)
from quietcore.commands.logs import concludes, one_run
from quietcore.commands.options import Blank, Choice, Number, shown, wanted_unit
from quietcore.commands.output import console, leave, needs_checkout
from quietcore.places import short
from quietcore.running.folders import label_of
from quietcore.running.follower import LIMITS
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, metavar="[LOG LOG]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--smp", type=Blank(Number(1, 1024)), metavar="N",
              help="Cores of both [default: the host's].")
@click.option("--bench", default="", metavar="LIST", help="As for run.")
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--suite", type=Blank(Choice(["quick", "full"])), help="As for run.")
@shown
@concludes
def twin(logs, smp, bench, args, suite):
    """Run the image and the Linux program; show both side by side.

    With two logs nothing is run. Each log says itself whether it is of the image or of the
    program; their order does not matter.
    """
    from quietcore.tables.twin import show_twins

    if len(logs) not in (0, 2):
        leave(Status.USAGE, "give two logs, e.g. the image's and the program's, or none")
    if logs:
        show_twins(one_run(logs[0]), one_run(logs[1]), console(), wanted_unit())
        return
    show_twins(*both(smp or os.cpu_count() or 1, bench, args, suite or "quick"),
               console(), wanted_unit())


def both(smp: int, bench: str, args: str, suite: str) -> tuple:
    """Runs the image, then the program; leaves where one does not go well."""
    from quietcore.running.qemu import Machine

    needs_checkout()
    suite = suite_of(suite, args)
    path = qemu_path()
    must_have_firmware("direct")
    must_have_twin()
    accelerator = chosen_accelerator("auto", path)
    image = Machine(path, kernel_options(suite, bench, accelerator.claim, args), smp, "q35", 512,
                    "direct", accelerator, False,
                    run_folder(label_of("twin-bare", suite, bench)) / "serial.log")
    bare = must_go_well(image, LIMITS[suite])
    program = the_twin(smp, kernel_options(suite, bench, "", args),
                       run_folder(label_of("twin-linux", suite, bench)))
    linux = must_go_well(program, LIMITS[suite])
    click.echo(f"qc: logs: {short(image.log)} {short(program.log)}", err=True)
    write_report([(image.log, bare), (program.log, linux)])
    return bare, linux
