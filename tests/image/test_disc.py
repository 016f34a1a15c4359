# SPDX-License-Identifier: MIT
"""The disc: what GRUB says before it hands over to us."""

import os
import re
import select
import subprocess
import time

from qemu import ISO

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
