# SPDX-License-Identifier: MIT
"""Where what the tests look at has been built, and how to build more."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: QUIETCORE_BUILD, which make and tests/run set; else build/ of the checkout.
BUILD = ROOT / (os.environ.get("QUIETCORE_BUILD") or "build")


def for_make(path: Path) -> str:
    """A path as make takes it: what is below the checkout, from there."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def clean_environment() -> dict[str, str]:
    """The environment less what a make around this test says to its own."""
    return {key: value for key, value in os.environ.items()
            if not key.startswith(("MAKE", "MFLAGS"))}


def clones_environment() -> dict[str, str]:
    """The same for a clone, which builds in itself."""
    return {key: value for key, value in clean_environment().items()
            if not key.startswith("QUIETCORE")}


def make(*words: str, timeout: float = 300) -> subprocess.CompletedProcess:
    """Runs make in the checkout, on BUILD; the caller looks at the status."""
    return subprocess.run(["make", f"BUILD={for_make(BUILD)}", *words],
                          cwd=ROOT, env=clean_environment(), text=True,
                          check=False, capture_output=True, timeout=timeout)


def python_of(environment: str) -> Path:
    """The interpreter of an environment, `core` or `tests`, made if need be."""
    done = subprocess.run([ROOT / "tools/venv", environment], check=True,
                          stdout=subprocess.PIPE, text=True, timeout=900)
    return Path(done.stdout.strip())


def weight(folder: Path) -> int:
    """Bytes on the disc of all that is below a folder, as du counts them."""
    return sum(512 * path.lstat().st_blocks for path in folder.rglob("*"))
