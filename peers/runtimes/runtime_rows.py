# SPDX-License-Identifier: MIT
"""The figures of `make runtimes`: of a turn, ours and theirs in the same rows.

Theirs come as lines of JSON, one a round: `row`, `who`, and raw times of the
program's own clock. The arithmetic is here, for all of them alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import peer_rows
from runtime_programs import LENGTHS

from quietcore.log.runs import Run
from quietcore.terminal.numbers import median_of

#: Of each row and who: ticks of one operation, or iterations.
Figures = dict[tuple[str, str], float]

QUEUES = ("mpmc alone", "mpmc across", "mpmc both", "deque alone",
          "deque steal")
EXECUTORS = ("steal", "adaptive", "shared", "chunk", "loop")
FLOORS = ("RMW", "XST", "CALL", "STAMP", "LINE")
#: Options of our program for these rows.
WORDS = ("suite=quick", "cores=2", "bench=floor,queue,dispatch",
         "variant=" + ",".join(f"{name}." for name in (
             *(peer_rows.FLOORS[name][0] for name in FLOORS),
             "mpmc/pair", "mpmc/across", "deque/pair", "deque/steal",
             *EXECUTORS)))
CORES = 2
#: In the table's order.
ROWS = (*QUEUES, *(f"{what} n={n}" for what in ("dispatch", "all-in")
                   for n in LENGTHS), "break-even", "floor")


def crossing(curve: dict[int, tuple[float, float]]) -> float:
    """The length from which on a task of the pool takes less wall time than
    its body alone, on straight lines; infinite where it never does."""
    lengths = sorted(curve)
    saved = [wall - body for wall, body in (curve[n] for n in lengths)]
    last = max((i for i, each in enumerate(saved) if each >= 0), default=-1)
    if last < 0:
        return 0
    if last == len(lengths) - 1:
        return math.inf
    step = lengths[last + 1] - lengths[last]
    return lengths[last] + step * saved[last] / (saved[last] - saved[last + 1])


def add_pool(figures: Figures, who: str,
             rounds: dict[int, list[tuple[float, float, float]]]) -> None:
    """Of a pool's rounds by length: mean overhead, wall time, body."""
    curve = {}
    for n, each in rounds.items():
        figures[f"dispatch n={n}", who] = median_of([mean for mean, *_ in each])
        figures[f"all-in n={n}", who] = median_of(
            [wall * CORES - body for _, wall, body in each])
        curve[n] = (median_of([wall for _, wall, _ in each]),
                    median_of([body for *_, body in each]))
    figures["break-even", who] = crossing(curve)


# ---- theirs ------------------------------------------------------------------


def pool_round(line: dict, scale: float) -> tuple[float, float, float]:
    """Of one task, in ticks. A worker's first task has no overhead."""
    tasks = line["tasks"]
    mean = line["overhead"] / (tasks - line["workers"]) - line["stamp"]
    return (mean * scale, line["wall"] / tasks * scale,
            line["body"] / tasks * scale)


def figures_of(lines: Iterable[dict], scale: float) -> Figures:
    """What a program printed; `scale`: ticks of a unit of its clock."""
    figures: Figures = {}
    queues: dict[tuple[str, str], list[float]] = {}
    pools: dict[str, dict[int, list]] = {}
    for line in lines:
        if line["row"] == "dispatch":
            pools.setdefault(line["who"], {}).setdefault(
                line["n"], []).append(pool_round(line, scale))
        else:
            queues.setdefault((line["row"], line["who"]), []).append(
                line["wall"] / line["items"] * scale)
    figures |= {key: median_of(each) for key, each in queues.items()}
    for who, rounds in pools.items():
        add_pool(figures, who, rounds)
    return figures


# ---- ours --------------------------------------------------------------------


def pool_rounds(result: dict) -> list[tuple[float, float, float]]:
    """A disturbed round has no wall time and is left out."""
    return [each for each in zip(result["round_means"], result["wall_rounds"],
                                 result["body_rounds"]) if None not in each]


def own_pools(run: Run) -> Figures:
    """Of our executors on two cores."""
    figures: Figures = {}
    pools: dict[str, dict[int, list]] = {}
    for r in run.of("result"):
        if r["experiment"] == "dispatch" and r["cores"] == CORES \
                and r["variant"] in EXECUTORS and r["params"]["n"] in LENGTHS \
                and r.get("proven", "ok") == "ok" \
                and not r.get("crowded") and pool_rounds(r):
            pools.setdefault(f"ours/{r['variant']}", {})[r["params"]["n"]] = \
                pool_rounds(r)
    for who, rounds in pools.items():
        add_pool(figures, who, rounds)
    return figures


def own_figures(run: Run) -> Figures:
    """All rows of ours, and the floors."""
    figures = own_pools(run)
    for record in peer_rows.records_of(run):
        if record["row"] in (*QUEUES, "floor") and "ticks" in record \
                and record.get("proven", 1):
            figures[record["row"], record["who"]] = record["ticks"]
    line = figures.get(("floor", "LINE"))
    for n in LENGTHS if line else ():   # beside what is held against it
        figures[f"dispatch n={n}", "LINE"] = line
    return figures


def records_of(turns: list[Figures]) -> list[dict]:
    """A row and who each, with a figure a turn, None where there is none."""
    keys = sorted(dict.fromkeys(key for turn in turns for key in turn),
                  key=lambda key: ROWS.index(key[0]))
    return [{"row": row, "who": who,
             "turns": [turn.get((row, who)) for turn in turns]}
            for row, who in keys]
