# SPDX-License-Identifier: MIT
"""Quantities of `switch` and `timer`."""

from __future__ import annotations

import math

import numpy as np
from raw_log import Log, by_round, quantile, told

BATCH = 1024
#: Operations that a row's own is made of.
SHARES = {name: 2 for name in ("inline", "call", "sse", "xsave")}
NS = 1_000_000_000


def slopes(log: Log, experiment: str, variant: str) -> list[int]:
    """Of each round: what BATCH operations more take; 0: nothing."""
    once, twice = (by_round(log.samples[experiment][
        variant, 1, ("operations", operations)])
        for operations in (BATCH, 2 * BATCH))
    return [max(quantile(b) - quantile(a), 0) * 1000 // BATCH
            for a, b in zip(once, twice)]


def of_switch(log: Log, quantity: dict) -> list[list]:
    """Multiples of a call; of a fiber's bytes nothing was sampled."""
    variant = quantity["variant"]
    if variant == "memory":
        return [quantity["rounds"]]
    own = [each // SHARES.get(variant, 1)
           for each in slopes(log, "switch", variant)]
    return [[told(a * 1000 // b) if a and b else None
             for a, b in zip(own, slopes(log, "floor", "call"))]]


def of_timer(log: Log, quantity: dict) -> list[list]:
    """The usual step of the time stamp; the grain of a timer in ns."""
    steps = {key[0]: by_round(rows) for key, rows
             in log.table("timer", "round", "step").items()}
    if quantity["variant"] == "step":
        usual = [[quantile(own[own > 0]) for own in rounds if own.any()]
                 for way, rounds in steps.items() if way.startswith("rdtsc")]
        return [[told(min(each) * 1000) for each in zip(*usual)]]
    hz = next(s["counts_hz"] for s in log.of("series", "timer")
              if s["variant"] == quantity["variant"] and "counts_hz" in s)
    grains = [math.gcd(*map(int, own)) for own in steps[quantity["variant"]]]
    assert np.all(grains)
    return [[told(grain * NS * 1000 // hz) for grain in grains]]
