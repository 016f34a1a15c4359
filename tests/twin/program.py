# SPDX-License-Identifier: MIT
"""Runs the hosted twin; what its tests share."""

import subprocess

from places import BUILD
from qemu import read_log

PROGRAM = BUILD / "quietcore-hosted"
SHORT = "rounds=2 samples=40 budget=40 "
BARE_TIMERS = {"hpet", "pmtimer", "pit", "lapic"}  # Linux keeps them


def twin(options: str, prefix: tuple[str, ...] = (), status: int = 0,
         seconds: float = 300):
    """Runs it; its records, and what it said to people."""
    done = subprocess.run([*prefix, PROGRAM, *options.split()], text=True,
                          capture_output=True, timeout=seconds, check=False)
    assert done.returncode == status, done.stderr
    return read_log(done.stdout), done.stderr


def of(records: list[dict], kind: str) -> list[dict]:
    return [r for r in records if r["record"] == kind]


def codes(records: list[dict]) -> set[str]:
    return {r["code"] for r in of(records, "warning")}
