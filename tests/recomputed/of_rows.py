# SPDX-License-Identifier: MIT
"""Statistics of results, what some experiments tell besides, and the quantities of
`switch` and `timer`."""

from __future__ import annotations

import math

import numpy as np
from raw_log import Log, by_round, key_of, mean_milli, part, quantile, told

PERCENTILES = {"p50": .5, "p90": .9, "p99": .99, "p999": .999}
#: Of samples and time: how often cores did something together is told by how
#: many each does in so long.
TICKS_TOGETHER = 10**12
#: Jain's index is of so many bits of the greatest share.
SHARE_BITS = 16
BYTES, MEGA, NS = 8, 1_000_000, 1_000_000_000

# ---- results -----------------------------------------------------------------


def statistics_of(samples: np.ndarray, batch: int) -> dict:
    """Every statistic of a result, in the log's words."""
    ticks, rounds = samples[:, -1], by_round(samples)
    figures = {name: quantile(ticks, share) for name, share in PERCENTILES.items()}
    figures |= {"min": ticks.min(), "max": ticks.max(),
                "mad": quantile(np.abs(ticks - figures["p50"]))}
    return {name: told(part(int(each) * 1000, batch)) for name, each in figures.items()} | {
        "n": ticks.size, "mean": told(part(mean_milli(ticks), batch)),
        "rounds": [told(part(quantile(each) * 1000, batch)) for each in rounds],
        "round_means": [told(part(mean_milli(each), batch)) for each in rounds]}


def together_milli(own: np.ndarray) -> int:
    """Of a round's samples: time between two of any core."""
    pace = sum(TICKS_TOGETHER * 1000 // max(mean_milli(own[own[:, 0] == core, -1]), 1)
               for core in np.unique(own[:, 0]))
    return TICKS_TOGETHER * 1000 // pace


def figures_of(result: dict, samples: np.ndarray, figure) -> list:
    """A figure of each clean round's ticks, in thousandths."""
    disturbed = result.get("disturbed_rounds", ())
    return [None if at in disturbed else told(figure(int(quantile(each))))
            for at, each in enumerate(by_round(samples))]


def right_of(log: Log, result: dict, samples: np.ndarray) -> dict:
    """All that follows from a result's samples."""
    hz, batch = log.context["tsc_hz"], result["batch"]
    right = statistics_of(samples, batch)
    if "together_rounds" in result:
        right["together_rounds"] = [
            told(together_milli(samples[samples[:, 1] == at]) // batch)
            for at in range(samples[:, 1].max() + 1)]
    if "gb_rounds" in result:
        right["gb_rounds"] = figures_of(
            result, samples, lambda ticks: batch * BYTES * hz // ticks // MEGA)
    if "ms_rounds" in result:
        wait = max(hz // 1000 // result["params"]["scale"], 1)
        right["ms_rounds"] = figures_of(
            result, samples, lambda ticks: ticks * 1000 // (batch * wait))
    return right


def differences(log: Log, result: dict) -> list[str]:
    """What the result says otherwise than its samples do. `null` is what a
    batch does not tell."""
    samples = log.samples_of(result)
    name = f"{result['experiment']} {key_of(result)}"
    if samples is None:
        return [f"{name}: no samples"]
    return [f"{name} {field}: {result[field]}, not {figure}"
            for field, figure in right_of(log, result, samples).items()
            if result[field] is not None and result[field] != figure]


# ---- fairness ----------------------------------------------------------------


def jain_milli(shares: list[int]) -> int:
    """1 where all have the same, 1 over their number where one has all."""
    shift = max(max(shares).bit_length() - SHARE_BITS, 0)
    seen = [share >> shift for share in shares]
    return sum(seen) ** 2 * 1000 // (len(seen) * sum(x * x for x in seen))


def untrue_shares(log: Log) -> list[str]:
    """Rows of `workqueue` whose fairness does not follow from the operations."""
    wrong = []
    for row in log.of("result", "workqueue"):
        shares = log.table("workqueue", "core", "round", "operations").get(key_of(row))
        if shares is None:
            continue
        by_core = [shares[shares[:, 0] == core, 2] for core in range(row["cores"])]
        in_all = [int(own.sum()) for own in by_core]
        right = (in_all, told(jain_milli(in_all)),
                 [told(jain_milli([*map(int, own)])) for own in zip(*by_core)])
        said = row["per_core"], row["jain"], row["jain_rounds"]
        if said != right:
            wrong.append(f"{key_of(row)}: {said}, not {right}")
    return wrong


# ---- quantities of switch and timer --------------------------------------------

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
    steps = {key[0]: by_round(rows) for key, rows in log.table(
        "timer", "round", "step").items()}
    if quantity["variant"] == "step":
        usual = [[quantile(own[own > 0]) for own in rounds if own.any()]
                 for way, rounds in steps.items() if way.startswith("rdtsc")]
        return [[told(min(each) * 1000) for each in zip(*usual)]]
    hz = next(s["counts_hz"] for s in log.of("series", "timer")
              if s["variant"] == quantity["variant"] and "counts_hz" in s)
    grains = [math.gcd(*map(int, own)) for own in steps[quantity["variant"]]]
    assert np.all(grains)
    return [[told(grain * NS * 1000 // hz) for grain in grains]]
