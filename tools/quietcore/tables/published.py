# SPDX-License-Identifier: MIT
"""Published tables that stand beside ours: other people's, other machines'."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from quietcore.log.reading import Run

MARK = "published, other machine"
SOURCE = ('"Thread pool" chapter of the open .NET book; 6 cores, 12 hardware '
          "threads, 2.7 GHz, .NET 5/6")
TASKS = 500_000  # of each published row

FOLDER = Path(__file__).with_name("reference")


class Table(NamedTuple):
    """A file, what its executor is called, and which of ours it stands by."""

    file: str
    name: str
    beside: str


TABLES = (Table("dispatch_plain_loop.csv", "plain loop", "loop"),
          Table("dispatch_dotnet_threadpool.csv", ".NET pool", "shared"),
          Table("dispatch_dotnet_smartthreadpool.csv", "adaptive .NET pool", "adaptive"))


class Row(NamedTuple):
    """The ten published columns, ours or theirs, and how many tasks it were; overhead, work and
    price in ticks, None where a figure means nothing. Milliseconds are of TASKS tasks, however
    many ran: rows can be compared."""

    n: int
    tasks: int
    overhead: float | None
    work: float
    price: float | None
    overhead_percent: float | None
    work_percent: float | None
    wall_ms: float | None
    workers: int
    overhead_ms: float | None
    work_ms: float | None


@cache
def load(table: Table) -> tuple[Row, ...]:
    """All rows of a published table."""
    with (FOLDER / table.file).open(newline="", encoding="ascii") as lines:
        next(lines)     # the source's names of the columns
        rows = [[float(cell) if cell else None for cell in row] for row in csv.reader(lines)]
    return tuple(Row(int(n), TASKS, *others, int(workers), overhead_ms, work_ms)
                 for n, *others, workers, overhead_ms, work_ms in rows)


def beside(variant: str) -> Table | None:
    """The published table that stands by an executor of ours."""
    return next((t for t in TABLES if t.beside == variant), None)


def own_row(result: dict, hz: int) -> Row:
    """The same columns of a `dispatch` result; no times where hz is 0, or where instructions were
    counted. An overhead below nothing, as the clock's cost is taken off, has no share."""
    n, overhead, work = (result["params"]["n"], result["mean"], result["work_mean"])
    both = overhead + work
    share = 100 * overhead / both if both > 0 and overhead >= 0 else None

    def ms(ticks_a_task: float) -> float | None:
        return (ticks_a_task * TASKS / hz * 1e3 if hz and result["unit"] == "ticks" else None)

    return Row(n, result["tasks"], overhead, work, both / n if n else None, share,
               None if share is None else 100 - share, ms(result["wall_ticks"] / result["tasks"]),
               result["workers"], ms(overhead), ms(work))


def dispatched(run: Run) -> list[dict]:
    """Results of `dispatch` that have a published row's columns, on the most cores of any."""
    results = [r for r in run.of("result") if r["experiment"] == "dispatch"
               and {"work_mean", "tasks", "wall_ticks", "workers"} <= {*r}
               and isinstance(r["params"].get("n"), int)
               and r["tasks"] and r["mean"] is not None]
    most = max((r["cores"] for r in results), default=0)
    return [r for r in results if r["cores"] == most]


def references(runs: Iterable[Run]) -> list[dict]:
    """Published rows for an export; none where no run has a `dispatch`."""
    if not any(dispatched(run) for run in runs):
        return []
    return [{"experiment": "dispatch", "variant": f"published/{table.name}",
             "mark": MARK, "source": SOURCE, "beside": table.beside}
            | row._asdict() for table in TABLES for row in load(table)]
