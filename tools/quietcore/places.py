# SPDX-License-Identifier: MIT
"""Where things are: the checkout, what make builds, what make runs."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def build() -> Path:
    """The build directory: QUIETCORE_BUILD, else build/ of the checkout."""
    return ROOT / (os.environ.get("QUIETCORE_BUILD") or "build")


def images() -> Path:
    """The folder with the image, the disc and the Linux program.

    QUIETCORE_IMAGES (make sets it for files of one's own), else build().
    """
    return ROOT / (os.environ.get("QUIETCORE_IMAGES") or build())


def short(path: Path) -> str:
    """A path for people: from the current directory where it is below."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)
