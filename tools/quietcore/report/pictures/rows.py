# SPDX-License-Identifier: MIT
"""All results of an experiment, whichever it is: also one of a user's own."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import Log, coarsest
from quietcore.report.pictures.making import (
    MOST_ROWS, WHISKERS, dots_of, per, value_of)
from quietcore.tables.results import parameters
from quietcore.terminal.numbers import counted


def all_rows(logs: list[Log], experiment: str) -> list[Drawing]:
    """A dot for the median of each row, a group for each number of cores."""
    def figures(log: Log):
        for row in coarsest(log.of(experiment)):
            yield (f"{row['variant']} {parameters(row)}".rstrip(),
                   counted(row["cores"], "core"), value_of(row))

    shape = dots_of(logs, per(logs, "operation"), figures)
    if not shape:
        return []
    every = {name for log in logs for name, _, value in figures(log) if value}
    notes = [WHISKERS, "Of rows with several batches the largest is shown."]
    if len(every) > MOST_ROWS:
        notes.append(f"The first {MOST_ROWS} of {len(every)} rows; all are in "
                     "the table of results.")
    return [Drawing(f"{experiment}-rows", "All results",
                    f"Medians of each row of {experiment}, by number of "
                    "cores.", shape, notes)]
