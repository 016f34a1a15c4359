# SPDX-License-Identifier: MIT
"""What all pictures share: scales, axes, marks, the legend.

A picture is WIDTH wide in its own units. The page makes it as wide as there is
room, so that its text can be read on 390 pixels as well.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from markupsafe import Markup

from quietcore.report.draw.model import Axis, Point, figure
from quietcore.report.draw.svg import SHAPES, el, line, text
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


class Sketch(NamedTuple):
    """A picture without its outer element; the scales are those to be zoomed."""

    parts: list[Markup]
    height: float
    x: Scale | None = None
    y: Scale | None = None


# ---- scales ----------------------------------------------------------------------

LETTERS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
WIDE_LOG = 3        # decades from which on only powers of ten have a mark


def short(value: float) -> str:
    """A round figure in few characters: 0.5, 20, 3k, 1.5M."""
    for least, letter in LETTERS:
        if abs(value) >= least:
            return f"{value / least:.4g}{letter}"
    return f"{value:.4g}"


@dataclass(frozen=True)
class Scale:
    """Figures from `low` to `high` lie between the places `start` and `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def turned(self, value: float) -> float:
        """What is linear on this scale."""
        return math.log10(value) if self.log else value

    def holds(self, value: float | None) -> bool:
        """Can it be shown at all?"""
        return value is not None and math.isfinite(value) and (value > 0 or not self.log)

    def at(self, value: float) -> float:
        """The place of a figure."""
        low, high = self.turned(self.low), self.turned(self.high)
        share = (self.turned(value) - low) / (high - low)
        return self.start + share * (self.end - self.start)

    def marks(self, most: int) -> list[float]:
        """Round figures between low and high, about so many at most."""
        return (log_marks if self.log else linear_marks)(self.low, self.high, most)


def linear_marks(low: float, high: float, most: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / max(1, most)
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * f for f in (1, 2, 5, 10) if power * f >= rough)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def log_marks(low: float, high: float, most: int) -> list[float]:
    """Powers of ten; also their 2 and 5 times where there are few."""
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    step = max(1, math.ceil((last - first) / max(1, most)))
    factors = (1,) if last - first > WIDE_LOG else (1, 2, 5)
    found = [10.0 ** e * f for e in range(first, last + 1, step) for f in factors]
    return [v for v in found if low * 0.999 <= v <= high * 1.001]


def span(values: list[float], log: bool, zero: bool) -> tuple[float, float]:
    """The least and greatest of a scale that shows all values with a margin;
    `zero`: a linear one begins at 0."""
    if not values:
        return (1, 10) if log else (0, 1)
    low, high = min(values), max(values)
    if log:
        room = max((high / low) ** 0.06, 1.25)
        return low / room, high * room
    if zero:
        low, high = min(0, low), max(0, high)
    if low == high == 0:
        high = 1    # a figure alone: hundredths about it say nothing
    room = (high - low or abs(high) or 1) * 0.06
    return low - room / (3 if zero and low == 0 else 1), high + room


def scale_of(values: Iterable[float | None], axis: Axis, start: float, end: float) -> Scale:
    """An axis' own scale, or one that shows all these values."""
    seen = [v for v in values if v is not None and (v > 0 or not axis.log)]
    return Scale(*(axis.bounds or span(seen, axis.log, axis.zero)), start, end, axis.log)


def of_scale(scale: Scale | None) -> str | None:
    """A scale for the page's script."""
    return json.dumps(vars(scale)) if scale else None


# ---- marks -----------------------------------------------------------------------


def look(index: int, dash: int | None = None) -> str:
    """The classes of a curve's colour and dash."""
    dashed = "" if dash is None else f" d{dash % LOOKS}"
    return f"c{index % LOOKS}{dashed}"


def cut(words: str, most: int) -> str:
    """At most so many letters; what is cut ends in dots."""
    return words if len(words) <= most else words[:most - 1] + "…"


def shape(index: int, x: float, y: float, classes: str, words: str = "") -> Markup:
    """A curve's mark at a place; the words are for who points at it."""
    return el("path", el("title", words) if words else None, d=SHAPES[index % LOOKS],
              transform=f"translate({x:.1f} {y:.1f})", class_=f"mark {classes}")


def says(words: list[str], point: Point) -> str:
    """What a mark says to who points at it: words, its interval, its doubt."""
    whole = point.low is not None and point.high is not None
    reach = f"from {figure(point.low)} to {figure(point.high)}" if whole else ""
    return "; ".join([*words, *filter(None, (reach, point.doubt, point.note))])


# ---- around a plot ---------------------------------------------------------------


def ticks(scale: Scale, axis: Axis) -> tuple[list[tuple[float, str]], int | None]:
    """An axis' figures with their names, and 1 if it has named them itself."""
    named = [(at, name) for at, name in axis.names if scale.holds(at)]
    return named or [(v, short(v)) for v in scale.marks(6)], 1 if named else None


def across(scale: Scale, axis: Axis, height: float, width: float) -> Markup:
    """The x axis below a plot: grid, figures, title."""
    last, parts = -1e9, []
    marks, named = ticks(scale, axis)
    for value, name in marks:
        x = scale.at(value)
        parts.append(line(x, 0, x, height, class_="grid"))
        if x - last > len(name) * SMALL / 2 + 4:
            parts.append(text(x, height + 15, name, text_anchor="middle", class_="small"))
            last = x + len(name) * SMALL / 2
    return el("g", *parts, class_="ticks x", data_named=named) \
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
    parts = []
    marks, named = ticks(scale, axis)
    for value, name in marks:
        y = scale.at(value)
        parts.append(line(0, y, width, y, class_="grid"))
        parts.append(text(-6, y + 4, name, text_anchor="end", class_="small"))
    return el("g", *parts, class_="ticks y", data_named=named)


def legend(entries: list[tuple[str, Markup]], top: float) -> tuple[Markup, float]:
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
    return el("g", *parts, class_="legend"), (y - top + LEGEND if entries else 0)


def hollow(doubts: Iterable[str]) -> list[tuple[str, Markup]]:
    """An entry of the legend for what is drawn hollow, if anything is."""
    words = dict.fromkeys(word for doubt in doubts if doubt for word in doubt.split(", "))
    return [(f"hollow: {', '.join(words)}", shape(0, 12, 0, "c6 open"))] if words else []


def plot(inner: list, x: float, y: float, width: float, height: float) -> Markup:
    """The area of the figures; what lies outside is cut off. Its ground is
    there for the hand: elsewhere nothing would be pointed at."""
    ground = el("rect", width=float(width), height=float(height), class_="ground")
    return el("svg", el("g", ground, *inner), x=float(x), y=float(y),
              width=float(width), height=float(height), class_="plot",
              overflow="hidden")


def block(words: str, letter: float, top: float, step: float,
          classes: str) -> tuple[list[Markup], float]:
    """Words in lines as wide as the picture, and where the next one begins."""
    lines = wrap(plain(words), int((WIDTH - 8) / letter))
    return [text(4, top + step * at, each, class_=classes)
            for at, each in enumerate(lines)], top + step * len(lines)


def around(x: Scale, axis: Axis, left: float, top: float, high: float, *, outside: list,
           inner: list, entries: list[tuple[str, Markup]], y: Scale | None = None,
           heads: Iterable[Markup] = (), room: int = 44, gap: int = 4) -> Sketch:
    """A plot with what lies `inner` and `outside` of it, its x axis in a `room`
    below, and after a gap the legend."""
    signs, tall = legend(entries, top + high + room + gap)
    return Sketch([*heads, el("g", across(x, axis, high, x.end), *outside,
                              transform=f"translate({left:.1f} {top})"),
                   plot(inner, left, top, x.end, high), signs],
                  top + high + room + tall, x, y)


def base(x: Scale, high: float) -> Markup:
    """The line below a plot."""
    return line(0, high, x.end, high, class_="axis")
