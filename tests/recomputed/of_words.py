# SPDX-License-Identifier: MIT
"""Findings of `dispatch` that stand beside published words."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from raw_log import NEVER, Log, mean_milli, part, quantile, told

LENGTHS = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001)
ALONE = 501             # published: one worker up to that length
FIRST = 1000
BIN, BINS = 50, 400     # of the histogram; beyond no peak is looked for
PEAK_LEAST, PEAK_PER_MILLE = 8, 5


class Stamped:
    """A round's short pass with stamps; nothing of a disturbed one."""

    def __init__(self, log: Log, cell, at: int):
        samples = log.samples["dispatch"][cell.key]
        rows = samples[samples[:, 1] == at]
        works = log.table("dispatch", "round", "tasks", "work", "workers",
                          "wall")[cell.key]
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
        both, whole = int(self.ticks.sum()) + self.total, \
            int(self.wall * self.workers)
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
        return int(abs(left - right).max()) * 100_000 // first.size \
            // everything.size

    def peaks(self) -> int:
        bins = np.minimum(np.maximum(self.ticks, 0) // BIN, BINS)
        return 1000 * len(peaks_of([*map(int, np.bincount(
            bins, minlength=BINS + 1)[:BINS])]))


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


def meeting(x: list[int], a: list[int], b: list[int]) -> int | str:
    """Where b is no larger than a for the first time, in thousandths."""
    at = next((i for i in range(len(x)) if b[i] <= a[i]), None)
    if at is None:
        return NEVER
    if not at:
        return x[0] * 1000
    before = b[at - 1] - a[at - 1]
    share = before * 2**20 // (before + a[at] - b[at])
    return x[at - 1] * 1000 + (x[at] - x[at - 1]) * 1000 * share // 2**20


def between(x: list[int], y: list[int], at: int) -> int:
    """y at thousandths of x, on straight lines."""
    i = min(max(bisect_left([each * 1000 for each in x], at), 1), len(x) - 1)
    start, width = x[i - 1] * 1000, (x[i] - x[i - 1]) * 1000
    return y[i - 1] + part((y[i] - y[i - 1]) * ((at - start) * 1000 // width),
                           1000)


# ---- by round ------------------------------------------------------------------


def stamped(log: Log, cell, at: int) -> Stamped | None:
    if cell is None or at >= len(cell.wall) or cell.stamps_disturbed[at]:
        return None
    return Stamped(log, cell, at)


def of_table(low: int, high: int):
    """The median over lengths of the mean overheads."""
    def figure(log, cells, name, at):
        found = [stamped(log, cells.get(name, n), at) for n in LENGTHS
                 if low <= n <= high]
        means = [each.overhead for each in found if each]
        return quantile(means) if means else None
    return figure


def of_cell(n: int, value):
    """A figure of one length, on all cores."""
    def figure(log, cells, name, at):
        found = stamped(log, cells.get(name, n), at)
        return None if found is None else value(found)
    return figure


def on_cores(which):
    """The empty task's mean overhead on so many cores."""
    def figure(log, cells, name, at):
        found = stamped(log, cells.get(name, 0, which(cells, name)), at)
        return None if found is None else found.overhead
    return figure


def some_cores(cells, name: str) -> int:
    """The most that are not all; as many as never are where there are none."""
    counts = {cell.cores for cell in cells.of.values() if cell.n == 0
              and cell.name == name and 1 < cell.cores < cells.cores}
    return max(counts, default=-1)


def overhead_share(pass_: Stamped) -> int | None:
    overhead = max(pass_.overhead, 0)
    both = overhead + pass_.work
    return part(overhead * 100_000, both) if both > 0 else None


def nanoseconds(log, cells, name, at):
    found = stamped(log, cells.get(name, 51), at)
    if found is None:
        return None
    ms = log.context["tsc_hz"] // 1000
    ticks = found.overhead + found.work
    return ticks // ms * 1_000_000 + ticks % ms * 1_000_000 // ms


def five_percent(log, cells, name, at):
    found = [(n, stamped(log, cells.get(name, n), at)) for n in LENGTHS]
    points = [(n, each.work, each.overhead * 19) for n, each in found if each]
    if len(points) < 2:
        return None
    n, work, wanted = map(list, zip(*points))
    met = meeting(n, work, wanted)
    return met if met == NEVER else between(n, work, met)


def break_even_work(log, cells, name, at):
    both = [(cells.get(name, n), cells.get("loop", n)) for n in LENGTHS]
    points = [(own.n, loop.clean[at], own.clean[at]) for own, loop in both
              if own and loop and at < len(own.wall)
              and None not in (own.clean[at], loop.clean[at])]
    if len(points) < 2:
        return None
    n, loops, owns = map(list, zip(*points))
    met = meeting(n, loops, owns)
    return met if met == NEVER else between(n, loops, met)


FIGURES = {
    "overhead_one_core": on_cores(lambda cells, name: 1),
    "overhead_some_cores": on_cores(some_cores),
    "overhead_all_cores": on_cores(lambda cells, name: cells.cores),
    "spikes": of_cell(0, lambda p: p.share(1500, 2500)),
    "overhead_low": of_cell(0, lambda p: p.share(-2**31, 200)),
    "overhead_middle": of_cell(0, lambda p: p.share(201, 500)),
    "overhead_high": of_cell(0, lambda p: p.share(501, 2**31)),
    "peaks": of_cell(0, Stamped.peaks),
    "first_samples": of_cell(0, Stamped.distance),
    **{f"workers_{n}": of_cell(n, lambda p: int(p.workers) * 1000)
       for n in (501, 1001, 5001)},
    "overhead_table": of_table(0, 10**6),
    "overhead_short": of_table(0, ALONE),
    "overhead_long": of_table(ALONE + 1, 10**6),
    "overhead_share": of_cell(0, overhead_share),
    "task_51": of_cell(51, lambda p: p.overhead + p.work),
    "task_51_ns": nanoseconds, "told_51": of_cell(51, Stamped.told),
    "five_percent": five_percent, "break_even_work": break_even_work}


def rounds(log: Log, cells, kind: str, name: str) -> list[list]:
    """Those of a finding."""
    if kind == "overhead_some_cores" and some_cores(cells, name) < 0:
        return [[]]
    own = [cell for cell in cells.at_all(name) if cell.n in LENGTHS]
    count = max(len(cell.wall) for cell in own)
    return [[told(FIGURES[kind](log, cells, name, at)) for at in range(count)]]
