# SPDX-License-Identifier: MIT
"""A stick of a test's own, booted by OVMF or a BIOS, and what lies on it then."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from places import BUILD
from qemu import NO_MENU, read_log
from quietcore.running.qemu_here import find_ovmf

STICK = BUILD / "quietcore-stick.img"
PARTITION = "@@1M"  # of mtools: where it begins
PARTITION_AT = 1 << 20
SECTOR = 512
#: Debian puts it where only root looks.
FSCK = shutil.which("fsck.vfat", path="/usr/sbin:/sbin:" + os.environ["PATH"])
FOLDER = "::/quietcore"

#: How the stick is plugged in, and booted from.
USB = ("-device", "qemu-xhci", "-device", "usb-storage,drive=stick,bootindex=0,"
       "id=plugged")
MEDIA = {
    "usb": USB,
    "ahci": ("-device", "ide-hd,drive=stick,bootindex=0"),
    "virtio": ("-device", "virtio-blk-pci,drive=stick,bootindex=0"),
    "nvme": ("-device", "nvme,drive=stick,serial=1,bootindex=0"),
}


#: Beside what is booted from; and a disc in the stick's place.
OTHER_MEDIA = {
    "behind": ("-device", "qemu-xhci",
               "-device", "usb-storage,drive=stick,bootindex=1"),
    "disc": ("-device", "ide-cd,drive=stick,bootindex=0"),
}


class Stick:
    """A copy of the stick in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.path = folder / "stick.img"
        self.log = folder / "serial.log"
        self.copied = folder / "copied.log"  # by text()
        shutil.copy(STICK, self.path)

    def mtools(self, command: str, *words: str) -> str:
        """A command of mtools on its partition; words may name files of it."""
        done = subprocess.run(
            [command, "-i", f"{self.path}{PARTITION}", *words], check=True,
            capture_output=True, text=True, timeout=60)
        return done.stdout

    def put(self, name: str, content: bytes) -> None:
        """A file on it, in the place of one of that name."""
        path = self.folder / "put"
        path.write_bytes(content)
        self.mtools("mcopy", "-o", str(path), f"::{name}")

    def menu(self, options: str, image: str = "quietcore-log.elf",
             before: str = "") -> None:
        """A menu that starts at once, with these options."""
        self.put("/boot/grub/grub.cfg", (
            f"{before}\nset timeout=0\nmenuentry test {{\n\tmultiboot2 /boot/"
            f"{image} {options}\n}}\n").encode())

    def logs(self) -> list[str]:
        """Names of the logs on it."""
        listed = self.mtools("mdir", "-b", FOLDER).split()
        return [name for name in listed if name.endswith(".log")]

    def text(self) -> str:
        """The only log on it."""
        [name] = self.logs()
        self.copied.unlink(missing_ok=True)
        self.mtools("mcopy", "-n", name, str(self.copied))
        return self.copied.read_bytes().decode()

    def checked(self, *options: str) -> subprocess.CompletedProcess:
        """What fsck.vfat says of its partition, and may do to it."""
        data = self.path.read_bytes()
        part = self.folder / "partition"
        part.write_bytes(data[PARTITION_AT:])
        done = subprocess.run([FSCK, *options, str(part)], check=False,
                              capture_output=True, text=True, timeout=60)
        self.path.write_bytes(data[:PARTITION_AT] + part.read_bytes())
        return done

    def drive(self, read_only: bool, writes: Path | None) -> list[str]:
        if not writes:
            return ["-drive", f"if=none,id=stick,format=raw,file={self.path},"
                    f"readonly={'on' if read_only else 'off'}"]
        writes.touch()
        return ["-blockdev", "driver=blklogwrites,node-name=stick,file.driver="
                f"raw,file.file.driver=file,file.file.filename={self.path},"
                f"log.driver=file,log.filename={writes}"]

    def command(self, options: str = "", *, medium: str = "usb", smp: str = "2",
                firmware: str = "uefi", cpu: str = "max", read_only: bool = False,
                qemu: str = "qemu-system-x86_64", accel: str =
                "tcg,thread=multi", debug_exit: bool = True,
                menu: bool = False, serial: bool = True, writes: Path | None = None,
                extra: tuple[str, ...] = ()) -> list[str]:
        """QEMU's command line; options come by fw_cfg where they are given.
        What is written is kept in writes, too (driver blklogwrites)."""
        command = [qemu, "-machine", "q35", "-accel", accel, "-cpu", cpu,
                   "-smp", smp, "-m", "512", "-display", "none", "-no-reboot",
                   *self.drive(read_only, writes), *{**MEDIA, **OTHER_MEDIA}[medium],
                   "-serial", f"file:{self.log}" if serial else "none", *extra]
        if not menu:
            command += ["-smbios", NO_MENU]
        if debug_exit:
            command += ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"]
        if firmware == "uefi":
            command += ["-drive", "if=pflash,format=raw,readonly=on,file="
                        f"{find_ovmf()}"]
        if options:
            command += ["-fw_cfg", "name=opt/quietcore/cmdline,string="
                        + options.replace(",", ",,")]
        return command

    def boot(self, options: str = "", *, timeout: float = 200, **how) -> int:
        """To the end; QEMU's status. timeout is a hang detector."""
        done = subprocess.run(self.command(options, **how), timeout=timeout,
                              check=False, capture_output=True, text=True)
        return done.returncode

    def said(self) -> str:
        """All that came down the serial line."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def records(self) -> list[dict]:
        """The run's, by the serial line."""
        return read_log(self.said())


def lines_of_log(text: str) -> list[str]:
    """The records as they stand in a text."""
    return [line for line in text.splitlines() if line.startswith('{"q":')]
