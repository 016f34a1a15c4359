# SPDX-License-Identifier: MIT
"""Whether logs are of boots of one build on one machine."""

from __future__ import annotations

from collections.abc import Sequence

from quietcore.log.runs import Run

#: Fields of the context, and what a difference in them means.
BUILD = ("project", "version", "git", "dirty", "compiler", "image_crc")
MACHINE = ("machine", "trust", "hypervisor", "cpu", "cores_started",
           "memory_bytes")
OPTIONS = ("suite", "lock", "queue", "executor")
PARTS = {"build": BUILD, "machine": MACHINE, "set of options": OPTIONS}


def difference(first: dict, other: dict) -> str:
    """How a context differs from another where boots must not; "" if not."""
    for part, names in PARTS.items():
        for name in names:
            if first.get(name) != other.get(name):
                return (f"another {part}: {name} is {other.get(name)!r}, not "
                        f"{first.get(name)!r}")
    return ""


def unlike(runs: Sequence[Run]) -> tuple[int, str] | None:
    """The first run that is of something else, and of what; None: all alike."""
    return next(((at, why) for at, run in enumerate(runs)
                 if (why := difference(runs[0].context, run.context))), None)
