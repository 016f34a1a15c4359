# SPDX-License-Identifier: MIT
"""Curves between two axes, drawn."""

from __future__ import annotations

from itertools import groupby

from markupsafe import Markup

from quietcore.report.draw.frame import (
    HEAVY, RIGHT, SMALL, WIDTH, Scale, Sketch, around, base, block, cut, hollow, look, says,
    scale_of, shape, short, upright)
from quietcore.report.draw.model import Chart, Curve, Point, Rule, figure
from quietcore.report.draw.svg import el, line, rounded, text

HEIGHT = 230        # of the plot
TOP = 26
ABOVE = 13          # of the name of an upright line
MOST_DOTS = 400     # points of a line from which on it has no marks


def scales(chart: Chart) -> tuple[Scale, Scale]:
    """Both scales; the left margin is as wide as the figures need."""
    points = [p for curve in chart.curves for p in curve.points]
    rules = chart.rules
    xs = [p.x for p in points] + [r.at for r in rules if r.upright] \
        + [p.x + c.apart for c in chart.curves for p in c.points[-1:]]
    ys = [v for p in points for v in (p.y, p.low, p.high)] + [r.at for r in rules if not r.upright]
    if chart.diagonal:
        xs = ys = xs + ys
    y = scale_of(ys, chart.y, HEIGHT, 0)
    names = [name for _, name in chart.y.names] or [short(v) for v in y.marks(6)]
    left = 14 + max((len(name) for name in names), default=3) * SMALL
    return scale_of(xs, chart.x, 0, WIDTH - left - 12), y


def point_says(curve: Curve, point: Point, chart: Chart) -> str:
    """What a point says to who points at it; one of a crowd says less."""
    if len(curve.points) > MOST_DOTS and point.note:
        return f"{curve.name}; {point.note}"
    x = dict(chart.x.names).get(point.x, figure(point.x))
    return says([curve.name, f"{chart.x.title}: {x}", f"{chart.y.title}: {figure(point.y)}"], point)


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
    return [[*some, Point(some[-1].x + curve.apart, some[-1].y)] for some in found]


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
    return parts + [shape(curve.look, px, py, look(curve.look) + (" open" if p.doubt else ""),
                          point_says(curve, p, chart))
                    for p, (px, py) in zip(seen, places)]


def uprights(chart: Chart, x: Scale) -> list[Rule]:
    """Upright lines, from left to right."""
    return sorted((r for r in chart.rules if r.upright and x.holds(r.at)), key=lambda r: r.at)


def names_above(chart: Chart, x: Scale) -> tuple[list[Markup], float]:
    """The names of upright lines, each in a line of its own above the plot;
    how high they are."""
    rules, parts = uprights(chart, x), []
    names = [cut(rule.name, 46) for rule in rules]
    wanted = [(x.at(rule.at), len(name) * SMALL, x.end) for rule, name in zip(rules, names)]
    places = [beside(*each) for each in wanted]
    if any(end == "end" for _, end in places):  # then all that can be
        places = [beside(*each, left=True) for each in wanted]
    # To the left of its line a name is the higher the farther right it is: so
    # it crosses no other line. To the right it is the other way round.
    order = [i for i, (_, end) in enumerate(places) if end == "start"] \
        + [i for i, (_, end) in reversed([*enumerate(places)]) if end == "end"]
    for i, rule in enumerate(rules):
        place, (at, anchor) = x.at(rule.at), places[i]
        up = ABOVE * (len(rules) - order.index(i))
        parts.append(line(place, 4 - up, place, 0, class_="rule tall"))
        parts.append(text(at, 8 - up, names[i], class_="small faint tall",
                          data_at=float(place), text_anchor=anchor))
    return parts, float(ABOVE * len(rules))


def beside(place: float, size: float, end: float, left: bool = False) -> tuple[float, str]:
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
    parts, last = [], 1e9
    for rule in sorted(chart.rules, key=lambda r: r.at):
        if not rule.upright and y.holds(rule.at):
            place = y.at(rule.at)
            last = min(place - 4, last - 12)
            parts += [line(0, place, x.end, place, class_="rule flat"),
                      text(x.end - 4, last, cut(rule.name, 46), text_anchor="end",
                           class_="small faint flat", data_at=float(place))]
    parts += [line(x.at(rule.at), 0, x.at(rule.at), HEIGHT, class_="rule tall")
              for rule in uprights(chart, x)]
    if chart.diagonal:
        parts.append(line(0, HEIGHT, x.end, 0, class_="rule diagonal"))
        parts.append(text(6, 14, chart.diagonal, class_="small faint"))
    return parts


def sign(curve: Curve) -> Markup:
    """A curve in the legend."""
    return el("g", line(0, 0, 24, 0, class_=f"line {look(curve.look, curve.dash)}")
              if curve.line else None,
              shape(curve.look, 12, 0, look(curve.look)) if curve.dots else None)


def draw_chart(chart: Chart) -> Sketch:
    """Curves, their axes and lines across."""
    x, y = scales(chart)
    names, above = names_above(chart, x)
    heads, below = block(chart.y.title, HEAVY, 15, 16, "name")
    inner = drawn_rules(chart, x, y)
    for curve in chart.curves:
        inner += drawn_curve(curve, chart, x, y)
    entries = [(c.name, sign(c)) for c in chart.curves] \
        + hollow(p.doubt for c in chart.curves for p in c.points)
    return around(x, chart.x, WIDTH - 12 - x.end, TOP + above + below - 31, HEIGHT, y=y,
                  outside=[upright(y, chart.y, x.end), base(x, HEIGHT), *names], inner=inner,
                  entries=entries, heads=heads, room=48, gap=6)
