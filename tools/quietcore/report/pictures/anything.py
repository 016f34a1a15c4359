# SPDX-License-Identifier: MIT
"""Pictures of any experiment: two logs row by row, tails of single operations,
all results of a user's own."""

from __future__ import annotations

import math
from collections.abc import Iterator

from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Point
from quietcore.report.pictures.logs import Log, coarsest, doubt_of
from quietcore.report.pictures.making import (
    MOST_ROWS, WHISKERS, Value, chart_of, dots_of, drawn, pictures, value_of)
from quietcore.tables.results import parameters
from quietcore.tables.twin import meaning, sides
from quietcore.terminal.numbers import counted

# ---- two logs --------------------------------------------------------------------


def keyed(log: Log) -> dict[tuple, dict]:
    """Rows by what they are of."""
    return {(r["experiment"], r["variant"], r["cores"], parameters(r)): r
            for r in coarsest(log.results) if r["p50"]}


@pictures("pairs-rows", "Two logs, row by row", "two logs with rows of one unit", of_run=True)
def pairs_rows(logs: list[Log]) -> list[Drawing]:
    """The first two logs; the bare machine is on the x axis."""
    if len(logs) < 2 or not all(log.run.context for log in logs[:2]):
        return []
    one, two = logs[:2]
    if sides(one.run, two.run)[0] is two.run:
        one, two = two, one
    others, found = keyed(two), {}
    for key, row in keyed(one).items():
        other = others.get(key)
        if not other or row["unit"] != other["unit"]:
            continue
        experiment, variant, cores, params = key
        curve = found.setdefault(experiment, Curve(experiment, [], len(found), line=False))
        doubts = dict.fromkeys(filter(None, map(doubt_of, (row, other))))
        curve.points.append(Point(
            row["p50"], other["p50"], doubt=", ".join(doubts),
            note=f"{variant} {params} {cores}c, ratio {other['p50'] / row['p50']:.3g}"))
    shape = Chart(Axis(f"{one.name}: {one.unit}", log=True),
                  Axis(f"{two.name}: {two.unit}", log=True),
                  list(found.values()), diagonal="as long") if found else None
    return drawn(shape, "pairs-rows", f"{one.name} and {two.name}, row by row",
                 "Each row of both logs: above the line the second takes longer.",
                 [meaning(one.run, two.run)] if found else [])


# ---- tails -----------------------------------------------------------------------

#: Their places: each step right is a tenth of the samples that lie beyond.
PLACES = {field: (-math.log10(1 - share), name) for field, share, name in (
    ("p50", 0.5, "p50"), ("p90", 0.9, "p90"), ("p99", 0.99, "p99"), ("p999", 0.999, "p99.9"))} \
    | {"max": (4.0, "max")}
MOST_TAILS = 16


def tails_of(logs: list[Log], experiment: str) -> list[Drawing]:
    """Percentiles of each row of batch 1 which has a tail, a curve a row."""
    def places(log: Log) -> Iterator[tuple[str, float, Value]]:
        rows = [r for r in log.of(experiment) if r["batch"] == 1 and r.get("p99") is not None]
        for row in rows[:MOST_TAILS // len(logs) or 1]:
            words = f"{row['variant']} {parameters(row)}".strip()
            for field, (at, name) in PLACES.items():
                if row.get(field) is not None:
                    yield (f"{words}, {row['cores']}c", at,
                           Value(row[field], note=name, doubt=doubt_of(row)))

    x = Axis("percentile", zero=False, names=[*PLACES.values()])
    return drawn(
        chart_of(logs, x, "{unit}, single operations", places, log=True),
        f"{experiment}-tails", "Tails of single operations",
        "How long the slowest operations of many take: percentiles, and the longest of all.",
        ["Each sample carries the cost of reading the clock. "
         f"At most {MOST_TAILS} rows are shown; all are in the table."])


for _name in ("workqueue", "queue", "lock", "switch", "spawn", "wake", "dispatch"):
    pictures(f"{_name}-tails", "Tails of single operations",
             "rows of batch 1 with enough samples")(lambda logs, name=_name: tails_of(logs, name))


# ---- all results -----------------------------------------------------------------


def all_rows(logs: list[Log], experiment: str) -> list[Drawing]:
    """A dot for the median of each row, a group for each number of cores."""
    def figures(log: Log):
        for row in log.coarsest(experiment):
            yield (f"{row['variant']} {parameters(row)}".rstrip(),
                   counted(row["cores"], "core"), value_of(row))

    every = {name for log in logs for name, _, value in figures(log) if value}
    notes = [WHISKERS, "Of rows with several batches the largest is shown."]
    if len(every) > MOST_ROWS:
        notes.append(f"The first {MOST_ROWS} of {len(every)} rows; all are in the table of "
                     "results.")
    return drawn(dots_of(logs, "{unit} per operation", figures), f"{experiment}-rows",
                 "All results", f"Medians of each row of {experiment}, by number of cores.", notes)
