# SPDX-License-Identifier: MIT
"""Many logs as one table: CSV and JSON lines, a log at a time."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import orjson

from quietcore.export.columns import FIRST
from quietcore.export.dates import date_of
from quietcore.export.formats import as_text, taken_line
from quietcore.export.rows import Row, columns_of, rows_of
from quietcore.log.opening import Unreadable, runs_in
from quietcore.log.runs import Run
from quietcore.terminal.far import far
from quietcore.terminal.text import file_text


class Log(NamedTuple):
    """A log that was read."""

    name: str
    date: str
    runs: list[Run]


def read(names: Iterable[str], wrong: list[str]) -> Iterator[Log]:
    """The logs that can be read, one at a time; `wrong` gets what cannot, and
    what is not whole: its rows are there, marked by `complete`."""
    for name in names:
        try:
            runs = runs_in(name)
        except Unreadable as error:
            wrong.append(str(error))
            continue
        wrong += [f"{file_text(name)}: {run.problems[0]}" for run in runs
                  if not run.complete]
        yield Log(file_text(name), date_of(name), runs)


def some(names: list[str], wrong: list[str]) -> Iterator[Log]:
    """The same; raises Unreadable at the end where none could be read."""
    found = False
    for log in read(names, wrong):
        found = True
        yield log
    if not found:
        more = f"; and {len(wrong) - 3} more" if wrong[3:] else ""
        raise Unreadable("; ".join(wrong[:3]) + more)


def rows(log: Log, what: str) -> Iterator[Row]:
    """A log's rows of a table."""
    for row in rows_of(what, log.runs, False):
        yield {"log": log.name, "date": log.date} | row


def columns(names: list[str], what: str) -> list[str]:
    """The columns of all logs; those that logs name come last, sorted."""
    always: dict[str, None] = dict.fromkeys(FIRST)
    named: set[str] = set()
    fixed = columns_of(what, [], False)
    always.update(dict.fromkeys(fixed))
    for log in far(some(names, []), len(names), "logs"):
        named.update(columns_of(what, log.runs, False))
    return [*always, *sorted(named - always.keys())]


def as_csv(names: list[str], what: str, wrong: list[str]) -> Iterator[bytes]:
    """A line a row. The logs are read twice: first for their columns."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns(names, what), lineterminator="\r\n")
    writer.writeheader()
    yield taken_line(out)
    for log in far(read(names, wrong), len(names), "logs"):
        for row in rows(log, what):
            writer.writerow(as_text(row))
            yield taken_line(out)


def as_json_lines(names: list[str], what: str,
                  wrong: list[str]) -> Iterator[bytes]:
    """An object a line, with the columns of its own log."""
    for log in far(some(names, wrong), len(names), "logs"):
        nothing = dict.fromkeys((*FIRST, *columns_of(what, log.runs, False)))
        for row in rows(log, what):
            yield orjson.dumps(nothing | as_text(row)) + b"\n"
