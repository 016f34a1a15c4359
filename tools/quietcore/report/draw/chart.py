# SPDX-License-Identifier: MIT
"""Curves between two axes, drawn."""

from __future__ import annotations

from itertools import groupby

from markupsafe import Markup

from quietcore.report.draw.frame import (
    HEAVY, RIGHT, SMALL, WIDTH, across, block, cut, hollow, legend, look,
    outer, plot, shape, upright)
from quietcore.report.draw.model import Chart, Curve, Point, Rule, figure
from quietcore.report.draw.scale import Scale, short, span
from quietcore.report.draw.svg import el, line, rounded, text

HEIGHT = 230        # of the plot
TOP = 26
BELOW = 48          # figures and title of the x axis
ABOVE = 13          # of the name of an upright line
MOST_DOTS = 400     # points of a line from which on it has no marks


def scales(chart: Chart) -> tuple[Scale, Scale]:
    """Both scales; the left margin is as wide as the figures need."""
    points = [p for curve in chart.curves for p in curve.points]
    rules = chart.rules
    xs = [p.x for p in points] + [r.at for r in rules if r.upright] \
        + [p.x + c.apart for c in chart.curves for p in c.points[-1:]]
    ys = [v for p in points for v in (p.y, p.low, p.high) if v is not None] \
        + [r.at for r in rules if not r.upright]
    if chart.diagonal:
        xs = ys = xs + ys
    found = []
    for axis, values in ((chart.x, xs), (chart.y, ys)):
        seen = [v for v in values if v > 0] if axis.log else values
        found.append(axis.bounds or span(seen, axis.log, axis.zero))
    names = [name for _, name in chart.y.names] or [
        short(v) for v in Scale(*found[1], 0, 1, chart.y.log).marks(6)]
    left = 14 + max((len(name) for name in names), default=3) * SMALL
    return (Scale(*found[0], 0, WIDTH - left - 12, chart.x.log),
            Scale(*found[1], HEIGHT, 0, chart.y.log))


def says(curve: Curve, point: Point, chart: Chart) -> str:
    """What a point says to who points at it; one of a crowd says less."""
    if len(curve.points) > MOST_DOTS and point.note:
        return f"{curve.name}; {point.note}"
    x = dict(chart.x.names).get(point.x, figure(point.x))
    parts = [curve.name, f"{chart.x.title}: {x}",
             f"{chart.y.title}: {figure(point.y)}"]
    if point.low is not None and point.high is not None:
        parts.append(f"from {figure(point.low)} to {figure(point.high)}")
    return "; ".join([*parts, *filter(None, (point.doubt, point.note))])


def way(points: list[tuple[float, float]], steps: bool) -> str:
    """The corners of a curve; of steps two a point."""
    corners = []
    for i, (x, y) in enumerate(points):
        if steps and i:
            corners.append((x, points[i - 1][1]))
        corners.append((x, y))
    return " ".join(f"{rounded(x)},{rounded(y)}" for x, y in corners)


def has_dots(curve: Curve, seen: list[Point]) -> bool:
    """A line of many points has no marks; points without a line always do."""
    return not curve.line or curve.dots and len(seen) <= MOST_DOTS


def stretches(curve: Curve, seen: list[Point]) -> list[list[Point]]:
    """The points that a line joins, each of the same quantity. Where the next
    one is farther than `apart` nothing lies between: the last one's step ends,
    and the line with it."""
    if not curve.apart:
        return [some for some in (list(each) for _, each in groupby(
            seen, lambda p: p.quantity)) if len(some) > 1]
    found: list[list[Point]] = []
    for p in seen:
        if not found or p.x - found[-1][-1].x > curve.apart:
            found.append([])
        found[-1].append(p)
    return [[*some, Point(some[-1].x + curve.apart, some[-1].y)]
            for some in found]


def drawn_curve(curve: Curve, chart: Chart, x: Scale, y: Scale) -> list[Markup]:
    """Its line, its intervals, its marks."""
    seen = [p for p in curve.points if x.holds(p.x) and y.holds(p.y)]
    places = [(x.at(p.x), y.at(p.y)) for p in seen]
    parts = []
    hint = None if has_dots(curve, seen) else el("title", curve.name)
    for some in stretches(curve, seen) if curve.line else ():
        corners = [(x.at(p.x), y.at(p.y)) for p in some]
        parts.append(el("polyline", hint, points=way(corners, curve.steps),
                        class_=f"line {look(curve.look, curve.dash)}"))
    for p, (px, _) in zip(seen, places):
        if y.holds(p.low) and y.holds(p.high):
            parts.append(line(px, y.at(p.low), px, y.at(p.high),
                              class_=f"whisker {look(curve.look)}"))
    if not has_dots(curve, seen):
        return parts
    return parts + [shape(curve.look, px, py, look(curve.look)
                          + (" open" if p.doubt else ""),
                          says(curve, p, chart))
                    for p, (px, py) in zip(seen, places)]


