# SPDX-License-Identifier: MIT
"""Which faults are planted: all there are, and a sample of them by a seed."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

from plant import Fault, faults_of


def all_faults(root: Path) -> list[Fault]:
    """Of every file of qc, in the order of paths and texts."""
    files = sorted(str(path.relative_to(root)) for path
                   in (root / "tools/quietcore").rglob("*.py"))
    return [fault for file in files for fault in faults_of(root, file)]


def drawn(faults: list[Fault], count: int, seed: int) -> list[Fault]:
    """So many, or all: from each kind in turn, so that none hides another."""
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind, []).append(fault)
    chance = random.Random(seed)
    for kind in sorted(kinds):
        chance.shuffle(kinds[kind])
    turns = itertools.zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    return [fault for turn in turns for fault in turn if fault][:count]
