# SPDX-License-Identifier: MIT
"""What qc prints of records, with single blanks."""

from __future__ import annotations

import tempfile
from pathlib import Path

import make_log
from in_process import qc


def told(words: str, *body: dict, status: int = 0, **context) -> list[str]:
    """The lines of `qc COMMAND LOG WORDS`, of a log of these records."""
    command, *more = words.split()
    with tempfile.TemporaryDirectory() as folder:
        log = make_log.write(Path(folder) / "x.log", [*body], **context)
        done = qc(command, log, *more)
    assert done.exit_code == status, done.output
    return [" ".join(line.split()) for line in done.output.splitlines()]


def has(lines: list[str], *wanted: str) -> None:
    """These texts, which may go on over lines, are there; those after `!` are not."""
    text = " ".join(lines)
    for each in wanted:
        assert (each.removeprefix("!") in text) != each.startswith("!"), (each, lines)
