# SPDX-License-Identifier: MIT
"""Lanes filled by stretches, drawn: timelines, and shares that add up."""

from __future__ import annotations

from markupsafe import Markup

from quietcore.report.draw.frame import (
    FEWEST, NAMES, WIDTH, across, cut, legend, look, outer, plot)
from quietcore.report.draw.model import Lanes, Segment, figure
from quietcore.report.draw.scale import Scale
from quietcore.report.draw.svg import el, line, text

TOP = 8
ROW = 24
BAR = 18
BELOW = 44
LONGEST = 28


def says(segment: Segment, lanes: Lanes) -> str:
    """What a stretch says to who points at it."""
    size = figure(segment.end - segment.start)
    parts = [segment.lane, lanes.kinds[segment.kind],
             f"{lanes.x.title}: {size}"]
    if not lanes.whole:
        parts.append(f"from {figure(segment.start)}")
    return "; ".join([*parts, *([segment.note] if segment.note else [])])


def bar(x: float, y: float, width: float, height: float, kind: int,
        words: str) -> Markup:
    """A stretch. Its kind is told by its colour and by its height, too."""
    less = 2.2 * (kind % 4)
    return el("rect", el("title", words) if words else None, x=float(x), y=float(y + less / 2),
              width=max(0.4, float(width)), height=float(height - less),
              class_=f"segment {look(kind)}")


def draw(lanes: Lanes, title: str, words: str) -> tuple[Markup, float]:
    """The picture and its height."""
    names = lanes.lanes()
    left = 14 + min(LONGEST, max([FEWEST, *map(len, names)])) * NAMES
    width, high = WIDTH - left - 14, ROW * len(names) + 6
    most = max((s.end for s in lanes.segments), default=1) or 1
    x = Scale(*(lanes.x.bounds or (0, most)), 0, width)
    inner, labels = [], []
    for i, name in enumerate(names):
        y = 3 + ROW * i + (ROW - BAR) / 2
        labels.append(text(-8, y + 13, cut(name, LONGEST), text_anchor="end"))
        inner += [bar(x.at(s.start), y, x.at(s.end) - x.at(s.start), BAR,
                      s.kind, says(s, lanes))
                  for s in lanes.segments if s.lane == name]
    used = sorted({s.kind for s in lanes.segments})
    signs, tall = legend([(lanes.kinds[kind], bar(2, -6, 20, 12, kind, ""))
                          for kind in used], TOP + high + BELOW + 4)
    parts = [el("g", across(x, lanes.x, high, width), *labels,
                line(0, high, width, high, class_="axis"),
                transform=f"translate({left:.1f} {TOP})"),
             plot(inner, left, TOP, width, high), signs]
    height = TOP + high + BELOW + tall
    return outer(title, words, height, parts, x), height
