# SPDX-License-Identifier: MIT
"""The unit tests as tests of planted faults: which can see each, and do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import chosen
import trial
from source import Planted

NAME = "unit tests"
SECONDS = 5     # that the tests of one fault may take together


class Seen(NamedTuple):
    """The tests that ask for a fault, and the seconds that they take."""

    names: list[str]
    seconds: list[float]


def command(tree: Path, *names: str) -> list[str | Path]:
    return [tree / "build/host/unit", "--first", *names]


def seen_by(tree: Path, planted: list[Planted]) -> dict[int, Seen]:
    """For each fault its tests, those that ask for few faults first."""
    last = max((one.number for one in planted), default=0)
    seen = {one.number: Seen([], []) for one in planted}
    names = subprocess.run([tree / "build/host/unit", "--list"], check=True,
                           capture_output=True, text=True,
                           timeout=60).stdout.split()
    found = trial.on_every_core(
        lambda name: chosen.reach(command(tree, name), tree, last), names)
    for name, test in sorted(zip(names, found),
                             key=lambda pair: len(pair[1].numbers)):
        if not test.passed:
            print(f"left out, it fails without a fault: {name}",
                  file=sys.stderr)
            continue
        for number in test.numbers & seen.keys():
            of, seconds = seen[number]
            if not of or sum(seconds) + test.seconds < SECONDS:
                of.append(name)
                seconds.append(test.seconds)
    return seen


def judge(tree: Path, planted: list[Planted]) -> chosen.Found:
    seen = seen_by(tree, planted)

    def dies(one: Planted) -> bool:
        names, seconds = seen[one.number]
        return bool(names) and chosen.run(
            command(tree, *names), tree, one.number,
            seconds=2 + int(3 * max(seconds))).status != 0

    dead = trial.on_every_core(dies, planted)
    return chosen.Found({one for one in planted if seen[one.number].names},
                        {one for one, fails in zip(planted, dead) if fails})
