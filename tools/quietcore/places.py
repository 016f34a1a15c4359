# SPDX-License-Identifier: MIT
"""Where things are: the checkout, what make builds, what make runs."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def base() -> Path:
    """The checkout; for an installed qc, which has none, where one is."""
    return ROOT if (ROOT / "Makefile").exists() else Path.cwd()


def build() -> Path:
    """The build directory: QUIETCORE_BUILD, else build/ of the checkout."""
    return base() / (os.environ.get("QUIETCORE_BUILD") or "build")


def images() -> Path:
    """The folder with the image, the disc and the Linux program.

    QUIETCORE_IMAGES (make sets it for files of one's own), else build().
    """
    return base() / (os.environ.get("QUIETCORE_IMAGES") or build())


def elf() -> Path:
    """The image with its symbols."""
    return images() / "quietcore.elf"


def iso() -> Path:
    """The bootable disc."""
    return images() / "quietcore.iso"


def program() -> Path:
    """The Linux program, the hosted twin."""
    return images() / "quietcore-hosted"


def peers() -> Path:
    """What `make peers` measured last."""
    return build() / "peers" / "peers.jsonl"


def short(path: Path) -> str:
    """A path for people: from the current directory where it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
