# SPDX-License-Identifier: MIT
"""qc run: boot the image, or the Linux program, and show its results."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click

from quietcore.commands.common import (
    Blank, console, leave, must_exist, root, shown, tell, wanted_unit)
from quietcore.status import EXPLANATION, Status


def default_smp() -> int:
    """As many as the host has, at least two."""
    return max(2, os.cpu_count() or 2)


def kernel_options(suite, bench, claim, args) -> str:
    """The image's command line; what the user adds comes last and wins."""
    words = [f"suite={suite}"]
    if claim:
        words.append(f"trust={claim}")
    if bench:
        words.append(f"bench={bench}")
    return " ".join(words + shlex.split(args or ""))


@click.command(epilog=EXPLANATION)
@click.option("--smp", type=Blank(click.IntRange(1, 1024)), metavar="N",
              help="Cores [default: the host's, at least 2].")
@click.option("--bench", default="", metavar="LIST",
              help="Experiments, parted by commas [default: all].")
@click.option("--args", default="", metavar="OPTIONS",
              help="Further options for the image, e.g. 'rounds=3 list'.")
@click.option("--accel", help="Accelerator [default: auto].",
              type=Blank(click.Choice(["auto", "tcg", "kvm", "icount"])))
@click.option("--firmware", help="Way in [default: direct].",
              type=Blank(click.Choice(["direct", "bios", "uefi"])))
@click.option("--suite", type=Blank(click.Choice(["quick", "full"])),
              help="How much [default: quick].")
@click.option("--timeout", type=Blank(click.FloatRange(1)), metavar="SECONDS",
              help="Give up after this long [default: 300, full: 7200].")
@click.option("--window", is_flag=True, help="Show the machine's screen.")
@click.option("--machine", default="q35", show_default=True,
              help="QEMU's machine model, or `hosted`: the Linux program.")
@click.option("--memory", default=512, show_default=True, metavar="MIB",
              type=click.IntRange(8), help="The machine's memory.")
@click.option("--qemu", default="", metavar="PATH", help="Another QEMU.")
@click.option("--qemu-arg", multiple=True, metavar="ARG",
              help="A further argument for QEMU; may be repeated.")
@click.option("--out", default="build/run", show_default=True,
              type=click.Path(path_type=Path, file_okay=False),
              help="Where serial.log and run.json go.")
@shown
def run(smp, bench, args, accel, firmware, suite, timeout, window, machine,
        memory, qemu, qemu_arg, out):
    """Boot the image in QEMU, follow it, show its results."""
    suite = suite or "quick"
    out = out if out.is_absolute() else root() / out
    timeout = timeout or (300 if suite == "quick" else 7200)
    if machine == "hosted":
        finish_run(the_twin(smp, kernel_options(suite, bench, "", args), out),
                   timeout)
        return
    from quietcore import qemu as q

    firmware = firmware or "direct"
    path = q.find_qemu(qemu)
    if not path:
        leave(Status.MISSING, f"no {qemu or 'qemu-system-x86_64'} is here: "
              "run tools/setup core, or give --qemu PATH")
    must_exist(q.ELF if firmware == "direct" else q.ISO,
               "make" if firmware == "direct" else "make iso")
    accelerator = q.choose(accel or "auto", path)
    click.echo(f"qc: accelerator {accelerator.name} ({accelerator.why})",
               err=True)
    finish_run(q.Machine(
        path, kernel_options(suite, bench, accelerator.claim, args),
        smp or default_smp(), machine, memory, firmware, accelerator, window,
        out / "serial.log", qemu_arg), timeout)


def the_twin(smp: int | None, options: str, out: Path):
    """The hosted twin on so many cores (None: all)."""
    from quietcore.hosted import PROGRAM, Hosted

    must_exist(PROGRAM, "make hosted")
    if smp:
        options += f" cores={smp}"
    return Hosted(options, out / "hosted.log")


def finish_run(boot, timeout: float) -> None:
    """Runs, shows, leaves with the run's status."""
    from quietcore.run import run_machine, write_run_json
    from quietcore.show import show_run

    try:
        outcome = run_machine(boot, timeout)
    except KeyboardInterrupt:
        leave(Status.INTERRUPTED, f"interrupted; the log so far: {boot.log}")
    write_run_json(boot, outcome)
    for found in outcome.runs:
        show_run(found, console(), wanted_unit())
    if outcome.status == Status.OK:
        click.echo(f"qc: {outcome.seconds:.1f} s in all; log: {boot.log}",
                   err=True)
        return
    if outcome.status in (Status.EMULATOR, Status.TIME_OUT) and outcome.tail:
        click.echo("qc: the last lines of the log:", err=True)
        for line in outcome.tail:
            tell(f"  | {line[:200]}")
    leave(outcome.status, f"{outcome.reason}; log: {boot.log}")


def must_go_well(machine, timeout: float):
    """Runs a machine; its run, or the end with the reason."""
    from quietcore.run import run_machine, write_run_json

    outcome = run_machine(machine, timeout)
    write_run_json(machine, outcome)
    if outcome.status != Status.OK:
        leave(outcome.status, f"{outcome.reason}; log: {machine.log}")
    return outcome.runs[0]
