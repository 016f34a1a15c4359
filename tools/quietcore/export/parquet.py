# SPDX-License-Identifier: MIT
"""Many logs as one partitioned Parquet set.

FOLDER/TABLE/trust=LABEL/experiment=NAME/part-N.parquet: every file of a table
has the same columns. Logs are read by as many processes as there are cores.
pyarrow is an extra, so that it is imported late.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from quietcore.export.columns import (
    FIRST, PARTS, Columns, schema_of, type_of, whole)
from quietcore.export.many import read
from quietcore.export.rows import KINDS, about
from quietcore.terminal.far import far

AT_ONCE = 10        # logs that a process reads before it hands them over
MOST_PARTS = 1 << 12
LEAST_ROWS = 1 << 16    # that are written at once, where there are so many


# ---- reading -------------------------------------------------------------------


def some(names: list[str], tables: tuple[str, ...]) -> tuple[dict, list[str]]:
    """In a process of its own: the tables of some logs, and what is wrong."""
    wrong: list[str] = []
    found = {what: Columns() for what in tables}
    for log in read(names, wrong):
        for index, run in enumerate(log.runs):
            head = dict(zip(FIRST, log)) | about(index, run)
            for what, columns in found.items():
                columns.add(head, KINDS[what].rows(run))
    return {what: columns.table() for what, columns in found.items()
            if columns.rows}, wrong


def all_(names: list[str], tables: tuple[str, ...],
         wrong: list[str]) -> Iterator[dict]:
    """The tables of all logs, in pieces."""
    pieces = [names[at:at + AT_ONCE] for at in range(0, len(names), AT_ONCE)]
    workers = min(len(pieces), len(os.sched_getaffinity(0)))
    if workers < 2:
        done = (some(piece, tables) for piece in pieces)
        yield from handed_on(done, len(names), wrong)
        return
    with ProcessPoolExecutor(workers) as pool:
        done = pool.map(some, pieces, [tables] * len(pieces))
        yield from handed_on(done, len(names), wrong)


def handed_on(done: Iterator, count: int, wrong: list[str]) -> Iterator[dict]:
    """The tables as they come; what is wrong is kept."""
    for found, faults in far(done, count, "logs",
                             lambda pieces: pieces * AT_ONCE):
        wrong += faults
        yield found


# ---- writing -------------------------------------------------------------------


def write(names: list[str], folder: Path, tables: tuple[str, ...],
          wrong: list[str]) -> dict[str, int]:
    """Writes the set into a folder; rows by table. Raises OSError."""
    held: dict[str, list] = {}
    for found in all_(names, tables, wrong):
        for what, table in found.items():
            held.setdefault(what, []).append(table)
    for what, pieces in held.items():
        put(pieces, what, folder / what)
    return {what: sum(piece.num_rows for piece in pieces)
            for what, pieces in held.items()}


def put(pieces: list, what: str, folder: Path) -> None:
    """A table, parted; a piece at a time, so that no second copy is held."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    schema = schema_of(what, pieces)
    parts = [name for name in PARTS if name in schema.names]
    batches = (batch for piece in pieces
               for batch in whole(piece, schema).to_batches())
    ds.write_dataset(
        batches, folder, schema=schema, format="parquet",
        max_partitions=MOST_PARTS, min_rows_per_group=LEAST_ROWS,
        partitioning=ds.partitioning(
            pa.schema([(name, type_of(name)) for name in parts]),
            flavor="hive"),
        existing_data_behavior="error")
