# SPDX-License-Identifier: MIT
"""From the figures of logs to pictures: shapes, and their entries in the report.

A picture is a function below `@dots`, `@curves` or `@pictures`. The first two
take one that yields the figures of a log; its docstring is the sentence on what
is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quietcore.conclusions.gate import SURE, TIE
from quietcore.report.draw.frame import GREY, LOOKS
from quietcore.report.draw.model import (
    Axis, Chart, Curve, Dot, Dots, Drawing, Point, Rule, Shape, is_empty)
from quietcore.report.pictures.logs import Log, axis_title, doubt_of, of_several
from quietcore.targets.primitives import floors_of

OWN = [look for look in range(LOOKS) if look != GREY]
WIDE = 12           # greatest over least from which on an axis is logarithmic
WHISKERS = "Whiskers go from the least to the greatest median of a round."
INTERVALS = "Whiskers are the intervals of the findings."
#: Rows of a picture of names; more stay in its table.
MOST_ROWS = 48

Make = Callable[[list[Log]], Iterable[Drawing]]


# ---- values ----------------------------------------------------------------------


@dataclass(frozen=True)
class Value:
    """A figure with its interval and its doubt."""

    value: float
    low: float | None = None
    high: float | None = None
    doubt: str = ""
    note: str = ""
    quantity: str = ""      # where a curve has points of several


def reach(rounds: Iterable[float | None]) -> tuple[float | None, float | None]:
    """The least and the greatest of several rounds."""
    seen = [x for x in rounds if x is not None]
    return (min(seen), max(seen)) if len(seen) > 1 else (None, None)


def value_of(record: dict, field: str = "p50", share: float = 1.0) -> Value | None:
    """A result's figure; its interval is that of the rounds' medians."""
    if record.get(field) is None:
        return None
    figure, low, high = record[field] * share, None, None
    if field == "p50":
        bad = record.get("disturbed_rounds", ())
        every = [x and x * share for x in record.get("rounds", ())]
        clean = [x for i, x in enumerate(every) if i not in bad and x is not None]
        # A figure that lies beyond these is that of all rounds.
        low, high = reach(clean if not clean or min(clean) <= figure <= max(clean) else every)
    return Value(figure, low, high, doubt_of(record),
                 f"n = {record['n']}, batch {record['batch']}, per {record['per']}")


def found_value(finding: dict) -> Value | None:
    """A finding's figure and interval; what is not conclusive is doubted."""
    if finding.get("value") is None:
        return None
    return Value(finding["value"], finding.get("low"), finding.get("high"),
                 "" if finding["verdict"] in (SURE, TIE) else "inconclusive",
                 f"published: {finding['published']}" if finding.get("published") else "")


def is_wide(values: Iterable[float]) -> bool:
    """Is an axis for these better logarithmic?"""
    seen = [v for v in values if v > 0]
    return bool(seen) and max(seen) > WIDE * min(seen)


def floor_rules(logs: list[Log], *names: str) -> list[Rule]:
    """The floors that the logs measured, as lines."""
    return [Rule(floors[name], name + of_several(log, logs))
            for log in logs for floors in [floors_of(log.run)]
            for name in names if name in floors]


# ---- shapes ----------------------------------------------------------------------

#: A log's figures: row, group, value.
Figures = Callable[[Log], Iterable[tuple[str, str, Value | None]]]
#: A log's figures: curve, x, value.
Places = Callable[[Log], Iterable[tuple[str, float, Value | None]]]


def dots_of(logs: list[Log], axis: str, figures: Figures, rules: Iterable[Rule] = (),
            log: bool | None = None, bounds: tuple[float, float] | None = None) -> Dots | None:
    """Names with figures beside them, a group for each log; None without any.
    `log`: is the axis logarithmic? None: as its figures ask."""
    groups: dict[str, int] = {}
    dots = []
    for each in logs:
        for row, group, value in figures(each):
            if value is not None:
                words = ", ".join(filter(None, (group, of_several(each, logs, "{}"))))
                point = Point(value.value, 0, value.low, value.high, value.doubt, value.note)
                dots.append(Dot(row, groups.setdefault(words, len(groups)), point))
    return names_of(axis_title(logs, axis), [*groups], dots, rules, log, bounds)


def names_of(title: str, groups: list[str], dots: list[Dot], rules: Iterable[Rule],
             log: bool | None, bounds: tuple[float, float] | None = None) -> Dots | None:
    """Those of the first rows, as many as a picture has."""
    wide = is_wide(dot.point.x for dot in dots) if log is None else log
    rows = list(dict.fromkeys(dot.row for dot in dots))[:MOST_ROWS]
    return Dots(Axis(title, log=wide, bounds=bounds), groups,
                [dot for dot in dots if dot.row in rows], [*rules]) if dots else None


