# SPDX-License-Identifier: MIT
"""Recorded logs, and what is shown of them as text.

The logs are real runs of the quick suite: `emulated` on 2 cores in QEMU,
`counted` on one with ACCEL=icount, `linux` of the Linux program.
To record one again: tools/qc run, then gzip -9 -n build/run/serial.log.
"""

from __future__ import annotations

import gzip
import json
import re
from functools import cache
from itertools import takewhile
from pathlib import Path

from in_process import qc

LOGS = Path(__file__).parents[1] / "recorded"
NAMES = ("emulated", "counted", "linux")
MARKS = ("~", "clean", "disturbed")     # what follows a row's figures


def path_of(name: str) -> Path:
    return LOGS / f"{name}.log.gz"


@cache
def records(name: str) -> list[dict]:
    lines = gzip.decompress(path_of(name).read_bytes()).splitlines()
    return [json.loads(line) for line in lines if line.startswith(b"{")]


def of(name: str, kind: str, experiment: str = "") -> list[dict]:
    return [r for r in records(name) if r["record"] == kind
            and experiment in ("", r.get("experiment"))]


@cache
def shown(*words: str) -> tuple[str, ...]:
    """Lines that qc prints; it has to end well."""
    done = qc(*words)
    assert done.exit_code == 0, done.output
    return tuple(done.output.splitlines())


def parsed(name: str, width: int, *options: str) -> tuple[str, ...]:
    return shown("parse", str(path_of(name)), "--width", str(width), *options)


class Table:
    """The table under the first heading that has these columns, up to an empty line.

    Columns are two blanks apart at least; a cell has single ones. A line with
    fewer cells than there are columns is a name, or goes on with one.
    """

    def __init__(self, lines: tuple[str, ...], *columns: str):
        at = next(i for i, line in enumerate(lines) if {*columns} <= {*line.split()})
        self.headings = re.split(" {2,}", lines[at].removeprefix("experiment, variant").strip())
        body = [*takewhile(str.strip, lines[at + 1:])]
        figures = len(self.headings) - ("quiet" in self.headings)
        self.rows, self.marks, self.names = [], [], []
        for cells in (re.split(" {2,}", line.strip()) for line in body):
            mark = cells.pop() if cells[-1] in MARKS and len(cells) > figures else ""
            if len(cells) >= figures:
                self.rows.append(cells[-figures:])
                self.marks.append(mark)
                self.names.append(" ".join(cells[:-figures]))
