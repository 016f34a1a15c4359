# SPDX-License-Identifier: MIT
"""Tables that never cut a number: on a narrow terminal columns go, whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rich.cells import cell_len

from quietcore.terminal.text import plain, wrapped

#: In an order: from here on names stand on lines of their own.
ALONE = "names on lines of their own"

#: What goes first where a table is wider than the terminal. Before these go
#: those of them that hold nothing but "-".
ORDER = {
    "results": ("quiet", "proven", "n", "mad", "p90", "p99.9", "min", ALONE,
                "mean", "p99", "max"),
    "experiment": ("quiet", "proven", "n", "mad", "p90", "p99.9", "min", "max",
                   "mean", "p99", ALONE, "rounds"),
    "dispatch": ("tasks", "ovh. ms", "work ms", "work %", "price", "ovh. %",
                 "workers", ALONE, "wall ms", "work"),
    "twin": ("quiet", "p99.9", "max", "p99", "verdict"),
    "compare": ("interval", "p", "verdict", ALONE, "old"),
    "targets": ("what", "of", "ticks"),
    "goals": ("p50", "ticks", "worst at n"),
    "wall": ("spsc", "shared", "steal", "loop"),
}
GAP = 2  # blanks between columns


def orders() -> list[str]:
    """The same as lines of a help text."""
    every = [f"{name:<10} {', '.join(order)}" for name, order in ORDER.items()]
    every.append("series     the last column")
    return [f"  {line}" for text in every for line in wrapped(text, 74, 10)]


class Cell(NamedTuple):
    """A text, rich's name of its style, and what stays of it where its column goes."""

    text: str
    style: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    heading: str          # lines parted by LF
    left: bool = False    # flush left: words
    least: int = 0        # > 0: wraps at blanks, down to this width
    key: str = ""         # its name in the order; the heading if empty

    @property
    def name(self) -> str:
        """What the order calls it."""
        return self.key or self.heading


def words(*headings: str, least: int = 0) -> list[Column]:
    """Columns of words."""
    return [Column(heading, True, least) for heading in headings]


@dataclass
class Grid:
    """A table: the first column names the rows."""

    columns: list[Column]         # a text is the heading of a column of figures
    order: tuple[str, ...] = ()   # names of columns, first to go first
    title: str = ""
    elsewhere: str = ""           # where all columns are, beside --width
    marks: str = ""               # what those of its cells mean
    rows: list[list[Cell]] = field(default_factory=list)  # one cell: a heading

    def __post_init__(self) -> None:
        self.columns = [Column(each) if isinstance(each, str) else each for each in self.columns]

    def add(self, *cells: object, style: str = "") -> None:
        """A row of cells, or of what they say, which may be foreign."""
        self.rows.append([
            c._replace(text=plain(c.text)) if isinstance(c, Cell)
            else Cell(plain(c), style) for c in cells])

    def head(self, text: str) -> None:
        """A heading amid the rows."""
        self.add(Cell(text, "bold cyan"))

    @cached_property
    def natural(self) -> list[int]:
        """The widest cell of each column. Only when all rows are in."""
        widths = [max(map(cell_len, c.heading.split("\n"))) for c in self.columns]
        for row in self.rows:
            if len(row) == len(widths):
                widths = [max(w, cell_len(c.text)) for w, c in zip(widths, row)]
        return widths

    def silent(self, name: str) -> bool:
        """Do all columns of the name say nothing?"""
        at = [i for i, c in enumerate(self.columns) if c.name == name]
        return all(row[i].text in ("-", "") for row in self.rows for i in at if len(row) > 1)


class Shape(NamedTuple):
    """Which columns are shown, how wide."""

    widths: dict[int, int]    # of the columns shown
    alone: bool               # names have lines of their own
    dropped: list[str]        # names of what is not shown
    marks: set[int]           # columns of which the mark is left

    @property
    def total(self) -> int:
        """Columns of the terminal it takes."""
        return sum(self.widths.values()) + GAP * (len(self.widths) - 1)


INDENT = 4  # of what belongs to the line above


def shape_without(grid: Grid, dropped: list[str], alone: bool) -> Shape:
    """Without these columns, words as narrow as they may be."""
    widths, marks = {}, set()
    for i, (column, width) in enumerate(zip(grid.columns, grid.natural)):
        if column.name in dropped:
            widest = max((cell_len(r[i].mark) for r in grid.rows if len(r) > 1), default=0)
            if widest:
                widths[i] = widest
                marks.add(i)
        else:
            widths[i] = min(width, column.least) if column.least else width
    if alone:
        widths[0] = INDENT - GAP
    return Shape(widths, alone, dropped, marks)


def shapes(grid: Grid) -> Iterator[Shape]:
    """From the whole table to the least, as the order says."""
    held = {ALONE, *(column.name for column in grid.columns)}
    order = sorted((name for name in grid.order if name in held),
                   key=lambda name: name == ALONE or not grid.silent(name))
    cut = order.index(ALONE) if ALONE in order else len(order)
    names = [name for name in order if name != ALONE]
    for count in range(cut + 1):
        yield shape_without(grid, names[:count], False)
    for count in range(len(names) + 1):
        yield shape_without(grid, names[:count], True)


def fit(grid: Grid, width: int) -> Shape:
    """The first shape that fits; words then take what is left."""
    for shape in shapes(grid):
        if shape.total <= width:
            break
    left = width - shape.total
    for i, column in enumerate(grid.columns):
        if column.least and i in shape.widths and not (i == 0 and shape.alone):
            more = min(max(left, 0), grid.natural[i] - shape.widths[i])
            shape.widths[i] += more
            left -= more
    return shape
