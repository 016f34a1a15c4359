# SPDX-License-Identifier: MIT
"""Boots a disc in Bochs: an independent machine."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from busy import waited_for

BOCHSRC = """
cpu: {cpu}, ips=50000000, reset_on_triple_fault=0
memory: guest=256, host=256
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/seabios/vgabios-stdvga.bin
vga: extension=vbe
pci: enabled=1, chipset=i440fx
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path={iso}, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev={folder}/serial.log
display_library: x
clock: sync=none
log: {folder}/bochs.log
panic: action=fatal
error: action=report
"""
DISPLAYS = itertools.count()
MODEL = "corei7_sandy_bridge_2600k"


#: What draws into Xvfb's window; a package of its own in Debian.
WINDOW = "bochs/plugins/libbx_x_gui.so"


def missing() -> str:
    """What is not here; "": nothing is missing."""
    gone = [name for name in ("bochs", "Xvfb") if not shutil.which(name)]
    if not [*Path("/usr").glob(f"lib*/**/{WINDOW}")]:
        gone.append(WINDOW)
    return ", ".join(gone)


def wait_for_socket(path: str, seconds: float = 20) -> None:
    """Until somebody answers there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(path)
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {path} after {seconds} s")


@contextlib.contextmanager
def display():
    """An X server for Bochs, which has no headless display here.

    A number of our own: with -displayfd, Xvfb at times took :0 and then left.
    """
    number = 200 + next(DISPLAYS) + os.getpid() % 10000
    server = subprocess.Popen(["Xvfb", f":{number}", "-noreset", "-nolisten",
                               "tcp"], stderr=subprocess.DEVNULL)
    try:
        wait_for_socket(f"/tmp/.X11-unix/X{number}")
        yield f":{number}"
    finally:
        server.terminate()  # not killed: it takes its lock and socket away
        server.wait(timeout=20)


class Bochs:
    """A machine that stays up until this is left.

    cpu: words of Bochs's own, as in count=2,model=ryzen.
    """

    def __init__(self, iso: str, folder: Path, screen: str, cpu: str):
        self.folder, self.log = folder, folder / "serial.log"
        model = "" if "model=" in cpu else f"model={MODEL},"
        disc = folder / "disc.iso"  # Bochs takes no path with a blank
        disc.symlink_to(Path(iso).resolve())
        (folder / "bochsrc").write_text(BOCHSRC.format(
            cpu=model + cpu, iso=disc, folder=folder))
        (folder / "go").write_text("c\n")  # Debian's has its debugger on
        self.process = subprocess.Popen(
            ["bochs", "-q", "-f", folder / "bochsrc", "-rc", folder / "go"],
            env=os.environ | {"DISPLAY": screen}, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)

    def text(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def wait_for(self, word: str, seconds: float) -> str:
        """The serial line's text, once the word and the line's end are in it."""
        def came() -> str:
            text = self.text()
            if word in text and text.endswith("\n"):
                return text
            assert self.process.poll() is None, \
                f"Bochs ended:\n{(text or self.complaints())[-2000:]}"
            return ""

        return waited_for(came, f"{word} from Bochs", seconds, 0.5)

    def complaints(self) -> str:
        log = self.folder / "bochs.log"
        if not log.exists():
            return "it ended before it had a log"
        said = log.read_text(errors="replace")
        return "\n".join(line for line in said.splitlines()
                         if "[CPU" not in line)

    def stop(self) -> None:
        """Its debugger listens from here on."""
        self.process.send_signal(signal.SIGINT)

    def memory(self, address: int, size: int, seconds: float = 30) -> bytes:
        """Bytes of the machine that was stopped."""
        path = self.folder / f"memory-{address:x}"
        self.process.stdin.write(f'writemem "{path}" {address:#x} {size}\n')
        self.process.stdin.flush()
        waited_for(lambda: path.exists() and path.stat().st_size == size,
                   "memory that Bochs writes", seconds)
        return path.read_bytes()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()


def boot(iso: str, folder: Path, screen: str, cpu: str,
         seconds: float = 240) -> str:
    """Runs until the end record is in the log, which is returned."""
    with Bochs(iso, folder, screen, cpu) as machine:
        return machine.wait_for('"record":"end"', seconds)
