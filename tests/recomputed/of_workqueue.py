# SPDX-License-Identifier: MIT
"""Findings of `workqueue`: each is of one row, or of rows that ran in turns."""

from __future__ import annotations

from of_results import cleaned, largest_batch, rounds_of
from raw_log import Log, by_round, part, quantile

#: A pair has so many of them.
SHARES = {"lock_share": ("lock", 2)}


def row_of(log: Log, finding: dict) -> dict:
    """`across/PLACES` is of the two cores that lie so."""
    name, _, places = finding["name"].partition("/")
    if name != "across":
        return largest_batch(log, "workqueue", "pair" if name == "contended"
                             else name, finding["cores"])
    return next(r for r in log.of("result", "workqueue")
                if r["variant"] == "across" and places in ("", r["pair"])
                and r["params"]["consumer"] + 1 == finding["cores"])


def milli(log: Log, row: dict) -> list[int]:
    return [part(quantile(each) * 1000, row["batch"])
            for each in by_round(log.samples_of(row))]


def share(log: Log, name: str, times: int) -> list:
    """In percent of a pair; of rounds in which neither was disturbed."""
    whole, own = (largest_batch(log, "workqueue", row, 1)
                  for row in ("pair", name))
    percent = [times * b * 100_000 // a
               for a, b in zip(milli(log, whole), milli(log, own))]
    return [None if each is None else both for each, both in zip(
        cleaned(whole, percent), cleaned(own, percent))]


def of_workqueue(log: Log, finding: dict) -> list[list]:
    if finding["name"] in SHARES:
        return [share(log, *SHARES[finding["name"]])]
    return [rounds_of(log, row_of(log, finding))]
