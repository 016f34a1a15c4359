# SPDX-License-Identifier: MIT
"""The hosted twin: the same measurements as a Linux program."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

from quietcore.places import images
from quietcore.qemu import last_line

PROGRAM = images() / "quietcore-hosted"


@dataclass
class Hosted:
    """One run of the Linux program; its log is its standard output."""

    options: str
    log: Path

    name = "the hosted twin"
    log_is_output = True
    exits = (0, 1)

    @property
    def directory(self) -> Path:
        """Where it is started."""
        return PROGRAM.parent

    def command(self) -> list[str]:
        """The whole command line."""
        return [str(PROGRAM), *shlex.split(self.options)]

    def facts(self) -> dict:
        """For run.json."""
        return {"program": str(PROGRAM)}

    def explain(self, stderr: str) -> str:
        """Its last words."""
        return last_line(stderr)
