# SPDX-License-Identifier: MIT
"""What `workloads` tells of a form besides its time."""

from __future__ import annotations

from raw_log import Log, by_round, quantile, told

BYTES = 8
MEGA = 1_000_000


def cleaned(result: dict, rounds: list) -> list:
    disturbed = result.get("disturbed_rounds", ())
    return [None if at in disturbed else told(each)
            for at, each in enumerate(rounds)]


def figures(log: Log, result: dict, figure) -> list:
    """A figure of each round's ticks, in thousandths."""
    return cleaned(result, [figure(int(quantile(each)))
                            for each in by_round(log.samples_of(result))])


def columns(log: Log, result: dict) -> dict[str, list]:
    """Those that the result has, as its samples give them."""
    hz, found = log.context["tsc_hz"], {}
    if "gb_rounds" in result:
        found["gb_rounds"] = figures(log, result, lambda ticks: (
            result["batch"] * BYTES * hz // ticks // MEGA))
    if "ms_rounds" in result:
        wait = max(hz // 1000 // result["params"]["scale"], 1)
        found["ms_rounds"] = figures(log, result, lambda ticks: (
            ticks * 1000 // (result["batch"] * wait)))
    return found


def untrue_columns(log: Log) -> list[str]:
    """Columns that are not what the samples give."""
    return [f"workloads {result['variant']} {name}: {result[name]}, not {right}"
            for result in log.of("result", "workloads")
            for name, right in columns(log, result).items()
            if result[name] != right]
