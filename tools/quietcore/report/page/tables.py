# SPDX-License-Identifier: MIT
"""Tables of HTML: rich's grids, and a shape's own figures."""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.report.draw.model import Table
from quietcore.terminal.layout import Grid
from quietcore.terminal.text import plain

#: rich's styles that mean something, as classes.
CLASSES = {"yellow": "doubt", "bold red": "wrong", "dim": "dim"}
MOST_ROWS = 2000
MOST_POINTS = 500   # rows of a picture's own table


@dataclass
class Shown:
    """A table: headings, rows of text and class, what was left out."""

    headings: list[str]
    rows: list[list[tuple[str, str]]]   # one cell: a heading amid them
    left_out: int = 0
    title: str = ""


def of_grid(grid: Grid | None) -> Shown | None:
    """A table for the terminal as one for a page; None of none."""
    if grid is None or not grid.rows:
        return None
    rows = [[(cell.text, CLASSES.get(cell.style, "")) for cell in row]
            for row in grid.rows]
    return Shown([column.heading.replace("\n", " ")
                  for column in grid.columns], rows[:MOST_ROWS],
                 max(0, len(rows) - MOST_ROWS), grid.title)


def of_shape(table: Table) -> Shown:
    """The figures of a picture."""
    headings, rows = table
    kept = [i for i, _ in enumerate(headings)
            if any(row[i] not in ("", "-") for row in rows)]
    return Shown([headings[i] for i in kept],
                 [[(plain(row[i]), "") for i in kept]
                  for row in rows[:MOST_POINTS]],
                 max(0, len(rows) - MOST_POINTS))
