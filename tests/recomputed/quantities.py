# SPDX-License-Identifier: MIT
"""Quantities from raw samples: all rounds that a record has, in its order."""

from __future__ import annotations

import math

import numpy as np
from loads import of_inject
from raw_log import NEVER, Log, by_round, quantile, told
from results import ROUND

PPM, NS = 1_000_000, 1_000_000_000


def each_round(rows: np.ndarray, figure) -> list:
    """A figure of the rows of each round, which the first column tells."""
    return [told(figure(rows[rows[:, 0] == at])) for at in range(rows[:, 0].max() + 1)]


# ---- primes ------------------------------------------------------------------

FROM, MOST, PRECISION = 16, 100000, 16
PARTS = ("wake_up", "hand_out", "work", "collection", "wall")
STATES = ("asleep", "awake", "alone")
ACCOUNT = ("core", "executing", "lock", "stealing", "idle", "switching", "events",
           "event_milli", "round", "wall")
ROUND_AND_KINDS = [ACCOUNT.index("round"), 1, 2, 3, 4, 5]


def pays(rows: np.ndarray, n: int) -> bool:
    own = rows[rows[:, 1] == n]
    return own[:, 3].min() <= own[:, 2].min()


def bisected(rows: np.ndarray) -> int | str | None:
    """Where a parallel run is no slower; None where the cores took turns. It may have
    been asked for nothing but what the bisection asks for."""
    below, above, asked = FROM, MOST, {MOST}
    while pays(rows, MOST) and above - below > above // PRECISION:
        middle = above // 8 if above // below > 2 * PRECISION else below + (above - below) // 2
        asked.add(middle)
        below, above = (below, middle) if pays(rows, middle) else (middle, above)
    assert {*rows[:, 1]} == asked
    return None if rows[:, 4].any() else above if pays(rows, MOST) else NEVER


def price(rows: np.ndarray, cores: int, of: str) -> int | str | None:
    """The length, ticks of work or of overhead where it begins to pay."""
    at = bisected(rows)
    if at in (None, NEVER):
        return at
    work, wall = map(int, rows[rows[:, 1] == at][:, 2:4].min(axis=0))
    return {"n": at, "work": work, "overhead": wall - work // cores}[of] * 1000


def executing(rows: np.ndarray) -> int:
    """Parts per million of the cores' time in tasks."""
    shares = [int(row[1]) * PPM // max(int(row[1:].sum()), 1) for row in rows]
    return sum(shares) // len(shares) * 1000


def of_primes(log: Log, quantity: dict) -> list[list] | None:
    """What tracing costs is not reckoned again."""
    name, _, kind = quantity["variant"].partition("/")
    if name == "trace_cost":
        return None
    cores = quantity["cores"]
    if kind.startswith("crossover"):
        rows = log.table("primes", "round", "n", "sequential", "parallel", "turns")[name, cores]
        return [each_round(rows, lambda own, of=of: price(own, cores, of))
                for of in (("n",) if kind == "crossover" else ("work", "overhead"))]
    if kind in STATES:
        # The sequential run's passes are among those of the one executor that is recorded.
        name = "shared" if kind == "alone" else quantity["primitive"]
        rows = log.table("primes", "round", "awake", *PARTS)[name, cores]
        rows = rows[rows[:, 1] == STATES.index(kind)]
        columns = [-1] if kind == "alone" else [-1, 2, 3, 4, 5]     # the whole, and parts of it
        return [each_round(rows, lambda own, at=at: quantile(own[:, at]) * 1000) for at in columns]
    traced = {key[0]: rows for key, rows in log.table("primes", *ACCOUNT).items()}
    return [each_round(traced[quantity["primitive"]][:, ROUND_AND_KINDS], executing)]


# ---- switch and timer --------------------------------------------------------

BATCH = 1024
#: Operations that a row's own is made of.
SHARES = {name: 2 for name in ("inline", "call", "sse", "xsave")}


def slopes(log: Log, experiment: str, variant: str) -> list[int]:
    """Of each round: what BATCH operations more take; 0: nothing."""
    once, twice = (by_round(log.samples[experiment][variant, 1, ("operations", operations)])
                   for operations in (BATCH, 2 * BATCH))
    return [max(quantile(b) - quantile(a), 0) * 1000 // BATCH for a, b in zip(once, twice)]


def of_switch(log: Log, quantity: dict) -> list[list]:
    """Multiples of a call; of a fiber's bytes nothing was sampled."""
    variant = quantity["variant"]
    if variant == "memory":
        return [quantity["rounds"]]
    own = [each // SHARES.get(variant, 1) for each in slopes(log, "switch", variant)]
    return [[told(a * 1000 // b) if a and b else None
             for a, b in zip(own, slopes(log, "floor", "call"))]]


def of_timer(log: Log, quantity: dict) -> list[list]:
    """The usual step of the time stamp; the grain of a timer in ns."""
    steps = {key[0]: by_round(rows) for key, rows in log.table("timer", "round", "step").items()}
    if quantity["variant"] == "step":
        usual = [[quantile(own[own > 0]) for own in rounds if own.any()]
                 for way, rounds in steps.items() if way.startswith("rdtsc")]
        return [[told(min(each) * 1000) for each in zip(*usual)]]
    hz = next(s["counts_hz"] for s in log.of("series", "timer")
              if s["variant"] == quantity["variant"] and "counts_hz" in s)
    return [[told(math.gcd(*map(int, own)) * NS * 1000 // hz)
             for own in steps[quantity["variant"]]]]


# ---- threads -----------------------------------------------------------------

def of_threads(log: Log, quantity: dict) -> list | None:
    """A design's figures by round, of its first number of tasks and the others. What is
    no curve is told as it was sampled."""
    if "k" not in quantity:
        return None
    variant = quantity["variant"]
    [rows] = [rows for key, rows in log.table("threads", *ROUND).items() if key[0] == variant]
    ks = [*dict.fromkeys(map(int, rows[:, 0]))]

    def column(k: int, name: str) -> list:
        return [None if row[1] else int(row[ROUND.index(name)]) for row in rows[rows[:, 0] == k]]

    if pure := variant.endswith("/pure"):
        ks = [*dict.fromkeys((ks[0], ks[-1]))]
    right = {"k": ks, "rounds": column(ks[0], "took"),
             "further_rounds": [column(k, "took") for k in ks[1:]]} | {
        f"{name}_rounds": column(ks[-1 if pure else 0], name)
        for name in (("earliest", "late") if pure else ("share_ppm",))}
    return [right.get(name) for name in quantity if name == "k" or name.endswith("rounds")]


# ---- what a log says otherwise -----------------------------------------------

#: Of the body of dispatch nothing was sampled.
FORMULAS = {"dispatch": lambda log, quantity: None, "inject": of_inject, "primes": of_primes,
            "switch": of_switch, "threads": of_threads, "timer": of_timer}


def untrue(log: Log) -> list[str]:
    wrong = []
    for quantity in log.of("quantity"):
        said = [rounds for name, rounds in quantity.items()
                if name in ("k", "rounds") or name.endswith("_rounds")]
        right = FORMULAS[quantity["experiment"]](log, quantity)
        if right not in (said, None):
            wrong.append(f"{quantity['experiment']} {quantity['variant']}: {said}, not {right}")
    return wrong
