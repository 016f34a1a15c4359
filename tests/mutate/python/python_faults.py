# SPDX-License-Identifier: MIT
"""Faults in Python: which are drawn, and which test sees each."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterable
from pathlib import Path

from plant import Fault, all_faults, drawn
from tests_of import watch
from workshop import Workshop

from judged import KILLED, SURVIVED, Judged, Mutant, Wrong
from places import ROOT

TRIED = 20      # tests that are run once with nothing planted


def known(files: Iterable[str]) -> list[Mutant]:
    return [fault.mutant for fault in all_faults(ROOT)] if files else []


def draw(named: list[str], number: int | None, seed: int) -> list[Fault]:
    faults = [fault for fault in all_faults(ROOT)
              if not named or any(Path(fault.file).is_relative_to(name)
                                  for name in named)]
    return drawn(faults, number or len(faults), seed)


def judge(faults: list[Fault], number: int | None, folder: Path,
          options: argparse.Namespace) -> tuple[list[str], list[Judged]]:
    """Each of them against all tests that can see it, up to the first."""
    del number, options
    shop = Workshop(folder)
    seen = watch(shop.trees[0], folder / "seen", len(shop.trees))
    some = dict(itertools.islice(seen.of(faults[0]).items(), TRIED))
    said = shop.trial(faults[0].file, (ROOT / faults[0].file).read_bytes(), some)
    if said:
        raise Wrong(f"with nothing planted a test fails: {said}")

    def one(fault: Fault) -> Judged:
        killer = shop.trial(
            fault.file, fault.planted_in((ROOT / fault.file).read_bytes()),
            seen.of(fault))
        found = Judged(fault.mutant, fault.line,
                       KILLED if killer else SURVIVED, killer or "")
        print(found, file=sys.stderr, flush=True)
        return found

    return [], shop.map(one, faults)
