# SPDX-License-Identifier: MIT
"""qc flash: an image of ours onto a stick."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from quietcore.commands.output import leave
from quietcore.signals import Stopped
from quietcore.status import EXPLANATION, Status
from quietcore.terminal.text import plain

STEP = 16 << 20     # bytes between two lines of progress


@click.command(epilog=EXPLANATION)
@click.argument("image", type=click.Path(path_type=Path))
@click.argument("device", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def flash(image, device, yes):
    """Write IMAGE, of a stick or a disc, onto the whole DEVICE; read it back.

    All that is on the device is lost. Refused are devices that are mounted, fixed,
    write-protected, too small, in use, or hold the running system.
    """
    from quietcore.disc.device import System, look, refusals

    size = size_of(image)
    try:
        found = look(device, System())
    except ValueError as error:
        leave(Status.USAGE, f"{device} {error}: name a stick, as in /dev/sdX")
    except OSError as error:
        leave(Status.USAGE, f"{device}: {error.strerror}")
    reasons = refusals(found, size)
    if reasons:
        leave(Status.USAGE, f"{device} is not written: {'; '.join(reasons)}")
    if not yes:
        ask(found)
    put(image, found.path, size)


HOW = "make stick builds build/quietcore-stick.img, make iso a disc"


def size_of(image: Path) -> int:
    """The image's size; leaves where it is none."""
    from quietcore.disc.device import boots_from_stick

    try:
        right, size = boots_from_stick(image), image.stat().st_size
    except OSError as error:
        leave(Status.MISSING, f"{image}: {error.strerror} ({HOW})")
    if not right:
        leave(Status.USAGE, f"{image} is no image that boots from a stick ({HOW})")
    return size


def ask(found) -> None:
    """Leaves unless the user types the device's name."""
    click.echo(f"{found.path}: {plain(found.model)}, "
               f"{found.bytes / 1e9:.1f} GB. All that is on it will be lost.")
    if not sys.stdin.isatty():
        leave(Status.USAGE, "nobody is there to ask: --yes writes all the same")
    word = click.prompt(f"Type {found.name} to write it", default="", show_default=False)
    if word.strip() != found.name:
        leave(Status.USAGE, "nothing was written")


def put(image: Path, device: Path, size: int) -> None:
    """Writes and reads back; leaves where that fails."""
    from quietcore.disc.device import copy, read_back

    try:
        wrote = copy(image, device, progress("written", size))
        read = read_back(device, size, progress("verified", size))
    except Stopped as stop:
        leave(Status(128 + stop.number), f"{device} is written in part: it does not boot")
    except OSError as error:
        leave(Status.UNWRITABLE, f"{device}: {error.strerror}; what is on it is not whole")
    if read != wrote:
        leave(Status.UNWRITABLE, f"{device} holds other bytes than were "
              "written: the stick is bad, or was taken out")
    click.echo(f"{device}: {size:,} bytes written and verified, SHA-256 {wrote}")


def progress(word: str, size: int):
    """Tells how far it is: in place on a terminal, else a line now and then."""
    last = [0]

    def shown(done: int) -> None:
        share = 100 * done // max(size, 1)
        if sys.stderr.isatty():
            click.echo(f"\r{word} {share:3} %", err=True, nl=done >= size)
        elif done - last[0] >= STEP or done >= size:
            last[0] = done
            click.echo(f"{word} {share} %", err=True)

    return shown
