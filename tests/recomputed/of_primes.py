# SPDX-License-Identifier: MIT
"""Findings of `primes`."""

from __future__ import annotations

import numpy as np
from of_results import rounds_of
from raw_log import NEVER, Log, quantile, told

FROM, MOST, PRECISION = 16, 100000, 16
ACCOUNT = ("round", "wall", "core", "events", "event_milli", "end", "execute",
           "switch", "lock", "steal", "idle", "sleep")
KINDS = slice(ACCOUNT.index("end"), None)
PPM = 1_000_000
PARTS = ("wake_up", "hand_out", "work", "collection", "wall")
STATES, SEQUENTIAL = ("asleep", "awake"), 2


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
        middle = above // 8 if above // below > 2 * PRECISION \
            else below + (above - below) // 2
        asked.append(middle)
        if pays(rows, middle):
            above = middle
        else:
            below = middle
    assert set(rows[:, 1]) == set(asked)
    return None if rows[:, 4].any() else above * 1000


def crossings(log: Log, name: str, cores: int) -> list:
    rows = log.table("primes", "round", "n", "sequential", "parallel",
                     "turns")[
        name, cores]
    return [told(bisected(rows[rows[:, 0] == at]))
            for at in range(rows[:, 0].max() + 1)]


def price(rows: np.ndarray, cores: int, of: str) -> int | str | None:
    """Of a round: ticks of work or of overhead where it begins to pay."""
    at = bisected(rows)
    if at in (None, NEVER):
        return at
    own = rows[rows[:, 1] == at // 1000]
    work, wall = int(own[:, 2].min()), int(own[:, 3].min())
    return (work if of == "work" else wall - work // cores) * 1000


def prices(log: Log, name: str, cores: int, of: str) -> list:
    rows = log.table("primes", "round", "n", "sequential", "parallel",
                     "turns")[name, cores]
    return [told(price(rows[rows[:, 0] == at], cores, of))
            for at in range(rows[:, 0].max() + 1)]


# ---- traced passes -----------------------------------------------------------


def executing(rows: np.ndarray) -> int:
    """Of a pass: per cent of the cores' time in tasks, thousandths."""
    times = rows[:, KINDS]
    shares = [int(row[1]) * PPM // max(int(row.sum()), 1) for row in times]
    return sum(shares) // len(shares) // 10


def tracing(rows: np.ndarray) -> int:
    """Of a pass: per cent of it that the busiest core's events cost."""
    wall, _, events, each = rows[0, 1:5]
    events = int(rows[:, 3].max())
    cost = events * int(each) * (PPM // 1000) // max(int(wall), 1)
    return min(cost, PPM) // 10


def of_passes(log: Log, finding: dict) -> list[list]:
    passes = {key[0]: rows for key, rows
              in log.table("primes", *ACCOUNT).items()}

    def each(rows: np.ndarray, figure) -> list[int]:
        return [figure(rows[rows[:, 0] == at])
                for at in range(rows[:, 0].max() + 1)]

    if finding["name"] == "trace_cost":
        costs = [each(rows, tracing) for rows in passes.values()]
        rounds = len(finding["rounds"][0])
        return [[told(max(own[at] for own in costs if at < len(own)))
                 for at in range(rounds)]]
    kind = {"executing": executing,
            "synchronising": synchronising}[finding["name"].split("/")[0]]
    return [[told(share) for share
             in each(passes[finding["subjects"][0]], kind)]]


def synchronising(rows: np.ndarray) -> int:
    """Of a pass: what is not executing."""
    return 100_000 - executing(rows)


# ---- where the time of the shortest range goes ------------------------------------


def split(log: Log, name: str, cores: int) -> list[np.ndarray]:
    """A table a round: sequential, asleep and awake passes."""
    rows = log.table("primes", "round", "awake", *PARTS)[name, cores]
    return [rows[rows[:, 0] == at] for at in range(rows[:, 0].max() + 1)]


def middle(rows: np.ndarray, state: int, part: str) -> int:
    return quantile(rows[rows[:, 1] == state, 2 + PARTS.index(part)]) * 1000


def share(rows: np.ndarray, state: int, part: str) -> int:
    return middle(rows, state, part) * 100 // \
        max(middle(rows, state, "wall") // 1000, 1)


def of_split(log: Log, finding: dict) -> list[list]:
    kind, name = finding["name"].split("/")
    word, part = kind.split("_", 1)
    state = STATES.index(word)
    rounds = split(log, name, finding["cores"])
    if part == "times":
        return [[told(middle(rows, each, "wall")) for rows in rounds]
                for each in (SEQUENTIAL, state)]
    return [[told(share(rows, state, part)) for rows in rounds]]


def of_primes(log: Log, finding: dict) -> list[list]:
    kind, *rest = finding["name"].split("/")
    if kind == "crossover":
        return [crossings(log, rest[0], finding["cores"])]
    if kind.startswith("crossover_"):
        return [prices(log, rest[0], finding["cores"],
                       kind.removeprefix("crossover_"))]
    if kind.startswith(("asleep_", "awake_")):
        return of_split(log, finding)
    if kind != "times":
        return of_passes(log, finding)
    return [rounds_of(log, next(
        r for r in log.of("result", "primes")
        if (r["variant"], r["cores"]) == (subject, finding["cores"])
        and r["params"]["n"] == int(rest[1])))
        for subject in finding["subjects"]]