def uprights(chart: Chart, x: Scale) -> list[Rule]:
    """Upright lines, from left to right."""
    return sorted((r for r in chart.rules if r.upright and x.holds(r.at)),
                  key=lambda r: r.at)


def names_above(chart: Chart, x: Scale) -> tuple[list[Markup], float]:
    """The names of upright lines, each in a line of its own above the plot;
    how high they are."""
    rules, parts = uprights(chart, x), []
    names = [cut(rule.name, 46) for rule in rules]
    sizes = [len(name) * SMALL for name in names]
    places = [beside(x.at(rule.at), size, x.end)
              for rule, size in zip(rules, sizes)]
    if any(end == "end" for _, end in places):  # then all that can be
        places = [beside(x.at(rule.at), size, x.end, True)
                  for rule, size in zip(rules, sizes)]
    # To the left of its line a name is the higher the farther right it is: so
    # it crosses no other line. To the right it is the other way round.
    order = [i for i, (_, end) in enumerate(places) if end == "start"] \
        + [i for i, (_, end) in reversed([*enumerate(places)])
           if end == "end"]
    for i, rule in enumerate(rules):
        place, (at, anchor) = x.at(rule.at), places[i]
        up = ABOVE * (len(rules) - order.index(i))
        parts.append(line(place, 4 - up, place, 0, class_="rule tall"))
        parts.append(text(at, 8 - up, names[i], class_="small faint tall",
                          data_at=float(place), text_anchor=anchor))
    return parts, float(ABOVE * len(rules))


def beside(place: float, size: float, end: float,
           left: bool = False) -> tuple[float, str]:
    """Where the name of an upright line stands, and by which end: to its
    right, or first of all to its `left`. What fits on neither side ends where
    the picture does."""
    fits = {"start": place + 4 + size <= end + RIGHT,
            "end": place - 4 - size >= end + RIGHT - (WIDTH - 8)}
    at = {"start": place + 4, "end": place - 4}
    for side in ("end", "start") if left else ("start", "end"):
        if fits[side]:
            return at[side], side
    return end + RIGHT, "end"


def drawn_rules(chart: Chart, x: Scale, y: Scale) -> list[Markup]:
    """Lines across, each with its name; names keep clear of each other."""
    parts = []
    width, last = x.end, 1e9
    for rule in sorted((r for r in chart.rules if not r.upright),
                       key=lambda r: r.at):
        if not y.holds(rule.at):
            continue
        place = y.at(rule.at)
        parts.append(line(0, place, width, place, class_="rule flat"))
        last = min(place - 4, last - 12)
        parts.append(text(width - 4, last, cut(rule.name, 46),
                          text_anchor="end", class_="small faint flat",
                          data_at=float(place)))
    parts += [line(x.at(rule.at), 0, x.at(rule.at), HEIGHT,
                   class_="rule tall") for rule in uprights(chart, x)]
    if chart.diagonal:
        parts.append(line(0, HEIGHT, width, 0, class_="rule diagonal"))
        parts.append(text(6, 14, chart.diagonal, class_="small faint"))
    return parts


def sign(curve: Curve) -> Markup:
    """A curve in the legend."""
    parts = []
    if curve.line:
        parts.append(line(0, 0, 24, 0, class_=
                          f"line {look(curve.look, curve.dash)}"))
    if curve.dots:
        parts.append(shape(curve.look, 12, 0, look(curve.look)))
    return el("g", *parts)


def doubtful(chart: Chart) -> list[tuple[str, Markup]]:
    """An entry of the legend for what is drawn hollow, if anything is."""
    return hollow(p.doubt for c in chart.curves for p in c.points)


def draw(chart: Chart, title: str, words: str) -> tuple[Markup, float]:
    """The picture and its height."""
    x, y = scales(chart)
    left = WIDTH - 12 - x.end
    names, above = names_above(chart, x)
    heads, below = block(chart.y.title, int((WIDTH - 8) / HEAVY), 15, 16,
                         "name")
    top = TOP + above + below - 31
    inner = drawn_rules(chart, x, y)
    for curve in chart.curves:
        inner += drawn_curve(curve, chart, x, y)
    signs, high = legend([(c.name, sign(c)) for c in chart.curves]
                         + doubtful(chart), top + HEIGHT + BELOW + 6)
    parts = [*heads,
             el("g", across(x, chart.x, HEIGHT, x.end),
                upright(y, chart.y, x.end),
                line(0, HEIGHT, x.end, HEIGHT, class_="axis"), *names,
                transform=f"translate({left:.1f} {top})"),
             plot(inner, left, top, x.end, HEIGHT), signs]
    height = top + HEIGHT + BELOW + high
    return outer(title, words, height, parts, x, y), height
