# SPDX-License-Identifier: MIT
"""All pictures, in the order of the report: what each needs, who makes it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from quietcore.report.draw.model import Drawing, is_empty
from quietcore.report.pictures import (
    conditions, dispatch, inject, line, locks, metg, pairs, parts, primes,
    queues, rows, samples, tails, threads, wake, workloads, workqueue)
from quietcore.report.pictures.logs import Log


@dataclass(frozen=True)
class Entry:
    """A picture, or some of one kind. `make` gives none where the logs lack
    what `needs` names."""

    name: str
    experiment: str     # "" where it is of the whole run
    title: str
    make: Callable[[list[Log]], list[Drawing]]
    needs: str

    def drawings(self, logs: list[Log]) -> list[Drawing]:
        """Those of which something can be seen."""
        return [drawing for drawing in self.make(logs)
                if not is_empty(drawing.shape)]


ENTRIES: tuple[Entry, ...] = tuple(
    Entry(*fields) for room in (
        conditions, pairs, workqueue, queues, line, locks, parts, wake,
        dispatch, samples, metg, inject, primes, threads, workloads, tails)
    for fields in room.PICTURES)


def experiments_of(logs: list[Log]) -> list[str]:
    """Every experiment of the logs, in the order they came."""
    kinds = ("result", "quantity", "series", "skipped", "validation")
    return list(dict.fromkeys(
        record["experiment"] for log in logs for kind in kinds
        for record in log.run.each(kind)))


def entries_of(experiment: str) -> list[Entry]:
    """The pictures of an experiment; of a user's own all rows."""
    own = [e for e in ENTRIES if e.experiment == experiment]
    return own or [Entry(f"{experiment}-rows", experiment, "All results",
                         lambda logs: rows.all_rows(logs, experiment),
                         "results")]


def entries(logs: list[Log]) -> list[Entry]:
    """All that could be drawn of these logs."""
    return [entry for name in ("", *experiments_of(logs))
            for entry in entries_of(name)]


def slug(words: str) -> str:
    """A name that can be typed, and be an id: letters, digits and -."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-") or "picture"


def unlike(name: str, names: set[str]) -> str:
    """The name, as an id that is not among those yet; now it is."""
    name, number = slug(name), 2
    own = name
    while own in names:
        own, number = f"{name}-{number}", number + 1
    names.add(own)
    return own


def drawn_by_entry(logs: list[Log]) -> list[tuple[Entry, list[Drawing]]]:
    """All that can be drawn of these logs, by what makes it. Every name is
    its picture's own, whatever an experiment of a user is called."""
    found, names = [], set()
    for entry in entries(logs):
        drawings_ = entry.drawings(logs)
        for drawing in drawings_:
            drawing.name = unlike(drawing.name, names)
        found.append((entry, drawings_))
    return found


def drawings(logs: list[Log]) -> dict[str, Drawing]:
    """The same by name."""
    return {drawing.name: drawing for _, some in drawn_by_entry(logs)
            for drawing in some}
