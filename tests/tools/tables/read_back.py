# SPDX-License-Identifier: MIT
"""Recorded logs shown as text, and that text read back: an own reader.

The logs are real runs of the quick suite: `emulated` on 2 cores in QEMU,
`counted` on one with ACCEL=icount, `linux` of the Linux program.
To record one again: tools/qc run, then gzip -9 -n build/run/serial.log.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from in_process import qc


LOGS = Path(__file__).parents[1] / "recorded"
NAMES = ("emulated", "counted", "linux")
MARK = "~"  # of a disturbed row


def path_of(name: str) -> Path:
    return LOGS / f"{name}.log.gz"


@cache
def records(name: str) -> list[dict]:
    lines = gzip.decompress(path_of(name).read_bytes()).splitlines()
    return [json.loads(line) for line in lines if line.startswith(b"{")]


def of(name: str, kind: str, experiment: str = "") -> list[dict]:
    return [r for r in records(name) if r["record"] == kind
            and experiment in ("", r.get("experiment"))]


def whole_series(name: str, experiment: str) -> list[dict]:
    """The series of an experiment, parts put together."""
    found: list[dict] = []
    for one in of(name, "series", experiment):
        if one.get("part", 1) > 1:
            found[-1] = found[-1] | {"rows": found[-1]["rows"] + one["rows"]}
        else:
            found.append(one)
    return found


@cache
def shown(*words: str) -> tuple[str, ...]:
    """Lines that qc prints; it has to end well."""
    done = qc(*words)
    assert done.exit_code == 0, done.output
    return tuple(done.output.splitlines())


def parsed(name: str, width: int, *options: str) -> tuple[str, ...]:
    return shown("parse", str(path_of(name)), "--width", str(width), *options)


@dataclass
class Table:
    """A table as it stands in a text."""

    headings: list[str]
    rows: list[list[str]] = field(default_factory=list)  # figures
    names: list[str] = field(default_factory=list)       # one a row
    marks: list[str] = field(default_factory=list)       # what follows them
    gone: list[str] = field(default_factory=list)        # what is left out


def cells_of(line: str) -> list[str]:
    """Columns are two blanks apart at least; a cell has single ones."""
    return re.split(" {2,}", line.strip())


def first_line(lines: tuple[str, ...], begins: str) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith(begins))


def gone_of(lines: list[str]) -> list[str]:
    """The columns that the lines under a table name."""
    text = " ".join(line.strip() for line in lines)
    found = re.search(r"Left out here: (.*?) \(", text)
    return found[1].split(", ") if found else []


def read_table(lines: tuple[str, ...], start: int, named: bool) -> Table:
    """The table whose heading is line `start`, up to an empty line.

    `named`: its rows begin with a name, on the same line or those above.
    """
    end = next(i for i in range(start, len(lines)) if not lines[i].strip())
    headings = cells_of(lines[start])
    alone = named and lines[start].startswith(" ")
    if named and not alone:
        headings = headings[1:]
    marked = headings[-1] == "quiet"
    figures = len(headings) - marked
    table = Table(headings)
    name = ""
    for at in range(start + 1, end):
        line = lines[at]
        if line.startswith((f"{MARK} ", "Left out here:")):
            table.gone = gone_of(lines[at:end])
            break
        cells = cells_of(line)
        more = [cells.pop()] if cells[-1] in (MARK, "clean", "disturbed") \
            and len(cells) > figures else []
        if len(cells) < figures or (alone and len(cells) != figures):
            if not line.startswith(" " * 4):
                name = ""
            name = f"{name} {line.strip()}".strip()
            if table.names and line.startswith(" " * 4) and not alone:
                table.names[-1] += f" {line.strip()}"
            continue
        table.rows.append(cells[-figures:])
        table.marks.append("".join(more))
        table.names.append(name if alone else " ".join(cells[:-figures]))
    return table
