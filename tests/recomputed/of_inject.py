# SPDX-License-Identifier: MIT
"""Quantities of `inject`: what each round of a load was seen to do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from raw_log import NEVER, Log, by_round, quantile, told

#: In a sample.
OPERATIONS = {"switch": 512, "again": 256, "fresh": 1}
THOUSAND = 1_000_000_000
CPU_TASKS = 500
BURST_TASKS = 200


# ---- what a worker costs -----------------------------------------------------


def cost(log: Log, name: str) -> list[int | None]:
    rows = log.samples["inject"][f"cost/{name}", 1]
    disturbed = by_round(rows[:, [0, 1, 0]])
    return [None if bad.any() else quantile(own) * 1000 // OPERATIONS[name]
            for own, bad in zip(by_round(rows), disturbed)]


def of_costs(log: Log) -> list[list]:
    """A switch, a life on a new stack, on a used one."""
    switch, fresh, again = (cost(log, name) for name in ("switch", "fresh", "again"))
    fresh = [None if None in both else sum(both)
             for both in zip(fresh, again)]     # on top of the life of a fiber
    return [[told(each) for each in own] for own in (switch, fresh, again)]


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
        [fiber] = [each for each in log.of("quantity", "inject") if each["variant"] == "fiber"]
        return max(self.peak() - self.cores * 1000, 0) * int(fiber["rounds"][0])

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
        there = int(self.threads[np.flatnonzero(self.ms == ms)[0]]) if ms else 0
        more = max(there - self.params["min"], 0)
        return more * 1_000_000 // ms if ms else 0

    def again(self) -> int | str:
        """From the second burst to its last worker."""
        later = (self.ms >= self.params["every_ms"]) & (self.threads >= BURST_TASKS)
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
        took = log.ms(self.at[-1] - self.at[settled[0]], self.params["scale"])
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
    return [None if each.facts["late"] else figure(each, *more) for each in rounds]


#: What follows from a load's rounds: by the name of its column.
COLUMNS = {"first": Round.first, "empty": Round.empty, "peak": Round.peak,
           "grown": Round.grown, "step": Round.step, "dip": Round.dip,
           "retired": Round.retired, "left": Round.left,
           "all": Round.all_there, "lost": Round.lost, "inside": Round.inside}
#: What its `rounds` are.
FIRST = {"block": Round.first_done, "burst": Round.again, "cpu": Round.added,
         "half": Round.busy, "half/waiters": Round.busy, "short": Round.count}


def column(log: Log, variant: str, rounds: list[Round], name: str) -> list:
    """A figure of each round."""
    if name == "rounds" and variant.startswith("mixed"):
        return figures(rounds, Round.thousand, log)
    if name == "useless_rounds":
        return figures(rounds, Round.useless, log)
    return figures(rounds, FIRST[variant] if name == "rounds"
                   else COLUMNS[name.removesuffix("_rounds")])


def of_inject(log: Log, quantity: dict) -> list[list]:
    """All columns of a record, in its order."""
    variant = quantity["variant"]
    if variant == "fiber":      # no sample is behind it
        return [quantity["rounds"]]
    if variant == "cost":
        return of_costs(log)
    wanted = {name: quantity["params"][name] for name in ("min", "max", "scale")}
    [(_, rounds)] = loads(log, variant, **wanted)
    return [[told(each) for each in column(log, variant, rounds, name)]
            for name in quantity if name.endswith("rounds")]
