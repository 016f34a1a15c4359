# SPDX-License-Identifier: MIT
"""Shapes from results: what most pictures have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quietcore.conclusions.gate import SURE, TIE
from quietcore.report.draw.frame import GREY, LOOKS
from quietcore.report.draw.model import (
    Axis, Chart, Curve, Dot, Dots, Point, Rule)
from quietcore.report.pictures.logs import Log, doubt_of, measure
from quietcore.targets.primitives import floors_of

OWN = [look for look in range(LOOKS) if look != GREY]
WIDE = 12           # greatest over least from which on an axis is logarithmic
WHISKERS = "Whiskers go from the least to the greatest median of a round."
#: Rows of a picture of names; more stay in its table.
MOST_ROWS = 48


@dataclass(frozen=True)
class Value:
    """A figure with its interval and its doubt."""

    value: float
    low: float | None = None
    high: float | None = None
    doubt: str = ""
    note: str = ""
    quantity: str = ""      # where a curve has points of several

    def at(self, x: float) -> Point:
        """On a chart."""
        return Point(x, self.value, self.low, self.high, self.doubt, self.note,
                     self.quantity)

    def flat(self) -> Point:
        """Beside a name."""
        return Point(self.value, 0, self.low, self.high, self.doubt, self.note)


def value_of(record: dict, field: str = "p50",
             share: float = 1.0) -> Value | None:
    """A result's figure; its interval is that of the rounds' medians."""
    figure = record.get(field)
    if figure is None:
        return None
    low = high = None
    if field == "p50":
        bad = set(record.get("disturbed_rounds", ()))
        every = [x and x * share for x in record.get("rounds", ())]
        rounds = [x for i, x in enumerate(every)
                  if i not in bad and x is not None]
        if rounds and not min(rounds) <= figure * share <= max(rounds):
            # It is that of all rounds, and lies among these only.
            rounds = [x for x in every if x is not None]
        if len(rounds) > 1:
            low, high = min(rounds), max(rounds)
    return Value(figure * share, low, high, doubt_of(record),
                 f"n = {record['n']}, batch {record['batch']}, "
                 f"per {record['per']}")


def found_value(finding: dict) -> Value | None:
    """A finding's figure and interval; what is not conclusive is doubted."""
    if finding.get("value") is None:
        return None
    return Value(finding["value"], finding.get("low"), finding.get("high"),
                 "" if finding["verdict"] in (SURE, TIE) else "inconclusive",
                 f"published: {finding['published']}"
                 if finding.get("published") else "")


def is_wide(values: Iterable[float]) -> bool:
    """Is an axis for these better logarithmic?"""
    seen = [v for v in values if v > 0]
    return bool(seen) and max(seen) > WIDE * min(seen)


# ---- names with figures ----------------------------------------------------------

#: A log's figures: row, group, value.
Figures = Callable[[Log], Iterable[tuple[str, str, Value | None]]]


def dots_of(logs: list[Log], title: str, figures: Figures,
            rules: list[Rule] | None = None, log: bool | None = None,
            bounds: tuple[float, float] | None = None) -> Dots | None:
    """Names with figures beside them, a group for each log; None without any."""
    groups: dict[tuple[str, str], int] = {}
    dots = []
    for each in logs:
        for row, group, value in figures(each):
            if value is not None:
                key = (group, each.name if len(logs) > 1 else "")
                at = groups.setdefault(key, len(groups))
                dots.append(Dot(row, at, value.flat()))
    if not dots:
        return None
    rules = rules or []
    wide = is_wide([d.point.x for d in dots]) if log is None else log
    return Dots(Axis(title, log=wide, bounds=bounds),
                [", ".join(filter(None, key)) for key in groups],
                fitting(dots), rules)


def fitting(dots: list[Dot]) -> list[Dot]:
    """Those of the first rows, as many as a picture has."""
    rows = list(dict.fromkeys(dot.row for dot in dots))[:MOST_ROWS]
    return [dot for dot in dots if dot.row in rows]


# ---- curves ---------------------------------------------------------------------

#: A log's figures: curve, x, value.
Places = Callable[[Log], Iterable[tuple[str, float, Value | None]]]


def dash_of(look: int, log: int, several: bool) -> int:
    """One log: curves of unlike colours have unlike dashes, too. Several: a
    dash a log."""
    return log if several else look + look // 8


def own_look(index: int) -> int:
    """The look of a curve of ours: never the grey of what others published."""
    return index // len(OWN) * LOOKS + OWN[index % len(OWN)]


def curves_of(logs: list[Log], places: Places) -> list[Curve]:
    """A curve for each name and log, points from left to right."""
    looks: dict[str, int] = {}
    curves: dict[tuple[str, int], Curve] = {}
    for i, each in enumerate(logs):
        for name, x, value in places(each):
            if value is None:
                continue
            look = looks.setdefault(name, own_look(len(looks)))
            shown = f"{name} ({each.name})" if len(logs) > 1 else name
            curve = curves.setdefault((name, i), Curve(
                shown, [], look, dash_of(look, i, len(logs) > 1)))
            curve.points.append(value.at(x))
    for curve in curves.values():
        curve.points.sort(key=lambda p: p.x)
    return list(curves.values())


def chart_of(logs: list[Log], x: Axis, title: str, places: Places,
             rules: list[Rule] | None = None,
             log: bool | None = None) -> Chart | Dots | None:
    """Curves of all logs, where there is one x only names with figures; None
    without any point."""
    curves = curves_of(logs, places)
    if not curves:
        return None
    ys = [p.y for curve in curves for p in curve.points]
    wide = is_wide(ys) if log is None else log
    xs = {p.x for curve in curves for p in curve.points}
    if len(xs) == 1 and len(curves) > 1:
        return as_dots(curves, f"{title}, {x.title}: {xs.pop():g}", wide,
                       rules or [])
    return Chart(x, Axis(title, log=wide), curves, rules or [])


def as_dots(curves: list[Curve], title: str, wide: bool,
            rules: list[Rule]) -> Dots:
    """Curves of a point each, as names below each other."""
    dots = [Dot(curve.name, 0, Point(p.y, 0, p.low, p.high, p.doubt, p.note))
            for curve in curves for p in curve.points]
    return Dots(Axis(title, log=wide), [""], fitting(dots),
                [rule for rule in rules if not rule.upright])


def counts_axis(title: str, values: Iterable[float], log: bool = False) -> Axis:
    """An axis of a few whole numbers, each with its mark."""
    every = sorted(set(values))
    names = [(v, f"{v:g}") for v in every] if len(every) <= 12 else []
    return Axis(title, log=log and min(every, default=0) > 0, zero=False,
                names=names)


# ---- floors ----------------------------------------------------------------------


def floor_rules(logs: list[Log], *names: str,
                share: float = 1.0) -> list[Rule]:
    """The floors that the logs measured, as lines."""
    rules = []
    for each in logs:
        floors = floors_of(each.run)
        for name in names:
            if name in floors:
                of = f" ({each.name})" if len(logs) > 1 else ""
                rules.append(Rule(floors[name] * share, f"{name}{of}"))
    return rules


def per(logs: list[Log], what: str) -> str:
    """An axis of figures: `emulated ticks (tcg) per task`."""
    return f"{measure(logs)} per {what}"


__all__ = ["WHISKERS", "Value", "chart_of", "counts_axis", "curves_of",
           "dots_of", "floor_rules", "found_value", "is_wide", "per",
           "value_of"]
