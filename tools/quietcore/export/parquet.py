# SPDX-License-Identifier: MIT
"""Many logs as one partitioned Parquet set.

FOLDER/TABLE/trust=LABEL/experiment=NAME/part-N.parquet: every file of a table
has the same columns. Logs are read by as many processes as there are cores.
pyarrow is an extra, so that it is imported late.
"""

from __future__ import annotations

from pathlib import Path

from quietcore.export.columns import (
    FIRST, PARTS, Columns, schema_of, type_of, whole)
from quietcore.export.many import read
from quietcore.export.rows import KINDS, about
from quietcore.log.workers import each_piece

MOST_PARTS = 1 << 12
LEAST_ROWS = 1 << 16    # that are written at once, where there are so many


# ---- reading -------------------------------------------------------------------


def some(names: list[str], tables: tuple[str, ...]) -> tuple[dict, list[str]]:
    """The tables of some logs, and what is wrong."""
    wrong: list[str] = []
    found = {what: Columns() for what in tables}
    for log in read(names, wrong):
        for index, run in enumerate(log.runs):
            head = dict(zip(FIRST, log)) | about(index, run)
            for what, columns in found.items():
                columns.add(head, KINDS[what].rows(run))
    return {what: columns.table() for what, columns in found.items()
            if columns.rows}, wrong


# ---- writing -------------------------------------------------------------------


def write(names: list[str], folder: Path, tables: tuple[str, ...],
          wrong: list[str]) -> dict[str, int]:
    """Writes the set into a folder; rows by table. Raises OSError."""
    held: dict[str, list] = {}
    for found, faults in each_piece(some, names, tables):
        wrong += faults
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
