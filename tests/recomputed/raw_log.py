# SPDX-License-Identifier: MIT
"""A log that has its raw samples, and the figures that NumPy makes of them.

Figures are whole thousandths, as the program reckons.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from quietcore.conclusions.rounds import four_digits
from quietcore.log.records import filled

#: A round in which what was sought is out of reach.
NEVER = "never"
#: variant, cores, params in alphabetical order
Key = tuple


def told(milli: int | str | None) -> float | str | None:
    """As the log writes it."""
    if milli is None or milli == NEVER:
        return milli
    return four_digits(int(milli)) / 1000


def part(whole: int, of: int) -> int:
    """A division of whole numbers as C does it, towards 0."""
    return abs(whole) // of * (-1 if whole < 0 else 1)


def quantile(values, share: float = .5) -> int:
    """By nearest rank."""
    return int(np.quantile(values, share, method="inverted_cdf"))


def mean_milli(samples: np.ndarray) -> int:
    return part(int(samples.sum()) * 1000, samples.size)


def key_of(record: dict) -> Key:
    return (record["variant"], record["cores"], *sorted(record["params"].items()))


def by_round(rows: np.ndarray) -> list[np.ndarray]:
    """The last column, apart by the one before."""
    rounds = rows[:, -2]
    return [rows[rounds == at, -1] for at in range(int(rounds.max()) + 1)]


class Log:
    """The records of one run."""

    def __init__(self, records: list[dict]):
        self.records = [filled(record) for record in records]
        self.context = self.of("context")[0]

    def of(self, kind: str, experiment: str = "") -> list[dict]:
        return [r for r in self.records if r["record"] == kind
                and (not experiment or r["experiment"] == experiment)]

    @cached_property
    def tables(self) -> dict[tuple, dict[Key, np.ndarray]]:
        """By experiment and columns, then by key: the rows of all series."""
        rows: dict[tuple, dict[Key, list]] = {}
        for series in self.of("series"):
            assert "thinned" not in series
            rows.setdefault((series["experiment"], *series["columns"]),
                            {}).setdefault(key_of(series), []).extend(series["rows"])
        return {name: {key: np.array(found) for key, found in table.items()}
                for name, table in rows.items()}

    def table(self, *experiment_and_columns: str) -> dict[Key, np.ndarray]:
        return self.tables.get(experiment_and_columns, {})

    @cached_property
    def samples(self) -> dict[str, dict[Key, np.ndarray]]:
        """Of each experiment, by key: rows that end with round and ticks."""
        return {name: self.table(name, "core", "round", "ticks")
                | self.table(name, "round", "ticks")
                | self.table(name, "disturbed", "round", "ticks")
                | self.table(name, "worker", "round", "ticks")
                for name in {s["experiment"] for s in self.of("series")}}

    def ms(self, ticks: int, scale: int) -> int:
        """Ticks as published milliseconds."""
        return int(ticks) * scale // (self.context["tsc_hz"] // 1000)
