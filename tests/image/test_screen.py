# SPDX-License-Identifier: MIT
"""What is seen on the screen, where it is made of pixels."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import picture
import pytest
from qemu import EXIT_OK, Monitor, boot, disc_with, symbol
from quietcore.running.qemu_here import find_ovmf
from shown import VGA_TEXT, alike, records_in_memory, shadow, status

NEEDS_OVMF = pytest.mark.skipif(not find_ovmf(), reason="no OVMF")


class Screen:
    """What a run that stays leaves: a picture of which each cell was read, and
    is as the image means it, and of which each row came by the serial line; the
    log, without a warning."""

    def __init__(self, options: str, depth: int = 8, **kwargs):
        with tempfile.TemporaryDirectory() as name:
            line = Path(name) / "serial.log"
            kwargs["extra"] = (*kwargs.get("extra", ()), "-serial",
                               f"file:{line}")
            with Monitor(options, **kwargs) as machine:
                self.records = machine.wait_for(
                    lambda: records_in_memory(machine), 120)
                machine.wait_for(lambda: "run complete" in status(machine))
                machine.say("stop")  # or the page turns
                machine.say(f'screendump "{name}/screen.ppm"')
                self.picture = picture.read_picture(Path(name) / "screen.ppm")
                wanted = shadow(machine)
            self.line = line.read_text(errors="replace")
        cells = picture.cells(self.picture, depth)
        assert alike(cells, wanted)
        assert picture.border_is_black(self.picture)
        self.rows = picture.text_of(cells)

        lines = [text.strip() for text in self.line.splitlines()]
        assert all(row.strip() in lines for row in self.rows[:24])
        assert not [r for r in self.records if r["record"] == "warning"]


@NEEDS_OVMF
def test_by_uefi_the_screen_shows_what_the_serial_line_says():
    screen = Screen("probe end=stay", firmware="uefi")
    assert any(row.startswith("quietcore") for row in screen.rows)


@pytest.mark.full
@pytest.mark.parametrize("mode, depth, scale", [
    ("640x480x24", 8, 1), ("640x480x15", 5, 1), ("1280x800x32", 8, 2)])
def test_modes_of_a_bios(mode, depth, scale, tmp_path):
    """Pixels of every size, at the edges and with room around."""
    disc = disc_with("probe end=stay", tmp_path, "insmod all_video",
                     f"set gfxpayload={mode}")
    shot = Screen(disc, depth, firmware="disc", extra=("-vga", "std")).picture
    assert f"{shot.width}x{shot.height}" == mode.rpartition("x")[0]
    assert picture.scale_of(shot) == scale


@pytest.mark.full
@pytest.mark.parametrize("vga, mode, reason", [
    ("std", "320x200", "it is smaller than 80 columns of 25 rows (320 x 200"),
    ("none", "auto", "its colours are indices (640 x 480 pixels of 1 bits")])
def test_a_framebuffer_that_cannot_be_used_is_named(vga, mode, reason, tmp_path):
    disc = disc_with("probe trust=tcg", tmp_path, "insmod all_video",
                     f"set gfxpayload={mode}")
    run = boot(disc, firmware="disc", extra=("-vga", vga))
    assert run.status == EXIT_OK
    [warning] = run.warned("no_screen")
    assert reason in warning["text"]


@pytest.mark.full
def test_in_text_mode_the_screen_is_text(tmp_path):
    """What safe mode asks GRUB for, under a BIOS."""
    disc = disc_with("probe end=stay", tmp_path, "insmod all_video",
                     "set gfxpayload=text")
    with Monitor(disc, firmware="disc", extra=("-vga", "std")) as machine:
        machine.wait_for(lambda: "run complete" in status(machine))
        assert machine.memory(VGA_TEXT, 160) == \
            machine.memory(symbol("screen_shadow"), 160)


@NEEDS_OVMF
@pytest.mark.full
def test_writes_to_the_framebuffer_are_combined():
    """By the page tables; QEMU's `info tlb` shows their bits."""
    with Monitor("probe end=stay", firmware="uefi", smp="1") as machine:
        machine.wait_for(lambda: "run complete" in status(machine))
        combined = re.findall(r"^([0-9a-f]+): \S+ -[-G][-P][-D]A-T-W\s*$",
                              machine.say("info tlb"), re.M)
    assert combined and all(int(at, 16) >= 1 << 31 for at in combined)
