# SPDX-License-Identifier: MIT
"""METG: the shortest tasks by executor, a picture for each pattern."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import Log
from quietcore.report.pictures.making import WHISKERS, dots_of, per, value_of
from quietcore.terminal.numbers import counted

NAME = "metg"


def patterns_of(logs: list[Log]) -> list[str]:
    """Those that were measured, in their order."""
    return list(dict.fromkeys(row["variant"].partition("/")[2]
                              for log in logs for row in log.of(NAME)))


def lengths(logs: list[Log], pattern: str) -> list[Drawing]:
    """Of one pattern: each executor, by share of the peak and cores."""
    def figures(log: Log):
        for row in log.of(NAME):
            executor, _, of = row["variant"].partition("/")
            if of == pattern:
                yield executor, f"{row['params'].get('percent')} % on " \
                    f"{counted(row['cores'], 'core')}", value_of(row)

    shape = dots_of(logs, per(logs, "task"), figures)
    return [Drawing(f"metg-{pattern}", f"Shortest tasks: {pattern}",
                    "The shortest tasks with which each executor reaches so "
                    "much of the peak.", shape, [WHISKERS])] if shape else []


def all_patterns(logs: list[Log]) -> list[Drawing]:
    """One picture after the other."""
    return [drawing for pattern in patterns_of(logs)
            for drawing in lengths(logs, pattern)]


PICTURES = ((
    "metg", NAME, "The shortest tasks that reach a share of the peak",
    all_patterns, "results of metg"),)
