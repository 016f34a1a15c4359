# SPDX-License-Identifier: MIT
"""The tails of single operations: percentiles of rows of batch 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from quietcore.report.draw.model import Axis, Drawing
from quietcore.report.pictures.logs import Log, doubt_of, measure
from quietcore.report.pictures.making import Value, chart_of
from quietcore.tables.results import parameters

#: Their places: each step right is a tenth of the samples that lie beyond.
PLACES = (("p50", 0.5, "p50"), ("p90", 0.9, "p90"), ("p99", 0.99, "p99"),
          ("p999", 0.999, "p99.9"))
MOST = 16       # curves


def percentiles(row: dict) -> Iterator[tuple[float, Value]]:
    """Where each percentile stands, and what it is; at last the maximum."""
    for field, share, name in PLACES:
        if row.get(field) is not None:
            yield -math.log10(1 - share), Value(row[field], note=name,
                                                doubt=doubt_of(row))
    if row.get("max") is not None:
        yield 4, Value(row["max"], note="max", doubt=doubt_of(row))


def tails_of(logs: list[Log], experiment: str) -> list[Drawing]:
    """A curve for each row of batch 1 which has a tail."""
    def places(log: Log):
        rows = [r for r in log.of(experiment)
                if r["batch"] == 1 and r.get("p99") is not None]
        for row in rows[:MOST // len(logs) or 1]:
            words = f"{row['variant']} {parameters(row)}".strip()
            for at, value in percentiles(row):
                yield f"{words}, {row['cores']}c", at, value

    names = [(-math.log10(1 - share), name) for _, share, name in PLACES]
    shape = chart_of(logs, Axis("percentile", zero=False,
                                names=[*names, (4.0, "max")]),
                     f"{measure(logs)}, single operations", places, log=True)
    return [Drawing(
        f"{experiment}-tails", "Tails of single operations",
        "How long the slowest operations of many take: percentiles, and the "
        "longest of all.", shape,
        ["Each sample carries the cost of reading the clock. "
         f"At most {MOST} rows are shown; all are in the table."])] \
        if shape else []


def pictures() -> Iterator[tuple]:
    """One for each experiment that times single operations."""
    for name in ("workqueue", "queue", "lock", "switch", "spawn", "wake",
                 "dispatch"):
        make: Callable = (lambda logs, name=name: tails_of(logs, name))
        yield (f"{name}-tails", name, "Tails of single operations", make,
               "rows of batch 1 with enough samples")


PICTURES = tuple(pictures())
