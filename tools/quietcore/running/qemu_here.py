# SPDX-License-Identifier: MIT
"""The QEMU that is here: where it is and what it says of itself."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import subprocess

from quietcore import signals

ANSWER_SECONDS = 20  # for an answer about itself
OVMF = ("/usr/share/OVMF/OVMF_CODE.fd", "/usr/share/OVMF/OVMF_CODE_4M.fd",
        "/usr/share/edk2/x64/OVMF_CODE.fd", "/usr/share/edk2/ovmf/OVMF_CODE.fd")


def find_qemu(wanted: str) -> str | None:
    """Absolute path of the QEMU to use; None if there is none."""
    path = shutil.which(wanted or "qemu-system-x86_64")
    return os.path.abspath(path) if path else None


def find_ovmf() -> str | None:
    """Path of the UEFI firmware for QEMU; None if there is none."""
    return next((path for path in OVMF if os.path.exists(path)), None)


def machine_models(qemu: str) -> list[str]:
    """Names of the machine models that this QEMU has."""
    lines = answer(qemu, "-machine", "help")[1:]
    return [line.split()[0] for line in lines if line.strip()]


def unknown_model(name: str, models: list[str]) -> str:
    """The complaint about a machine model that does not exist."""
    near = difflib.get_close_matches(name, models, 1)
    hint = f"did you mean {near[0]}? " if near else ""
    newest = [m for m in models if not re.search(r"-\d+(\.\d+)+$", m)]
    return (f"no machine model is called '{name}'; {hint}there are: "
            f"{' '.join(newest)}, and hosted, the Linux program")


def answer(qemu: str, *words: str) -> list[str]:
    """The lines that QEMU answers a question with; none where it fails."""
    try:
        with signals.held():
            done = subprocess.run([qemu, *words], capture_output=True, text=True, errors="replace",
                                  check=False, stdin=subprocess.DEVNULL, timeout=ANSWER_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.splitlines()


def version(qemu: str) -> str:
    """QEMU's own version line."""
    return (answer(qemu, "--version") or ["unknown"])[0]
