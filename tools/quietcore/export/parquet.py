# SPDX-License-Identifier: MIT
"""Many logs as one partitioned Parquet set.

FOLDER/TABLE/trust=LABEL/experiment=NAME/part-N.parquet: every file of a table
has the same columns. Logs are read by as many processes as there are cores. A
set of a thousand logs has three million rows. So each cell is touched once,
what a run says of itself is repeated by Arrow, and a text that comes again and
again is kept once. pyarrow is an extra, so that it is imported late.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from quietcore.export.many import FIRST, read
from quietcore.export.rows import KINDS, RUN, Row, about
from quietcore.log.workers import each_piece

MOST_PARTS = 1 << 12
LEAST_ROWS = 1 << 16    # that are written at once, where there are so many
PARTS = ("trust", "experiment")     # what a table is parted by, where it has it
#: What a folder may be called: a log's own names may hold anything.
ODD = re.compile(r"[^A-Za-z0-9._-]")

TEXT = {"log", "date", "run_id", "trust", "machine", "cpu", "version", "git", "suite", "lock",
        "queue", "experiment", "variant", "unit", "per", "quiet", "proven", "stop",
        "grade_before", "grade_after", "name", "verdict", "subjects", "text", "claim", "reason",
        "winners", "property", "code", "when", "grade", "column", "param_mode"}
TRUTH = {"complete", "passes_differ"}
WHOLE = {"run", "cores", "method", "batch", "n", "tsc_hz", "part", "row", "core", "count",
         "gaps", "smi"}

Fitting = Callable[[object], object]


@cache
def folder_name(value: object) -> str:
    """A text that may be a folder's name."""
    return ODD.sub("_", str(value))


def kind_of(name: str) -> type:
    """What the cells of a column are."""
    return str if name in TEXT else bool if name in TRUTH else int if name in WHOLE else float


def place(name: str, kind: type) -> tuple[str, Fitting]:
    """The column of a cell, and what makes the cell fit it: what a log names
    may be a number in one and a word in another, and then has a column each."""
    own = kind_of(name)
    if own in (int, float) and not issubclass(kind, (int, float)):
        return f"{name}_text", str
    return name, folder_name if name in PARTS else own


def fit(row: Row) -> Row:
    """A row whose cells are of their columns' types."""
    ways = [(*place(name, type(value)), value) for name, value in row.items() if value is not None]
    return {column: fitting(value) for column, fitting, value in ways}


def type_of(name: str):
    """A column's type."""
    import pyarrow as pa

    types = {str: pa.string(), bool: pa.bool_(), int: pa.int64(), float: pa.float64()}
    return types[str if name.endswith("_text") else kind_of(name)]


class Columns:
    """The columns of some runs' rows as they grow."""

    def __init__(self) -> None:
        self.rows = 0
        self._cells: dict[str, list] = {}
        self._way = cache(self._find_way)
        self._heads: list[Row] = []
        self._counts: list[int] = []    # rows of each head

    def _find_way(self, name: str, kind: type) -> tuple[list, Fitting | None]:
        """Where such a cell goes; None: it fits as it is."""
        name, fitting = place(name, kind)
        return self._cells.setdefault(name, []), None if fitting is kind else fitting

    def add(self, head: Row, rows: Iterable[Row]) -> None:
        """The rows of a run, and what stands before each of them."""
        at = self.rows
        for row in rows:
            for name, value in row.items():
                if value is None:
                    continue
                column, fitting = self._way(name, value.__class__)
                if len(column) < at:
                    column += [None] * (at - len(column))
                column.append(fitting(value) if fitting else value)
            at += 1
        self._heads.append(fit(head))
        self._counts.append(at - self.rows)
        self.rows = at

    def table(self):
        """All of it; a column without a cell is left out."""
        import pyarrow as pa

        of_run = pa.concat_arrays([
            pa.repeat(pa.scalar(at, pa.int32()), count)
            for at, count in enumerate(self._counts)])
        made = {name: pa.array([head.get(name) for head in self._heads], type_of(name)).take(of_run)
                for name in (*FIRST, *RUN)}
        for name, column in self._cells.items():
            column += [None] * (self.rows - len(column))
            made[name] = pa.array(column, type_of(name))
        return pa.table({
            name: column.dictionary_encode() if column.type == pa.string() else column
            for name, column in made.items()})


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
    return {what: columns.table() for what, columns in found.items() if columns.rows}, wrong


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
    return {what: sum(piece.num_rows for piece in pieces) for what, pieces in held.items()}


def schema_of(what: str, tables: list):
    """The columns of a whole table: those that are always there, then, sorted,
    those that logs name."""
    import pyarrow as pa

    always = [*FIRST, *RUN, *KINDS[what].columns]
    named = {name for table in tables for name in table.column_names}
    names = [*always, *sorted(named.difference(always))]
    return pa.schema([(name, type_of(name)) for name in names], {"quietcore": what})


def whole(table, schema):
    """A piece of a table with all columns, each of its type."""
    import pyarrow as pa

    there = set(table.column_names)
    return pa.table([table[each.name].cast(each.type) if each.name in there
                     else pa.nulls(table.num_rows, each.type)
                     for each in schema], schema=schema)


def put(pieces: list, what: str, folder: Path) -> None:
    """A table, parted; a piece at a time, so that no second copy is held."""
    import pyarrow as pa
    import pyarrow.dataset as ds

    schema = schema_of(what, pieces)
    parts = [name for name in PARTS if name in schema.names]
    batches = (batch for piece in pieces for batch in whole(piece, schema).to_batches())
    ds.write_dataset(
        batches, folder, schema=schema, format="parquet",
        max_partitions=MOST_PARTS, min_rows_per_group=LEAST_ROWS,
        partitioning=ds.partitioning(
            pa.schema([(name, type_of(name)) for name in parts]), flavor="hive"),
        existing_data_behavior="error")
