# SPDX-License-Identifier: MIT
"""Figures of rows and columns as shades, drawn."""

from __future__ import annotations

import math

from markupsafe import Markup

from quietcore.report.draw import many
from quietcore.report.draw.frame import SMALL, WIDTH, cut, outer
from quietcore.report.draw.model import Cell, Heat, figure
from quietcore.report.draw.svg import el, text

TOP = 24
LONGEST = 16
FEW_ROWS = 12   # so many are as high as their names ask
#: From near to far, as viridis goes: lightness falls all the way, so that it
#: reads in grey and to the colour-blind. Red, green, blue.
SHADES = ((253, 231, 37), (122, 209, 81), (34, 168, 132), (42, 120, 142),
          (65, 68, 135), (68, 1, 84))


def shade(share: float) -> tuple[int, int, int]:
    """The colour at a share from 0 to 1 of the way."""
    place = min(max(share, 0.0), 1.0) * (len(SHADES) - 1)
    at = min(int(place), len(SHADES) - 2)
    part = place - at
    low, high = SHADES[at], SHADES[at + 1]
    return (round(low[0] + part * (high[0] - low[0])),
            round(low[1] + part * (high[1] - low[1])),
            round(low[2] + part * (high[2] - low[2])))


def sharer(heat: Heat):
    """The share of the way from the least to the greatest figure."""
    values = heat.bounds or [c.value for c in heat.cells]
    log = heat.log and min(values) > 0
    turned = math.log if log else float
    low, high = turned(min(values)), turned(max(values))
    return lambda value: (turned(value) - low) / (high - low) \
        if high > low else 0.0


def shown(cell: Cell) -> str:
    """What stands in a cell."""
    return cell.shown or figure(cell.value)


def figures(cell: Cell, heat: Heat) -> str:
    """What a cell holds, for who points at it."""
    return "; ".join([f"{shown(cell)} {heat.unit}".strip(),
                      *filter(None, (cell.doubt, cell.note))])


def says(cell: Cell, heat: Heat) -> str:
    """The same with its place before."""
    return f"{heat.row_title} {heat.rows[cell.row]}, {heat.column_title} " \
        f"{heat.columns[cell.column]}: {figures(cell, heat)}"


def drawn_cell(cell: Cell, heat: Heat, wide: float, tall: float,
               share: float) -> list[Markup]:
    """A square of its shade, and its figure where it fits."""
    x, y = cell.column * wide, cell.row * tall
    red, green, blue = shade(share)
    parts = [el("rect", el("title", says(cell, heat)), x=x, y=y,
                width=wide + 0.2, height=tall + 0.2, class_="cell",
                fill=f"rgb({red},{green},{blue})")]
    words = shown(cell) + ("~" if cell.doubt else "")
    if heat.figures and len(words) * SMALL < wide and tall > 12:
        parts.append(text(x + wide / 2, y + tall / 2 + 4, words,
                          text_anchor="middle", class_="small value",
                          style="fill:" + ("#000" if share < 0.5 else "#fff")))
    return parts


def labels(names: list[str], size: float, letter: float) -> list[int]:
    """Which names are shown: as many as there is room for."""
    step = max(1, math.ceil(letter / size))
    return list(range(0, len(names), step))


def key(heat: Heat, top: float, left: float) -> Markup:
    """What the shades mean."""
    values = heat.bounds or [c.value for c in heat.cells]
    low, high = heat.ends or (figure(min(values)), figure(max(values)))
    steps = [el("rect", x=float(70 + 16 * i), y=-9.0, width=16.2, height=11.0,
                class_="cell", fill="rgb({},{},{})".format(*shade(i / 9)))
             for i in range(10)]
    return el("g", text(64, 0, low, text_anchor="end",
                        class_="small"), *steps,
              text(236, 0, f"{high} {heat.unit}",
                   class_="small"), class_="legend",
              transform=f"translate({left:.0f} {top:.0f})")


def tallness(rows: int, wide: float) -> float:
    """The height of a row: many rows are no higher than the picture is wide."""
    if rows > FEW_ROWS:
        return min(26.0, max(wide, min(12.0, WIDTH / rows)))
    return min(30.0, max(16.0, wide))


def drawn_cells(heat: Heat, wide: float, tall: float) -> list[Markup]:
    """All cells, one by one where they are not too many."""
    share = sharer(heat)
    if len(heat.cells) > many.MOST:
        return [many.drawn(heat, wide, tall, share, shade,
                           lambda cell: figures(cell, heat))]
    return [part for cell in heat.cells for part in
            drawn_cell(cell, heat, wide, tall, share(cell.value))]


def draw(heat: Heat, title: str, words: str) -> tuple[Markup, float]:
    """The picture and its height."""
    left = 12 + min(LONGEST, max(map(len, heat.rows))) * SMALL
    wide = min((WIDTH - left - 12) / len(heat.columns), 90.0)
    tall = tallness(len(heat.rows), wide)
    high, inner = tall * len(heat.rows), drawn_cells(heat, wide, tall)
    inner += [el("rect", x=a * wide + 1, y=a * tall + 1,
                 width=(b - a + 1) * wide - 2, height=(b - a + 1) * tall - 2,
                 class_="box") for a, b in heat.boxes]
    inner += [el("path", el("title", says), d="M-4 0L0-4L4 0L0 4z",
                 class_="mark open c6", transform=f"translate("
                 f"{(column + 0.5) * wide:.1f} {(row + 0.5) * tall:.1f})")
              for row, column, says in heat.marks]
    longest = max(map(len, heat.columns)) * SMALL + 4
    names = [text(-5, tall * (i + 0.5) + 4, cut(heat.rows[i], LONGEST),
                  text_anchor="end", class_="small")
             for i in labels(heat.rows, tall, 12)]
    names += [text(wide * (i + 0.5), high + 14, heat.columns[i],
                   text_anchor="middle", class_="small")
              for i in labels(heat.columns, wide, longest)]
    parts = [text(4, 15, f"down: {heat.row_title}; across: "
                  f"{heat.column_title}", class_="name"),
             el("g", *inner, *names,
                transform=f"translate({left:.1f} {TOP})"),
             key(heat, TOP + high + 36, left)]
    height = TOP + high + 46
    return outer(title, words, height, parts), height
