# SPDX-License-Identifier: MIT
"""Quantities of `primes`."""

from __future__ import annotations

import numpy as np
from raw_log import NEVER, Log, quantile, told

FROM, MOST, PRECISION = 16, 100000, 16
ACCOUNT = ("round", "wall", "core", "events", "event_milli", "end", "execute",
           "switch", "lock", "steal", "idle", "sleep")
KINDS = slice(ACCOUNT.index("end"), None)
PPM = 1_000_000
PARTS = ("wake_up", "hand_out", "work", "collection", "wall")
STATES = ("asleep", "awake", "alone")
SEQUENTIAL = STATES.index("alone")


# ---- crossovers --------------------------------------------------------------


def pays(rows: np.ndarray, n: int) -> bool:
    own = rows[rows[:, 1] == n]
    return own[:, 3].min() <= own[:, 2].min()


def bisected(rows: np.ndarray) -> int | str | None:
    """Where a parallel run is no slower, in thousandths; None where the cores
    took turns. It may have been asked for nothing but what the bisection asks
    for."""
    below, above, asked = FROM, MOST, [MOST]
    if not pays(rows, MOST):
        assert set(rows[:, 1]) == {MOST}
        return None if rows[:, 4].any() else NEVER
    while above - below > above // PRECISION:
        middle = above // 8 if above // below > 2 * PRECISION else below + (above - below) // 2
        asked.append(middle)
        if pays(rows, middle):
            above = middle
        else:
            below = middle
    assert set(rows[:, 1]) == set(asked)
    return None if rows[:, 4].any() else above * 1000


def crossings(log: Log, name: str, cores: int) -> list:
    rows = log.table("primes", "round", "n", "sequential", "parallel", "turns")[name, cores]
    return [told(bisected(rows[rows[:, 0] == at])) for at in range(rows[:, 0].max() + 1)]


def price(rows: np.ndarray, cores: int, of: str) -> int | str | None:
    """Of a round: ticks of work or of overhead where it begins to pay."""
    at = bisected(rows)
    if at in (None, NEVER):
        return at
    own = rows[rows[:, 1] == at // 1000]
    work, wall = int(own[:, 2].min()), int(own[:, 3].min())
    return (work if of == "work" else wall - work // cores) * 1000


def prices(log: Log, name: str, cores: int, of: str) -> list:
    rows = log.table("primes", "round", "n", "sequential", "parallel", "turns")[name, cores]
    return [told(price(rows[rows[:, 0] == at], cores, of))
            for at in range(rows[:, 0].max() + 1)]


# ---- traced passes -----------------------------------------------------------


def executing(rows: np.ndarray) -> int:
    """Of a pass: parts per million of the cores' time in tasks, thousandths."""
    times = rows[:, KINDS]
    shares = [int(row[1]) * PPM // max(int(row.sum()), 1) for row in times]
    return sum(shares) // len(shares) * 1000


def tracing(rows: np.ndarray) -> int:
    """Of a pass: per cent of it that the busiest core's events cost."""
    wall, _, events, each = rows[0, 1:5]
    events = int(rows[:, 3].max())
    cost = events * int(each) * (PPM // 1000) // max(int(wall), 1)
    return min(cost, PPM) // 10


def of_passes(log: Log, quantity: dict) -> list:
    passes = {key[0]: rows for key, rows in log.table("primes", *ACCOUNT).items()}

    def each(rows: np.ndarray, figure) -> list[int]:
        return [figure(rows[rows[:, 0] == at]) for at in range(rows[:, 0].max() + 1)]

    if quantity["variant"] == "trace_cost":
        costs = [each(rows, tracing) for rows in passes.values()]
        return [told(max(own[at] for own in costs if at < len(own)))
                for at in range(len(quantity["rounds"]))]
    return [told(share) for share in each(passes[quantity["primitive"]], executing)]


# ---- where the time of the shortest range goes ------------------------------------


def split(log: Log, name: str, cores: int) -> list[np.ndarray]:
    """A table a round: sequential, asleep and awake passes."""
    rows = log.table("primes", "round", "awake", *PARTS)[name, cores]
    return [rows[rows[:, 0] == at] for at in range(rows[:, 0].max() + 1)]


def middle(rows: np.ndarray, state: int, part: str) -> int:
    return quantile(rows[rows[:, 1] == state, 2 + PARTS.index(part)]) * 1000


def of_split(log: Log, quantity: dict, state: int) -> list[list]:
    """The whole run, and of an executor its parts. The sequential run's passes
    are among those of the one executor whose rounds are recorded."""
    name = "shared" if state == SEQUENTIAL else quantity["primitive"]
    rounds = split(log, name, quantity["cores"])
    parts = ("wall",) if state == SEQUENTIAL else ("wall", *PARTS[:-1])
    return [[told(middle(rows, state, part)) for rows in rounds] for part in parts]


def of_primes(log: Log, quantity: dict) -> list[list]:
    """Its rounds, and those of its further columns."""
    name, _, kind = quantity["variant"].partition("/")
    if kind == "crossover":
        return [crossings(log, name, quantity["cores"])]
    if kind == "crossover_work":
        return [prices(log, name, quantity["cores"], of) for of in ("work", "overhead")]
    if kind in STATES:
        return of_split(log, quantity, STATES.index(kind))
    return [of_passes(log, quantity)]
