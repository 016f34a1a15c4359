# SPDX-License-Identifier: MIT
"""A stand-in for QEMU: a few lines of Python which write a log."""

from __future__ import annotations

import stat
from pathlib import Path

import make_log
from busy import waited_for

# Not this Python by its path: a path with a blank cannot stand there.
SCRIPT = """#!/usr/bin/env python3
import os, pathlib, subprocess, sys, time
serial = next((a for a in sys.argv if a.startswith("file:")), "file:")[5:]
log = pathlib.Path(serial)
DATA = pathlib.Path({data!r}).read_bytes()
if "--version" in sys.argv:
    sys.exit("fake")
{body}
"""

GOOD = "log.write_bytes(DATA); sys.exit(33)"


def fake_qemu(folder: Path, body: str, records: list[bytes] | None = None,
              name: str = "fake-qemu") -> Path:
    """Makes the program in a folder. DATA is the whole log, `log` its file."""
    data = folder / f"{name}.data"
    data.write_bytes(b"".join(records or make_log.lines()))
    path = folder / name
    path.write_text(SCRIPT.format(data=str(data), body=body))
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def pretend_built(monkeypatch, folder: Path) -> None:
    """Gives qc an image in a folder: an empty file, never booted."""
    (folder / "quietcore.elf").touch()
    monkeypatch.setenv("QUIETCORE_IMAGES", str(folder))


def ends(pid: int, seconds: float = 30) -> bool:
    """Waits until a process has ended (a zombie has)."""
    def over() -> bool:
        try:
            state = Path(f"/proc/{pid}/stat").read_text()
        except OSError:
            return True
        return state.rpartition(")")[2].split()[0] == "Z"
    return waited_for(over, f"the end of {pid}", seconds)
