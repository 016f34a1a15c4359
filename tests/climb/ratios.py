# SPDX-License-Identifier: MIT
"""Ratios of runs, and how many of them are small enough. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from statistics import median

#: A task's time beside the best fixed pool's: 90 % of its throughput, rounded
#: as the log's figures are.
MOST = 1.11
SHARE = 0.9     # of the runs


def ratio_of(findings: list[dict]) -> float:
    """What a run's finding says; inf where it says nothing."""
    [finding] = [each for each in findings if each["name"] == "mixed_share"]
    return inf if finding["value"] is None else finding["value"]


@dataclass
class Count:
    """The ratios of some runs of one side."""

    name: str
    ratios: list[float] = field(default_factory=list)

    @property
    def reached(self) -> int:
        """Runs that reach 90 % of the best fixed pool."""
        return sum(ratio <= MOST for ratio in self.ratios)

    @property
    def enough(self) -> bool:
        """Whether nine in ten of them do."""
        return bool(self.ratios) and self.reached >= SHARE * len(self.ratios)

    def row(self) -> str:
        """Its row of the table."""
        cells = (self.name, f"{self.reached} of {len(self.ratios)}",
                 *(f"{of(self.ratios):.2f}" for of in (min, median, max)))
        return "| " + " | ".join(cells) + " |"


def table(counts: list[Count]) -> str:
    """Markdown."""
    return "\n".join([
        "| | reach 90 % | least ratio | median | greatest |", "|---|---|---|---|---|",
        *(count.row() for count in counts)])
