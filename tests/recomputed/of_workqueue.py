# SPDX-License-Identifier: MIT
"""Findings of `workqueue`: each is of one row, or of rows that ran in turns."""

from __future__ import annotations

from of_results import cleaned, largest_batch, rounds_of
from raw_log import Log, by_round, part, quantile

#: Of a pair, so many of a row.
SHARES = {"lock_share": ("lock", 2), "copy_share": ("copy", 1)}


def row_of(log: Log, finding: dict) -> dict:
    """`across/PLACES` is of the two cores that lie so."""
    name, _, rest = finding["name"].partition("/")
    if name != "across":
        return largest_batch(log, "workqueue", (rest or "pair")
                             if name == "contended" else finding["name"],
                             finding["cores"])
    return next(r for r in log.of("result", "workqueue")
                if r["variant"] == "across" and rest in ("", r["pair"])
                and r["params"]["consumer"] + 1 == finding["cores"])


def milli(log: Log, row: dict) -> list[int]:
    return [part(quantile(each) * 1000, row["batch"])
            for each in by_round(log.samples_of(row))]


def where_neither_was_disturbed(rows: list[dict], values: list[int]) -> list:
    one, other = (cleaned(row, values) for row in rows)
    return [None if each is None else both for each, both in zip(one, other)]


def share(log: Log, name: str, times: int) -> list:
    """In percent of a pair."""
    rows = [largest_batch(log, "workqueue", row, 1) for row in ("pair", name)]
    return where_neither_was_disturbed(rows, [
        times * own * 100_000 // whole
        for whole, own in zip(*(milli(log, row) for row in rows))])


def transfer(log: Log, verb: str) -> list:
    """What an operation takes longer where another core was there last."""
    rows = [largest_batch(log, "workqueue", f"{verb}/{state}", 2)
            for state in ("cold", "warm")]
    return where_neither_was_disturbed(rows, [
        cold - warm for cold, warm in zip(*(milli(log, row)
                                            for row in rows))])


def of_workqueue(log: Log, finding: dict) -> list[list]:
    if finding["name"] in SHARES:
        return [share(log, *SHARES[finding["name"]])]
    if finding["name"].startswith("cold/"):
        return [transfer(log, finding["name"].removeprefix("cold/"))]
    return [rounds_of(log, row_of(log, finding))]
