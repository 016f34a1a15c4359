# SPDX-License-Identifier: MIT
"""qc run: boot the image, or the Linux program, and show its results."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

from quietcore.commands.booting import (
    MOST_BOOTS, chosen_accelerator, finish_boots, finish_run, kernel_options, must_have_firmware,
    must_have_twin, qemu_path, run_folder, suite_of, the_twin)
from quietcore.commands.logs import concludes
from quietcore.commands.options import Blank, Choice, Number, shown
from quietcore.commands.output import leave, needs_checkout, tell
from quietcore.places import build
from quietcore.running.folders import label_of
from quietcore.running.follower import LIMITS, Limits
from quietcore.status import EXPLANATION, Status

MOST_CORES = 1024
LONGEST = 7 * 24 * 3600  # seconds a run may be given


def default_smp() -> int:
    """As many as the host has, at least two."""
    return max(2, os.cpu_count() or 2)


@click.command(epilog=EXPLANATION)
@click.option("--smp", type=Blank(Number(1, MOST_CORES)), metavar="N",
              help="Cores [default: the host's, at least 2].")
@click.option("--bench", default="", metavar="LIST",
              help="Experiments, parted by commas [default: all].")
@click.option("--args", default="", metavar="OPTIONS",
              help="Further options for the image, e.g. 'rounds=3 seed=7'.")
@click.option("--accel", help="Accelerator [default: auto].",
              type=Blank(Choice(["auto", "tcg", "kvm", "icount"])))
@click.option("--firmware", help="Way in [default: direct].",
              type=Blank(Choice(["direct", "bios", "uefi"])))
@click.option("--suite", type=Blank(Choice(["quick", "full"])), help="How much [default: quick].")
@click.option("--timeout", type=Blank(Number(1, LONGEST, float)),
              metavar="SECONDS",
              help="Give a boot up after this long [default: where it tells "
              "nothing for 300, full: 600].")
@click.option("--boots", type=Blank(Number(1, MOST_BOOTS)), metavar="N",
              help="Boot so often and judge over all boots [default: 1]; from "
              "6 on finer differences are claimed.")
@click.option("--all", "everything", is_flag=True, help="Show every row, as qc "
              "parse does (of several boots every conclusion), before the "
              "answer page.")
@click.option("--window", is_flag=True, help="Show the machine's screen.")
@click.option("--machine", default="q35", show_default=True, metavar="MODEL",
              help="QEMU's machine model, or `hosted`: the Linux program.")
@click.option("--memory", type=Blank(Number(8, 1 << 20)), metavar="MIB",
              help="The machine's memory [default: 512].")
@click.option("--qemu", default="", metavar="PATH", help="Another QEMU.")
@click.option("--qemu-arg", multiple=True, metavar="ARG",
              help="A further argument for QEMU; may be repeated.")
@click.option("--with", "files", multiple=True, metavar="FILE",
              type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="Build an image with a C file of your own (a lock, a queue, "
              "a benchmark) and run that; may be repeated.")
@click.option("--unexplored", is_flag=True, help="Accept files of --with that "
              "cannot be explored: they run all the same, and the run is ok.")
@click.option("--label", default="", metavar="TEXT",
              help="Name of the run's folder, BUILD/runs/DATE-TEXT "
              "[default: of suite, experiments and files].")
@click.option("--out", type=click.Path(path_type=Path),
              help="Put log and run.json into this folder instead; it must hold no run.")
@shown
@concludes
def run(**given):
    """Boot the image in QEMU, follow it, show its answer page."""
    needs_checkout()
    given["suite"] = suite_of(given["suite"] or "quick", given["args"])
    right = not given["files"] or with_files(given)
    boot = hosted if given["machine"] == "hosted" else image
    machine = boot(given)
    limits = Limits(given["timeout"]) if given["timeout"] else LIMITS[given["suite"]]
    if (given["boots"] or 1) > 1:
        finish_boots(machine, given["boots"], limits, given["everything"])
    else:
        finish_run(machine, limits, given["everything"])
    if not right:
        leave(Status.RUN_FAILED, "the run is ok, but a file of yours is wrong "
              "under some schedule or could not be explored (EXPLORE, above)")


def with_files(given: dict) -> bool:
    """Builds what is to be run; whether the files were explored as right."""
    from quietcore.running.own_files import CannotBuild, build_with

    target = "quietcore-hosted" if given["machine"] == "hosted" else \
        "quietcore.elf" if given["firmware"] in (None, "direct") else \
        "quietcore.iso"
    try:
        right = build_with(given["files"], target, given["unexplored"])
    except CannotBuild as error:
        leave(Status.MISSING, f"no image with these files: {error}")
    os.environ["QUIETCORE_IMAGES"] = str(build() / "user")
    return right


def folder_of(given: dict) -> Path:
    """The run's folder, made now: nothing else can go wrong before it."""
    prefix = "hosted" if given["machine"] == "hosted" else ""
    label = label_of(given["label"]) if given["label"] else \
        label_of(prefix, given["suite"], given["bench"],
                 *(file.stem for file in given["files"]))
    return run_folder(label, given["out"])


def hosted(given: dict):
    """The Linux program, as the options describe it."""
    for name in ("accel", "firmware", "window", "memory", "qemu", "qemu_arg"):
        if given[name]:
            leave(Status.USAGE, f"--{name.replace('_', '-')} means nothing "
                  "with --machine hosted: no machine is emulated")
    must_have_twin()
    options = kernel_options(given["suite"], given["bench"], "", given["args"])
    return the_twin(given["smp"], options, folder_of(given))


def image(given: dict):
    """The image in QEMU, as the options describe it."""
    from quietcore.running.qemu import Machine

    firmware = given["firmware"] or "direct"
    path = qemu_path(given["qemu"])
    must_have_firmware(firmware)
    if given["window"] and not has_display():
        tell("qc: no display is here (DISPLAY is not set), so QEMU opens no "
             "window; its VNC server, if it has one, shows the screen")
    accelerator = chosen_accelerator(
        wished(given["accel"], given["machine"], given["qemu_arg"]), path)
    options = kernel_options(given["suite"], given["bench"], accelerator.claim, given["args"])
    return Machine(path, options, given["smp"] or default_smp(), given["machine"],
                   given["memory"] or 512, firmware, accelerator, given["window"],
                   folder_of(given) / "serial.log", given["qemu_arg"])


def has_display() -> bool:
    """Whether a window can be opened; elsewhere than on Linux none is named."""
    return sys.platform != "linux" or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def wished(accel: str | None, model: str, further: tuple[str, ...]) -> str:
    """The accelerator asked for; in QEMU's own words counts, too."""
    words = [model, *further]
    if any(re.search(r"(^|accel=|-enable-)kvm\b(?!=)", w) for w in words):
        return "kvm"
    return accel or "auto"
