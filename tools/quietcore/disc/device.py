# SPDX-License-Identifier: MIT
"""Which block device may be overwritten, by sysfs; an image copied onto it, and read back."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from quietcore import signals

SECTOR = 512        # bytes of a sector of sysfs, whatever the device's own


@dataclass(frozen=True)
class System:
    """Where the kernel tells of devices; tests have one of their own."""

    sys: Path = Path("/sys")
    mounts: Path = Path("/proc/self/mounts")
    swaps: Path = Path("/proc/swaps")
    block: bool = True      # only a block device will do


@dataclass
class Device:
    """A whole disk."""

    path: Path
    name: str               # the kernel's: "sdb"
    bytes: int
    model: str
    removable: bool         # a stick, a card, or on USB
    readonly: bool
    partition: bool         # it is a part of one
    used: list[str] = field(default_factory=list)   # what holds it, in words
    system: bool = False    # the running system is on it


def told(path: Path) -> str:
    """What a file of sysfs says; "" without it."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def look(path: Path, system: System) -> Device:
    """Looks at a device. Raises OSError where there is none, ValueError where it is none."""
    real = path.resolve(strict=True)
    if system.block and not stat.S_ISBLK(os.stat(real).st_mode):
        raise ValueError("is no block device")
    name = real.name
    own = system.sys / "class/block" / name
    if not own.exists():
        raise ValueError("is not known to the kernel (no sysfs entry)")
    where = str(own.resolve())
    found = Device(
        real, name, int(told(own / "size") or 0) * SECTOR,
        " ".join(filter(None, (told(own / "device/vendor"),
                               told(own / "device/model")))) or "no name",
        told(own / "removable") == "1" or "/usb" in where,
        told(own / "ro") == "1", (own / "partition").exists())
    parts = [name, *(each.parent.name for each in own.glob("*/partition"))]
    for part in parts:
        holders(part, own if part == name else own / part, found)
    in_use(parts, real.parent, system, found)
    return found


def holders(part: str, folder: Path, found: Device) -> None:
    """Other devices that are made of it: RAID, volumes, encryption."""
    names = sorted(each.name for each in (folder / "holders").glob("*"))
    if names:
        found.used.append(f"{part} is part of {', '.join(names)}")


def in_use(parts: list[str], folder: Path, system: System, found: Device) -> None:
    """Mounts and swap; a root among them, or below them, makes the system."""
    for line in told(system.mounts).splitlines():
        source, where, *_ = line.split() + ["", ""]
        if part_of(source, folder) in parts:
            found.used.append(f"{part_of(source, folder)} is mounted at {where}")
            found.system |= where in ("/", "/boot", "/boot/efi", "/usr")
    for line in told(system.swaps).splitlines()[1:]:
        if part_of(line.split()[0], folder) in parts:
            found.used.append(f"{part_of(line.split()[0], folder)} is swap")
            found.system = True


def part_of(source: str, folder: Path) -> str:
    """The kernel's name of a mount's source; links are followed."""
    if not source.startswith("/"):
        return ""
    path = Path(os.path.realpath(source))
    return path.name if path.parent == folder else ""


def refusals(found: Device, size: int) -> list[str]:
    """Why this device is not overwritten by so many bytes; empty: it may be."""
    reasons = []
    if found.system:
        reasons.append("the running system is on it")
    if found.partition:
        reasons.append("it is a partition: name the whole device")
    reasons += found.used
    if not found.removable:
        reasons.append("it is a fixed disk: neither removable nor on USB")
    if found.readonly:
        reasons.append("it is write-protected")
    if found.bytes < size:
        reasons.append(f"it is too small: {found.bytes:,} bytes, {size:,} are needed")
    return reasons


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
