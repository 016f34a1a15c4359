# SPDX-License-Identifier: MIT
"""Results and quantities of `dispatch`."""

from __future__ import annotations

from functools import cached_property

import numpy as np
import of_stamps
from raw_log import Log, by_round, mean_milli, part, quantile, told

LENGTHS = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001)
RULE_SAMPLES, FIVE_PERCENT = 100, 19
LONG_PASS = -1          # in the column `round`
DEQUES = ("steal", "adaptive")
SENT, QUEUE = "spsc", "shared"
PARTS = ("submit", "run", "handed", "start")
WHOLE = 1000            # of a share


class Cell:
    """An executor at one length on so many cores; thousandths, by round."""

    def __init__(self, log: Log, key: tuple):
        self.name, self.cores, (_, self.n) = key
        self.log, self.key = log, key
        walls = log.table("dispatch", "round", "tasks", "on_core_0", "wall")
        judged = log.table("dispatch", "round", "disturbed",
                           "stamps_disturbed", *(f"{each}_milli" for each in PARTS), "wanted")
        _, tasks, own, wall = walls[key].T
        self.tasks = [*map(int, tasks)]
        self.wall = [int(w) * 1000 // int(t) for w, t in zip(wall, tasks)]
        self.away = [int(t - here) * WHOLE // int(t) for here, t in zip(own, tasks)]
        self.disturbed = [*map(bool, judged[key][:, 1])]
        self.stamps_disturbed = [*map(bool, judged[key][:, 2])]
        self.parts = [dict(zip(PARTS, map(int, row[3:]))) for row in judged[key]]
        self.wanted = int(judged[key][0, -1])

    @cached_property
    def body(self) -> list[int]:
        rows = self.log.table("dispatch", "round", "bodies", "ticks")[
            "body", self.cores, ("n", self.n)]
        return [int(own[:, 2].min()) * 1000 // int(own[0, 1]) for own in
                (rows[rows[:, 0] == at] for at in range(len(self.wall)))]

    @cached_property
    def clean(self) -> list[int | None]:
        return [None if bad else wall for wall, bad in zip(self.wall, self.disturbed)]

    def median(self, values: list[int]) -> int:
        """Of the clean rounds; of all, where none is."""
        return quantile([each for each, bad in zip(values, self.disturbed)
                         if not bad] or values)


class Cells:
    """All of a log."""

    def __init__(self, log: Log):
        self.of = {key: Cell(log, key) for key in log.table(
            "dispatch", "round", "tasks", "on_core_0", "wall")}
        self.cores = max(cell.cores for cell in self.of.values())

    def get(self, name: str, n: int, cores: int = 0) -> Cell | None:
        return self.of.get((name, cores or self.cores, ("n", n)))

    def at_all(self, name: str) -> list[Cell]:
        """An executor's, on all cores."""
        return [cell for cell in self.of.values()
                if cell.name == name and cell.cores == self.cores]


def works_of(log: Log) -> dict:
    """Of each pass with stamps: tasks, ticks of work, workers, wall time."""
    return log.table("dispatch", "round", "tasks", "work", "workers", "wall")


# ---- results -----------------------------------------------------------------


def differences(log: Log, result: dict) -> list[str]:
    """What a result says otherwise than its passes do."""
    cell = Cell(log, (result["variant"], result["cores"], ("n", result["params"]["n"])))
    samples = log.samples["dispatch"][cell.key]
    [(tasks, work)] = [row[1:3] for row in works_of(log)[cell.key] if row[0] == LONG_PASS]
    ticks = samples[samples[:, 1] == LONG_PASS, 2]
    # One that is exchanged has no short pass in each round.
    rounds = by_round(samples[samples[:, 1] != LONG_PASS]) \
        if (samples[:, 1] != LONG_PASS).any() else [ticks]
    right = {
        "n": ticks.size, "p50": quantile(ticks), "p90": quantile(ticks, .9),
        "min": ticks.min(), "mean": told(mean_milli(ticks)),
        "mad": quantile(np.abs(ticks - quantile(ticks))),
        "tasks": tasks, "work_mean": told(part(int(work) * 1000, int(tasks))),
        "rounds": [quantile(own) for own in rounds],
        "round_means": [told(mean_milli(own)) for own in rounds],
        "wall_rounds": [told(each) for each in cell.clean],
        "wall_per_task": told(cell.median(cell.wall)),
        "all_in": told(cell.median([
            wall * cell.cores - body
            for wall, body in zip(cell.wall, cell.body)]))}
    right |= of_stamps.columns(log, cell, result)
    right |= {name: told(each * 1000) for name, each in right.items()
              if name in ("p50", "p90", "min", "mad")}
    right["rounds"] = [told(each * 1000) for each in right["rounds"]]
    return [f"{cell.key} {name}: {result[name]}, not {figure}"
            for name, figure in right.items() if result[name] != figure]


# ---- quantities --------------------------------------------------------------


def rule(log: Log, cells: Cells, name: str) -> list:
    """The share of the tasks whose overhead is 5 % or less."""
    # The one length that is found: its body takes 4,700 ticks.
    [cell] = [cell for cell in cells.at_all(name) if cell.n not in LENGTHS]
    samples = log.samples["dispatch"][cell.key]
    works = works_of(log)[cell.key]
    shares = []
    for at, bad in enumerate(cell.stamps_disturbed):
        ticks = samples[samples[:, 1] == at, 2]
        [(tasks, work)] = works[works[:, 0] == at][:, 1:3]
        kept = int((ticks * 1000 * FIVE_PERCENT <= part(int(work) * 1000, int(tasks))).sum())
        shares.append(None if bad or ticks.size < RULE_SAMPLES
                      else told(kept * 100_000 // ticks.size))
    return shares


# ---- what the time is made of ------------------------------------------------


def slower_side(cell: Cell, wide: dict, body: int, away: int) -> int:
    run = wide["run"] + body
    here = wide["submit"] + part((WHOLE - away) * run, WHOLE)
    there = part(part(away * run, WHOLE), cell.cores - 1) if cell.cores > 1 else 0
    return max(here, there)


def wide_task(cell: Cell, wide: dict, body: int, away: int) -> int:
    if away and cell.name.startswith((QUEUE, *DEQUES)):
        return wide["handed"]
    sent = part(away * wide["handed"], WHOLE) if cell.name == SENT else 0
    return slower_side(cell, wide, body, away) + (sent if away else 0)


def predicted(cells: Cells, cell: Cell, at: int) -> int:
    """A task's wall time from parts that were measured by themselves."""
    parts, away = cell.parts[at], cell.away[at]
    body = max(cell.body[at] - cells.get("loop", 0).body[at], 0)
    start = part(parts["start"], cell.wanted)
    if cell.name != "adaptive":
        return wide_task(cell, parts, body, away) + start
    wide = cells.get("steal", cell.n).parts[at]
    alone = parts["submit"] + parts["run"] + body
    share = min(away * cell.cores // (cell.cores - 1), WHOLE)
    if not share:
        return alone + start
    both = alone * (WHOLE - share) + wide_task(cell, wide, body, away * WHOLE // share) * share
    return part(both, WHOLE) + start


def pause_above(log: Log, median: int) -> int:
    """As bench/conditions/disturbed.c has it: a longer sample was
    interrupted."""
    us, usual = log.context["tsc_hz"] // 1_000_000, max(median, 0)
    return median + max(us * 10, min(usual * 50, max(us * 1000, usual // 4)))


def left(log: Log, cells: Cells, cell: Cell) -> list[int | None]:
    """By round, thousandths of a per cent that the parts do not explain."""
    parts = [predicted(cells, cell, at) for at in range(len(cell.wall))]
    most = pause_above(log, min(parts) * cell.wanted // 1000)
    return [None if bad or each * cell.wanted // 1000 > most else
            abs(part((wall - each) * 100_000, wall or 1))
            for each, wall, bad in zip(parts, cell.wall, cell.disturbed)]


def explained(log: Log, cells: Cells, name: str) -> list:
    lengths = [left(log, cells, cell) for cell in (cells.get(name, n) for n in LENGTHS) if cell]
    rounds = [[each for each in own if each is not None] for own in zip(*lengths)]
    return [told(max(100_000 - quantile(own), 0)) if own else None for own in rounds]


def body(cells: Cells, quantity: dict) -> list:
    """Of the tries of a round the least."""
    cell = next(cell for cell in cells.of.values() if (cell.n, cell.cores)
                == (quantity["params"]["n"], quantity["cores"]))
    return [told(each) for each in cell.body]


def of_dispatch(log: Log, quantity: dict) -> list[list]:
    name, _, what = quantity["variant"].rpartition("/")
    return [{"rule_5_95": rule, "explained": explained}[what](log, Cells(log), name) if name
        else body(Cells(log), quantity)]
