#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Explores deeper than `make test`, and bounded: the first part of `make prove`.

usage: prove.py [--seconds N] [--only TEXT] [--explorer PROGRAM]

Every program of the explorer (with TEXT in its name) under every model, at one
more preemption after the other as long as that takes no more than --seconds
(5) in all, or until there are no more schedules. A line for each, and one at
the end that counts. The status is 0 if none has failed.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from places import BUILD  # noqa: E402  (it lies one folder up)

MODELS = ("sc", "tso", "c11")
RESULT = re.compile(r"bound +(\w+): +(\d+) schedules.*: (ok|FAILED)")
DEFAULT_LIMIT = 300     # seconds of a run at the bound of the core tests
MOST_BOUND = 12


class Depth(NamedTuple):
    """What was reached of one program under one model."""

    bound: int
    schedules: int
    failed: bool
    text: str
    all: bool = False


def explore(command: list[str], limit: float) -> Depth | None:
    """One run; None: it took longer."""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    if not done.returncode and not done.stdout:
        return Depth(MOST_BOUND, 0, False, "")  # not under this model
    found = RESULT.search(done.stdout)
    if not found:
        return Depth(0, 0, True, done.stdout + done.stderr)
    return Depth(int(found[1]), int(found[2]), found[3] == "FAILED",
                 done.stdout)


def deepen(explorer: str, program: str, model: str, seconds: float) -> Depth:
    end = time.monotonic() + seconds
    command = [explorer, "--program", program, "--model", model]
    reached = explore(command, DEFAULT_LIMIT) or Depth(
        0, 0, True, f"not done in {DEFAULT_LIMIT} s\n")
    while not (reached.failed or reached.all) and reached.bound < MOST_BOUND \
            and (left := end - time.monotonic()) > 0 \
            and (more := explore([*command, "--bound", str(reached.bound + 1)],
                                 left)):
        if not more.failed and more.schedules == reached.schedules:
            more = reached._replace(all=True)
        reached = more
    if reached.schedules or reached.failed:
        print(f"{program:26} {model:3}  bound {reached.bound:2}"
              f"{', all' if reached.all else '     '} "
              f"{reached.schedules:10} schedules  "
              f"{'FAILED' if reached.failed else 'ok'}", flush=True)
    if reached.failed:
        print(reached.text, flush=True)
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--explorer", default=str(BUILD / "host/explore"))
    options = parser.parse_args()
    start = time.monotonic()
    listed = subprocess.run([options.explorer, "--list"], capture_output=True,
                            text=True, timeout=20, check=True).stdout.split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        depths = list(pool.map(
            lambda what: deepen(options.explorer, *what, options.seconds),
            [(name, model) for name in listed if options.only in name
             for model in MODELS]))
    failed = sum(depth.failed for depth in depths)
    good = bool(depths) and not failed
    print(f"{'proved' if good else 'FAILED'}: "
          f"{sum(d.schedules > 0 for d in depths)} runs of programs, "
          f"{sum(d.schedules for d in depths)} schedules, "
          f"{sum(d.all for d in depths)} runs with all there are, "
          f"{failed} failed; {time.monotonic() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
