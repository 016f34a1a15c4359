# SPDX-License-Identifier: MIT
"""What the codes of a run tell: its answer page, its medians, its end."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from quietcore.tables.results import MEAN, cell_of
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import number

PAGE, HEAD, END = " ", ">", "="     # how a line begins that is no row
ROW = re.compile(r"(\S+)((?: \S+=-?\d+)*) (-?[\d.]+)(b?)(~?)(<?)([?!]?)")
LAST = re.compile(r"=(\w+) (\d+) (\d+)")
COLUMNS = ("experiment", "variant", "params", "cores", "unit", "mode", "median",
           "disturbed", "turns", "proven")


class Row(NamedTuple):
    """A result: COLUMNS, in their order."""

    experiment: str
    variant: str
    params: str
    cores: int
    unit: str
    mode: str
    median: float
    disturbed: bool
    turns: bool
    proven: str


@dataclass
class Told:
    """The lines of a text, by what they are."""

    page: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    status: str = ""        # how the run ended; "": that line is missing
    sent: int = 0           # rows that the image sent
    left_out: int = 0       # rows for which it had no room
    unknown: list[str] = field(default_factory=list)

    @property
    def units(self) -> str:
        """In what the medians are."""
        return " or ".join(dict.fromkeys(row.unit for row in self.rows))


def told_by(text: str) -> Told:
    """What a text tells; a line that is not understood is kept as unknown."""
    told, head = Told(), ("", "0", "")
    for line in text.splitlines():
        last, row = LAST.fullmatch(line), ROW.fullmatch(line)
        if line.startswith(PAGE):
            told.page.append(line[1:])
        elif line.startswith(HEAD) and len(line[1:].split(" ")) == 3:
            head = line[1:].split(" ")
        elif last:
            told.status, (told.sent, told.left_out) = last[1], map(
                int, last.group(2, 3))
        elif row and head[0]:
            told.rows.append(row_of(head, row))
        else:
            told.unknown.append(line)
    return told


def row_of(head: list[str], found: re.Match) -> Row:
    """A row below its head."""
    experiment, cores, unit = head
    variant, params, median, batch, disturbed, turns, doubt = found.groups()
    return Row(experiment, variant, params.strip(), int(cores), unit,
               "batch" if batch else "", float(median), bool(disturbed),
               bool(turns), {"?": "not_proven", "!": "failed"}.get(doubt, "ok"))


def medians_table(told: Told) -> Grid:
    """A row a result, under the name of its experiment."""
    grid = Grid([Column("experiment, variant", left=True, least=28),
                 Column("cores"), Column("median"), Column("mode", left=True),
                 Column("quiet", left=True), Column("proven", left=True)],
                ("mode", "proven", "quiet"), marks=MEAN,
                elsewhere="-o FILE.csv")
    last = None
    for row in told.rows:
        if row.experiment != last:
            last = row.experiment
            grid.add(Cell(last, "bold cyan"))
        quiet = ["disturbed"] * row.disturbed + ["turns"] * row.turns
        proven = [row.proven] * (row.proven != "ok")
        grid.add(f"  {row.variant} {row.params}".rstrip(), str(row.cores),
                 number(row.median), row.mode,
                 cell_of(quiet, "yellow", "clean"),
                 cell_of(proven, "bold red", "ok"))
    return grid


def as_csv(told: Told) -> bytes:
    """The medians, a line each, below COLUMNS."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(COLUMNS)
    lines.writerows([f"{cell:g}" if isinstance(cell, float) else
                     str(cell).lower() if isinstance(cell, bool) else cell
                     for cell in row] for row in told.rows)
    return out.getvalue().encode()
