# SPDX-License-Identifier: MIT
"""All pictures of some logs, by name."""

from __future__ import annotations

import re

from quietcore.report.draw.model import Drawing
# Each enters its pictures, in this order.
from quietcore.report.pictures import (
    machine, locks_queues, dispatch, overheads, articles, anything)  # noqa: F401
from quietcore.report.pictures.logs import Log
from quietcore.report.pictures.making import ENTRIES, Entry


def experiments_of(logs: list[Log]) -> list[str]:
    """Every experiment of the logs, in the order they came."""
    kinds = ("result", "quantity", "series", "skipped", "validation")
    return list(dict.fromkeys(
        record["experiment"] for log in logs for kind in kinds
        for record in log.run.each(kind)))


def entries_of(experiment: str) -> list[Entry]:
    """The pictures of an experiment; of a user's own all rows."""
    return [e for e in ENTRIES if e.experiment == experiment] or [
        Entry(f"{experiment}-rows", experiment, "All results", "results",
              lambda logs: anything.all_rows(logs, experiment))]


def unlike(words: str, names: set[str]) -> str:
    """A name that can be typed, and be an id (letters, digits and -), and is not
    among those yet; now it is."""
    own = name = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "picture"
    number = 2
    while own in names:
        own, number = f"{name}-{number}", number + 1
    names.add(own)
    return own


def drawn_by_entry(logs: list[Log]) -> list[tuple[Entry, list[Drawing]]]:
    """All that can be drawn of these logs, by what makes it. Every name is
    its picture's own, whatever an experiment of a user is called."""
    found, names = [], set()
    for experiment in ("", *experiments_of(logs)):
        for entry in entries_of(experiment):
            drawings_ = entry.drawings(logs)
            for drawing in drawings_:
                drawing.name = unlike(drawing.name, names)
            found.append((entry, drawings_))
    return found


def drawings(logs: list[Log]) -> dict[str, Drawing]:
    """The same by name."""
    return {drawing.name: drawing for _, some in drawn_by_entry(logs) for drawing in some}
