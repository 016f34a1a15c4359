# SPDX-License-Identifier: MIT
"""Compares whole runs of the Linux program with and without a fault.

Its time is counted (counted.h), so that two runs of one program say the same,
every figure included. A fault is seen where the status or a single byte of the
log or of the text differs. Runs tell that a fault shows, not that a test
asserts it: that is why their kills are counted apart.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple

import trial
from settings import SETTINGS, Setting
from source import Planted
from tree import TWIN, WRONG_TWIN

from judged import Wrong

NAME = "logs"
MOST_OUTPUT = 8 << 20  # bytes
PANIC = b'"record":"panic"'
#: Where time is counted hardly anything sleeps: a busy machine is waited for.
HANGS = 300
#: The runs of one fault may take so many of the processor's seconds, the quick
#: ones first.
MOST_SECONDS = 40


def read_all(master: int, into: list[bytes]) -> None:
    """What is written to the terminal, until its other end is closed."""
    try:
        while len(into) < MOST_OUTPUT >> 10 and (some := os.read(master, 1024)):
            into.append(some)
    except OSError:
        pass


def on_terminal(run, output) -> trial.Ended:
    """The same, with the standard output to a terminal."""
    master, slave = os.openpty()
    said: list[bytes] = []
    reader = threading.Thread(target=read_all, args=(master, said))
    reader.start()
    try:
        ended = run(stdout=slave)
    finally:
        os.close(slave)
        reader.join()
        os.close(master)
    output.write(b"".join(said))
    return ended


class Run(NamedTuple):
    """What a run says, and the processor's seconds that it takes."""

    said: tuple[int | None, bytes]
    seconds: float


def run(setting: Setting, tree: Path, number: int, seconds: int,
        reached: Path | None = None) -> Run:
    counted = (f"{setting.cores} {setting.pauses} {setting.interrupts:d} "
               f"{setting.refuses:d} {setting.turns:d} "
               f"{setting.slow:d} {setting.other:d} {setting.scarce}")
    program = tree / "build" / (WRONG_TWIN if setting.wrong else TWIN)
    with tempfile.TemporaryFile(dir=tree / "build") as output:
        def start(stdout) -> trial.Ended:
            return trial.run(
                [program, *setting.words.split()], tree, number,
                seconds=seconds, hangs=HANGS, reached=reached,
                stdout=stdout, stderr=output,
                more={"QC_COUNTED": counted})
        ended = on_terminal(start, output) if setting.terminal \
            else start(output)
        output.seek(0)
        return Run((ended.status, output.read(MOST_OUTPUT)), ended.seconds)


class Reference(NamedTuple):
    """A setting, what it says without a fault, and the faults it asks for."""

    setting: Setting
    run: Run
    numbers: frozenset[int]


def reference(setting: Setting, tree: Path, last: int) -> Reference | None:
    """None where two runs differ. Raises Wrong where one panics."""
    with trial.asked(tree, last) as (file, numbers):
        first = run(setting, tree, 0, 300, file)
        again = run(setting, tree, 0, 300)
        if PANIC in first.said[1] + again.said[1]:
            raise Wrong(f"a panic without a fault: {setting}")
        if first.said != again.said or first.said[0] not in (0, 1, 2):
            print(f"left out, two runs differ or fail: {setting}",
                  file=sys.stderr)
            return None
        return Reference(setting, again, numbers())


def in_time(asking: list[Reference]) -> list[Reference]:
    """As many as there is time for, one at least."""
    until = itertools.accumulate(ref.run.seconds for ref in asking)
    return [ref for ref, end in zip(asking, until)
            if end <= MOST_SECONDS or ref is asking[0]]


def shows(one: Planted, tree: Path, references: list[Reference]) -> bool:
    """Does a run that asks for it say something else, the quickest first?"""
    asking = [ref for ref in references if one.number in ref.numbers]
    asked = in_time(asking)
    seen = any(run(ref.setting, tree, one.number,
                   3 + int(3 * ref.run.seconds)).said != ref.run.said
               for ref in asked)
    if not seen:
        print(f"not seen in {len(asked)} of {len(asking)} runs: "
              f"{one.place.mutant}", file=sys.stderr, flush=True)
    return seen


def judge(tree: Path, planted: list[Planted]) -> trial.Found:
    last = max((one.number for one in planted), default=0)
    references = sorted(
        filter(None, trial.on_every_core(
            lambda setting: reference(setting, tree, last), SETTINGS)),
        key=lambda ref: ref.run.seconds)
    dead = trial.on_every_core(lambda one: shows(one, tree, references),
                               planted)
    reached = frozenset().union(*(ref.numbers for ref in references))
    return trial.Found({one for one in planted if one.number in reached},
                       {one for one, seen in zip(planted, dead) if seen})
