# SPDX-License-Identifier: MIT
"""Add, sort, find: concurrent beside sequential, on one core and on all."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing, Rule
from quietcore.report.pictures.logs import Log, coarsest, emulated
from quietcore.report.pictures.making import (
    WHISKERS, dots_of, found_value, per, value_of)
from quietcore.terminal.numbers import counted

NAME = "workloads"


def gains(logs: list[Log]) -> list[Drawing]:
    """Concurrent over sequential, as the findings have it."""
    def figures(log: Log):
        for finding in log.found(NAME, "gain/"):
            words = finding["name"].split("/")
            cores = f"{words[2]} core{'s' * (words[2] != '1')}" \
                if len(words) > 2 else ""
            yield words[1] + (f", {cores}" if cores else ""), "", \
                found_value(finding)

    shape = dots_of(logs, emulated("time of the concurrent version, "
                                   "sequential = 1", logs), figures,
                    [Rule(1, "no gain")])
    return [Drawing("workloads-gain", "Concurrent over sequential",
                    "How many times the sequential version's time the "
                    "concurrent one takes.", shape,
                    ["Whiskers are the intervals of the findings."])] \
        if shape else []


def times(logs: list[Log], work: str) -> list[Drawing]:
    """One of the three: each version, by cores."""
    def figures(log: Log):
        for row in coarsest(log.of(NAME)):
            name, _, form = row["variant"].partition("/")
            if name == work:
                workers = row["params"].get("workers", 1)
                yield f"{form}, {counted(workers, 'worker')}", \
                    counted(row["cores"], "core"), value_of(row)

    shape = dots_of(logs, per(logs, "item"), figures)
    return [Drawing(f"workloads-{work}", work.capitalize(),
                    f"What an item of {work} takes: sequentially, "
                    "concurrently, and sequentially again at the end.", shape,
                    [WHISKERS])] if shape else []


def memory(logs: list[Log]) -> list[Drawing]:
    """How fast the integers to be added are read."""
    def figures(log: Log):
        for finding in log.found(NAME, "memory/add"):
            workers = 8 if finding["name"].startswith("memory/add/8/") else 1
            yield counted(workers, "worker"), \
                counted(finding["cores"], "core"), found_value(finding)

    shape = dots_of(logs, emulated("GB read in a second", logs), figures,
                    [Rule(14.0, "published: 1 worker"),
                     Rule(23.8, "published: 8 on 8 cores")])
    return [Drawing("workloads-memory", "Memory's rate",
                    "How much memory is read in a second while integers are "
                    "added up.", shape,
                    ["Whiskers are the intervals of the findings."])] \
        if shape else []


PICTURES = (
    ("workloads-gain", NAME, "Concurrent over sequential", gains,
     "findings on the gain"),
    ("workloads-memory", NAME, "Memory's rate", memory,
     "findings on memory"),
    *((f"workloads-{work}", NAME, work.capitalize(),
       (lambda logs, work=work: times(logs, work)), f"rows of {work}")
      for work in ("add", "sort", "find")),
)
