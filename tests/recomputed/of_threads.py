# SPDX-License-Identifier: MIT
"""Points and quantities of `threads`."""

from __future__ import annotations

import numpy as np
from raw_log import Log, quantile

POINT = ("k", "tasks", "workers", "stack_kib", "took", "earliest", "queued",
         "waited", "late", "share_ppm")
ROUND = ("k", "disturbed", "round", "took", "earliest", "queued", "waited", "late", "share_ppm")
#: Nights by their quantity's name: the series of how late sleepers woke.
LATE = {"asleep/once": "late/once", "asleep/random": "late/random"}


def curve(log: Log, variant: str) -> tuple[dict, np.ndarray]:
    """A design's parameters and its rounds."""
    [(key, rows)] = [(key, rows) for key, rows
                     in log.table("threads", *ROUND).items()
                     if key[0] == variant]
    return dict(key[2:]), rows


def untrue_points(log: Log) -> list[str]:
    """Points which are not the medians of their clean rounds; of all, where
    none is."""
    wrong = []
    rounds = log.table("threads", *ROUND)
    for key, points in log.table("threads", *POINT).items():
        for point in points:
            own = rounds[key][rounds[key][:, 0] == point[0]]
            assert [*own[:, 2]] == [*range(len(own))]
            clean = own[own[:, 1] == 0] if (own[:, 1] == 0).any() else own
            right = [quantile(clean[:, at]) for at in range(3, len(ROUND))]
            if right != [*map(int, point[4:])]:
                wrong.append(f"{key} k = {point[0]}: {point}, not {right}")
    return wrong


# ---- quantities ----------------------------------------------------------------


def column(rows: np.ndarray, k: int, name: str) -> list:
    """A point's ticks by round."""
    return [None if row[1] else int(row[ROUND.index(name)]) for row in rows[rows[:, 0] == k]]


def columns_of_curve(log: Log, quantity: dict) -> dict[str, list]:
    """All rounds that a curve's record has."""
    variant = quantity["variant"]
    _, rows = curve(log, variant)
    ks = [*dict.fromkeys(map(int, rows[:, 0]))]
    if variant.endswith("/pure"):
        ks = [*dict.fromkeys((ks[0], ks[-1]))]
        others = {f"{name}_rounds": column(rows, ks[-1], name) for name in ("earliest", "late")}
    else:
        others = {"share_ppm_rounds": column(rows, ks[0], "share_ppm")}
    return {"k": ks, "rounds": column(rows, ks[0], "took"),
            "further_rounds": [column(rows, k, "took") for k in ks[1:]],
            } | others


def night(log: Log, variant: str, sleepers: int) -> list:
    """Ticks by round of the nights with so many sleepers."""
    [rows] = [rows for key, rows in log.samples["threads"].items()
              if key[0] == variant and dict(key[2:])["sleepers"] == sleepers]
    return [None if disturbed else int(ticks) for disturbed, _, ticks in rows]


def columns_of(log: Log, quantity: dict) -> dict[str, list]:
    """All rounds that a record has, from the raw samples."""
    variant = quantity["variant"]
    if variant == "task":
        return {"rounds": [cpu] for key in log.table("threads", *ROUND)
                for cpu in [dict(key[2:])["cpu"]]}
    if "k" in quantity:
        return columns_of_curve(log, quantity)
    sleepers = quantity["params"]["sleepers"]
    return {"rounds": night(log, variant, sleepers)} | {
        "late_rounds": night(log, late, sleepers)
        for late in [LATE.get(variant)] if late}


def of_threads(log: Log, quantity: dict) -> list:
    """The columns of a record `quantity`, in its order."""
    right = columns_of(log, quantity)
    return [right.get(name) for name in quantity
            if name in ("k", "rounds") or name.endswith("_rounds")]
