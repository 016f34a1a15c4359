# SPDX-License-Identifier: MIT
"""The tests that can see a fault in C, and what they say of each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import trial
from source import Planted

from judged import KILLED, SURVIVED, Judged, Wrong


class Suite(NamedTuple):
    """Some tests of one kind, and how to run a few of them by name."""

    command: list[str | Path]
    names: list[str]
    seconds: float  # that the tests of one fault may take together
    repeated: bool  # a failure is believed only if it repeats


def unit(tree: Path) -> Suite:
    program = tree / "build/host/unit"
    listed = subprocess.run([program, "--list"], capture_output=True,
                            text=True, check=True, timeout=60)
    return Suite([program, "--first"], listed.stdout.split(), 5, False)


def pytest(tree: Path, *folders: str) -> Suite:
    """The tests of whole programs in some folders, by their names."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not full",
               "-c", "tests/pytest.ini", "--rootdir", tree]
    listed = subprocess.run([*command, "--collect-only", "-qq", *folders],
                            cwd=tree, capture_output=True, text=True,
                            check=False, timeout=300)
    names = [line for line in listed.stdout.splitlines() if "::" in line]
    return Suite(command, names, 8, True)


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
    def fails() -> bool:
        return not trial.passes([*suite.command, *seen.names], tree,
                                one.number,
                                seconds=2 + int(3 * max(seen.seconds)))
    return bool(seen.names) and fails() and (not suite.repeated or fails())


def judge(suites: Iterable[Suite], tree: Path, planted: list[Planted]
          ) -> list[Judged]:
    """Each suite gets what the ones before it did not kill."""
    left, killed, reached = list(planted), set(), set()
    for suite in suites:
        seen = seen_by(suite, tree, left)
        reached |= {number for number, tests in seen.items() if tests.names}
        found = trial.on_every_core(
            lambda one: sees(suite, tree, one, seen[one.number]), left)
        killed |= {one for one, dead in zip(left, found) if dead}
        left = [one for one in left if one not in killed]
    return [Judged(one.place.mutant, one.place.line,
                   KILLED if one in killed else SURVIVED,
                   "" if one.number in reached else "no test reaches it")
            for one in planted]


def judge_named(suite: Suite, tree: Path, tests: dict[Planted, str]
                ) -> list[Judged]:
    """One test for each fault: it passes without and fails with it."""
    def verdict(one: Planted) -> Judged:
        command = [*suite.command, tests[one]]
        if not trial.passes(command, tree, 0, seconds=60):
            raise Wrong(f"{tests[one]} fails without a fault")
        seen = not trial.passes(command, tree, one.number, seconds=4)
        return Judged(one.place.mutant, one.place.line,
                      KILLED if seen else SURVIVED, tests[one])
    return trial.on_every_core(verdict, tests)
