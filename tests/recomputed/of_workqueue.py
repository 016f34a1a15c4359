# SPDX-License-Identifier: MIT
"""Of `workqueue`: indices of fairness."""

from __future__ import annotations

from raw_log import Log, key_of, told

#: Jain's index is of so many bits of the greatest share.
SHARE_BITS = 16


def jain_milli(shares: list[int]) -> int:
    """1 where all have the same, 1 over their number where one has all."""
    shift = max(max(shares).bit_length() - SHARE_BITS, 0)
    seen = [share >> shift for share in shares]
    return sum(seen) ** 2 * 1000 // (len(seen) * sum(x * x for x in seen))


def untrue_shares(log: Log) -> list[str]:
    """Rows whose indices of fairness do not follow from the operations."""
    wrong = []
    for row in log.of("result", "workqueue"):
        shares = log.table("workqueue", "core", "round",
                           "operations").get(key_of(row))
        if shares is None:
            continue
        by_core = [shares[shares[:, 0] == core, 2]
                   for core in range(row["cores"])]
        in_all = [int(own.sum()) for own in by_core]
        rounds = [told(jain_milli([*map(int, own)])) for own in zip(*by_core)]
        if (row["per_core"], row["jain"], row["jain_rounds"]) != (
                in_all, told(jain_milli(in_all)), rounds):
            wrong.append(f"{key_of(row)}: {row['per_core']}, not {in_all}; "
                         f"{row['jain_rounds']}, not {rounds}")
    return wrong
