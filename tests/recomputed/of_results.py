# SPDX-License-Identifier: MIT
"""Statistics of results, and findings that compare results."""

from __future__ import annotations

import numpy as np
from intervals import interval, ratios
from raw_log import (
    Log, by_round, key_of, mean_milli, part, quantile, told)

PERCENTILES = {"p50": .5, "p90": .9, "p99": .99, "p999": .999}
#: Of samples and time: how often cores did something together is told by how
#: many each does in so long.
TICKS_TOGETHER = 10**12
#: Behind a subject's name, its row in a finding.
ROWS = {"cheapest_alone": {"lock": "", "queue": "/pair"},
        "fastest_contended": {"lock": "/contend"},
        "fastest_fair": {"lock": "/contend"},
        "fastest_shared": {"queue": "/pair"},
        "fastest_across": {"queue": "/across"},
        "shortest_latency": {"queue": "/latency"}}


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


def differences(log: Log, result: dict) -> list[str]:
    """What the result says otherwise than its samples do. `null` is what a
    batch does not tell."""
    samples = log.samples_of(result)
    name = f"{result['experiment']} {key_of(result)}"
    if samples is None:
        return [f"{name}: no samples"]
    return [f"{name} {field}: {result[field]}, not {right}"
            for field, right in statistics_of(samples, result["batch"]).items()
            if result[field] is not None and result[field] != right]


def cleaned(result: dict, rounds: list) -> list:
    disturbed = result.get("disturbed_rounds", ())
    return [None if at in disturbed else told(each)
            for at, each in enumerate(rounds)]


def together_milli(own: np.ndarray) -> int:
    """Of a round's samples: time between two of any core."""
    pace = sum(TICKS_TOGETHER * 1000
               // max(mean_milli(own[own[:, 0] == core, -1]), 1)
               for core in np.unique(own[:, 0]))
    return TICKS_TOGETHER * 1000 // pace


def rounds_of(log: Log, result: dict) -> list:
    """As a finding takes them: of several cores, the time between two
    operations of any core."""
    samples, batch = log.samples_of(result), result["batch"]
    if samples.shape[1] == 3 and samples[:, 0].any():
        rounds = [together_milli(samples[samples[:, 1] == at]) // batch
                  for at in range(samples[:, 1].max() + 1)]
    else:
        rounds = [part(quantile(each) * 1000, batch)
                  for each in by_round(samples)]
    return cleaned(result, rounds)


def largest_batch(log: Log, experiment: str, variant: str,
                  cores: int) -> dict | None:
    """The row that speaks for a variant: of those with the parameters of the
    first one, that of the largest batch."""
    def settings(result):
        return {name: value for name, value in result["params"].items()
                if name != "mode"}

    rows = [r for r in log.of("result", experiment)
            if r["variant"] == variant and r["cores"] == cores]
    return max((r for r in rows if settings(r) == settings(rows[0])),
               key=lambda r: r["batch"], default=None)


def of_split(log: Log, variant: str, split: str) -> dict | None:
    """The row of one item at once between so many cores: `1:3`."""
    wanted = dict(zip(("producers", "consumers"), map(int, split.split(":"))),
                  bulk=1)
    return next((r for r in log.of("result", "queue")
                 if r["variant"] == variant and r["params"] == wanted), None)


def of_kinds(log: Log, finding: dict) -> list[list]:
    """`lock` and `queue`."""
    name, _, split = finding["name"].partition(" ")
    behind = ROWS[name][finding["experiment"]]
    rows = [of_split(log, subject + behind, split) if split else
            largest_batch(log, finding["experiment"], subject + behind,
                          finding["cores"]) for subject in finding["subjects"]]
    return [rounds_of(log, row) if row else [] for row in rows]


def of_variants(log: Log, finding: dict) -> list[list]:
    """`wake` and `workloads`: each subject is a variant, and of its rows
    one whose figures stand in the finding's name."""
    words = {word.strip(",") for word in finding["name"].split()}

    def fits(row: dict) -> tuple:
        named = [value for name, value in row["params"].items()
                 if str(value) in words]
        return len(named), row["cores"] == finding["cores"], row["batch"]

    return [rounds_of(log, max(
        (r for r in log.of("result", finding["experiment"])
         if r["variant"] == subject), key=fits))
        for subject in finding["subjects"]]


def drifted(log: Log, finding: dict) -> bool:
    """`workloads`: the sequential work, done again at the end, took a time
    that no tie allows."""
    work = finding["subjects"][0].removesuffix("/sequential")
    both = [rounds_of(log, largest_batch(log, "workloads", f"{work}/{form}",
                                         finding["cores"]))
            for form in ("sequential", "again")]
    times = ratios(*both)
    _, low, high = interval(times)
    same = 1000 + min(int(finding["threshold"] * 10) // 2, 250)
    return bool(times) and (round(low * 1000) > same
                            or round(high * 1000) < 1_000_000 // same)
