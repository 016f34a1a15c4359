# SPDX-License-Identifier: MIT
"""Names below each other with figures beside them, drawn."""

from __future__ import annotations

from markupsafe import Markup

from quietcore.report.draw.frame import (
    FEWEST, NAMES, SMALL, WIDTH, across, cut, hollow, legend, look, outer,
    plot, shape)
from quietcore.report.draw.model import Dot, Dots, figure
from quietcore.report.draw.scale import Scale, span
from quietcore.report.draw.svg import el, line, text

TOP = 8
ROW = 19
BELOW = 44
LONGEST = 26        # letters of a row's name


def scale_of(dots: Dots, width: float) -> Scale:
    """Of the figures, their intervals and the lines across."""
    values = [v for d in dots.dots for v in
              (d.point.x, d.point.low, d.point.high) if v is not None] \
        + [r.at for r in dots.rules]
    if dots.x.log:
        values = [v for v in values if v > 0]
    bounds = dots.x.bounds or span(values, dots.x.log, dots.x.zero)
    return Scale(*bounds, 0, width, dots.x.log)


def says(dot: Dot, dots: Dots) -> str:
    """What a dot says to who points at it."""
    p = dot.point
    parts = [f"{dot.row}, {dots.groups[dot.group]}" if dots.groups[dot.group]
             else dot.row, f"{dots.x.title}: {figure(p.x)}"]
    if p.low is not None and p.high is not None:
        parts.append(f"from {figure(p.low)} to {figure(p.high)}")
    return "; ".join([*parts, *filter(None, (p.doubt, p.note))])


def drawn_dot(dot: Dot, dots: Dots, x: Scale, middle: float) -> list[Markup]:
    """A figure and its interval. Groups of a row lie a little apart."""
    p = dot.point
    if not x.holds(p.x):
        return []
    apart = min(4.0, 12 / max(1, len(dots.groups)))
    y = middle + (dot.group - (len(dots.groups) - 1) / 2) * apart
    parts = []
    if x.holds(p.low) and x.holds(p.high):
        parts.append(line(x.at(p.low), y, x.at(p.high), y,
                          class_=f"whisker {look(dot.group)}"))
    return [*parts, shape(dot.group, x.at(p.x), y, look(dot.group)
                          + (" open" if p.doubt else ""), says(dot, dots))]


def drawn_rules(dots: Dots, x: Scale, height: float
                ) -> tuple[list[Markup], list[Markup]]:
    """Upright lines, and their names for above the plot."""
    lines, names, last = [], [], [-1e9, -1e9]
    for i, rule in enumerate(sorted(dots.rules, key=lambda r: r.at)):
        if not x.holds(rule.at):
            continue
        place = x.at(rule.at)
        lines.append(line(place, 0, place, height, class_="rule tall"))
        half = len(rule.name) * SMALL / 2
        level = i % 2
        at = min(max(place, half, last[level] + half + 6), x.end - half)
        names.append(text(at, -4 - 12 * level, rule.name, text_anchor="middle",
                          class_="small faint"))
        last[level] = at + half
    return lines, names


def draw(dots: Dots, title: str, words: str) -> tuple[Markup, float]:
    """The picture and its height."""
    rows = dots.rows()
    left = 14 + min(LONGEST, max([FEWEST, *map(len, rows)])) * NAMES
    width, high = WIDTH - left - 14, ROW * len(rows) + 8
    x = scale_of(dots, width)
    lines, names = drawn_rules(dots, x, high)
    top = TOP + 26 * bool(names)
    inner, labels = [*lines], []
    for i, row in enumerate(rows):
        middle = 4 + ROW * (i + 0.5)
        labels += [text(-8, middle + 4, cut(row, LONGEST), text_anchor="end"),
                   line(0, middle, width, middle, class_="grid")]
        for dot in (d for d in dots.dots if d.row == row):
            inner += drawn_dot(dot, dots, x, middle)
    entries = [(name, shape(i, 12, 0, look(i)))
               for i, name in enumerate(dots.groups) if name]
    entries += hollow(d.point.doubt for d in dots.dots)
    signs, tall = legend(entries, top + high + BELOW + 4)
    parts = [el("g", across(x, dots.x, high, width), *labels, *names,
                line(0, high, width, high, class_="axis"),
                transform=f"translate({left:.1f} {top})"),
             plot(inner, left, top, width, high), signs]
    height = top + high + BELOW + tall
    return outer(title, words, height, parts, x), height
