#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Goes deeper than `make test`: for `make prove`, and bounded.

usage: prove.py [--seconds N] [--only TEXT] [--build FOLDER]

1. Every program of the explorer under every model, at one more preemption
   after the other as long as it takes no more than --seconds (default 5), or
   until there are no more schedules.
2. Every mutant, those that take a larger bound, too.
3. Torture under both sanitizers with new seeds, which are printed.

A line for each, and one at the end that counts. The status is 0 if nothing
has failed.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from places import BUILD, ROOT  # noqa: E402  (it lies one folder up)

MODELS = ("sc", "tso", "c11")
RESULT = re.compile(r"bound +(\w+): +(\d+) schedules.*: (ok|FAILED)")
DEFAULT_LIMIT = 300     # seconds of a run at the bound of the core tests
MOST_BOUND = 12
TORTURE_ROUNDS = 2
TORTURE_OPERATIONS = 200_000
TORTURE_LIMIT = 330     # seconds; it gives up after 300 by itself
MUTANTS_LIMIT = 900


@dataclass
class Depth:
    """What was reached of one program under one model."""

    bound: int
    schedules: int
    failed: bool
    all: bool = False
    text: str = ""


def explore(binary: Path, program: str, model: str, bound: int | None,
            limit: float) -> Depth | None:
    """One run; None: it took longer."""
    command = [str(binary), "--program", program, "--model", model]
    if bound is not None:
        command += ["--bound", str(bound)]
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    if not done.returncode and not done.stdout:
        return Depth(MOST_BOUND, 0, False)  # not under this model
    found = RESULT.search(done.stdout)
    if not found:
        return Depth(0, 0, True, text=done.stdout + done.stderr)
    return Depth(int(found[1]), int(found[2]), found[3] == "FAILED",
                 text=done.stdout)


def deepen(binary: Path, program: str, model: str, seconds: float) -> Depth:
    end = time.monotonic() + seconds
    reached = explore(binary, program, model, None, DEFAULT_LIMIT)
    if not reached:
        return Depth(0, 0, True, text=f"not done in {DEFAULT_LIMIT} s\n")
    while not reached.failed and reached.bound < MOST_BOUND:
        left = end - time.monotonic()
        more = left > 0 and explore(binary, program, model,
                                    reached.bound + 1, left)
        if not more:
            break
        if not more.failed and more.schedules == reached.schedules:
            reached.all = True
            break
        reached = more
    if not reached.failed and not reached.schedules:
        return reached
    print(f"{program:26} {model:3}  bound {reached.bound:2}"
          f"{', all' if reached.all else '     '} "
          f"{reached.schedules:10} schedules  "
          f"{'FAILED' if reached.failed else 'ok'}", flush=True)
    if reached.failed:
        print(reached.text, flush=True)
    return reached


def programs(binary: Path, only: str) -> list[str]:
    done = subprocess.run([binary, "--list"], capture_output=True, text=True,
                          timeout=20, check=True)
    return [name for name in done.stdout.split() if only in name]


def explore_all(binary: Path, only: str, seconds: float) -> list[Depth]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(
            lambda what: deepen(binary, *what, seconds),
            [(name, model) for name in programs(binary, only)
             for model in MODELS]))


def mutants() -> tuple[bool, str]:
    """Whether all were killed, and what mutants.py says last."""
    last = "no answer"
    with subprocess.Popen(
            ["timeout", str(MUTANTS_LIMIT),
             str(ROOT / "tests/explore/mutants.py"), "--deep"],
            stdout=subprocess.PIPE, text=True) as child:
        for line in child.stdout:
            last = line.strip()
            print(last, flush=True)
    return child.returncode == 0, last


def torture(build: Path) -> tuple[int, int]:
    """Runs and failures."""
    runs = failures = 0
    for _ in range(TORTURE_ROUNDS):
        for sanitizer in ("thread", "address"):
            seed = random.SystemRandom().randrange(1, 1 << 32)
            done = subprocess.run(
                [build / "torture" / sanitizer, f"seed={seed}",
                 f"operations={TORTURE_OPERATIONS}"], capture_output=True,
                text=True, timeout=TORTURE_LIMIT, check=False)
            bad = done.returncode != 0 or "Sanitizer" in done.stderr
            print(f"torture/{sanitizer} seed={seed} "
                  f"operations={TORTURE_OPERATIONS}  "
                  f"{'FAILED' if bad else 'ok'}", flush=True)
            if bad:
                print(done.stdout[-3000:] + done.stderr[-6000:], flush=True)
            runs += 1
            failures += bad
    return runs, failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0,
                        help="for a program under a model (default 5)")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="programs with this in their name, and nothing "
                        "but programs")
    parser.add_argument("--build", type=Path, default=BUILD)
    options = parser.parse_args()
    if not options.only:
        print("Some 20 minutes on two idle cores; a line for each program.",
              flush=True)
    start = time.monotonic()
    depths = explore_all(options.build / "host/explore", options.only,
                         options.seconds)
    killed, said, runs, broken = True, "no mutants", 0, 0
    if not options.only:
        killed, said = mutants()
        runs, broken = torture(options.build)
    failed = sum(depth.failed for depth in depths)
    good = bool(depths) and not failed and killed and not broken
    print(f"{'proved' if good else 'FAILED'}: "
          f"{sum(d.schedules > 0 for d in depths)} runs of programs, "
          f"{sum(d.schedules for d in depths)} schedules, "
          f"{sum(d.all for d in depths)} runs with all there are, "
          f"{failed} failed; {said}; {runs} torture runs, {broken} failed; "
          f"{time.monotonic() - start:.0f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
