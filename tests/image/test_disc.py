# SPDX-License-Identifier: MIT
"""The disc: what GRUB says before it hands over to us."""

import os
import re
import select
import subprocess
import time

import pytest
from qemu import ISO, Monitor, symbol

VGA_TEXT = 0xB8000

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


def test_grub_shows_its_menu_without_an_error():
    said = first_words()
    assert MENU in said, f"no menu within 100 s: {said!r}"
    assert "error" not in said and "not found" not in said


@pytest.mark.full
def test_the_menu_of_experiments_starts_the_one_that_was_chosen():
    with Monitor(str(ISO), firmware="disc", extra=("-vga", "std")) as machine:
        def on_screen(word: str) -> bool:
            cells = machine.memory(VGA_TEXT, 80 * 25 * 2)
            return word in cells[::2].decode("cp437")

        def command_line():
            return re.search(rb'"cmdline":"([^"]*)"',
                             machine.memory(symbol("log_ring"), 4096))

        def press(*keys: str) -> None:
            for key in keys:
                machine.say(f"sendkey {key}")
                time.sleep(0.3)  # it is held down for 0.1 s

        machine.wait_for(lambda: on_screen("Safe mode"))
        press("down", "down", "ret")
        machine.wait_for(lambda: on_screen("workqueue"))
        press("down", "ret")
        assert machine.wait_for(command_line)[1] == \
            b"suite=quick bench=floor end=stay"
