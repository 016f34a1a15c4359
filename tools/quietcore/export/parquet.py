# SPDX-License-Identifier: MIT
"""Many logs as one partitioned Parquet set.

FOLDER/TABLE/trust=LABEL/experiment=NAME/part-N.parquet: every file of a table
has the same columns. Logs are read by as many processes as there are cores.
pyarrow is an extra, so that it is imported late.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from typing import NamedTuple

from quietcore.export.many import FIRST, read
from quietcore.export.rows import KINDS, RUN, Row, about

AT_ONCE = 20        # logs that a process reads before it hands them over
PARTS = ("trust", "experiment")     # what a table is parted by, where it has it
MOST_PARTS = 1 << 12
#: What a folder may be called: a log's own names may hold anything.
ODD = re.compile(r"[^A-Za-z0-9._-]")

TEXT = {"log", "date", "run_id", "trust", "machine", "cpu", "version", "git",
        "suite", "lock", "queue", "experiment", "variant", "unit", "per",
        "quiet", "proven", "stop", "grade_before", "grade_after", "name",
        "verdict", "subjects", "text", "claim", "reason", "winners",
        "property", "code", "when", "grade", "column", "param_mode"}
TRUTH = {"complete", "passes_differ"}
WHOLE = {"run", "cores", "method", "batch", "n", "tsc_hz", "part", "row",
         "core", "count", "gaps", "smi"}


# ---- columns -------------------------------------------------------------------


def fit(row: Row) -> Row:
    """A row whose cells are of their columns' types: what a log names may be a
    number in one and a word in another, and then has a column for each."""
    found: Row = {}
    for name, value in row.items():
        if value is None:
            continue
        if name in TEXT:
            found[name] = str(value)
        elif name in TRUTH:
            found[name] = bool(value)
        elif isinstance(value, (int, float)):
            found[name] = int(value) if name in WHOLE else float(value)
        else:
            found[f"{name}_text"] = str(value)
    for name in PARTS:
        if name in found:
            found[name] = ODD.sub("_", str(found[name]))
    return found


def type_of(name: str):
    """A column's type."""
    import pyarrow as pa

    if name in TEXT or name.endswith("_text"):
        return pa.string()
    return pa.bool_() if name in TRUTH else \
        pa.int64() if name in WHOLE else pa.float64()


class Piece(NamedTuple):
    """Rows of a run, and what stands before each of them."""

    head: Row
    rows: list[Row]


def table_of(pieces: list[Piece], what: str):
    """Rows as a table of Arrow's."""
    import pyarrow as pa

    heads = dict.fromkeys((*FIRST, *RUN))
    columns = {name: [*chain.from_iterable(
        repeat(piece.head.get(name), len(piece.rows)) for piece in pieces)]
        for name in heads}
    found = [row for piece in pieces for row in piece.rows]
    always = dict.fromkeys(KINDS[what].columns)
    named = {name for row in found for name in row} - always.keys()
    for name in [*always, *sorted(named)]:
        columns[name] = [row.get(name) for row in found]
    return pa.table({name: pa.array(column, type_of(name))
                     for name, column in columns.items()})


# ---- reading -------------------------------------------------------------------


def some(names: list[str], tables: tuple[str, ...]) -> tuple[dict, list[str]]:
    """In a process of its own: the tables of some logs, and what is wrong."""
    wrong: list[str] = []
    found: dict[str, list[Piece]] = {what: [] for what in tables}
    for log in read(names, wrong):
        for index, run in enumerate(log.runs):
            head = fit({"log": log.name, "date": log.date} | about(index, run))
            for what in tables:
                found[what].append(Piece(head, [*map(
                    fit, KINDS[what].rows(run))]))
    return {what: table_of(its, what) for what, its in found.items()
            if any(piece.rows for piece in its)}, wrong


def all_(names: list[str], tables: tuple[str, ...],
         wrong: list[str]) -> Iterator[dict]:
    """The tables of all logs, in pieces."""
    pieces = [names[at:at + AT_ONCE] for at in range(0, len(names), AT_ONCE)]
    if len(pieces) < 2:
        done = [some(piece, tables) for piece in pieces]
    else:
        workers = min(len(pieces), len(os.sched_getaffinity(0)))
        with ProcessPoolExecutor(workers) as pool:
            done = list(pool.map(some, pieces, [tables] * len(pieces)))
    for found, faults in done:
        wrong += faults
        yield found


# ---- writing -------------------------------------------------------------------


def write(names: list[str], folder: Path, tables: tuple[str, ...],
          wrong: list[str]) -> dict[str, int]:
    """Writes the set into a folder; rows by table. Raises OSError."""
    import pyarrow as pa

    held: dict[str, list] = {}
    for found in all_(names, tables, wrong):
        for what, table in found.items():
            held.setdefault(what, []).append(table)
    counts = {}
    for what, pieces in held.items():
        whole = pa.concat_tables(pieces, promote_options="default")
        whole = whole.replace_schema_metadata({"quietcore": what})
        put(whole, folder / what)
        counts[what] = whole.num_rows
    return counts


def put(table, folder: Path) -> None:
    """A table, parted."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    parts = [name for name in PARTS if name in table.column_names]
    ds.write_dataset(
        table, folder, format="parquet", max_partitions=MOST_PARTS,
        partitioning=ds.partitioning(
            pa.schema([(name, pa.string()) for name in parts]), flavor="hive"),
        existing_data_behavior="error")
