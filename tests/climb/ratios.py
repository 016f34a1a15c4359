# SPDX-License-Identifier: MIT
"""Ratios of runs, and how many of them are small enough. Pure."""

from __future__ import annotations

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


def reached(ratios: list[float]) -> int:
    """Runs that reach 90 % of the best fixed pool."""
    return sum(ratio <= MOST for ratio in ratios)


def enough(ratios: list[float]) -> bool:
    """Whether nine in ten of them do."""
    return bool(ratios) and reached(ratios) >= SHARE * len(ratios)


def table(sides: dict[str, list[float]]) -> str:
    """Markdown, a row a side."""
    return "\n".join([
        "| | reach 90 % | least ratio | median | greatest |", "|---|---|---|---|---|",
        *(f"| {name} | {reached(ratios)} of {len(ratios)} | {min(ratios):.2f} | "
          f"{median(ratios):.2f} | {max(ratios):.2f} |"
          for name, ratios in sides.items())])
