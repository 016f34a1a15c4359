# SPDX-License-Identifier: MIT
"""The rows that peer_runs.py and runtime_runs.py wrote, read again.

Each line is a JSON object: first one that says what was measured where, then a
row each. What is damaged is named; nothing of it is shown.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NoReturn, TextIO

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))

from quietcore.log.trust import banner  # noqa: E402
from quietcore.status import Status  # noqa: E402


def stop(status: Status, text: str) -> NoReturn:
    """Says why nothing is shown."""
    print(f"peers: {text}", file=sys.stderr)
    sys.exit(status)


def no_number(name: str) -> NoReturn:
    """NaN is none; a break-even that never comes is Infinity."""
    raise ValueError(f"{name} is no figure")


def constant(name: str) -> float:
    """Of JSON's three only one can be a figure here."""
    return float("inf") if name == "Infinity" else no_number(name)


def one_of(line: str, needed: set[str]) -> dict:
    """What says where it was measured, or a row with all that one needs."""
    found = json.loads(line, parse_constant=constant)
    if not isinstance(found, dict) or not (
            found.keys() >= needed or "said" in found):
        raise ValueError("no row")
    return found


def read(log: TextIO, needed: set[str], made_by: str) -> \
        tuple[list[str], list[str], list[dict]]:
    """What was measured where, the notes, and the rows."""
    about, rows = {}, []
    for number, line in enumerate(log, 1):
        try:
            found = one_of(line, needed)
        except ValueError as why:
            stop(Status.INCOMPLETE, f"{log.name}, line {number} is damaged: "
                 f"{why}; make it again: {made_by}")
        if "said" in found:
            about = found
        else:
            rows.append(found)
    if not rows:
        stop(Status.NO_LOG, f"{log.name} has no row; make it: {made_by}")
    return about.get("said", []), about.get("notes", []), rows


def machine(context: dict) -> list[str]:
    """Where a run took place, of what build, and how far it can be trusted."""
    cores = context["cores_started"]
    return [*filter(None, [banner(context)]),
            f"{context['cpu']}, on {cores} core{'s' * (cores != 1)}, TSC "
            f"{(context['tsc_hz'] or 0) / 1e6:.1f} MHz, {context['trust']}",
            f"ours: {context['version']} ({context['git']}), "
            f"{context['compiler']}"]
