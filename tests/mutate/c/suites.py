# SPDX-License-Identifier: MIT
"""The tests that can see a fault in C, and what they say of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import trial
from source import Planted

NAME = "unit tests"


class Suite(NamedTuple):
    """Some tests of one kind, and how to run a few of them by name."""

    command: list[str | Path]
    names: list[str]
    seconds: float  # that the tests of one fault may take together


def unit(tree: Path) -> Suite:
    program = tree / "build/host/unit"
    listed = subprocess.run([program, "--list"], capture_output=True,
                            text=True, check=True, timeout=60)
    return Suite([program, "--first"], listed.stdout.split(), 5)


class Seen(NamedTuple):
    """The tests that ask for a fault, and the seconds that they take."""

    names: list[str]
    seconds: list[float]


def seen_by(suite: Suite, tree: Path, planted: list[Planted]
            ) -> dict[int, Seen]:
    """For each fault its tests, those that ask for few faults first."""
    last = max((one.number for one in planted), default=0)
    seen = {one.number: Seen([], []) for one in planted}
    found = trial.on_every_core(
        lambda name: trial.reach([*suite.command, name], tree, last),
        suite.names)
    for name, test in sorted(zip(suite.names, found),
                             key=lambda pair: len(pair[1].numbers)):
        if not test.passed:
            print(f"left out, it fails without a fault: {name}",
                  file=sys.stderr)
            continue
        for number in test.numbers & seen.keys():
            names, seconds = seen[number]
            if not names or sum(seconds) + test.seconds < suite.seconds:
                names.append(name)
                seconds.append(test.seconds)
    return seen


def sees(suite: Suite, tree: Path, one: Planted, seen: Seen) -> bool:
    """Does a test fail with the fault?"""
    return bool(seen.names) and not trial.passes(
        [*suite.command, *seen.names], tree, one.number,
        seconds=2 + int(3 * max(seen.seconds)))


def judge(tree: Path, planted: list[Planted]) -> trial.Found:
    suite = unit(tree)
    seen = seen_by(suite, tree, planted)
    dead = trial.on_every_core(
        lambda one: sees(suite, tree, one, seen[one.number]), planted)
    return trial.Found({one for one in planted if seen[one.number].names},
                       {one for one, fails in zip(planted, dead) if fails})
