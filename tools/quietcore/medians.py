# SPDX-License-Identifier: MIT
"""Several runs of the same measurements as one: the median of each figure."""

from __future__ import annotations

import statistics

import orjson

from quietcore.log import Run

#: What tells one record of a run from another.
KEYS = ("experiment", "variant", "name", "cores", "batch", "params")


def key_of(record: dict) -> tuple:
    """Equal for the same measurement in different runs."""
    return (record["record"], *(orjson.dumps(record.get(name)) for name in KEYS
                                if name != "batch" or
                                (record.get("batch") or 0) <= 1))


def median(values: list[float | None]) -> float | None:
    """None, a value that was not reached, is above all others."""
    ordered = sorted(values, key=lambda v: (v is None, v or 0))
    middle = ordered[(len(ordered) - 1) // 2:len(ordered) // 2 + 1]
    return None if None in middle else statistics.fmean(middle)


def figure(values: list) -> object:
    """The median where these are numbers; else the first."""
    numbers = all(v is None or type(v) in (int, float) for v in values)
    return median(values) if numbers else values[0]


def median_run(runs: list[Run]) -> Run:
    """The first run, with each figure of results and findings the median of
    all runs that have the record. At least one run."""
    same: dict[tuple, list[dict]] = {}
    for run in runs:
        for kind in ("result", "finding"):
            for record in run.of(kind):
                same.setdefault(key_of(record), []).append(record)
    merged = Run(problems=[p for run in runs for p in run.problems])
    for record in runs[0].records:
        if record["record"] in ("result", "finding"):
            record |= {name: figure([other.get(name) for other in
                                     same[key_of(record)]])
                       for name in record if name not in KEYS}
        merged.add(record, orjson.dumps(record))
    return merged
