# SPDX-License-Identifier: MIT
"""Two logs, row by row: the bare machine and its hosted twin, or any two."""

from __future__ import annotations

from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Point
from quietcore.report.pictures.logs import Log, coarsest, doubt_of
from quietcore.tables.results import parameters
from quietcore.tables.twin import meaning, sides

MOST = 8    # experiments that have a colour of their own


def keyed(log: Log) -> dict[tuple, dict]:
    """Rows by what they are of."""
    return {(r["experiment"], r["variant"], r["cores"], parameters(r)): r
            for r in coarsest(log.results) if r["p50"]}


def beside(logs: list[Log]) -> list[Drawing]:
    """The first two logs; the bare machine is on the x axis."""
    if len(logs) < 2 or not all(log.run.context for log in logs[:2]):
        return []
    one, two = logs[0], logs[1]
    if sides(one.run, two.run)[0] is two.run:
        one, two = two, one
    other, curves = keyed(two), {}
    for key, row in keyed(one).items():
        if key not in other or row["unit"] != other[key]["unit"]:
            continue
        look = len(curves)
        curve = curves.setdefault(key[0], Curve(key[0], [], look, line=False))
        doubts = dict.fromkeys(filter(None, map(doubt_of,
                                                (row, other[key]))))
        curve.points.append(Point(
            row["p50"], other[key]["p50"], doubt=", ".join(doubts),
            note=f"{key[1]} {key[3]} {key[2]}c, ratio "
            f"{other[key]['p50'] / row['p50']:.3g}"))
    if not curves:
        return []
    return [Drawing(
        "pairs-rows", f"{one.name} and {two.name}, row by row",
        "Each row of both logs: above the line the second takes longer.",
        Chart(Axis(f"{one.name}: {one.unit}", log=True),
              Axis(f"{two.name}: {two.unit}", log=True),
              list(curves.values()), diagonal="as long"),
        [meaning(one.run, two.run)])]


PICTURES = (
    ("pairs-rows", "", "Two logs, row by row", beside,
     "two logs with rows of one unit"),
)
