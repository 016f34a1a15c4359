# SPDX-License-Identifier: MIT
"""Statistics of results."""

from __future__ import annotations

import numpy as np
from raw_log import (
    Log, by_round, key_of, mean_milli, part, quantile, told)

PERCENTILES = {"p50": .5, "p90": .9, "p99": .99, "p999": .999}
#: Of samples and time: how often cores did something together is told by how
#: many each does in so long.
TICKS_TOGETHER = 10**12

def statistics_of(samples: np.ndarray, batch: int) -> dict:
    """Every statistic of a result, in the log's words."""
    ticks, rounds = samples[:, -1], by_round(samples)
    figures = {name: quantile(ticks, share) for name, share
               in PERCENTILES.items()}
    figures |= {"min": ticks.min(), "max": ticks.max(),
                "mad": quantile(np.abs(ticks - figures["p50"]))}
    return {name: told(part(int(each) * 1000, batch))
            for name, each in figures.items()} | {
        "n": ticks.size, "mean": told(part(mean_milli(ticks), batch)),
        "rounds": [told(part(quantile(each) * 1000, batch))
                   for each in rounds],
        "round_means": [told(part(mean_milli(each), batch))
                        for each in rounds]}


def together_milli(own: np.ndarray) -> int:
    """Of a round's samples: time between two of any core."""
    pace = sum(TICKS_TOGETHER * 1000
               // max(mean_milli(own[own[:, 0] == core, -1]), 1)
               for core in np.unique(own[:, 0]))
    return TICKS_TOGETHER * 1000 // pace


def together_rounds(samples: np.ndarray, batch: int) -> list:
    """Of several cores: in each round the time between two operations of any."""
    return [told(together_milli(samples[samples[:, 1] == at]) // batch)
            for at in range(samples[:, 1].max() + 1)]


def differences(log: Log, result: dict) -> list[str]:
    """What the result says otherwise than its samples do. `null` is what a
    batch does not tell."""
    samples = log.samples_of(result)
    name = f"{result['experiment']} {key_of(result)}"
    if samples is None:
        return [f"{name}: no samples"]
    right = statistics_of(samples, result["batch"])
    if "together_rounds" in result:
        right["together_rounds"] = together_rounds(samples, result["batch"])
    return [f"{name} {field}: {result[field]}, not {figure}"
            for field, figure in right.items()
            if result[field] is not None and result[field] != figure]
