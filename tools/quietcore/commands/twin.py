# SPDX-License-Identifier: MIT
"""qc twin: the image and the Linux program side by side."""

from __future__ import annotations

import os
from pathlib import Path

import click

from quietcore.commands.common import (
    Blank, console, leave, must_exist, one_run, root, shown,
    wanted_unit)
from quietcore.commands.run import kernel_options, must_go_well, the_twin
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, metavar="[BARE LINUX]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--smp", type=Blank(click.IntRange(1, 1024)), metavar="N",
              help="Cores of both [default: the host's].")
@click.option("--bench", default="", metavar="LIST", help="As for run.")
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--suite", type=Blank(click.Choice(["quick", "full"])),
              help="As for run.")
@shown
def twin(logs, smp, bench, args, suite):
    """Run the image and the Linux program; show both side by side.

    With two logs, of the image and of the program, nothing is run.
    """
    from quietcore import qemu as q
    from quietcore.twin import show_twins

    if len(logs) not in (0, 2):
        leave(Status.USAGE, "give two logs, the image's and the program's, "
              "or none")
    if logs:
        show_twins(one_run(logs[0]), one_run(logs[1]), console(),
                   wanted_unit())
        return
    smp, suite = smp or os.cpu_count() or 1, suite or "quick"
    path = q.find_qemu("")
    if not path:
        leave(Status.MISSING, "no qemu-system-x86_64 is here: run "
              "tools/setup core")
    must_exist(q.ELF, "make")
    accelerator = q.choose("auto", path)
    out = root() / "build" / "twin"
    timeout = 300 if suite == "quick" else 7200
    bare = must_go_well(q.Machine(
        path, kernel_options(suite, bench, accelerator.claim, args), smp,
        "q35", 512, "direct", accelerator, False, out / "serial.log"), timeout)
    linux = must_go_well(the_twin(
        smp, kernel_options(suite, bench, "", args), out), timeout)
    show_twins(bare, linux, console(), wanted_unit())
