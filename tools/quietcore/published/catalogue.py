# SPDX-License-Identifier: MIT
"""The published figures and pictures, a row each: one CSV file an article.

| column | holds |
|---|---|
| `id` | article and name, `dispatch.empty_slower`: the field `published_id` |
| `finding` | our finding's name, or several; `CORES` are those of the run, `*` any word |
| `what` | what it is, a few words |
| `theirs` | the published words |
| `low`, `high` | their range in `unit`, `inf` where only one end is theirs; empty where it is no figure |
| `unit` | that of our finding |
| `why` | why ours differs, where it does: one sentence |
| `needs` | what it would take to show it, where a run cannot; then no figure is due |
| `note` | what explains it, whether ours agrees or not: one sentence |
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
COLUMNS = ("id", "finding", "what", "theirs", "low", "high", "unit", "why", "needs", "note")

#: The articles, by the experiment that asks their question again.
ARTICLES = {
    "dispatch": 'the "Thread pool" chapter of the open .NET book: 6 cores, 12 '
                "hardware threads, 2.7 GHz, .NET 5 and 6",
    "primes": "an article on the overhead of synchronisation: .NET Core 3",
    "inject": "an article on ThreadPool.SetMinThreads: .NET, 12 logical cores",
    "threads": "an article on how many threads there may be: JVM, 12 cores",
    "workloads": "the third article of a series on the Go scheduler: 4 cores, "
                 "8 hardware threads, 2.9 GHz",
}


class BadRow(ValueError):
    """A row of a catalogue that cannot be used; names file and line."""


@dataclass(frozen=True)
class Published:
    """A published figure or picture; low and high in unit, or both None."""

    id: str
    finding: str
    what: str
    theirs: str
    low: float | None
    high: float | None
    unit: str
    why: str
    needs: str
    note: str = ""

    @property
    def article(self) -> str:
        """The experiment that asks its question again."""
        return self.id.partition(".")[0]

    def is_of(self, name: str, cores: int) -> bool:
        """Whether a finding's name is one of the row's, in a run of so many cores."""
        return any(fnmatchcase(name, own.replace("CORES", str(cores)))
                   for own in self.finding.split())


def row_of(cells: dict[str, str], where: str) -> Published:
    """A row of a file; BadRow where it lacks something."""
    if set(cells) != set(COLUMNS) or None in cells.values():
        raise BadRow(f"{where}: not the columns {', '.join(COLUMNS)}")
    low, high = (float(cells[end]) if cells[end] else None for end in ("low", "high"))
    if (low is None) != (high is None) or (low or 0) > (high or 0):
        raise BadRow(f"{where}: {cells['id']}: low and high are no range")
    words = {name: cells[name] for name in COLUMNS if name not in ("low", "high")}
    if not all(words[name] for name in ("id", "what", "theirs")):
        raise BadRow(f"{where}: id, what and theirs must not be empty")
    return Published(**words, low=low, high=high)


def read(path: Path) -> tuple[Published, ...]:
    """All rows of an article's file; BadRow where one is of no use."""
    with path.open(newline="", encoding="ascii") as lines:
        rows = tuple(row_of(cells, f"{path.name}, line {number}")
                     for number, cells in enumerate(csv.DictReader(lines), 2))
    for row in rows:
        if row.article != path.stem:
            raise BadRow(f"{path.name}: {row.id} is of another article")
    return rows


@cache
def catalogue() -> tuple[Published, ...]:
    """All rows, in the articles' order."""
    return tuple(row for article in ARTICLES for row in read(FOLDER / f"{article}.csv"))
