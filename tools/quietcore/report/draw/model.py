# SPDX-License-Identifier: MIT
"""What a picture shows, before anything is drawn; each kind has its table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from quietcore.terminal.numbers import number

Table = tuple[list[str], list[list[str]]]   # headings, rows


@lru_cache(maxsize=1 << 16)
def figure(value: float | None) -> str:
    """As tables have it. A map of many cores asks for the same ones often."""
    return number(value)


@dataclass(frozen=True)
class Point:
    """A figure at a place, with its interval and what is to be doubted."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    doubt: str = ""         # "disturbed", "not proven": it is drawn hollow
    note: str = ""          # more for who points at it
    quantity: str = ""      # a line joins points of the same one only


@dataclass
class Curve:
    """Points of one name. `look` is its colour and shape, `dash` its line."""

    name: str
    points: list[Point]
    look: int = 0
    dash: int = 0
    line: bool = True
    dots: bool = True
    steps: bool = False     # a value holds until the next point
    apart: float = 0        # not 0: points farther apart are not joined


@dataclass(frozen=True)
class Rule:
    """A line across: a floor, a break-even, a share that is asked for."""

    at: float
    name: str
    upright: bool = False   # at an x; else at a y


@dataclass
class Axis:
    """What stands along a side."""

    title: str
    log: bool = False
    zero: bool = True       # a linear one begins at 0
    names: list[tuple[float, str]] = field(default_factory=list)
    bounds: tuple[float, float] | None = None


@dataclass
class Chart:
    """Curves between two axes."""

    x: Axis
    y: Axis
    curves: list[Curve]
    rules: list[Rule] = field(default_factory=list)
    diagonal: str = ""      # the name of the line x = y

    def table(self) -> Table:
        """A row a point."""
        names = dict(self.x.names)
        rows = [[curve.name, names.get(p.x, figure(p.x)), figure(p.y),
                 figure(p.low), figure(p.high), p.doubt, p.note]
                for curve in self.curves for p in curve.points]
        return ["curve", self.x.title, self.y.title, "from", "to", "doubt", "what"], rows


@dataclass(frozen=True)
class Dot:
    """A figure in a row, of one of the picture's groups."""

    row: str
    group: int
    point: Point            # its y is of no meaning


@dataclass
class Dots:
    """Names below each other, a figure or more beside each."""

    x: Axis
    groups: list[str]
    dots: list[Dot]
    rules: list[Rule] = field(default_factory=list)

    def rows(self) -> list[str]:
        """The names, in the order they came."""
        return list(dict.fromkeys(dot.row for dot in self.dots))

    def table(self) -> Table:
        """A row a dot."""
        return ["what", "of", self.x.title, "from", "to", "doubt"], [
            [d.row, self.groups[d.group], figure(d.point.x),
             figure(d.point.low), figure(d.point.high), d.point.doubt]
            for d in self.dots]


@dataclass(frozen=True)
class Segment:
    """A stretch of a lane."""

    lane: str
    start: float
    end: float
    kind: int
    note: str = ""


@dataclass
class Lanes:
    """Lanes below each other, filled by stretches of some kinds: a timeline,
    or shares that add up."""

    x: Axis
    kinds: list[str]
    segments: list[Segment]
    whole: bool = False     # a stretch is a share: the table has one a kind

    def lanes(self) -> list[str]:
        """The names, in the order they came."""
        return list(dict.fromkeys(s.lane for s in self.segments))

    def table(self) -> Table:
        """What each kind takes of each lane, in all."""
        total: dict[tuple[str, int], float] = {}
        for s in self.segments:
            key = (s.lane, s.kind)
            total[key] = total.get(key, 0) + s.end - s.start
        return ["lane", "what", self.x.title], [
            [lane, self.kinds[kind], figure(value)]
            for (lane, kind), value in total.items()]


@dataclass(frozen=True)
class Cell:
    """A figure of a row and a column, by their places."""

    row: int
    column: int
    value: float
    doubt: str = ""
    note: str = ""
    shown: str = ""         # what stands in the cell; the figure where empty


@dataclass
class Heat:
    """Figures of rows and columns as shades, near ones and far ones."""

    rows: list[str]
    columns: list[str]
    cells: list[Cell]
    unit: str
    row_title: str
    column_title: str
    boxes: list[tuple[int, int]] = field(default_factory=list)  # first, last
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    figures: bool = True    # the figure stands in the cell where it fits
    log: bool = True
    bounds: tuple[float, float] | None = None   # of the shades
    ends: tuple[str, str] | None = None         # what the bounds are called

    def table(self) -> Table:
        """A row a cell."""
        return [self.row_title, self.column_title, self.unit, "doubt"], [
            [self.rows[c.row], self.columns[c.column], c.shown or figure(c.value),
             c.doubt] for c in self.cells]


Shape = Chart | Dots | Lanes | Heat


def can_stand(value: float, axis: Axis) -> bool:
    """On a logarithmic axis only what is above 0 can."""
    return value > 0 or not axis.log


def is_empty(shape: Shape) -> bool:
    """Would nothing be seen of it?"""
    if isinstance(shape, Chart):
        return not any(can_stand(p.x, shape.x) and can_stand(p.y, shape.y)
                       for curve in shape.curves for p in curve.points)
    if isinstance(shape, Dots):
        return not any(can_stand(d.point.x, shape.x) for d in shape.dots)
    return not (shape.segments if isinstance(shape, Lanes) else shape.cells)


@dataclass
class Drawing:
    """A shape with its name, what it shows, and what is to be known of it."""

    name: str               # for `qc plot`: letters, digits, -
    title: str
    says: str               # one sentence: what is seen, for who sees nothing
    shape: Shape
    notes: list[str] = field(default_factory=list)
