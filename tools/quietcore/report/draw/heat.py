# SPDX-License-Identifier: MIT
"""Figures of rows and columns as shades, drawn.

Few cells are drawn one by one. More than a page can hold so are a path for each
shade, in which a run of cells is one stroke; what they say is told once for
each text, and stands in data-cells of the map as numbers of these texts. The
page's script finds a cell by the place of the hand. Without it a shade says
which figures it stands for.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from markupsafe import Markup

from quietcore.report.draw.frame import SMALL, WIDTH, Sketch, cut
from quietcore.report.draw.model import Cell, Heat, figure
from quietcore.report.draw.svg import el, text

TOP = 24
LONGEST = 16
FEW_ROWS = 12   # so many are as high as their names ask
#: From near to far, as viridis goes: lightness falls all the way, so that it
#: reads in grey and to the colour-blind. Red, green, blue.
COLOURS = ((253, 231, 37), (122, 209, 81), (34, 168, 132), (42, 120, 142), (65, 68, 135),
           (68, 1, 84))
SHADES = 32     # of many cells
#: More cells than these are drawn by shade: 64 cores have 4,032 pairs.
MOST = 4100
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def shade(share: float) -> tuple[int, int, int]:
    """The colour at a share from 0 to 1 of the way."""
    place = min(max(share, 0.0), 1.0) * (len(COLOURS) - 1)
    at = min(int(place), len(COLOURS) - 2)
    return tuple(round(low + (place - at) * (high - low))
                 for low, high in zip(COLOURS[at], COLOURS[at + 1]))


def rgb(share: float) -> str:
    """The same as SVG has it."""
    return "rgb({},{},{})".format(*shade(share))


def ends(heat: Heat) -> tuple[float, float]:
    """The figures of the first and of the last shade."""
    values = heat.bounds or [c.value for c in heat.cells]
    return min(values), max(values)


def shares(heat: Heat) -> Iterator[tuple[Cell, float]]:
    """Each cell with its share of the way from the least to the greatest figure."""
    least, most = ends(heat)
    turned = math.log if heat.log and least > 0 else float
    low, high = turned(least), turned(most)
    for cell in heat.cells:
        yield cell, (turned(cell.value) - low) / (high - low) if high > low else 0.0


def shown(cell: Cell) -> str:
    """What stands in a cell."""
    return cell.shown or figure(cell.value)


def figures(cell: Cell, heat: Heat) -> str:
    """What a cell holds, for who points at it."""
    return "; ".join([f"{shown(cell)} {heat.unit}".strip(), *filter(None, (cell.doubt, cell.note))])


# ---- few cells -------------------------------------------------------------------


def drawn_cell(cell: Cell, heat: Heat, wide: float, tall: float, share: float) -> list[Markup]:
    """A square of its shade, and its figure where it fits."""
    x, y = cell.column * wide, cell.row * tall
    says = f"{heat.row_title} {heat.rows[cell.row]}, {heat.column_title} " \
        f"{heat.columns[cell.column]}: {figures(cell, heat)}"
    parts = [el("rect", el("title", says), x=x, y=y, width=wide + 0.2, height=tall + 0.2,
                class_="cell", fill=rgb(share))]
    words = shown(cell) + ("~" if cell.doubt else "")
    if heat.figures and len(words) * SMALL < wide and tall > 12:
        parts.append(text(x + wide / 2, y + tall / 2 + 4, words, text_anchor="middle",
                          class_="small value",
                          style="fill:" + ("#000" if share < 0.5 else "#fff")))
    return parts


# ---- many cells ------------------------------------------------------------------


def base36(value: int) -> str:
    """As JavaScript's parseInt(text, 36) reads it."""
    high, low = divmod(value, 36)
    return (base36(high) if high else "") + DIGITS[low]


def stroke(cells: list[Cell]) -> str:
    """Strokes along the middles of rows, a run of cells each, every one begun
    beside the last one."""
    runs: list[list[int]] = []      # row, first column, column after the last
    for row, column in sorted((cell.row, cell.column) for cell in cells):
        if runs and (row, column) == (runs[-1][0], runs[-1][2]):
            runs[-1][2] += 1
        else:
            runs.append([row, column, column + 1])
    parts, x, y = [], 0, 0
    for row, first, end in runs:
        parts.append(f"m{first - x} {row - y}h{end - first}")
        x, y = end, row
    return "".join(parts)


