# SPDX-License-Identifier: MIT
"""Quantities of `inject`: what each round of a load was seen to do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from raw_log import NEVER, Log, by_round, quantile, told

FACTS = ("round", "done_ms", "looks", "inside", "count", "late", "computed", "elapsed")
#: In a sample.
OPERATIONS = {"switch": 512, "fresh": 1, "again": 256}
THOUSAND = 1_000_000_000
CPU_TASKS, BURST_TASKS = 500, 200


class Round(NamedTuple):
    """What was seen. Times are published milliseconds, figures thousandths."""

    at: np.ndarray
    threads: np.ndarray
    pending: np.ndarray
    done: np.ndarray
    ms: np.ndarray
    facts: dict
    params: dict
    cores: int
    log: Log

    def when(self, there: np.ndarray, otherwise: int | str = 0) -> int | str:
        """The first time at which it is so."""
        at = np.flatnonzero(there)
        return int(self.ms[at[0]]) if at.size else otherwise

    def more(self) -> np.ndarray:
        """How many workers a row has more than the one before."""
        return np.diff(self.threads, prepend=self.threads[0])

    def empty(self) -> int:
        return self.when((self.pending == 0) & (np.arange(self.ms.size) > 0))

    def all_there(self) -> int | str:
        return self.when(self.threads >= CPU_TASKS, NEVER)

    def peak(self) -> int:
        return int(self.threads.max()) * 1000

    def left(self) -> int:
        """Workers between the bursts."""
        between = (self.ms < self.params["every_ms"]) & (np.arange(self.ms.size) > 0)
        return int(self.threads[between].min(initial=self.threads.max())) * 1000

    def rate(self, workers: int, ms: int) -> int:
        """Workers more than the least, a second."""
        return max(int(workers) - self.params["min"], 0) * 1_000_000 // ms if ms else 0

    def added(self) -> int:
        """Until each task had a worker, or to the end."""
        until = self.all_there()
        return self.rate(self.threads.max(), int(self.ms[-1]) if until == NEVER else until)

    def grown(self) -> int:
        """Until no task waited."""
        ms = self.empty()
        return self.rate(self.threads[np.flatnonzero(self.ms == ms)[0]] if ms else 0, ms)

    def again(self) -> int | str:
        """From the second burst to its last worker."""
        every = self.params["every_ms"]
        at = self.when((self.ms >= every) & (self.threads >= BURST_TASKS), NEVER)
        return at if at == NEVER else at - every

    def step(self) -> int:
        """From a row to the next; the last one is no second's."""
        steps = self.ms.size - 2
        return int(self.ms[-2] - self.ms[0]) // steps if steps > 0 else 0

    def share(self, ticks: int) -> int:
        """Of the cores' time."""
        whole = self.facts["elapsed"] * self.cores
        return min(max(ticks, 0), whole) * 100_000 // whole if whole else 0

    def thousand(self) -> int | str:
        """For 1,000 tasks, once the load has settled."""
        settled = np.flatnonzero(self.ms >= self.params["settled_ms"])
        if not self.params["settled_ms"] or settled.size < 2:
            return NEVER
        took = self.log.ms(self.at[-1] - self.at[settled[0]], self.params["scale"])
        rate = int(self.done[-1] - self.done[settled[0]]) * 1_000_000 // took
        return THOUSAND // rate if rate else NEVER

    def useless(self) -> int:
        """Bytes of the workers beyond one a core."""
        [fiber] = [each for each in self.log.of("quantity", "inject") if each["variant"] == "fiber"]
        return max(self.peak() - self.cores * 1000, 0) * int(fiber["rounds"][0])


#: By the name of a column or, for `rounds`, by the load.
FORMULAS = {
    "first_rounds": lambda r: r.when(r.done > 0), "empty_rounds": Round.empty,
    "peak_rounds": Round.peak, "grown_rounds": Round.grown, "step_rounds": Round.step,
    "dip_rounds": lambda r: r.when(r.more() < 0),
    "retired_rounds": lambda r: int(-r.more().min()) * 1000,
    "left_rounds": Round.left, "all_rounds": Round.all_there, "useless_rounds": Round.useless,
    "lost_rounds": lambda r: r.share(r.facts["elapsed"] * r.cores - r.facts["computed"]),
    "inside_rounds": lambda r: r.facts["inside"] * 100_000 // max(r.facts["looks"], 1),
    "block": lambda r: r.facts["done_ms"], "burst": Round.again, "cpu": Round.added,
    "half": lambda r: r.share(r.facts["computed"]), "mixed": Round.thousand,
    "short": lambda r: r.facts["count"] * 1000}


def rounds_of(log: Log, quantity: dict) -> list[Round]:
    """Of the load with these parameters."""
    wanted = {(name, quantity["params"][name]) for name in ("min", "max", "scale")}
    facts = log.table("inject", *FACTS)
    [(key, rows)] = [(key, rows) for key, rows in log.table(
        "inject", "round", "at", "threads", "pending", "done").items()
        if key[0] == quantity["variant"] and wanted <= {*key[2:]}]
    params, found = dict(key[2:]), []
    for fact in facts[key]:
        columns = rows[rows[:, 0] == fact[0], 1:].T
        ms = np.array([log.ms(at, params["scale"]) for at in columns[0]])
        found.append(Round(*columns, ms, dict(zip(FACTS, map(int, fact))), params, key[1], log))
    return found


def cost(log: Log, name: str) -> list[int | None]:
    rows = log.samples["inject"][f"cost/{name}", 1]
    return [None if bad.any() else quantile(own) * 1000 // OPERATIONS[name]
            for own, bad in zip(by_round(rows), by_round(rows[:, [0, 1, 0]]))]


def of_inject(log: Log, quantity: dict) -> list[list]:
    """All columns of a record, in its order. What was cut off counts for nothing."""
    variant = quantity["variant"]
    if variant == "fiber":      # no sample is behind it
        return [quantity["rounds"]]
    if variant == "cost":       # a switch, a life on a new stack, on a used one
        switch, fresh, again = (cost(log, name) for name in OPERATIONS)
        fresh = [None if None in both else sum(both) for both in zip(fresh, again)]
        return [[*map(told, own)] for own in (switch, fresh, again)]
    return [[None if each.facts["late"] else told(
        FORMULAS[variant.partition("/")[0] if name == "rounds" else name](each))
        for each in rounds_of(log, quantity)] for name in quantity if name.endswith("rounds")]
