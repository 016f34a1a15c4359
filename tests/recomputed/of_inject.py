# SPDX-License-Identifier: MIT
"""Findings of `inject`: what each round of a load was seen to do."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from raw_log import NEVER, Log, by_round, quantile, told

#: In a sample.
OPERATIONS = {"switch": 512, "again": 256, "fresh": 1}
COSTS = {"fiber_switch": "switch", "fiber_again": "again",
         "fiber_create": "fresh"}
THOUSAND = 1_000_000_000
CPU_TASKS = 500
BURST_TASKS = 200


# ---- what a worker costs -----------------------------------------------------


def cost(log: Log, name: str) -> list[int | None]:
    rows = log.samples["inject"][f"cost/{name}", 1]
    disturbed = by_round(rows[:, [0, 1, 0]])
    return [None if bad.any() else
            quantile(own) * 1000 // OPERATIONS[name]
            for own, bad in zip(by_round(rows), disturbed)]


def of_costs(log: Log, finding: dict) -> list[list]:
    name = COSTS[finding["name"]]
    own = cost(log, name)
    if name == "fresh":     # on top of the life of a fiber
        own = [None if None in both else sum(both)
               for both in zip(own, cost(log, "again"))]
    return [[told(each) for each in own]]


# ---- loads -------------------------------------------------------------------


class Round(NamedTuple):
    """What a load was seen to do. Times are published milliseconds."""

    at: np.ndarray
    threads: np.ndarray
    pending: np.ndarray
    done: np.ndarray
    ms: np.ndarray
    facts: dict
    params: dict
    cores: int

    def first_done(self) -> int:
        return self.facts["done_ms"]

    def empty(self) -> int:
        waiting = np.flatnonzero(self.pending[1:] == 0)
        return int(self.ms[1 + waiting[0]]) if waiting.size else 0

    def first(self) -> int:
        """When a task was done."""
        done = np.flatnonzero(self.done)
        return int(self.ms[done[0]]) if done.size else 0

    def dip(self) -> int:
        """When there were fewer workers than the row before."""
        fewer = np.flatnonzero(np.diff(self.threads) < 0)
        return int(self.ms[1 + fewer[0]]) if fewer.size else 0

    def all_there(self) -> int | str:
        """When each task that computes had a worker."""
        enough = np.flatnonzero(self.threads >= CPU_TASKS)
        return int(self.ms[enough[0]]) if enough.size else NEVER

    def busy(self) -> int:
        whole = self.facts["elapsed"] * self.cores
        return min(self.facts["computed"], whole) * 100_000 // whole

    def useless(self, log: Log) -> int:
        """Bytes of the workers beyond one a core."""
        [each] = [f["value"] for f in log.of("finding", "inject")
                  if f["name"] == "fiber_bytes"]
        return max(self.peak() - self.cores * 1000, 0) * int(each)

    def peak(self) -> int:
        return int(self.threads.max()) * 1000

    def left(self) -> int:
        between = self.ms < self.params["every_ms"]
        between[0] = False
        fewest = self.threads[between].min(initial=self.threads.max())
        return int(fewest) * 1000

    def retired(self) -> int:
        return max(int(-np.diff(self.threads).min(initial=0)), 0) * 1000

    def added(self) -> int:
        """A second, until each task had a worker, or to the end."""
        more = max(int(self.threads.max()) - self.params["min"], 0)
        until = self.all_there()
        ms = int(self.ms[-1]) if until == NEVER else until
        return more * 1_000_000 // ms if ms else 0

    def grown(self) -> int:
        """A second, until no task waited."""
        ms = self.empty()
        there = int(self.threads[np.flatnonzero(self.ms == ms)[0]]) if ms \
            else 0
        more = max(there - self.params["min"], 0)
        return more * 1_000_000 // ms if ms else 0

    def again(self) -> int | str:
        """From the second burst to its last worker."""
        later = (self.ms >= self.params["every_ms"]) & (
            self.threads >= BURST_TASKS)
        if not later.any():
            return NEVER
        return int(self.ms[later][0]) - self.params["every_ms"]

    def step(self) -> int:
        """From a row to the next; the last one is no second's."""
        steps = self.ms.size - 2
        return int(self.ms[-2] - self.ms[0]) // steps if steps > 0 else 0

    def inside(self) -> int:
        return self.facts["inside"] * 100_000 // max(self.facts["looks"], 1)

    def lost(self) -> int:
        whole = self.facts["elapsed"] * self.cores
        spent = max(whole - self.facts["computed"], 0)
        return spent * 100_000 // whole if whole else 0

    def count(self) -> int:
        return self.facts["count"] * 1000

    def thousand(self, log: Log) -> int | str:
        """For 1,000 tasks, once the load has settled."""
        settled = np.flatnonzero(self.ms >= self.params["settled_ms"])
        if not self.params["settled_ms"] or settled.size < 2:
            return NEVER
        done = int(self.done[-1] - self.done[settled[0]])
        took = log.ms(self.at[-1] - self.at[settled[0]],
                      self.params["scale"])
        rate = done * 1_000_000 // took
        return THOUSAND // rate if rate else NEVER


