# SPDX-License-Identifier: MIT
"""Columns of results and of points, from raw samples: of each record those that a
formula is here for."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from raw_log import Log, by_round, key_of, mean_milli, part, quantile, told

PERCENTILES = {"p50": .5, "p90": .9, "p99": .99, "p999": .999}
NOT_OF_BATCHES = ("p99", "p999", "max")     # null there
#: Of samples and time: how often cores did something together is told by how
#: many each does in so long.
TICKS_TOGETHER = 10**12
#: Jain's index is of so many bits of the greatest share.
SHARE_BITS = 16
BYTES, MEGA = 8, 1_000_000
#: Of dispatch: what the column `round` has, samples that a rule needs, work to
#: overhead.
LONG_PASS, RULE_SAMPLES, FIVE_PERCENT = -1, 100, 19
#: Of threads: a round of a curve, and the median of the rounds.
ROUND = ("k", "disturbed", "round", "took", "earliest", "queued", "waited", "late", "share_ppm")
POINT = ("k", "tasks", "workers", "stack_kib", *ROUND[3:])

# ---- statistics --------------------------------------------------------------


def statistics(ticks: np.ndarray, rounds: list[np.ndarray], batch: int) -> dict:
    """Every statistic of a result, in the log's words."""
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


def jain_milli(shares: np.ndarray) -> int:
    """1 where all have the same, 1 over their number where one has all."""
    seen = [int(share) >> max(int(max(shares)).bit_length() - SHARE_BITS, 0) for share in shares]
    return sum(seen) ** 2 * 1000 // (len(seen) * sum(x * x for x in seen))


def fairness(log: Log, result: dict) -> dict:
    """Of the operations of each core."""
    shares = log.table("workqueue", "core", "round", "operations")[key_of(result)]
    by_core = np.array([shares[shares[:, 0] == core, 2] for core in range(result["cores"])])
    in_all = by_core.sum(axis=1)
    return {"per_core": in_all.tolist(), "jain": told(jain_milli(in_all)),
            "jain_rounds": [told(jain_milli(own)) for own in by_core.T]}


def of_result(log: Log, result: dict) -> dict:
    samples, batch = log.samples[result["experiment"]][key_of(result)], result["batch"]
    rounds = by_round(samples)
    hz, disturbed = log.context["tsc_hz"], result.get("disturbed_rounds", ())

    def clean(figure) -> list:
        return [None if at in disturbed else told(figure(int(quantile(each))))
                for at, each in enumerate(rounds)]

    right = statistics(samples[:, -1], rounds, batch)
    if "together_rounds" in result:
        right["together_rounds"] = [told(together_milli(samples[samples[:, 1] == at]) // batch)
                                    for at in range(len(rounds))]
    if "gb_rounds" in result:
        right["gb_rounds"] = clean(lambda ticks: batch * BYTES * hz // ticks // MEGA)
    if "ms_rounds" in result:
        wait = max(hz // 1000 // result["params"]["scale"], 1)
        right["ms_rounds"] = clean(lambda ticks: ticks * 1000 // (batch * wait))
    if "jain_rounds" in result and result["experiment"] == "workqueue":
        right |= fairness(log, result)
    return right


# ---- dispatch ----------------------------------------------------------------


def of_dispatch(log: Log, result: dict) -> dict:
    samples = log.samples["dispatch"][key_of(result)]
    long = samples[:, 1] == LONG_PASS
    # What is exchanged has no short pass in each round.
    rounds = [samples[long, 2]] if long.all() else by_round(samples[~long])
    walls = sorted(each for each in result["wall_rounds"] if each is not None)
    right = statistics(samples[long, 2], rounds, 1) | {
        "tasks": int(long.sum()) + result["workers"]}
    if walls:
        right["wall_per_task"] = walls[(len(walls) - 1) // 2]
    if "rule_rounds" in result:
        right["rule_rounds"] = [
            None if work is None or ticks.size < RULE_SAMPLES else
            told(int((ticks * FIVE_PERCENT <= work).sum()) * 100_000 // ticks.size)
            for ticks, work in zip(rounds, result["work_rounds"])]
    return right


# ---- what a log says otherwise -----------------------------------------------


def points(log: Log) -> Iterator[tuple[str, dict, dict]]:
    """Of threads: the medians of the clean rounds; of all, where none is."""
    rounds = log.table("threads", *ROUND)
    for key, rows in log.table("threads", *POINT).items():
        for point in rows:
            own = rounds[key][rounds[key][:, 0] == point[0]]
            clean = own[own[:, 1] == 0] if (own[:, 1] == 0).any() else own
            right = {name: quantile(clean[:, at]) for at, name in enumerate(ROUND) if at > 2}
            yield f"threads {key} k = {point[0]}", dict(zip(POINT, map(int, point))), right


def compared(log: Log) -> Iterator[tuple[str, dict, dict]]:
    """A name, what is said, and what is right."""
    for result in log.of("result"):
        formula = of_dispatch if result["experiment"] == "dispatch" else of_result
        yield f"{result['experiment']} {key_of(result)}", result, formula(log, result)
    yield from points(log)


def untrue(log: Log) -> list[str]:
    return [f"{name} {field}: {said.get(field)}, not {figure}"
            for name, said, right in compared(log) for field, figure in right.items()
            if said.get(field) != figure
            and not (field in NOT_OF_BATCHES and said[field] is None)]
