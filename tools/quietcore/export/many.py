# SPDX-License-Identifier: MIT
"""Many logs as one table: CSV and JSON lines, a log at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quietcore.export.formats import csv_of, json_lines_of
from quietcore.export.rows import Row, columns_of, rows_of
from quietcore.log.opening import Unreadable, runs_in
from quietcore.log.runs import Run
from quietcore.terminal.far import far
from quietcore.terminal.text import file_text

FIRST = ("log", "date")     # columns before those of a single log


class Log(NamedTuple):
    """A log that was read."""

    name: str
    date: str
    runs: list[Run]


# ---- when a log was made, which it does not say itself ---------------------------

RECORD = "run.json"     # beside a run's log
#: A run's folder, and those of its boots in it.
FOLDER = re.compile(r"(\d{8}-\d{6})-")
LEVELS = 3              # folders above a log that may tell


def date_of(log: str) -> str:
    """ISO 8601: of run.json, of the folder's name, else when the file was
    changed last; "" of standard input."""
    if log == "-":
        return ""
    path = Path(log).absolute()
    return started(path.parent / RECORD) or of_folder(path) or \
        datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(timespec="seconds")


def started(record: Path) -> str:
    """What run.json says; "" where there is none, or it cannot be read."""
    try:
        told = json.loads(record.read_bytes()).get("started")
        return datetime.strptime(told, "%Y-%m-%dT%H:%M:%S%z").isoformat()
    except (OSError, ValueError, TypeError, AttributeError):
        return ""


def of_folder(path: Path) -> str:
    """The date in the name of a folder above; "" without."""
    for folder in list(path.parents)[:LEVELS]:
        found = FOLDER.match(folder.name)
        try:
            if found:
                return datetime.strptime(found[1], "%Y%m%d-%H%M%S").astimezone().isoformat()
        except ValueError:
            continue
    return ""


# ---- their rows ------------------------------------------------------------------


def read(names: Iterable[str], wrong: list[str]) -> Iterator[Log]:
    """The logs that can be read, one at a time; `wrong` gets what cannot, and
    what is not whole: its rows are there, marked by `complete`."""
    for name in names:
        try:
            runs = runs_in(name)
        except Unreadable as error:
            wrong.append(str(error))
            continue
        wrong += [f"{file_text(name)}: {run.problems[0]}" for run in runs if not run.complete]
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
    return ({"log": log.name, "date": log.date} | row for row in rows_of(what, log.runs, False))


def columns(names: list[str], what: str) -> list[str]:
    """The columns of all logs; those that logs name come last, sorted."""
    always = [*FIRST, *columns_of(what, [], False)]
    named: set[str] = set()
    for log in far(some(names, []), len(names), "logs"):
        named.update(columns_of(what, log.runs, False))
    return [*always, *sorted(named.difference(always))]


def as_csv(names: list[str], what: str, wrong: list[str]) -> Iterator[bytes]:
    """A line a row. The logs are read twice: first for their columns."""
    yield from csv_of(columns(names, what), (
        row for log in far(read(names, wrong), len(names), "logs") for row in rows(log, what)))


def as_json_lines(names: list[str], what: str, wrong: list[str]) -> Iterator[bytes]:
    """An object a line, with the columns of its own log."""
    for log in far(some(names, wrong), len(names), "logs"):
        yield from json_lines_of([*FIRST, *columns_of(what, log.runs, False)], rows(log, what))
