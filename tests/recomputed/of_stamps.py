# SPDX-License-Identifier: MIT
"""Columns of `dispatch` that are made of a round's stamps."""

from __future__ import annotations

import numpy as np
from raw_log import Log, mean_milli, part, told

FIRST = 1000
BIN, BINS = 50, 400     # of the histogram; beyond no peak is looked for
PEAK_LEAST, PEAK_PER_MILLE = 8, 5


class Stamped:
    """A round's short pass with stamps; nothing of a disturbed one."""

    def __init__(self, log: Log, cell, at: int):
        samples = log.samples["dispatch"][cell.key]
        rows = samples[samples[:, 1] == at]
        works = log.table("dispatch", "round", "tasks", "work", "workers", "wall")[cell.key]
        [(_, tasks, work, self.workers, self.wall)] = works[works[:, 0] == at]
        self.worker, self.ticks = rows[:, 0], rows[:, 2]
        self.total = int(work)
        self.work = part(int(work) * 1000, int(tasks))
        self.overhead = mean_milli(self.ticks)
        firsts = log.table("dispatch", "round", "worker", "first").get(cell.key)
        self.first = None if firsts is None else {
            int(worker): int(count) for at_, worker, count in firsts
            if at_ == at}

    def share(self, low: int, high: int) -> int:
        inside = ((self.ticks >= low) & (self.ticks <= high)).sum()
        return int(inside) * 100_000 // self.ticks.size

    def told(self) -> int | None:
        both, whole = int(self.ticks.sum()) + self.total, int(self.wall * self.workers)
        return both * 100_000 // whole if 0 <= both <= 2 * whole else None

    def distance(self) -> int | None:
        """Of the first in time and all; by the values of either."""
        if self.ticks.size < 2 * FIRST:
            return None
        first = np.sort(np.concatenate([
            self.ticks[self.worker == worker][:count]
            for worker, count in self.first.items()]))
        everything = np.sort(self.ticks)
        values = np.unique(everything)
        left = np.searchsorted(first, values, "right") * everything.size
        right = np.searchsorted(everything, values, "right") * first.size
        return int(abs(left - right).max()) * 100_000 // first.size // everything.size

    def peaks(self) -> int:
        bins = np.minimum(np.maximum(self.ticks, 0) // BIN, BINS)
        return 1000 * len(peaks_of([*map(int, np.bincount(bins, minlength=BINS + 1)[:BINS])]))


def valley(heights: list[int], height: int, as_high) -> int:
    """The lowest on the way to a bin that is higher; 0 where none is."""
    lowest = height
    for each in heights:
        if as_high(each):
            return lowest
        lowest = min(lowest, each)
    return 0


def peaks_of(bins: list[int]) -> list[int]:
    """Those of which no way leads up but through half of their height."""
    found = []
    for i, height in enumerate(bins):
        left = valley(bins[:i][::-1], height, lambda x: x >= height)
        right = valley(bins[i + 1:], height, lambda x: x > height)
        if height >= PEAK_LEAST \
                and height * 1000 >= sum(bins) * PEAK_PER_MILLE \
                and max(left, right) <= height // 2:
            found.append(i)
    return found[:6]


# ---- by round ------------------------------------------------------------------


def nanoseconds(log: Log, pass_: Stamped) -> int:
    ms = log.context["tsc_hz"] // 1000
    ticks = pass_.overhead + pass_.work
    return ticks // ms * 1_000_000 + ticks % ms * 1_000_000 // ms


COLUMNS = {
    "work_rounds": lambda log, p: p.work,
    "workers_rounds": lambda log, p: int(p.workers) * 1000,
    "low_rounds": lambda log, p: p.share(-2**31, 200),
    "middle_rounds": lambda log, p: p.share(201, 500),
    "high_rounds": lambda log, p: p.share(501, 2**31),
    "spikes_rounds": lambda log, p: p.share(1500, 2500),
    "peaks_rounds": lambda log, p: p.peaks(),
    "first_rounds": lambda log, p: p.distance(),
    "told_rounds": lambda log, p: p.told(), "ns_rounds": nanoseconds}


def columns(log: Log, cell, result: dict) -> dict[str, list]:
    """Those that a result has; of an exchange none."""
    if not COLUMNS.keys() & result.keys():
        return {}
    passes = [None if bad else Stamped(log, cell, at)
              for at, bad in enumerate(cell.stamps_disturbed)]
    return {name: [each and told(figure(log, each)) for each in passes]
            for name, figure in COLUMNS.items() if name in result}
