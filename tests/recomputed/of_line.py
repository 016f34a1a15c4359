# SPDX-License-Identifier: MIT
"""Columns of `line`: of all pairs of cores, and of counters side by side."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations, permutations

import numpy as np
from raw_log import Log, by_round, key_of, quantile, told
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
NEAREST_FIRST = ("threads of one core", "cores of one die",
                 "dies of one package", "two packages", "places unknown")
#: What CPUID has in common for the cores of each: those nearer than that.
LEVELS = {"packages": ("package",), "dies": ("package", "die"),
          "cores": ("package", "die", "core_id")}


# ---- pairs -------------------------------------------------------------------


class Pairs:
    """The first way to hand over: every pair's rounds in ticks."""

    def __init__(self, log: Log):
        of = next(s for s in log.of("series", "line")
                  if s["columns"][:3] == ["from", "to", "ticks"])
        self.variant, self.batch = of["variant"], of["batch"]
        self.cores = of["cores"]
        self.places = {c["core"]: c for c in log.of("core")}
        self.results = {
            (r["params"]["from"], r["params"]["to"]): r
            for r in log.of("result", "line")
            if r["variant"] == self.variant and "from" in r["params"]}
        rounds = {pair: [quantile(own) for own in by_round(log.samples_of(result))]
                  for pair, result in self.results.items()}
        self.median = {pair: quantile(own) for pair, own in rounds.items()}
        self.calm_most = DISTURBED_TIMES * quantile(list(self.median.values()))
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
        return [min(calm, key=calm.get), max(reversed(calm), key=calm.get)]

    def place(self, pair: tuple) -> str:
        a, b = (self.places[core] for core in pair)
        if None in (a["package"], b["package"]):
            return "places unknown"
        return next((name for level, name in PLACES.items()
                     if a[level] != b[level]), "threads of one core")


def clusters(way: dict) -> list | None:
    """Each core's, by single linkage up to the largest jump; way: of a round,
    by pair."""
    cores = sorted({core for pair in way for core in pair})
    near = np.zeros((len(cores), len(cores)))
    for a, b in permutations(range(len(cores)), 2):
        both = [way[pair] for pair in ((cores[a], cores[b]), (cores[b], cores[a]))
                if way[pair] is not None]
        if not both:
            return None
        near[a, b] = min(both)
    tree = linkage(squareform(near), "single")
    jumps = [int(b) * 1000 // max(int(a), 1) for a, b in zip(tree[:, 2], tree[1:, 2])]
    if not jumps or max(jumps) < JUMP * 1000:
        return [1] * len(cores)
    last = len(jumps) - 1 - jumps[::-1].index(max(jumps))
    return [*fcluster(tree, tree[last, 2], "distance")]


def same_parts(one: list[Hashable], other: list[Hashable]) -> bool:
    return all((one[a] == one[b]) == (other[a] == other[b])
               for a, b in combinations(range(len(one)), 2))


def of_clusters(pairs: Pairs) -> dict:
    """Columns: how many in each round, and which level of CPUID says so."""
    rounds = range(max(map(len, pairs.rounds.values())))
    found = [clusters({pair: own[at] for pair, own in pairs.rounds.items()}) for at in rounds]
    columns: dict = {"cluster_rounds": [each and told(len({*each}) * 1000) for each in found]}
    cores = sorted({core for pair in pairs.rounds for core in pair})
    if pairs.places[0]["package"] is None:
        return columns
    claimed = {level: [tuple(pairs.places[core][part] for part in parts)
                       for core in cores] for level, parts in LEVELS.items()}
    clean = [each for each in found if each]
    same = [level for level, parts in claimed.items()
            if clean and all(same_parts(parts, each) for each in clean)]
    return columns | {"cluster_level": same[0] if same else None,
                      "levels": [len({*parts}) for parts in claimed.values()]}


def of_places(pairs: Pairs) -> dict:
    """Columns: the median pair of each place, by round."""
    at = {place: [own for pair, own in pairs.rounds.items()
                  if pairs.place(pair) == place] for place in NEAREST_FIRST}
    at = {place: own for place, own in at.items() if own}
    clean = {place: [[each for each in of_round if each is not None]
                     for of_round in zip(*own)] for place, own in at.items()}
    return {"places": [*at], "place_pairs": [*map(len, at.values())],
            "place_rounds": [[pairs.told(quantile(each) if each else None)
                              for each in own] for own in clean.values()]}


def of_pairs(pairs: Pairs) -> dict:
    """All columns of the matrix; None: it has no such column."""
    columns = of_places(pairs)
    ends = pairs.ends()
    for name, pair in zip(("fastest", "slowest"), ends):
        apart = ends[0] != ends[1]
        columns[name] = [*pair] if apart else None
        columns[f"{name}_rounds"] = [
            pairs.told(each) for each in pairs.rounds[pair]] if apart else None
    return columns | (of_clusters(pairs) if pairs.cores > 2 else {})


def untrue_pairs(log: Log) -> list[str]:
    """Columns of the matrix that are not what its pairs' samples give."""
    said = next((r for r in log.of("result", "line") if "places" in r), {})
    return [f"line {name}: {said.get(name)}, not {right}"
            for name, right in (of_pairs(Pairs(log)) if said else {}).items()
            if said.get(name) != right]


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


def untrue_counters(log: Log) -> list[str]:
    """Counters whose cores did not run together for so long as they say, or
    did not in a round that is told as undisturbed."""
    wrong = []
    stamps = log.table("line", "round", "core", "start", "took")
    for result in log.of("result", "line"):
        if result["variant"] != "false":
            continue
        rows = stamps[key_of(result)]
        together = [overlap(log, rows[rows[:, 0] == at][:, 1:])
                    for at in range(rows[:, 0].max() + 1)]
        turns = {at for at, share in enumerate(together) if share < TOGETHER}
        if result["overlap"] != told(min(together)) or \
                turns - {*result.get("disturbed_rounds", ())}:
            wrong.append(f"line {key_of(result)}: {together}")
    return wrong
