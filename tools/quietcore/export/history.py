# SPDX-License-Identifier: MIT
"""A result over dates and revisions, as text or as a small picture."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from typing import NamedTuple
from xml.sax.saxutils import escape

from quietcore.compare.measured import Key, key_of, rounds_of
from quietcore.export.many import Log
from quietcore.log.runs import Run
from quietcore.log.trust import lesser
from quietcore.terminal.numbers import number
from quietcore.terminal.text import plain

WIDE, HIGH, LEFT, BELOW = 860, 320, 70, 60  # of the picture, in pixels
BAR = 40            # columns of the longest bar


class Point(NamedTuple):
    """A run's figure: the median of its clean rounds, and all they reach."""

    date: str
    git: str
    trust: str
    unit: str
    value: float
    low: float
    high: float
    complete: bool


def matches(key: Key, name: str) -> bool:
    """Whether a row is meant: EXPERIMENT/VARIANT, then /CORES, then further
    words that all stand in its parameters."""
    told = f"{key.experiment}/{key.variant}"
    cores, *words = name.removeprefix(f"{told}/").split("/")
    return name == told or name.startswith(f"{told}/") and cores == str(key.cores) \
        and {*words} <= {*key.params.split()}


def point_of(log: Log, run: Run, result: dict, kept: list[float]) -> Point:
    """A run's figure, of the rounds that are kept."""
    c = run.context
    return Point(log.date, c.get("git", "") + "*" * bool(c.get("dirty")), lesser(c),
                 result["unit"], statistics.median(kept), min(kept), max(kept), run.complete)


def of_logs(logs: Iterable[Log], name: str) -> dict[Key, list[Point]]:
    """Every row of that name, each in the order of dates."""
    found: dict[Key, list[Point]] = {}
    for log in logs:
        for run in log.runs:
            for result in run.each("result"):
                key = key_of(result)
                kept = [value for value in rounds_of(result) if value is not None]
                if kept and matches(key, name):
                    found.setdefault(key, []).append(point_of(log, run, result, kept))
    for points in found.values():
        points.sort(key=lambda point: point.date)
    return found


def heading(key: Key, points: list[Point]) -> str:
    """What is drawn."""
    labels = ", ".join(dict.fromkeys(point.trust for point in points))
    units = ", ".join(dict.fromkeys(point.unit for point in points))
    return plain(f"{key.experiment} {key.name}, cores {key.cores}: {units}, {labels}")


def as_text(key: Key, points: list[Point]) -> str:
    """A line a run, with a bar from zero."""
    most = max(max(point.value for point in points), 0) or 1
    lines = [heading(key, points)]
    for point in points:
        bar = "#" * max(round(BAR * point.value / most), 0)
        doubt = "" if point.complete else "  log not whole"
        lines.append(f"  {point.date[:19]:<19}  {plain(point.git)[:13]:<13}  "
                     f"{number(point.value):>5}  {bar:<{BAR}}{doubt}".rstrip())
    return "\n".join(lines) + "\n"


def as_svg(key: Key, points: list[Point]) -> str:
    """A point a run, with a line from its lowest round to its highest; the
    revision stands below the first of its points."""
    most = max(point.high for point in points)
    least = min(0.0, min(point.low for point in points))
    span = (most - least) or 1

    def across(at: int) -> float:
        return LEFT + (at + 0.5) * (WIDE - LEFT - 10) / len(points)

    def up(value: float) -> float:
        return 30 + (HIGH - 30 - BELOW) * (most - value) / span

    title = escape(heading(key, points))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img" '
             'font-family="sans-serif" font-size="12">',
             f"<title>{title}</title>",
             f'<rect width="{WIDE}" height="{HIGH}" fill="white"/>',
             f'<text x="{LEFT}" y="18">{title}</text>']
    for value in (least, (least + most) / 2, most):
        y = up(value)
        parts.append(f'<line x1="{LEFT}" x2="{WIDE - 10}" y1="{y:.1f}" y2="{y:.1f}" '
                     f'stroke="#ccc"/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                     f"{number(value)}</text>")
    line = " ".join(f"{across(at):.1f},{up(point.value):.1f}" for at, point in enumerate(points))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0072b2"/>')
    for at, point in enumerate(points):
        parts += marks(point, across(at), up, not at or points[at - 1].git != point.git)
    return "\n".join([*parts, "</svg>"]) + "\n"


def marks(point: Point, x: float, up: Callable[[float], float], first: bool) -> list[str]:
    """A point, the reach of its rounds, and its revision if it is the first."""
    told = escape(plain(f"{point.date} {point.git}: {number(point.value)} "
                        f"({number(point.low)} to {number(point.high)})"))
    fill = "#0072b2" if point.complete else "white"
    found = [f'<g><title>{told}</title><line x1="{x:.1f}" x2="{x:.1f}" y1="{up(point.low):.1f}" '
             f'y2="{up(point.high):.1f}" stroke="#0072b2"/><circle cx="{x:.1f}" '
             f'cy="{up(point.value):.1f}" r="4" fill="{fill}" stroke="#0072b2"/></g>']
    if first:
        y = HIGH - BELOW + 16
        found.append(f'<text x="{x:.1f}" y="{y}" transform="rotate(30 {x:.1f} {y})" '
                     f'font-size="10">{escape(plain(point.date[:10]))} '
                     f"{escape(plain(point.git)[:9])}</text>")
    return found
