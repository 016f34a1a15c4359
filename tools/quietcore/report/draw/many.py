# SPDX-License-Identifier: MIT
"""More cells than a page can hold one by one: a path for each shade.

A run of cells of one shade is one stroke. What the cells say is told once for
each text, and stands in data-cells of the map as numbers of these texts; the
page's script finds a cell by the place of the hand. Without it a shade says
which figures it stands for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from markupsafe import Markup

from quietcore.report.draw.model import Cell, Heat, figure
from quietcore.report.draw.svg import el

SHADES = 32
#: More cells than these are drawn by shade: 64 cores have 4,032 pairs.
MOST = 4100
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(value: int) -> str:
    """As JavaScript's parseInt(text, 36) reads it."""
    high, low = divmod(value, 36)
    return (base36(high) if high else "") + DIGITS[low]


def runs(places: set[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Row, first column and length of cells side by side."""
    start = row = end = -1
    for r, c in sorted(places):
        if (r, c) != (row, end):
            if row >= 0:
                yield row, start, end - start
            row, start = r, c
        end = c + 1
    if row >= 0:
        yield row, start, end - start


def stroke(places: set[tuple[int, int]]) -> str:
    """Strokes along the middles of rows, each begun beside the last one."""
    parts, x, y = [], 0, 0
    for row, column, length in runs(places):
        parts.append(f"m{column - x} {row - y}h{length}")
        x, y = column + length, row
    return "".join(parts)


def by_shade(heat: Heat, share: Callable[[float], float],
             colour: Callable[[float], tuple[int, int, int]]
             ) -> Iterator[Markup]:
    """A path for each shade that occurs, from near to far."""
    found: dict[int, list[Cell]] = {}
    for cell in heat.cells:
        at = min(int(min(max(share(cell.value), 0), 1) * SHADES), SHADES - 1)
        found.setdefault(at, []).append(cell)
    for at, cells in sorted(found.items()):
        values = [cell.value for cell in cells]
        says = f"{len(cells)} of {len(heat.cells)} cells: " \
            f"{figure(min(values))} to {figure(max(values))} {heat.unit}"
        yield el("path", el("title", says.strip()),
                 d=stroke({(c.row, c.column) for c in cells}), class_="cell",
                 stroke="rgb({},{},{})".format(*colour(at / (SHADES - 1))))


def told(heat: Heat, words: Callable[[Cell], str]) -> str:
    """What the script needs to say what a cell is."""
    texts: dict[str, int] = {}
    numbers = [[""] * len(heat.columns) for _ in heat.rows]
    for cell in heat.cells:
        numbers[cell.row][cell.column] = base36(
            texts.setdefault(words(cell), len(texts)))
    return json.dumps(
        {"titles": [heat.row_title, heat.column_title], "rows": heat.rows,
         "columns": heat.columns, "texts": [*texts],
         "cells": ";".join(map(",".join, numbers))}, separators=(",", ":"))


def drawn(heat: Heat, wide: float, tall: float, share, colour,
          words: Callable[[Cell], str]) -> Markup:
    """All cells, in a room where each is one wide and one high."""
    return el("g", el("g", *by_shade(heat, share, colour),
                      transform="translate(0 .5)"),
              class_="many", transform=f"scale({wide:.4f} {tall:.4f})",
              data_cells=told(heat, words))
