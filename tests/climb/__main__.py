# SPDX-License-Identifier: MIT
"""How often does hill climbing reach 90 % of the best fixed pool?

usage: climb [--runs N] [--suite SUITE]

Runs `bench=inject variant=mixed` so often as the Linux program and as the image
in QEMU, one after the other, and prints a table for docs/method.md. It takes a
calm machine: make climb [RUNS=N].

Status 1: one of them reaches 90 % in fewer than 9 of 10 runs.
"""

from __future__ import annotations

import argparse
import sys
from math import inf
from pathlib import Path
from statistics import median

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), *(str(TESTS / name) for name in (
    "image", "twin")), str(TESTS.parent / "tools")]

from concluded import findings  # noqa: E402
from program import twin  # noqa: E402
from qemu import boot  # noqa: E402

OPTIONS = "bench=inject variant=mixed suite="
TIMEOUT = 1200      # seconds for a run
#: A task's time beside the best fixed pool's: 90 % of its throughput, rounded
#: as the log's figures are; and of how many runs.
MOST, SHARE = 1.11, 0.9
#: What runs it, and how: options to records.
SIDES = {
    "Linux program": lambda options: twin(options, seconds=TIMEOUT)[0],
    "image": lambda options: boot(f"{options} trust=tcg", timeout=TIMEOUT).records,
}


def ratio_of(records: list[dict]) -> float:
    """What a run's finding says; inf where it says nothing."""
    [value] = [each["value"] for each in findings(records)
               if each["name"] == "mixed_share"]
    return inf if value is None else value


def main() -> int:
    """Runs both sides, and prints the table."""
    words = argparse.ArgumentParser(prog="climb")
    words.add_argument("--runs", type=int, default=10)
    words.add_argument("--suite", choices=("quick", "full"), default="full")
    asked, rows, enough = words.parse_args(), [], True
    for name, run in SIDES.items():
        ratios: list[float] = []
        for number in range(1, asked.runs + 1):
            ratios.append(ratio_of(run(OPTIONS + asked.suite)))
            print(f"{name}, run {number} of {asked.runs}: {ratios[-1]:.2f} times",
                  file=sys.stderr, flush=True)
        reached = sum(ratio <= MOST for ratio in ratios)
        enough &= reached >= SHARE * asked.runs
        rows.append(f"| {name} | {reached} of {asked.runs} | {min(ratios):.2f} | "
                    f"{median(ratios):.2f} | {max(ratios):.2f} |")
    print("| | reach 90 % | least ratio | median | greatest |", "|---|---|---|---|---|",
          *rows, sep="\n")
    return int(not enough)


if __name__ == "__main__":
    sys.exit(main())