def own_look(index: int) -> int:
    """The look of a curve of ours: never the grey of what others published."""
    return index // len(OWN) * LOOKS + OWN[index % len(OWN)]


def curves_of(logs: list[Log], places: Places) -> list[Curve]:
    """A curve for each name and log, points from left to right. Of one log
    curves of unlike colours have unlike dashes, too; of several each has its."""
    looks: dict[str, int] = {}
    found: dict[tuple[str, int], Curve] = {}
    for i, each in enumerate(logs):
        for name, x, value in places(each):
            if value is None:
                continue
            look = looks.setdefault(name, own_look(len(looks)))
            curve = found.setdefault((name, i), Curve(
                name + of_several(each, logs), [], look,
                i if len(logs) > 1 else look + look // 8))
            curve.points.append(Point(x, value.value, value.low, value.high, value.doubt,
                                      value.note, value.quantity))
    for curve in found.values():
        curve.points.sort(key=lambda p: p.x)
    return list(found.values())


def chart_of(logs: list[Log], x: Axis | str, axis: str, places: Places,
             rules: Iterable[Rule] = (), log: bool | None = None) -> Chart | Dots | None:
    """Curves of all logs, where there is one x only names with figures; None
    without any point. An `x` of words alone is of a few whole numbers."""
    found = curves_of(logs, places)
    points = [p for curve in found for p in curve.points]
    xs = sorted({p.x for p in points})
    title = axis_title(logs, axis)
    if isinstance(x, str):
        x = counts_axis(x, xs)
    if len(xs) == 1 and len(found) > 1:
        return names_of(f"{title}, {x.title}: {xs[0]:g}", [""], [
            Dot(curve.name, 0, Point(p.y, 0, p.low, p.high, p.doubt, p.note))
            for curve in found for p in curve.points],
            [rule for rule in rules if not rule.upright], log)
    wide = is_wide(p.y for p in points) if log is None else log
    return Chart(x, Axis(title, log=wide), found, [*rules]) if found else None


def counts_axis(title: str, values: Iterable[float], log: bool = False) -> Axis:
    """An axis of a few whole numbers, each with its mark."""
    every = sorted(set(values))
    names = [(v, f"{v:g}") for v in every] if len(every) <= 12 else []
    return Axis(title, log=log and min(every, default=0) > 0, zero=False, names=names)


# ---- entries of the report -------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """A picture, or some of one kind. `make` gives none where the logs lack
    what `needs` names."""

    name: str
    experiment: str     # "" where it is of the whole run
    title: str
    needs: str
    make: Make

    def drawings(self, logs: list[Log]) -> list[Drawing]:
        """Those of which something can be seen."""
        return [drawing for drawing in self.make(logs) if not is_empty(drawing.shape)]


#: In the order of the report, by experiment.
ENTRIES: list[Entry] = []


def pictures(name: str, title: str, needs: str, of_run: bool = False):
    """Enters what the function below makes of logs: `make(logs)` gives drawings.
    The experiment is the name's first word; `of_run`: none, but the whole run."""
    def enter(make: Make) -> Make:
        ENTRIES.append(Entry(name, "" if of_run else name.partition("-")[0], title, needs, make))
        return make
    return enter


def drawn(shape: Shape | None, name: str, title: str, says: str,
          notes: Iterable[str] = ()) -> list[Drawing]:
    """The picture of a shape, if there is one."""
    return [Drawing(name, title, " ".join(says.split()), shape, [*notes])] if shape else []


def dots(name: str, title: str, axis: str, needs: str, *, floors: str = "",
         rules: Iterable[Rule] = (), notes: Iterable[str] = (), log: bool | None = None,
         bounds: tuple[float, float] | None = None, of_run: bool = False):
    """Enters a picture of names with figures beside them: `figures(log)` below
    yields row, group and value."""
    def enter(figures: Figures) -> Figures:
        def make(logs: list[Log]) -> list[Drawing]:
            shape = dots_of(logs, axis, figures,
                            [*floor_rules(logs, *floors.split()), *rules], log, bounds)
            return drawn(shape, name, title, figures.__doc__, notes)
        pictures(name, title, needs, of_run)(make)
        return figures
    return enter


def curves(name: str, title: str, x: Axis | str, axis: str, needs: str, *, floors: str = "",
           rules: Iterable[Rule] = (), notes: Iterable[str] = (), log: bool | None = None):
    """Enters a picture of curves: `places(log)` below yields curve, x and value."""
    def enter(places: Places) -> Places:
        def make(logs: list[Log]) -> list[Drawing]:
            shape = chart_of(logs, x, axis, places,
                             [*floor_rules(logs, *floors.split()), *rules], log)
            return drawn(shape, name, title, places.__doc__, notes)
        pictures(name, title, needs)(make)
        return places
    return enter
