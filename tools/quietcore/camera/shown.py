# SPDX-License-Identifier: MIT
"""What the codes of a run tell: as a run that can be asked, a table, CSV."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

import orjson

from quietcore.camera.collected import Context
from quietcore.camera.told import Told
from quietcore.conclusions.gate import FIT
from quietcore.conclusions.rounds import NEVER, NO_ROUND, reach_of
from quietcore.conclusions.rows import ROUNDS, Row
from quietcore.log.reading import Run
from quietcore.tables.results import MEAN, cell_of, proven_words, quiet_words
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import number


def run_of(told: Told, context: Context) -> Run:
    """The records as those of a log: conclusions ask for no more."""
    records = [{"record": "context"} | context._asdict(), *told.records]
    return Run(lines=[*map(orjson.dumps, records)], kinds=[each["record"] for each in records])


class Shown(NamedTuple):
    """A row as CSV has it; its fields are the columns."""

    experiment: str
    variant: str
    params: str
    cores: int
    unit: str
    mode: str
    median: float | None    # of the log; of a quantity, of its clean rounds
    low: float | None       # the interval of the clean rounds
    high: float | None
    clean: int              # rounds
    disturbed: bool
    turns: bool
    proven: str


def figure(milli: int | None) -> float | None:
    """None of what is out of reach, or not there."""
    return None if milli in (None, NEVER) else milli / 1000


def shown(record: dict) -> Shown:
    """A row of a result or a quantity."""
    clean = [value for value in Row(record, FIT, FIT).rounds(ROUNDS) if value != NO_ROUND]
    middle, low, high = map(figure, reach_of(clean))
    params = dict(record["params"])
    mode = params.pop("mode", "")
    words = " ".join(f"{key}={value}" for key, value in params.items())
    return Shown(record["experiment"], record["variant"], words, record["cores"], record["unit"],
                 mode, record.get("p50", middle), low, high, len(clean), "quiet" in record,
                 "crowded" in record, record["proven"])


def units(told: Told) -> str:
    """In what the figures of results are."""
    return " or ".join(dict.fromkeys(each["unit"] for each in told.rows
                                     if each["record"] == "result"))


def rows_table(told: Told) -> Grid:
    """A row each, under the name of its experiment."""
    grid = Grid([Column("experiment, variant", left=True, least=28),
                 *map(Column, ("cores", "median", "low", "high", "clean")),
                 *(Column(name, left=True) for name in ("mode", "unit", "quiet", "proven"))],
                ("mode", "unit", "proven", "quiet"), marks=MEAN, elsewhere="-o FILE.csv")
    last = None
    for record in told.rows:
        row = shown(record)
        if row.experiment != last:
            last = row.experiment
            grid.add(Cell(last, "bold cyan"))
        grid.add(f"  {row.variant} {row.params}".rstrip(), str(row.cores),
                 *map(number, (row.median, row.low, row.high)), str(row.clean),
                 row.mode, row.unit, cell_of(quiet_words(record), "yellow", "clean"),
                 cell_of(proven_words(record), "bold red", "ok"))
    return grid


def cell(value: object) -> str:
    """Of CSV: nothing where there is no figure."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else str(value)


def as_csv(told: Told) -> bytes:
    """The rows, a line each, below the names of their columns."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(Shown._fields)
    lines.writerows([*map(cell, shown(each))] for each in told.rows)
    return out.getvalue().encode()
