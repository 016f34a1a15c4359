# SPDX-License-Identifier: MIT
"""A guest's whole file system: init, the twin, and where to mount things."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER, PROGRAM, DEVICE = 0o40755, 0o100755, 0o20600


@dataclass(frozen=True)
class Entry:
    """A file of an archive in the kernel's format ("newc", cpio(5))."""

    name: str
    mode: int
    content: bytes = b""
    device: tuple[int, int] = (0, 0)    # of a DEVICE: major, minor


END = Entry("TRAILER!!!", 0)


def padded(text: bytes) -> bytes:
    """With zeros up to a multiple of four bytes."""
    return text + bytes(-len(text) % 4)


def packed(entry: Entry, number: int) -> bytes:
    """A header of 13 hexadecimal fields, the name, what is in the file."""
    name = entry.name.encode() + b"\0"
    fields = (number, entry.mode, 0, 0, 1, 0, len(entry.content), 0, 0,
              *entry.device, len(name), 0)
    head = b"070701" + b"".join(b"%08X" % field for field in fields)
    return padded(head + name) + padded(entry.content)


def archive(entries: list[Entry]) -> bytes:
    """All of them, and the entry that ends an archive."""
    return b"".join(packed(entry, number) for number, entry
                    in enumerate([*entries, END], 1))


def make(init: Path, twin: Path, target: Path) -> Path:
    """Writes the archive for this twin; returns `target`."""
    target.write_bytes(archive([
        *(Entry(name, FOLDER) for name in ("dev", "proc", "sys")),
        Entry("dev/console", DEVICE, device=(5, 1)),
        Entry("init", PROGRAM, init.read_bytes()),
        Entry("twin", PROGRAM, twin.read_bytes())]))
    return target
