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
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), *(str(TESTS / name) for name in (
    "image", "twin")), str(TESTS.parent / "tools")]

from concluded import findings  # noqa: E402
from ratios import enough, ratio_of, table  # noqa: E402
from program import twin  # noqa: E402
from qemu import boot  # noqa: E402

OPTIONS = "bench=inject variant=mixed suite="
TIMEOUT = 1200      # seconds for a run

#: What runs it, and how: options to records.
SIDES: dict[str, Callable[[str], list[dict]]] = {
    "Linux program": lambda options: twin(options, seconds=TIMEOUT)[0],
    "image": lambda options: boot(f"{options} trust=tcg",
                                  timeout=TIMEOUT).records,
}


def counted(name: str, options: str, runs: int) -> list[float]:
    """The ratios of so many runs of a side; each is told when it has ended."""
    ratios: list[float] = []
    for number in range(1, runs + 1):
        ratios.append(ratio_of(findings(SIDES[name](options))))
        print(f"{name}, run {number} of {runs}: {ratios[-1]:.2f} times",
              file=sys.stderr, flush=True)
    return ratios


def main() -> int:
    """Runs both sides, and prints the table."""
    words = argparse.ArgumentParser(prog="climb", description=__doc__,
                                    formatter_class=argparse.
                                    RawDescriptionHelpFormatter)
    words.add_argument("--runs", type=int, default=10)
    words.add_argument("--suite", choices=("quick", "full"), default="full")
    asked = words.parse_args()
    counts = {name: counted(name, OPTIONS + asked.suite, asked.runs)
              for name in SIDES}
    print(table(counts))
    return int(not all(map(enough, counts.values())))


if __name__ == "__main__":
    sys.exit(main())
