# SPDX-License-Identifier: MIT
"""What all pictures share: the outer element, axes, marks, the legend.

A picture is WIDTH wide in its own units. The page makes it as wide as there is
room, so that its text can be read on 390 pixels as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from textwrap import wrap

from markupsafe import Markup

from quietcore.report.draw.model import Axis
from quietcore.report.draw.scale import Scale, short
from quietcore.report.draw.style import SHAPES, sheet
from quietcore.report.draw.svg import el, line, text, together
from quietcore.terminal.text import plain

WIDTH = 460
LETTER = 7.3        # width of a letter, about
SMALL = 6.3         # the same of the small ones
HEAVY = 8.6         # the same of the bold ones of an axis
BOLD = 10.2         # the same of titles
NAMES = 8.0         # the same of names beside lanes: they must not be cut
RIGHT = 10          # room to the right of a plot, at least
FEWEST = 6          # letters that names beside lanes have room for
LEGEND = 18         # height of a line of the legend
LOOKS = 8
GREY = 6            # the look of what others published, and of what is aside


def look(index: int, dash: int | None = None) -> str:
    """The classes of a curve's colour and dash."""
    dashed = "" if dash is None else f" d{dash % LOOKS}"
    return f"c{index % LOOKS}{dashed}"


def cut(words: str, most: int) -> str:
    """At most so many letters; what is cut ends in dots."""
    return words if len(words) <= most else words[:most - 1] + "…"


def shape(index: int, x: float, y: float, classes: str,
          says: str = "") -> Markup:
    """A curve's mark at a place; `says` is for who points at it."""
    inner = [el("title", says)] if says else []
    return el("path", *inner, d=SHAPES[index % LOOKS],
              transform=f"translate({x:.1f} {y:.1f})",
              class_=f"mark {classes}")


def of_scale(scale: Scale | None) -> str | None:
    """A scale for the page's script."""
    if scale is None:
        return None
    return json.dumps({"low": scale.low, "high": scale.high,
                       "start": scale.start, "end": scale.end,
                       "log": scale.log})


def across(scale: Scale, axis: Axis, height: float, width: float) -> Markup:
    """The x axis below a plot: grid, figures, title."""
    named = [(at, name) for at, name in axis.names if scale.holds(at)]
    marks = named or [(v, short(v)) for v in scale.marks(6)]
    last, parts = -1e9, []
    for value, name in marks:
        x = scale.at(value)
        parts.append(line(x, 0, x, height, class_="grid"))
        if x - last > len(name) * SMALL / 2 + 4:
            parts.append(text(x, height + 15, name, text_anchor="middle",
                              class_="small"))
            last = x + len(name) * SMALL / 2
    return el("g", *parts, class_="ticks x", data_named=1 if named else None) \
        + below(axis.title, height + 33, width)


def below(title: str, y: float, width: float) -> Markup:
    """The title of an x axis: in the middle of the plot; a long one ends
    where the picture does, and a very long one is small."""
    small = len(title) * LETTER > WIDTH - 8
    half = len(title) * (SMALL if small else LETTER) / 2
    ends = width / 2 + half > width + RIGHT
    return text(width + RIGHT if ends else width / 2, y, title,
                text_anchor="end" if ends else "middle",
                class_="title small" if small else "title")


def upright(scale: Scale, axis: Axis, width: float) -> Markup:
    """The y axis left of a plot: grid and figures."""
    named = [(at, name) for at, name in axis.names if scale.holds(at)]
    parts = []
    for value, name in named or [(v, short(v)) for v in scale.marks(6)]:
        y = scale.at(value)
        parts.append(line(0, y, width, y, class_="grid"))
        parts.append(text(-6, y + 4, name, text_anchor="end", class_="small"))
    return el("g", *parts, class_="ticks y", data_named=1 if named else None)


def legend(entries: list[tuple[str, Markup]], top: float
           ) -> tuple[Markup, float]:
    """Signs and names in lines below a picture; and how high that is."""
    parts, x, y = [], 8.0, top
    for name, sign in entries:
        name = cut(name, 60)
        wide = 34 + len(name) * LETTER
        if x > 8 and x + wide > WIDTH:
            x, y = 8.0, y + LEGEND
        parts.append(el("g", sign, text(28, 4, name, class_="small"),
                        transform=f"translate({x:.0f} {y:.0f})"))
        x += wide
    return el("g", *parts, class_="legend"), \
        (y - top + LEGEND if entries else 0)


def hollow(doubts: Iterable[str]) -> list[tuple[str, Markup]]:
    """An entry of the legend for what is drawn hollow, if anything is."""
    words = dict.fromkeys(word for doubt in doubts if doubt
                          for word in doubt.split(", "))
    return [(f"hollow: {', '.join(words)}", shape(0, 12, 0, "c6 open"))] \
        if words else []


def plot(inner: list, x: float, y: float, width: float,
         height: float) -> Markup:
    """The area of the figures; what lies outside is cut off. Its ground is
    there for the hand: elsewhere nothing would be pointed at."""
    ground = el("rect", width=float(width), height=float(height),
                class_="ground")
    return el("svg", el("g", ground, *inner), x=float(x), y=float(y),
              width=float(width), height=float(height), class_="plot",
              overflow="hidden")


def outer(title: str, says: str, height: float, parts: list,
          x: Scale | None = None, y: Scale | None = None) -> Markup:
    """The whole picture. `x` and `y` are the scales that can be zoomed."""
    return el("svg", el("title", title), el("desc", says), *parts,
              viewBox=f"0 0 {WIDTH} {height:.0f}", class_="qc", role="img",
              aria_label=f"{title}. {says}", data_x=of_scale(x),
              data_y=of_scale(y))


def block(words: str, letters: int, top: float, step: float,
          classes: str) -> tuple[list[Markup], float]:
    """Words in lines of so many letters, and where the next one begins."""
    lines = wrap(plain(words), letters)
    return [text(4, top + step * at, each, class_=classes)
            for at, each in enumerate(lines)], top + step * len(lines)


def alone(picture: Markup, height: float, title: str,
          notes: Iterable[str]) -> Markup:
    """A picture as a file of its own, with its rules and a ground; its title
    and its notes, which stand beside it on a page, above and below."""
    head, rest = str(picture).split(">", 1)
    told, rest = rest.split("</desc>", 1)
    above, high = block(title, int((WIDTH - 8) / BOLD), 17, 19, "head")
    high -= 10
    low = high + height + 10
    below = []
    for note in notes:
        lines, low = block(note, int((WIDTH - 8) / SMALL), low, 14,
                           "small faint")
        below += lines
    whole = low - 10 + (4 if below else 0)
    head = head.replace(f'viewBox="0 0 {WIDTH} {height:.0f}"',
                        f'viewBox="0 0 {WIDTH} {whole:.0f}"')
    return together([
        Markup('<?xml version="1.0" encoding="UTF-8"?>\n'),
        Markup(head), Markup(
            f' xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" '
            f'height="{2 * whole:.0f}">'),
        Markup(told), Markup("</desc><style>"), Markup(sheet()), Markup("</style>"),
        el("rect", x="0", y="0", width=str(WIDTH), height=f"{whole:.0f}",
           class_="paper"), *above,
        Markup(f'<g transform="translate(0 {high:.0f})">'),
        Markup(rest.removesuffix("</svg>")), Markup("</g>"), *below,
        Markup("</svg>\n")])
