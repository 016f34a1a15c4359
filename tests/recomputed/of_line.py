# SPDX-License-Identifier: MIT
"""Findings of `line`: pairs of cores, and counters side by side."""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np
from of_results import cleaned
from raw_log import Log, by_round, quantile, told
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

DISTURBED_TIMES = 50   # medians of all pairs
JUMP = 1.4             # of distances, between clusters
COUNTED = 64           # increments in a sample
TOGETHER = 750         # permille of the time, else the cores took turns
AWAY_US, AWAY_TIMES, SLOW = 100, 8, .9
#: By the first level at which two cores' places differ.
PLACES = {"package": "two packages", "die": "dies of one package",
          "core_id": "cores of one die"}


# ---- pairs -------------------------------------------------------------------


class Pairs:
    """The first way to hand over: every pair's rounds in ticks."""

    def __init__(self, log: Log):
        of = next(s for s in log.of("series", "line")
                  if s["columns"][:3] == ["from", "to", "ticks"])
        self.variant, self.batch = of["variant"], of["batch"]
        self.places = {c["core"]: c for c in log.of("core")}
        self.results = {
            (r["params"]["from"], r["params"]["to"]): r
            for r in log.of("result", "line")
            if r["variant"] == self.variant and "from" in r["params"]}
        rounds = {pair: [quantile(own) for own
                         in by_round(log.samples_of(result))]
                  for pair, result in self.results.items()}
        self.median = {pair: quantile(own) for pair, own in rounds.items()}
        self.calm_most = DISTURBED_TIMES * quantile(
            list(self.median.values()))
        self.rounds = {pair: [
            None if at in self.results[pair].get("disturbed_rounds", ())
            or ticks > self.calm_most else ticks
            for at, ticks in enumerate(own)] for pair, own in rounds.items()}

    def told(self, ticks: int | None) -> float | None:
        return None if ticks is None else told(ticks * 1000 // self.batch)

    def ends(self) -> list[tuple]:
        """The fastest pair and the slowest: the first and the last of
        several."""
        calm = {pair: ticks for pair, ticks in sorted(self.median.items())
                if ticks <= self.calm_most}
        return [min(calm, key=calm.get),
                max(reversed(calm), key=calm.get)]

    def place(self, pair: tuple) -> str:
        a, b = (self.places[core] for core in pair)
        if None in (a["package"], b["package"]):
            return "places unknown"
        return next((name for level, name in PLACES.items()
                     if a[level] != b[level]), "threads of one core")


def clusters(way: dict) -> int | None:
    """Single linkage up to the largest jump; way: of a round, by pair."""
    cores = sorted({core for pair in way for core in pair})
    near = np.zeros((len(cores), len(cores)))
    for a, b in permutations(range(len(cores)), 2):
        both = [way[pair] for pair in ((cores[a], cores[b]),
                                       (cores[b], cores[a]))
                if way[pair] is not None]
        if not both:
            return None
        near[a, b] = min(both)
    tree = linkage(squareform(near), "single")
    jumps = [int(b) * 1000 // max(int(a), 1)
             for a, b in zip(tree[:, 2], tree[1:, 2])]
    if not jumps or max(jumps) < JUMP * 1000:
        return 1
    last = len(jumps) - 1 - jumps[::-1].index(max(jumps))
    return len(set(fcluster(tree, tree[last, 2], "distance")))


def of_pairs(log: Log, finding: dict) -> list[list]:
    pairs = Pairs(log)
    rounds = range(max(map(len, pairs.rounds.values())))
    if finding["name"] == "slowest over fastest":
        ends = pairs.ends()
        assert finding["subjects"] == [f"core {a} to {b}" for a, b in ends]
        return [[pairs.told(each) for each in pairs.rounds[pair]]
                for pair in ends]
    if finding["name"] == "clusters":
        found = [clusters({pair: own[at] for pair, own
                           in pairs.rounds.items()}) for at in rounds]
        return [[None if n is None else told(n * 1000) for n in found]]
    there = [own for pair, own in pairs.rounds.items()
             if pairs.place(pair) == finding["name"]]
    clean = [[own[at] for own in there if own[at] is not None]
             for at in rounds]
    return [[pairs.told(quantile(own) if own else None) for own in clean]]


# ---- counters ----------------------------------------------------------------


def overlap(log: Log, rows: np.ndarray) -> int:
    """Permille of the time that one core was busy in which the other was."""
    spans = []
    for core in np.unique(rows[:, 0]):
        start, took = rows[rows[:, 0] == core][:, 1:].T
        length = np.append(np.diff(start), took[-1])
        longest = min(AWAY_TIMES * quantile(length, SLOW),
                      log.context["tsc_hz"] // 1_000_000 * AWAY_US)
        there = length <= longest
        spans.append((start[there], (start + length)[there]))
    (a, a_end), (b, b_end) = spans
    both = np.minimum.outer(a_end, b_end) - np.maximum.outer(a, b)
    least = min(int((end - begin).sum()) for begin, end in spans)
    return int(both.clip(0).sum()) * 1000 // least if least else 0


def counted(log: Log, distance: int) -> list:
    key = ("false", 2, ("distance", distance))
    result = next(r for r in log.of("result", "line")
                  if r["variant"] == "false" and r["params"] == {
                      "distance": distance})
    stamps = log.table("line", "round", "core", "start", "took")[key]
    together = [overlap(log, stamps[stamps[:, 0] == at][:, 1:])
                for at in range(stamps[:, 0].max() + 1)]
    assert result["overlap"] == told(min(together))
    rounds = cleaned(result, [quantile(own) * 1000 // COUNTED for own
                              in by_round(log.samples_of(result))])
    return [each if share >= TOGETHER else None
            for each, share in zip(rounds, together)]


def of_line(log: Log, finding: dict) -> list[list]:
    if "bytes apart" not in finding["subjects"][0]:
        return of_pairs(log, finding)
    return [counted(log, int(re.match(r"\d+", subject)[0]))
            for subject in finding["subjects"]]
