# SPDX-License-Identifier: MIT
"""Names below each other, drawn: with figures beside them, or as lanes filled by
stretches (timelines, and shares that add up)."""

from __future__ import annotations

from markupsafe import Markup

from quietcore.report.draw.frame import (
    FEWEST, NAMES, SMALL, WIDTH, Scale, Sketch, around, base, cut, hollow, look, says, scale_of,
    shape)
from quietcore.report.draw.model import Dot, Dots, Lanes, Segment, figure
from quietcore.report.draw.svg import el, line, text

TOP = 8
ROW, LANE = 19, 24      # heights
BAR = 18
LONGEST = 26            # letters of a row's name
LONGEST_LANE = 28


def left_of(names: list[str], longest: int) -> int:
    """The place that the names take."""
    return 14 + min(longest, max([FEWEST, *map(len, names)])) * NAMES


# ---- figures beside names --------------------------------------------------------


def drawn_dot(dot: Dot, dots: Dots, x: Scale, middle: float) -> list[Markup]:
    """A figure and its interval. Groups of a row lie a little apart."""
    p, group = dot.point, dots.groups[dot.group]
    if not x.holds(p.x):
        return []
    apart = min(4.0, 12 / max(1, len(dots.groups)))
    y = middle + (dot.group - (len(dots.groups) - 1) / 2) * apart
    parts = []
    if x.holds(p.low) and x.holds(p.high):
        parts.append(line(x.at(p.low), y, x.at(p.high), y, class_=f"whisker {look(dot.group)}"))
    words = says([f"{dot.row}, {group}" if group else dot.row, f"{dots.x.title}: {figure(p.x)}"], p)
    return [*parts, shape(dot.group, x.at(p.x), y,
                          look(dot.group) + (" open" if p.doubt else ""), words)]


def drawn_rules(dots: Dots, x: Scale, height: float) -> tuple[list[Markup], list[Markup]]:
    """Upright lines, and their names for above the plot."""
    lines, names, last = [], [], [-1e9, -1e9]
    for i, rule in enumerate(sorted(dots.rules, key=lambda r: r.at)):
        if not x.holds(rule.at):
            continue
        place, half, level = x.at(rule.at), len(rule.name) * SMALL / 2, i % 2
        lines.append(line(place, 0, place, height, class_="rule tall"))
        at = min(max(place, half, last[level] + half + 6), x.end - half)
        names.append(text(at, -4 - 12 * level, rule.name, text_anchor="middle",
                          class_="small faint"))
        last[level] = at + half
    return lines, names


def draw_dots(dots: Dots) -> Sketch:
    """Names with figures beside them."""
    rows = dots.rows()
    left, high = left_of(rows, LONGEST), ROW * len(rows) + 8
    values = [v for d in dots.dots for v in (d.point.x, d.point.low, d.point.high)]
    x = scale_of(values + [r.at for r in dots.rules], dots.x, 0, WIDTH - left - 14)
    inner, names = drawn_rules(dots, x, high)
    labels = []
    for i, row in enumerate(rows):
        middle = 4 + ROW * (i + 0.5)
        labels += [text(-8, middle + 4, cut(row, LONGEST), text_anchor="end"),
                   line(0, middle, x.end, middle, class_="grid")]
        for dot in (d for d in dots.dots if d.row == row):
            inner += drawn_dot(dot, dots, x, middle)
    entries = [(name, shape(i, 12, 0, look(i))) for i, name in enumerate(dots.groups) if name]
    return around(x, dots.x, left, TOP + 26 * bool(names), high, inner=inner,
                  outside=[*labels, *names, base(x, high)],
                  entries=entries + hollow(d.point.doubt for d in dots.dots))


# ---- lanes -----------------------------------------------------------------------


def segment_says(segment: Segment, lanes: Lanes) -> str:
    """What a stretch says to who points at it."""
    begin = "" if lanes.whole else f"from {figure(segment.start)}"
    return "; ".join(filter(None, (
        segment.lane, lanes.kinds[segment.kind],
        f"{lanes.x.title}: {figure(segment.end - segment.start)}", begin, segment.note)))


def bar(x: float, y: float, width: float, height: float, kind: int, words: str) -> Markup:
    """A stretch. Its kind is told by its colour and by its height, too."""
    less = 2.2 * (kind % 4)
    return el("rect", el("title", words) if words else None, x=float(x), y=float(y + less / 2),
              width=max(0.4, float(width)), height=float(height - less),
              class_=f"segment {look(kind)}")


def draw_lanes(lanes: Lanes) -> Sketch:
    """Lanes, each with its stretches."""
    names = lanes.lanes()
    left, high = left_of(names, LONGEST_LANE), LANE * len(names) + 6
    most = max((s.end for s in lanes.segments), default=1) or 1
    x = Scale(*(lanes.x.bounds or (0, most)), 0, WIDTH - left - 14)
    inner, labels = [], []
    for i, name in enumerate(names):
        y = 3 + LANE * i + (LANE - BAR) / 2
        labels.append(text(-8, y + 13, cut(name, LONGEST_LANE), text_anchor="end"))
        inner += [bar(x.at(s.start), y, x.at(s.end) - x.at(s.start), BAR, s.kind,
                      segment_says(s, lanes)) for s in lanes.segments if s.lane == name]
    entries = [(lanes.kinds[kind], bar(2, -6, 20, 12, kind, ""))
               for kind in sorted({s.kind for s in lanes.segments})]
    return around(x, lanes.x, left, TOP, high, inner=inner, outside=[*labels, base(x, high)],
                  entries=entries)
