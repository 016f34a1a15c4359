# SPDX-License-Identifier: MIT
"""The disc: what GRUB says before it hands over to us."""

import os
import re
import select
import subprocess
import time

import picture
import pytest
from qemu import ISO, Machine, Monitor, qemu_command, symbol
from quietcore.running.qemu_here import find_ovmf
from shown import VGA_TEXT


#: The menu's first entry.
MENU = "Quick suite"


def first_words(seconds: float = 100) -> str:
    """All that firmware and GRUB write, up to the menu, without its escapes."""
    command = ["qemu-system-x86_64", "-accel", "tcg", "-m", "256", "-nographic",
               "-no-reboot", "-monitor", "none", "-cdrom", str(ISO)]
    said, end = b"", time.monotonic() + seconds
    with subprocess.Popen(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE) as machine:
        try:
            while MENU.encode() not in said and time.monotonic() < end:
                if select.select([machine.stdout], [], [], 1)[0]:
                    more = os.read(machine.stdout.fileno(), 1 << 16)
                    if not more:
                        break
                    said += more
        finally:
            machine.kill()
    return re.sub(r"\x1b\[[0-9;?=]*[A-Za-z]", "", said.decode("latin-1"))


@pytest.mark.full
def test_grub_shows_its_menu_without_an_error():
    said = first_words()
    assert MENU in said, f"no menu within 100 s: {said!r}"
    assert "error" not in said and "not found" not in said


@pytest.mark.full
def test_the_menu_of_experiments_starts_the_one_that_was_chosen():
    with Monitor(str(ISO), firmware="disc", extra=("-vga", "std")) as machine:
        def shown(word: str) -> None:
            machine.wait_for(lambda: any(word in row for row in
                                         machine.rows(VGA_TEXT)))

        def press(*keys: str) -> None:
            for key in keys:
                machine.say(f"sendkey {key}")
                time.sleep(0.3)  # it is held down for 0.1 s

        shown("Safe mode")
        press("down", "down", "ret")
        shown("workqueue")
        press("down", "ret")
        found = machine.wait_for(lambda: re.search(
            rb'"cmdline":"([^"]*)"', machine.memory(symbol("log_ring"), 4096)))
    assert found[1] == b"suite=quick bench=floor end=stay"


def shows(shot: picture.Picture, text: str) -> bool:
    """Do the font's glyphs of the text stand anywhere, light on dark?"""
    glyphs = picture.font()
    wanted = ["".join(f"{glyphs[ord(letter)][row]:08b}" for letter in text)
              for row in range(picture.HEIGHT)]
    rows = ["".join("1" if any(shot.pixels[at:at + 3]) else "0" for at in
                    range(3 * shot.width * y, 3 * shot.width * (y + 1), 3))
            for y in range(shot.height)]
    inked = next(n for n, row in enumerate(wanted) if "1" in row)
    for y in range(inked, shot.height - picture.HEIGHT + inked):
        x = rows[y].find(wanted[inked])
        if x >= 0 and all(rows[y - inked + n][x:x + len(row)] == row
                          for n, row in enumerate(wanted)):
            return True
    return False


@pytest.mark.full
@pytest.mark.skipif(not find_ovmf(), reason="no OVMF")
def test_by_uefi_the_menu_is_drawn_and_is_on_the_serial_line(tmp_path):
    """GRUB uses the font that ours is made of."""
    log, path = tmp_path / "serial.log", tmp_path / "screen.ppm"
    command = qemu_command(str(ISO), firmware="uefi disc", smp="1",
                           debug_exit=False, extra=("-serial", f"file:{log}"))

    def said() -> str:
        return log.read_text(errors="replace") if log.exists() else ""

    with Machine(command) as machine:
        machine.wait_for(lambda: "Safe mode" in said(), 200)
        machine.say("sendkey down")  # and it waits
        machine.wait_for(lambda: "*Full suite" in said())
        time.sleep(1)  # the screen's turn comes after the line's
        machine.say(f'screendump "{path}"')
        shot = picture.read_picture(path)
    assert (shot.width, shot.height) == (1024, 768)
    assert shows(shot, "Quick suite: every experiment in short (")
    assert shows(shot, "Safe mode: quick suite, one core, ")
    assert not shows(shot, "error")
    assert "error" not in said()