def by_shade(heat: Heat) -> Iterator[Markup]:
    """A path for each shade that occurs, from near to far."""
    found: dict[int, list[Cell]] = {}
    for cell, share in shares(heat):
        found.setdefault(min(int(min(max(share, 0), 1) * SHADES), SHADES - 1), []).append(cell)
    for at, cells in sorted(found.items()):
        values = [cell.value for cell in cells]
        says = f"{len(cells)} of {len(heat.cells)} cells: " \
            f"{figure(min(values))} to {figure(max(values))} {heat.unit}"
        yield el("path", el("title", says.strip()), d=stroke(cells), class_="cell",
                 stroke=rgb(at / (SHADES - 1)))


def told(heat: Heat) -> str:
    """What the script needs to say what a cell is."""
    texts: dict[str, int] = {}
    numbers = [[""] * len(heat.columns) for _ in heat.rows]
    for cell in heat.cells:
        numbers[cell.row][cell.column] = base36(texts.setdefault(figures(cell, heat), len(texts)))
    return json.dumps(
        {"titles": [heat.row_title, heat.column_title], "rows": heat.rows,
         "columns": heat.columns, "texts": [*texts],
         "cells": ";".join(map(",".join, numbers))}, separators=(",", ":"))


# ---- the whole -------------------------------------------------------------------


def drawn_cells(heat: Heat, wide: float, tall: float) -> list[Markup]:
    """All cells, one by one where they are not too many."""
    if len(heat.cells) > MOST:
        # In a room where each is one wide and one high.
        return [el("g", el("g", *by_shade(heat), transform="translate(0 .5)"), class_="many",
                   transform=f"scale({wide:.4f} {tall:.4f})", data_cells=told(heat))]
    return [part for cell, share in shares(heat)
            for part in drawn_cell(cell, heat, wide, tall, share)]


def labels(names: list[str], size: float, letter: float) -> list[int]:
    """Which names are shown: as many as there is room for."""
    return list(range(0, len(names), max(1, math.ceil(letter / size))))


def key(heat: Heat, top: float, left: float) -> Markup:
    """What the shades mean."""
    low, high = heat.ends or map(figure, ends(heat))
    steps = [el("rect", x=float(70 + 16 * i), y=-9.0, width=16.2, height=11.0, class_="cell",
                fill=rgb(i / 9)) for i in range(10)]
    return el("g", text(64, 0, low, text_anchor="end", class_="small"), *steps,
              text(236, 0, f"{high} {heat.unit}", class_="small"), class_="legend",
              transform=f"translate({left:.0f} {top:.0f})")


def tallness(rows: int, wide: float) -> float:
    """The height of a row: many rows are no higher than the picture is wide."""
    if rows > FEW_ROWS:
        return min(26.0, max(wide, min(12.0, WIDTH / rows)))
    return min(30.0, max(16.0, wide))


def draw_heat(heat: Heat) -> Sketch:
    """A map with its names and the meaning of its shades."""
    left = 12 + min(LONGEST, max(map(len, heat.rows))) * SMALL
    wide = min((WIDTH - left - 12) / len(heat.columns), 90.0)
    tall = tallness(len(heat.rows), wide)
    high, inner = tall * len(heat.rows), drawn_cells(heat, wide, tall)
    inner += [el("rect", x=a * wide + 1, y=a * tall + 1, width=(b - a + 1) * wide - 2,
                 height=(b - a + 1) * tall - 2, class_="box") for a, b in heat.boxes]
    inner += [el("path", el("title", says), d="M-4 0L0-4L4 0L0 4z", class_="mark open c6",
                 transform=f"translate({(column + 0.5) * wide:.1f} {(row + 0.5) * tall:.1f})")
              for row, column, says in heat.marks]
    longest = max(map(len, heat.columns)) * SMALL + 4
    names = [text(-5, tall * (i + 0.5) + 4, cut(heat.rows[i], LONGEST), text_anchor="end",
                  class_="small") for i in labels(heat.rows, tall, 12)]
    names += [text(wide * (i + 0.5), high + 14, heat.columns[i], text_anchor="middle",
                   class_="small") for i in labels(heat.columns, wide, longest)]
    return Sketch([
        text(4, 15, f"down: {heat.row_title}; across: {heat.column_title}", class_="name"),
        el("g", *inner, *names, transform=f"translate({left:.1f} {TOP})"),
        key(heat, TOP + high + 36, left)], TOP + high + 46)
