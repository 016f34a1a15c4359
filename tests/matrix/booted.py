# SPDX-License-Identifier: MIT
"""What came of a row: right, skipped with a reason, or what is wrong. In QEMU, or
in Bochs."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import bochs
import machine
import media
import picture
from judge import judge
from machine import END, Seen
from qemu import BadLog, read_log, symbol
from shown import TEXT_BYTES, cells_of
from table import Row


def watch(row: Row, running: bochs.Bochs, seen: Seen) -> None:
    wanted = row.words("says")
    seen.text = running.wait_for(wanted or END, int(row.expected["seconds"]))
    if not wanted:
        seen.records, seen.by = read_log(seen.text.replace("\r", "")), "line"
        running.stop()
        seen.page = picture.text_of(cells_of(
            running.memory(symbol("screen_shadow"), TEXT_BYTES)))


def boot_in_bochs(row: Row) -> Seen:
    """The whole life of the machine; bounded."""
    if bochs.missing():
        raise media.Missing(f"{bochs.missing()} is not installed")
    seen, disc = Seen(), str(media.bochs_disc() / "test.iso")
    with tempfile.TemporaryDirectory() as name, bochs.display() as screen, \
            bochs.Bochs(disc, Path(name), screen, *row.arguments) as running:
        try:
            watch(row, running, seen)
        except (BadLog, AssertionError) as wrong:
            seen.died = str(wrong)
    return seen


def outcome_of(row: Row) -> dict:
    """Boots its machine; bounded."""
    if row.expected["cannot"]:
        return {"wrong": [], "skipped": row.expected["cannot"].replace("_", " ")}
    boot = boot_in_bochs if row.emulator == "bochs" else machine.boot
    try:
        seen = boot(row)
    except media.Missing as reason:
        return {"wrong": [], "skipped": str(reason)}
    except (OSError, AssertionError, subprocess.SubprocessError) as wrong:
        return {"wrong": [f"not booted: {wrong}"], "skipped": ""}
    return {"wrong": judge(row, seen), "skipped": ""}
