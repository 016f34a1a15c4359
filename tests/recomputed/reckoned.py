# SPDX-License-Identifier: MIT
"""All of a log, reckoned again: statistics, rounds, intervals, findings."""

from __future__ import annotations

import math

import of_dispatch
import of_results
import of_threads
from intervals import interval, ratios
from of_inject import of_inject
from of_line import of_line
from of_metg import of_metg
from of_parts import of_switch, of_timer
from of_primes import of_primes
from of_workloads import of_workloads
from of_workqueue import of_workqueue
from quietcore.conclusions.finding import untrue
from raw_log import NEVER, Log

#: From raw samples, the rounds of a finding's subjects; of each experiment.
ROUNDS = {"dispatch": of_dispatch.of_dispatch,
          "floor": of_results.of_variants, "inject": of_inject,
          "line": of_line, "lock": of_results.of_kinds, "metg": of_metg,
          "primes": of_primes,
          "queue": of_results.of_kinds, "switch": of_switch,
          "threads": of_threads.of_threads, "timer": of_timer,
          "wake": of_results.of_variants, "workloads": of_workloads,
          "workqueue": of_workqueue}


def untrue_results(log: Log) -> list[str]:
    return [line for result in log.of("result") for line in (
        of_dispatch if result["experiment"] == "dispatch" else of_results
        ).differences(log, result)] + of_threads.untrue_points(log)


def is_fact(finding: dict) -> bool:
    """It cannot differ from run to run, so no sample is behind it."""
    return finding["claim"] == "fact"


def untrue_rounds(log: Log) -> list[str]:
    """Findings whose rounds are not what the samples give."""
    wrong = []
    for finding in log.of("finding"):
        right = [[finding["value"]]] if is_fact(finding) else \
            ROUNDS[finding["experiment"]](log, finding)
        if finding["rounds"] != right:
            wrong.append(f"{finding['experiment']} {finding['name']}: "
                         f"{finding['rounds']}, not {right}")
    return wrong


# ---- what follows from rounds ------------------------------------------------


def figures_of(finding: dict) -> tuple[float, float, float]:
    """Value and interval of a finding from its rounds."""
    rounds = [[math.inf if value == NEVER else value
               for value in own if value is not None]
              for own in finding["rounds"]]
    if finding["claim"] == "ratio":
        return interval(ratios(*finding["rounds"]))
    if finding["claim"] == "order":
        all_of = [(own, fitness == "fit" and len(own) >= 6) for own, fitness
                  in zip(rounds, finding["fitness"])
                  if own and fitness != "failed"]
        fit = [own for own, is_fit in all_of if is_fit]
        # Where none has a clean round there is no figure: inf, as null.
        return min(map(interval, fit or [own for own, _ in all_of]),
                   default=interval([]))
    if finding["claim"] == "crossing":
        first, last, middle = map(interval, rounds if all(rounds)
                                  else [[]] * 3)
        return (middle[0], min(first[1], middle[1]),
                max(last[2], middle[2]))
    return interval(rounds[0])


def untrue_drift(log: Log) -> list[str]:
    """Gains which say otherwise than the samples whether the machine
    drifted."""
    return [finding["name"] for finding in log.of("finding", "workloads")
            if finding["name"].startswith("gain/")
            and {*finding["fitness"]} <= {"fit", "drifted"}
            and of_results.drifted(log, finding)
            != ("drifted" in finding["fitness"])]


def untrue_figures(log: Log) -> list[str]:
    """Findings whose figures do not follow from their rounds, or whose
    verdict does not (qc's own gate judges)."""
    wrong = []
    for finding in log.of("finding"):
        # "never" is null: above all numbers.
        said = tuple(math.inf if finding[name] is None else finding[name]
                     for name in ("value", "low", "high"))
        right = said if finding["verdict"] == "none" else figures_of(finding)
        if finding["claim"] == "order":
            # Of two that share the least median either may be named.
            said, right = said[:1], right[:1]
        if untrue(finding) or said != right:
            wrong.append(f"{finding['experiment']} {finding['name']}: "
                         f"{said}, not {right}; {untrue(finding)}")
    return wrong
