# SPDX-License-Identifier: MIT
"""Boots the machine of one row in QEMU, and takes down what it shows."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import media
import picture
from qemu import BadLog, Machine, read_log
from quietcore.running.qemu_here import answer
from shown import (
    TEXT_BYTES, VGA_TEXT, alike, cells_of, records_in_memory, shadow, status)
from table import Row

DEFAULTS = {"-machine": "pc", "-cpu": "max", "-accel": "tcg,thread=multi",
            "-smp": "2", "-m": "256"}
BEGUN, END = '"record":"context"', '"record":"end"'
REFUSED = "quietcore needs"


@dataclass
class Seen:
    """What a row's machine left."""

    text: str = ""                  # of the serial line
    records: list[dict] = field(default_factory=list)
    by: str = ""                    # "line" or "memory": where they were read
    page: list[str] = field(default_factory=list)  # as the image means it
    screen: str = ""                # what is wrong with what is shown; "": none
    died: str = ""                  # why there is no more


def newer_qemu() -> str:
    """The QEMU 10 that NEWER_QEMU names, or tools/build/newer-qemu unpacked."""
    named = os.environ.get("NEWER_QEMU")
    path = named or str(media.BUILD / "qemu/run")
    if not shutil.which(path):
        raise media.Missing(f"no newer QEMU: {path} is not here "
                            "(tools/build/newer-qemu unpacks one)")
    version = (answer(path, "--version") or ["nothing"])[0]
    if " version 10." not in version:
        raise media.Missing(f"{path} is no QEMU 10: {version}")
    return path


def command(row: Row, log: Path) -> list[str]:
    """QEMU's, with the options in fw_cfg. The loader's say end=stay."""
    qemu = newer_qemu() if row.emulator == "q10" else "qemu-system-x86_64"
    words = [media.filled(word, log) for word in row.arguments]
    for option, value in DEFAULTS.items():
        if option not in words:
            words = [option, value, *words]
    if "-serial" not in row.arguments:
        words += ["-serial", f"file:{log}"]
    options = " ".join((*media.SHORT, *row.options)).replace(",", ",,")
    return [qemu, "-display", "none", "-no-reboot", "-fw_cfg",
            f"name=opt/quietcore/cmdline,string={options}", *words]


def text_of(path: Path) -> str:
    return path.read_text(errors="replace") if path.exists() else ""


def follow(row: Row, machine: Machine, log: Path, seen: Seen) -> None:
    """Until the log is whole, or what the row wants has been said."""
    silent = row.expected["port"] == "none" or "no_serial" in row.warnings
    wanted, monitor = row.words("says"), row.words("monitor")
    end = time.monotonic() + int(row.expected["seconds"])
    while time.monotonic() < end:
        seen.text = text_of(log)
        if machine.process.poll() is not None:
            seen.died = "the machine went off: " + \
                machine.process.stderr.read().decode(errors="replace")
            return
        if monitor and BEGUN in seen.text:
            machine.say(monitor)
            monitor = ""
        if wanted and wanted in seen.text:
            return
        if REFUSED in seen.text:  # and it stays
            seen.died = seen.text.strip()
            return
        if END in seen.text and seen.text.endswith("\n"):
            seen.records, seen.by = read_log(seen.text.replace("\r", "")), "line"
            return
        if silent:
            seen.records = records_in_memory(machine)
            if seen.records:
                seen.by = "memory"
                return
        time.sleep(0.2)
    seen.died = f"no end within {row.expected['seconds']} s: " \
        f"...{seen.text[-200:]}"


def look(kind: str, machine: Machine, folder: Path, seen: Seen) -> None:
    """Compares what is shown with the cells of record."""
    machine.wait_for(lambda: "run complete" in status(machine))
    machine.say("stop")  # or the page turns
    wanted = shadow(machine)
    seen.page = picture.text_of(wanted)
    machine.say(f'screendump "{folder}/screen.ppm"')
    shot = picture.read_picture(folder / "screen.ppm")
    if len(set(shot.pixels[at:at + 3] for at in
               range(0, len(shot.pixels), 3))) < 2:
        seen.screen = "it is blank"
    elif kind == "text":
        if cells_of(machine.memory(VGA_TEXT, TEXT_BYTES)) != wanted:
            seen.screen = "text memory holds something else"
    elif not alike(picture.cells(shot), wanted):
        seen.screen = "the pixels show something else"


def look_for(words: str, kind: str, machine: Machine, folder: Path,
             seen: Seen) -> None:
    """Does the screen show them, in the image's grid or at its corner?"""
    def shown() -> bool:
        if kind == "text":
            rows = [cells_of(machine.memory(VGA_TEXT, TEXT_BYTES))]
        else:
            machine.say(f'screendump "{folder}/screen.ppm"')
            rows = [grid for part in (None, (640, 400)) if (grid := read_cells(
                picture.read_picture(folder / "screen.ppm", part)))]
        return any(words in "".join(line.ljust(80) for line in
                                    picture.text_of(grid)) for grid in rows)
    try:
        machine.wait_for(shown)
    except AssertionError:
        seen.screen = f"it does not show: {words}"


def read_cells(shot: picture.Picture) -> list | None:
    try:
        return picture.cells(shot)
    except AssertionError:
        return None


class NotStarted(Exception):
    """QEMU refuses the machine; says what QEMU says."""


def started(row: Row, log: Path) -> Machine:
    try:
        return Machine(command(row, log))
    except AssertionError as wrong:
        raise NotStarted(str(wrong)) from None


def watch(row: Row, machine: Machine, folder: Path, log: Path,
          seen: Seen) -> None:
    try:
        follow(row, machine, log, seen)
        kind, words = row.expected["screen"], row.words("says")
        if words and not seen.died and kind != "none":
            look_for(words, kind, machine, folder, seen)
        elif seen.records and kind != "none":
            look(kind, machine, folder, seen)
    except BadLog as wrong:
        seen.died = f"bad log: {wrong}"
    except AssertionError as wrong:
        seen.screen = str(wrong)


def boot(row: Row) -> Seen:
    """The whole life of the machine; bounded."""
    seen = Seen()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "serial.log"
        try:
            with started(row, log) as machine:
                watch(row, machine, folder, log, seen)
        except NotStarted as wrong:
            seen.died = str(wrong)
    return seen
