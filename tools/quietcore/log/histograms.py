# SPDX-License-Identifier: MIT
"""Experiment `dispatch`: what the distribution of overheads looks like.

The image writes histograms of bins of 50 ticks, beyond 20,000 ticks one more. A
bin is a peak where no way leads to a higher one without going below half its
height, and where it holds samples enough to mean something.
"""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.log.reading import Run

BIN, BINS = 50, 400
LEAST_COUNT, LEAST_PER_MILLE = 8, 5
FIRST = 1000            # samples of a round, beside all of it
PERCENT, NS = 100_000, 1_000_000_000
#: Shares of a round's overheads, from and up to ticks.
SHARES = {"low_rounds": (0, 200), "middle_rounds": (200, 500),
          "high_rounds": (500, BIN * (BINS + 1)), "spikes_rounds": (1500, 2500)}

Bins = dict[int, int]   # samples, by lower end


def valley(height: int, beyond: list[int], equal: bool) -> int:
    """The lowest of neighbours up to a higher one; 0 where there is none.
    `equal`: an equal one counts, so that of a plateau the first is a peak."""
    lowest = height
    for each in beyond:
        if each > height or (equal and each == height):
            return lowest
        lowest = min(lowest, each)
    return 0


def peaks(bins: Bins) -> list[tuple[int, range]]:
    """Of each peak its lower end, and the lower ends that belong to it: up to
    the lowest bin before the next."""
    count = [bins.get(at * BIN, 0) for at in range(BINS)]
    all_of = sum(count)
    found = [at for at, height in enumerate(count) if height >= LEAST_COUNT
             and height * 1000 >= all_of * LEAST_PER_MILLE
             and valley(height, count[:at][::-1], True) <= height // 2
             and valley(height, count[at + 1:], False) <= height // 2]
    ends = [min(range(one, other), key=count.__getitem__) + 1
            for one, other in zip(found, found[1:])] + [BINS]
    return [(at * BIN, range(begin * BIN, end * BIN, BIN)) for at, begin, end
            in zip(found, [0, *ends], ends)]


def distance(bins: Bins, first: Bins) -> float | None:
    """Between the first samples and all, after Kolmogorov and Smirnov; None of
    too few."""
    n, some = sum(bins.values()), sum(first.values())
    if n < 2 * FIRST:
        return None
    most = in_all = in_first = 0
    for lower, count in sorted(bins.items()):
        in_all += count
        in_first += first.get(lower, 0)
        most = max(most, abs(in_all * some - in_first * n))
    return most * PERCENT // n // some / 1000


def of_round(rows: list[list[int]]) -> dict[str, float | None]:
    """Columns of a result, of one round."""
    bins = {lower: count for lower, count, _ in rows}
    n = sum(bins.values())
    return {name: sum(count for lower, count in bins.items()
                      if low <= lower < high) * PERCENT // n / 1000
            for name, (low, high) in SHARES.items()} | {
        "peaks_rounds": len(peaks(bins)),
        "first_rounds": distance(bins, {row[0]: row[2] for row in rows})}


def rounds_of(run: Run) -> dict[tuple, dict[int, list]]:
    """Histograms of single rounds, by executor, cores and length."""
    found: dict[tuple, dict[int, list]] = {}
    for s in run.series:
        if s["experiment"] == "dispatch" \
                and s["columns"] == ["lower", "samples", "first"]:
            key = s["variant"], s["cores"], s["params"]["n"]
            found.setdefault(key, {}).setdefault(
                s["params"]["round"], []).extend(s["rows"])
    return found


def task_ns(record: dict, hz: int) -> list[float | None]:
    """By round, overhead and work of a task."""
    return [None if work is None else (overhead + work) * NS / hz
            for overhead, work in zip(record["round_means"],
                                      record["work_rounds"])]


def completed(run: Run) -> Iterator[dict]:
    """All results, those of `dispatch` with the columns that its histograms and
    the clock tell."""
    told, hz = rounds_of(run), run.context.get("tsc_hz", 0)
    for record in run.each("result"):
        if record["experiment"] == "dispatch":
            found = told.get((record["variant"], record["cores"],
                              record["params"].get("n")), {})
            rounds = {at: of_round(rows) for at, rows in found.items()}
            count = max(rounds, default=-1) + 1
            record = {name: [rounds.get(at, {}).get(name)
                             for at in range(count)]
                      for name in next(iter(rounds.values()), ())} | record
            if hz and "work_rounds" in record and "round_means" in record:
                record.setdefault("ns_rounds", task_ns(record, hz))
        yield record
