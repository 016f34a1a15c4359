# SPDX-License-Identifier: MIT
"""What qc prints of records, with single blanks."""

from __future__ import annotations

import tempfile
from pathlib import Path

import make_log
from in_process import qc


def told_of_runs(words: str, runs: list[list[dict]], *more: object, status: int = 0,
                 **context) -> list[str]:
    """The lines of `qc COMMAND LOG WORDS`, of a log of runs of these records."""
    command, *options = words.split()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "x.log"
        log.write_bytes(b"".join(
            line for at, body in enumerate(runs)
            for line in make_log.lines(body, run=f"{at:016x}", **context)))
        done = qc(command, log, *options, *more)
    assert done.exit_code == status, done.output
    return [" ".join(line.split()) for line in done.output.splitlines()]


def told(words: str, *body: dict, status: int = 0, **context) -> list[str]:
    """The same of one run."""
    return told_of_runs(words, [[*body]], status=status, **context)


def has(lines: list[str], *wanted: str) -> None:
    """These texts, which may go on over lines, are there; those after `!` are not."""
    text = " ".join(lines)
    for each in wanted:
        assert (each.removeprefix("!") in text) != each.startswith("!"), (each, lines)
