# SPDX-License-Identifier: MIT
"""The golden runs as tests of planted faults: one that differs sees a fault."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import NamedTuple

import chosen
import golden
import trial
from source import Planted

NAME = "golden runs"


class Reference(NamedTuple):
    """A golden run, what it says, how long it takes, what it asks for."""

    run: golden.Run
    said: str
    seconds: float
    numbers: frozenset[int]


def said(run: golden.Run, tree: Path, number: int, seconds: int,
         reached: Path | None = None) -> str:
    """What it says with this fault, in so many of the processor's seconds."""
    def start(command: list[str], environment: dict[str, str], stdout: int,
              stderr: int) -> int | None:
        return chosen.run(command, tree, number, seconds=seconds,
                         hangs=golden.SECONDS, reached=reached, stdout=stdout,
                         stderr=stderr, more=environment).status
    return golden.said_by(run, tree / "build", start)


def reference(file: Path, tree: Path, last: int) -> Reference | None:
    """None where it fails without a fault."""
    text = file.read_text(encoding="utf-8")
    run = golden.run_of(text)
    with chosen.asked(tree, last) as (reached, numbers):
        began = time.monotonic()
        now = said(run, tree, 0, golden.SECONDS, reached)
        if f"{run.head()}\n{now}" != text:
            print(f"left out, it fails without a fault: {file.name}",
                  file=sys.stderr)
            return None
        return Reference(run, now, time.monotonic() - began, numbers())


def sees(one: Planted, tree: Path, references: list[Reference]) -> bool:
    """Does a run that asks for it say something else, the quickest first?"""
    return any(said(ref.run, tree, one.number, 3 + int(3 * ref.seconds))
               != ref.said for ref in references if one.number in ref.numbers)


def judge(tree: Path, planted: list[Planted]) -> chosen.Found:
    last = max((one.number for one in planted), default=0)
    references = sorted(
        filter(None, trial.on_every_core(
            lambda file: reference(file, tree, last), golden.files())),
        key=lambda ref: ref.seconds)
    dead = trial.on_every_core(lambda one: sees(one, tree, references),
                               planted)
    reached = frozenset().union(*(ref.numbers for ref in references))
    return chosen.Found({one for one in planted if one.number in reached},
                       {one for one, seen in zip(planted, dead) if seen})
