# SPDX-License-Identifier: MIT
"""Findings of `workqueue`: each is of one row, or of rows that ran in turns."""

from __future__ import annotations

from of_results import cleaned, largest_batch, rounds_of
from raw_log import Log, by_round, key_of, part, quantile, told

#: Of a pair, so many of a row.
SHARES = {"lock_share": ("lock", 2), "copy_share": ("copy", 1)}


#: Jain's index is of so many bits of the greatest share.
SHARE_BITS = 16


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


def jain_milli(shares: list[int]) -> int:
    """1 where all have the same, 1 over their number where one has all."""
    shift = max(max(shares).bit_length() - SHARE_BITS, 0)
    seen = [share >> shift for share in shares]
    return sum(seen) ** 2 * 1000 // (len(seen) * sum(x * x for x in seen))


def fair_row(log: Log, finding: dict) -> dict:
    ring = finding["name"].endswith("/ticket")
    return largest_batch(log, "workqueue", "wait" + "/ticket" * ring,
                         finding["cores"])


def fairness(log: Log, row: dict) -> list:
    """Of each round's shares."""
    shares = log.table("workqueue", "core", "round", "operations")[key_of(row)]
    return cleaned(row, [jain_milli([int(n) for _, at, n in shares if at == r])
                         for r in range(len(row["rounds"]))])


def untrue_shares(log: Log) -> list[str]:
    """Rows whose index of fairness does not follow from their rounds."""
    wrong = []
    for row in log.of("result", "workqueue"):
        shares = log.table("workqueue", "core", "round",
                           "operations").get(key_of(row))
        if shares is None:
            continue
        in_all = [int(shares[shares[:, 0] == core, 2].sum())
                  for core in range(row["cores"])]
        if (row["per_core"], row["jain"]) != (in_all,
                                              told(jain_milli(in_all))):
            wrong.append(f"{key_of(row)}: {row['per_core']}, not {in_all}")
    return wrong


def of_workqueue(log: Log, finding: dict) -> list[list]:
    kind = finding["name"].partition("/")[0]
    if kind == "longest_wait":
        return [rounds_of(log, fair_row(log, finding))]
    if kind == "fairness":
        return [fairness(log, fair_row(log, finding))]
    if finding["name"] in SHARES:
        return [share(log, *SHARES[finding["name"]])]
    if finding["name"].startswith("cold/"):
        return [transfer(log, finding["name"].removeprefix("cold/"))]
    return [rounds_of(log, row_of(log, finding))]
