# SPDX-License-Identifier: MIT
"""All rows of a log, reckoned again from their raw samples."""

from __future__ import annotations

import of_dispatch
import of_line
import of_results
import of_threads
from of_inject import of_inject
from of_parts import of_switch, of_timer
from of_primes import of_primes
from of_workloads import untrue_columns
from of_workqueue import untrue_shares
from raw_log import Log

#: From raw samples, the columns of a quantity; of each experiment that writes any.
ROUNDS = {"dispatch": of_dispatch.of_dispatch, "inject": of_inject,
          "primes": of_primes, "switch": of_switch, "threads": of_threads.of_threads, "timer": of_timer}


def untrue_results(log: Log) -> list[str]:
    return [line for result in log.of("result") for line in (
        of_dispatch if result["experiment"] == "dispatch" else of_results
        ).differences(log, result)] + of_threads.untrue_points(log) \
        + untrue_columns(log) + of_line.untrue_pairs(log) \
        + of_line.untrue_counters(log) + untrue_shares(log)


def columns_of(quantity: dict) -> list[list]:
    """Its rounds, those of its further columns, and what those are of."""
    return [rounds for name, rounds in quantity.items()
            if name in ("k", "rounds") or name.endswith("_rounds")]


def untrue_quantities(log: Log) -> list[str]:
    """Quantities whose rounds are not what the samples give."""
    wrong = []
    for quantity in log.of("quantity"):
        said = columns_of(quantity)
        right = ROUNDS[quantity["experiment"]](log, quantity)
        if said != right:
            wrong.append(f"{quantity['experiment']} {quantity['variant']}: "
                         f"{said}, not {right}")
    return wrong
