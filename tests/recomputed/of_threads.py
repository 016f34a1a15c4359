# SPDX-License-Identifier: MIT
"""Points and findings of `threads`."""

from __future__ import annotations

import re

import numpy as np
from raw_log import NEVER, Log, quantile, told

POINT = ("k", "tasks", "workers", "stack_kib", "took", "earliest", "queued",
         "waited", "late", "share_ppm")
ROUND = ("k", "disturbed", "round", "took", "earliest", "queued", "waited",
         "late", "share_ppm")
PPM = 1_000_000


def curve(log: Log, variant: str) -> tuple[dict, np.ndarray]:
    """A design's parameters and its rounds."""
    [(key, rows)] = [(key, rows) for key, rows
                     in log.table("threads", *ROUND).items()
                     if key[0] == variant]
    return dict(key[2:]), rows


def untrue_points(log: Log) -> list[str]:
    """Points which are not the medians of their clean rounds; of all, where
    none is."""
    wrong = []
    rounds = log.table("threads", *ROUND)
    for key, points in log.table("threads", *POINT).items():
        for point in points:
            own = rounds[key][rounds[key][:, 0] == point[0]]
            assert [*own[:, 2]] == [*range(len(own))]
            clean = own[own[:, 1] == 0] if (own[:, 1] == 0).any() else own
            right = [quantile(clean[:, at]) for at in range(3, len(ROUND))]
            if right != [*map(int, point[4:])]:
                wrong.append(f"{key} k = {point[0]}: {point}, not {right}")
    return wrong


# ---- findings ----------------------------------------------------------------


class Side:
    """A design's rounds at a k, and what may be told of each."""

    def __init__(self, log: Log, variant: str, k: int | None = None):
        self.log = log
        self.params, rows = curve(log, variant)
        self.cores = next(key[1] for key in log.table("threads", *ROUND)
                          if key[0] == variant)
        ks = sorted(set(map(int, rows[:, 0])))
        self.k = ks[0] if k is None else ks[k] if k < 0 else k
        self.rows = rows[rows[:, 0] == self.k]

    def each(self, figure) -> list:
        return [None if row[1] else
                told(figure(dict(zip(ROUND, map(int, row)))))
                for row in self.rows]

    def seconds(self, column: str, by: int = 1) -> list:
        return self.each(lambda row: self.log.ms(
            row[column], self.params["scale"]) // by)

    def times_alone(self) -> list:
        return self.each(lambda row: row["took"] * 1000 // self.params["cpu"])

    def share(self) -> list:
        return self.each(lambda row: row["share_ppm"])

    def formula(self) -> list:
        return self.each(lambda row: (
            self.cores * PPM * 1000 + row["share_ppm"] // 2)
            // row["share_ppm"] if row["share_ppm"] else 0)


def pure(log: Log, column: str, other: str = "unbounded") -> list[list]:
    return [Side(log, f"{design}/pure", -1).seconds(column)
            for design in ("fixed", other)]


def flat_to(log: Log, design: str) -> list[list]:
    """Where straight lines between points leave 1.25 times the first one."""
    _, rows = curve(log, design)
    found = []
    for number in sorted(set(rows[:, 2])):
        ks, disturbed, took = rows[rows[:, 2] == number][:, (0, 1, 3)].T
        limit = took[0] * 5 // 4
        above = [at for at in range(1, len(ks)) if took[at] > limit]
        if disturbed[:above[0] + 1 if above else None].any():
            found.append(None)
        elif not above:
            found.append(NEVER)
        else:
            at = above[0]
            run = int(ks[at] - ks[at - 1]) * 1000
            found.append(told(int(ks[at - 1]) * 1000 + int(
                run * (limit - took[at - 1]) // (took[at] - took[at - 1]))))
    return [found]


def k_of(text: str) -> int:
    return int(re.search(r"(\d+) a core", text)[1])


def at_ks(log: Log, design: str, finding: dict) -> list[list]:
    return [Side(log, design, k_of(subject)).seconds("took")
            for subject in finding["subjects"]]


def asleep(log: Log, finding: dict) -> list[list]:
    found = {dict(key[2:])["sleepers"]: (dict(key[2:])["scale"], rows)
             for key, rows in log.samples["threads"].items()
             if key[0] == "asleep"}
    assert finding["subjects"] == [
        f"beside {n} sleepers" if n else "alone" for n in sorted(found)]
    return [[None if disturbed else told(log.ms(ticks, scale))
             for disturbed, _, ticks in rows]
            for _, (scale, rows) in sorted(found.items())]


def night(log: Log, variant: str, alone: bool, figure) -> list:
    [rows] = [(dict(key[2:])["scale"], rows)
              for key, rows in log.samples["threads"].items()
              if key[0] == variant and alone != bool(dict(key[2:])["sleepers"])]
    scale, rows = rows
    return [None if disturbed else told(figure(ticks, scale))
            for disturbed, _, ticks in rows]


def awake(log: Log, variant: str) -> list[list]:
    return [night(log, "asleep", True, log.ms),
            night(log, variant, False, log.ms)]


def late(log: Log, variant: str) -> list:
    return night(log, variant, False, lambda ticks, scale: int(ticks) * 1000)


def best_k(log: Log, finding: dict) -> list[list]:
    return [Side(log, "virtual", k).seconds("took", k)
            for k in map(k_of, finding["subjects"])]


OF = {
    "together": lambda log, _: [Side(log, "fixed/pure").times_alone()],
    "pure_ratio": lambda log, _: pure(log, "took"),
    "first_done": lambda log, _: pure(log, "earliest"),
    "bystander": lambda log, _: pure(log, "late"),
    "pure_each": lambda log, _: [
        (side := Side(log, "fixed/pure", at)).seconds("took", side.k)
        for at in (None, -1)],
    "steps_workers": lambda log, _: [[1000]],
    "pure_virtual": lambda log, _: pure(log, "took", "virtual"),
    "bystander_virtual": lambda log, _: pure(log, "late", "virtual"),
    "queue": lambda log, finding: [
        Side(log, design, k_of(finding["what"])).seconds("took")
        for design in finding["subjects"]],
    "fixed_batch": lambda log, finding: at_ks(log, "fixed", finding),
    "gate": lambda log, finding: [
        Side(log, design, k_of(finding["what"])).seconds("took")
        for design in finding["subjects"]],
    "utilisation": lambda log, _: [Side(log, "virtual").share()],
    "formula": lambda log, _: [Side(log, "virtual").formula()],
    "best_k": best_k,
    "asleep": asleep,
    "wake_once": lambda log, _: awake(log, "asleep/once"),
    "wake_random": lambda log, _: awake(log, "asleep/random"),
    "late_once": lambda log, _: [late(log, "late/once")],
    "late_random": lambda log, _: [late(log, "late/random")],
}


def of_threads(log: Log, finding: dict) -> list[list]:
    name = finding["name"]
    if name.startswith("flat_to_"):
        return flat_to(log, name.removeprefix("flat_to_"))
    if name.startswith("flat_"):
        return at_ks(log, name.removeprefix("flat_"), finding)
    return OF[name](log, finding)