def loads(log: Log, variant: str, **params: int) -> list[tuple[dict, list]]:
    """The loads with these parameters: all of theirs, and their rounds."""
    seen = log.table("inject", "round", "at", "threads", "pending", "done")
    facts = log.table("inject", "round", "done_ms", "looks", "inside",
                      "count", "late", "computed", "elapsed")
    found = []
    for key, rows in seen.items():
        own = dict(key[2:])
        if key[0] != variant or not params.items() <= own.items():
            continue
        rounds = []
        for fact in facts[key]:
            named = dict(zip(("round", "done_ms", "looks", "inside", "count",
                              "late", "computed", "elapsed"), map(int, fact)))
            columns = rows[rows[:, 0] == named["round"], 1:].T
            ms = np.array([log.ms(at, own["scale"]) for at in columns[0]])
            rounds.append(Round(*columns, ms, named, own, key[1]))
        found.append((own, rounds))
    return found


def figures(rounds: list[Round], figure, *more) -> list:
    """What was cut off counts for nothing."""
    return [None if each.facts["late"] else figure(each, *more)
            for each in rounds]


def pools(log: Log) -> list[tuple[int, list]]:
    """Of each fixed size: s for 1,000 tasks, by round."""
    return [(params["max"], figures(rounds, Round.thousand, log))
            for params, rounds in loads(log, "mixed/fixed")]


def tasks_a_second(thousands: list) -> int:
    """Thousandths; of the median round."""
    clean = [2**63 - 1 if each == NEVER else each
             for each in thousands if each is not None]
    middle = quantile(np.array(clean, dtype=object)) if clean else 0
    return THOUSAND // middle if middle else 0


def best_pool(log: Log) -> tuple[int, list]:
    """The smallest within a hundredth of the most tasks a second."""
    best, *others = pools(log)
    for other in others:
        most = tasks_a_second(best[1])
        if tasks_a_second(other[1]) > most + most // 100:
            best = other
    return best


def of_mixed(log: Log, finding: dict) -> list[list]:
    size, best = best_pool(log)
    assert finding["subjects"][0] == f"the best fixed pool, {size}"
    [(_, climbing)] = loads(log, "mixed")
    return [[told(each) for each in own] for own
            in (best, figures(climbing, Round.thousand, log))]


def of_half(log: Log, finding: dict) -> list[list]:
    """Per cent of the cores' time in tasks."""
    kind, cores = finding["name"].removeprefix("half_"), finding["cores"]
    [(_, rounds)] = loads(log, "half/waiters") if kind == "waiters" \
        else loads(log, "half", max=int(kind) * cores)
    return [[told(each) for each in figures(rounds, Round.busy)]]


#: What follows from a load's rounds.
FIGURES = {"done": Round.first_done, "first": Round.first, "dip": Round.dip,
           "all": Round.all_there, "empty": Round.empty, "peak": Round.peak,
           "retire": Round.retired, "left": Round.left,
           "injected": Round.added, "inside": Round.inside, "lost": Round.lost,
           "workers": Round.count, "added": Round.grown,
           "again": Round.again, "table": Round.step}


def of_inject(log: Log, finding: dict) -> list[list]:
    name = finding["name"]
    if name in COSTS:
        return of_costs(log, finding)
    if name.startswith("half_"):
        return of_half(log, finding)
    if name == "cpu_useless":
        [(_, rounds)] = loads(log, "cpu")
        return [[told(each) for each in figures(rounds, Round.useless, log)]]
    if name == "mixed_share":
        return of_mixed(log, finding)
    if name == "scale_apart":
        scales = [int(subject.split()[1]) for subject in finding["subjects"]]
        return [[told(each) for each in figures(rounds, Round.first_done)]
                for scale in scales
                for _, rounds in loads(log, "block", scale=scale)
                if len(rounds) > 1 and rounds[0].params["min"] == 12]
    load, figure = name.split("_")[0], name.split("_")[-1]
    least = re.search(r"_(\d+)_", name)
    found = loads(log, load, **({"min": int(least[1])} if least else {}))
    scale = max(params["scale"] for params, _ in found)
    if load == "block":     # the divisor that was asked for
        scale = min(params["scale"] for params, _ in found)
    [rounds] = [rounds for params, rounds in found
                if params["scale"] == scale]
    return [[told(each) for each in figures(rounds, FIGURES[figure])]]
