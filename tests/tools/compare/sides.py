# SPDX-License-Identifier: MIT
"""Logs for comparisons, made to order, and what qc compare says of them."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path

import make_log
from in_process import qc

METAL = {"trust": "metal", "trust_claimed": "", "hypervisor": "", "cpu": "A processor"}
COUNTED = {"trust": "tcg-icount", "trust_claimed": "tcg-icount"}
SIX = [10] * 6


def row(its_rounds: list[float], variant: str = "ring/pair", **changes) -> dict:
    """A result with these rounds."""
    return make_log.result(**{
        "variant": variant, "rounds": its_rounds, "round_means": its_rounds,
        "params": {"mode": "batch"}, "batch": 64} | changes)


def folder_of(folder: Path, seed: int, count: int, rows: Callable[[random.Random, int], list],
              **changes) -> Path:
    """A folder of so many boots; `rows` makes those of each."""
    luck = random.Random(seed)
    folder.mkdir(parents=True)
    for boot in range(count):
        make_log.write(folder / f"{boot}.log", rows(luck, boot),
                       run=f"{luck.getrandbits(64):016x}", **METAL | changes)
    return folder


def boots(folder: Path, count: int, factor: float = 1.0, *, seed: int = 1,
          spread: float = 0.004, **changes) -> Path:
    """Boots of three rows, whose times are multiplied by `factor`."""
    def rows(luck: random.Random, _boot: int) -> list[dict]:
        bases = [100 * at * factor * luck.gauss(1, spread) for at in (1, 2, 3)]
        return [row([round(base * luck.gauss(1, spread), 3) for _ in range(6)], f"v{at}")
                for at, base in enumerate(bases)]
    return folder_of(folder, seed, count, rows, **changes)


def two_boots(folder: Path, old: dict, new: dict, one=(), two=()) -> list[Path]:
    """Logs of a row each, and what differs in their contexts."""
    return [make_log.write(folder / f"{name}.log", [result], run=f"{at:016x}",
                           **METAL | dict(changes))
            for at, (name, result, changes) in enumerate((("old", old, one), ("new", new, two)))]


def written(form: str, *words) -> tuple[str, int]:
    """What is written in a format, apart from what is said, and the status."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        done = qc("compare", *words, "--format", form, "-o", out)
        assert out.exists(), done.output
        return out.read_text(), done.exit_code


def compared(*words) -> tuple[dict, int]:
    text, status = written("json", *words)
    return json.loads(text), status


def verdicts(told: dict) -> list[str]:
    return [each["verdict"] for each in told["rows"]]
