# SPDX-License-Identifier: MIT
"""The hosted twin: the same measurements as a Linux program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quietcore.places import program
from quietcore.running.process import last_line


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
        return program().parent

    def command(self) -> list[str]:
        """The whole command line."""
        return [str(program()), *self.options.split()]

    def facts(self) -> dict:
        """For run.json."""
        return {"program": str(program())}

    def explain(self, stderr: str) -> str:
        """Its last words."""
        return last_line(stderr)
