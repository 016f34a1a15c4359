# SPDX-License-Identifier: MIT
"""Copies an image onto a device, and reads it back."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from quietcore import signals

PIECE = 1 << 20
MAGIC, MAGIC_AT = b"CD001", 0x8001      # of ISO 9660
MBR, MBR_AT = b"\x55\xaa", 510          # what a stick boots by
LABEL, PARTITION_AT = b"QUIETCORE  FAT32   ", 1 << 20   # of our stick's FAT
LABEL_AT = PARTITION_AT + 71


def boots_from_stick(path: Path) -> bool:
    """It is our stick, or an ISO 9660 image that boots from a stick, too."""
    with path.open("rb") as stream:
        head = stream.read(LABEL_AT + len(LABEL))
    return head[MBR_AT:MBR_AT + 2] == MBR and (
        head[MAGIC_AT:MAGIC_AT + len(MAGIC)] == MAGIC
        or head[LABEL_AT:] == LABEL)


def copy(image: Path, device: Path, shown: Callable[[int], None]) -> str:
    """Writes all of it; the SHA-256 of what was written. Raises OSError.

    O_EXCL: the kernel refuses a device that anything else holds.
    """
    digest, done = hashlib.sha256(), 0
    target = os.open(device, os.O_WRONLY | os.O_EXCL | os.O_CLOEXEC)
    try:
        with image.open("rb") as stream:
            while piece := stream.read(PIECE):
                signals.check()
                digest.update(piece)
                rest = memoryview(piece)
                while rest:
                    rest = rest[os.write(target, rest):]
                done += len(piece)
                shown(done)
        os.fsync(target)
        os.posix_fadvise(target, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(target)
    return digest.hexdigest()


def read_back(device: Path, size: int, shown: Callable[[int], None]) -> str:
    """The SHA-256 of the device's first bytes, read anew. Raises OSError."""
    digest, done = hashlib.sha256(), 0
    source = os.open(device, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.posix_fadvise(source, 0, 0, os.POSIX_FADV_DONTNEED)
        while done < size:
            signals.check()
            piece = os.read(source, min(PIECE, size - done))
            if not piece:
                break
            digest.update(piece)
            done += len(piece)
            shown(done)
    finally:
        os.close(source)
    return digest.hexdigest()
