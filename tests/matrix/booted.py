# SPDX-License-Identifier: MIT
"""What came of a row: right, skipped with a reason, or what is wrong."""

from __future__ import annotations

import subprocess

import bochs_row
import machine
import media
from judge import judge
from table import Row


def outcome_of(row: Row) -> dict:
    """Boots its machine; bounded."""
    if row.expected["cannot"]:
        return {"wrong": [], "skipped": row.expected["cannot"].replace("_", " ")}
    boot = bochs_row.boot if row.emulator == "bochs" else machine.boot
    try:
        seen = boot(row)
    except media.Missing as reason:
        return {"wrong": [], "skipped": str(reason)}
    except (OSError, AssertionError, subprocess.SubprocessError) as wrong:
        return {"wrong": [f"not booted: {wrong}"], "skipped": ""}
    return {"wrong": judge(row, seen), "skipped": ""}
