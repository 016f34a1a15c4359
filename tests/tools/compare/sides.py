# SPDX-License-Identifier: MIT
"""Logs for comparisons, made to order."""

from __future__ import annotations

import random
from pathlib import Path

import make_log

METAL = {"trust": "metal", "trust_claimed": "", "hypervisor": "",
         "cpu": "A processor"}
COUNTED = {"trust": "tcg-icount", "trust_claimed": "tcg-icount"}


def row(its_rounds: list[float], variant: str = "ring/pair", **changes) -> dict:
    """A result with these rounds."""
    return make_log.result(**{
        "variant": variant, "rounds": its_rounds, "round_means": its_rounds,
        "params": {"mode": "batch"}, "batch": 64} | changes)


def boots(folder: Path, count: int, factor: float = 1.0, *, seed: int = 1,
          spread: float = 0.004, variants: int = 3, **changes) -> Path:
    """A folder of so many boots, whose times are multiplied by `factor`."""
    luck = random.Random(seed)
    folder.mkdir(parents=True)
    for boot in range(count):
        rows = []
        for number in range(variants):
            base = 100 * (number + 1) * factor * luck.gauss(1, spread)
            rows.append(row([round(base * luck.gauss(1, spread), 3)
                             for _ in range(6)], f"v{number}"))
        make_log.write(folder / f"{boot}.log", rows,
                       run=f"{luck.getrandbits(64):016x}", **METAL | changes)
    return folder
