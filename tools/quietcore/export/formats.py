# SPDX-License-Identifier: MIT
"""A log for other programs; docs/export.md is the contract.

JSON is one document with everything. CSV and JSON Lines are one table
(rows.py), with the same columns.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain

import orjson

from quietcore.export.rows import Row, columns_of, rows_of
from quietcore.log.reading import Run
from quietcore.log.trust import lesser
from quietcore.tables.published import references

#: Before what is made of hexadecimal digits; `g` as git describe has it.
LETTERS = {"git": "g", "run_id": "r"}


def as_json(runs: list[Run], further: bool) -> Iterator[bytes]:
    """{"runs": [{"complete", ..., "records"}]}, in pieces.

    A record is a JSON object already: its bytes go out as they came in.
    `further`: "published" follows, other people's rows, each with its mark and
    source, where a run has a counterpart.
    """
    yield b'{"runs": ['
    for index, run in enumerate(runs):
        head = {"id": run.id or None, "version": run.version,
                "complete": run.complete, "trust": lesser(run.context),
                "problems": run.problems}
        yield b",\n" if index else b"\n"
        yield orjson.dumps(head)[:-1] + b',"records": ['
        for number, line in enumerate(run.lines):
            yield (b",\n" if number else b"\n") + line
        yield b"]}"
    yield b"\n]"
    if further:
        yield b',\n"published": ' + orjson.dumps(references(runs))
    yield b"}\n"


def as_text(row: Row) -> Row:
    """The row, its names of digits behind a letter: a revision 2396e8760701 is
    infinity to a reader that guesses, and 0012 is 12."""
    return row | {name: letter + str(row[name])
                  for name, letter in LETTERS.items() if row.get(name)}


def csv_of(columns: list[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """A line a row, ended by LF; an empty field where there is nothing."""
    out = io.StringIO()
    # Of CR and LF csv quotes those that are in its line end: both have to be.
    writer = csv.DictWriter(out, columns, lineterminator="\r\n")
    for row in chain([dict(zip(columns, columns))], map(as_text, rows)):
        writer.writerow(row)
        yield (out.getvalue().removesuffix("\r\n") + "\n").encode()
        out.seek(0)
        out.truncate()


def json_lines_of(columns: list[str], rows: Iterable[Row]) -> Iterator[bytes]:
    """An object a line; null where there is nothing."""
    nothing = dict.fromkeys(columns)
    return (orjson.dumps(nothing | as_text(row)) + b"\n" for row in rows)


def as_csv(runs: list[Run], what: str, further: bool) -> Iterator[bytes]:
    """A table of some runs, `further`: with other people's results."""
    return csv_of(columns_of(what, runs, further), rows_of(what, runs, further))


def as_json_lines(runs: list[Run], what: str, further: bool) -> Iterator[bytes]:
    """The same table."""
    return json_lines_of(columns_of(what, runs, further), rows_of(what, runs, further))
