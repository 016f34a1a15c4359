# SPDX-License-Identifier: MIT
"""Boots the machine of one row in Bochs."""

from __future__ import annotations

import tempfile
from pathlib import Path

import bochs
import media
import picture
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


def boot(row: Row) -> Seen:
    """The whole life of the machine; bounded."""
    if bochs.missing():
        raise media.Missing(f"{bochs.missing()} is not installed")
    seen = Seen()
    with tempfile.TemporaryDirectory() as name, bochs.display() as screen:
        disc = str(media.bochs_disc() / "test.iso")
        with bochs.Bochs(disc, Path(name), screen,
                         *row.arguments) as running:
            try:
                watch(row, running, seen)
            except (BadLog, AssertionError) as wrong:
                seen.died = str(wrong)
    return seen
