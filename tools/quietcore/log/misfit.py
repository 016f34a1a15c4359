# SPDX-License-Identifier: MIT
"""What a JSON Schema cannot say: parts of a record that must fit together."""

from __future__ import annotations

BY_CORE = ("ticks_watched", "gaps", "lost_ppm", "max", "smi", "grade",
           "p9999", "clock_permille")


def noise(record: dict) -> str:
    """Every array has an entry a core."""
    cores = len(record["cores"])
    return next((f"{name} has {len(record[name])} entries for {cores} cores"
                 for name in BY_CORE
                 if name in record and len(record[name]) != cores), "")


def series(record: dict) -> str:
    """Every row has an entry a column."""
    columns = len(record["columns"])
    return next((f"a row has {len(row)} entries for {columns} columns"
                 for row in record["rows"] if len(row) != columns), "")


CHECKS = {"noise": noise, "series": series}


def misfit(record: dict) -> str:
    """What does not fit together in a record of a right shape; "" if all."""
    check = CHECKS.get(record["record"])
    return check(record) if check else ""
