# SPDX-License-Identifier: MIT
"""Findings of `workloads`: gains, and figures of its own."""

from __future__ import annotations

from of_results import cleaned, of_variants, rounds_of
from raw_log import Log, by_round, quantile

BYTES = 8
MEGA = 1_000_000


def row(log: Log, variant: str, cores: int) -> dict:
    [found] = [r for r in log.of("result", "workloads")
               if (r["variant"], r["cores"]) == (variant, cores)]
    return found


def figures(log: Log, result: dict, figure) -> list[list]:
    """A figure of each round's ticks, in thousandths."""
    return [cleaned(result, [
        figure(int(quantile(each)))
        for each in by_round(log.samples_of(result))])]


def of_workloads(log: Log, finding: dict) -> list[list]:
    name, cores = finding["name"], finding["cores"]
    hz = log.context["tsc_hz"]
    if name.startswith("memory/"):
        form = "concurrent" if "8 workers" in finding["what"] else "sequential"
        result = row(log, f"add/{form}", cores)
        return figures(log, result, lambda ticks: (
            result["batch"] * BYTES * hz // ticks // MEGA))
    if name.startswith("wait/"):
        result = row(log, "find/sequential", cores)
        wait = max(hz // 1000 // result["params"]["scale"], 1)
        return figures(log, result,
                       lambda ticks: ticks * 1000 // (result["batch"] * wait))
    if name == "cores/find":
        return [rounds_of(log, row(log, "find/concurrent", n))
                for n in (1, cores)]
    return of_variants(log, finding)
