# SPDX-License-Identifier: MIT
"""Plants faults in the C code and counts those that the tests see.

usage: tests/mutate/c [--number N] [--seed SEED] [--file PATH...] [--unit]
                      [--each]

N faults (600) are drawn from bench/, hosted/ and the pure parts of kernel/, or
all of the files and folders that are named. The same seed draws the same ones
from code that did not change, so that two states of the tests can be compared.
Unit tests see them, or a golden run does (goldens.py): two columns. With --each
both stages judge every fault.
Status 0: enough were killed; 1: not; 2: the list names what is not there.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1]),
                str(HERE.parents[1] / "golden")]

import goldens  # noqa: E402  (found by the path above)
import suites  # noqa: E402
import tree as trees  # noqa: E402
from source import Place, Planted, places  # noqa: E402

from judged import (  # noqa: E402
    BOTH,
    EQUIVALENT,
    KILLED,
    SURVIVED,
    Judged,
    Wrong,
    argued,
    check_known,
    place_of,
    show,
)
from places import BUILD, ROOT  # noqa: E402

#: What computes, tells or decides; the rest of kernel/ touches devices.
WHERE = ("bench", "hosted", "kernel/common", "kernel/firmware",
         "kernel/memory/arena.c", "kernel/memory/string.c",
         "kernel/serial/queue.c", "kernel/x86/topology.c",
         "kernel/format.c", "kernel/log.c", "kernel/minmax.h",
         "kernel/options.c", "kernel/ticks.h", "kernel/words.c",
         "kernel/words.h")
TREE = BUILD / f"mutate/c{os.getpid()}"  # another run has one of its own
STAGES = {suites.NAME: suites.judge, goldens.NAME: goldens.judge}


def sources(named: list[str]) -> list[str]:
    """C files and headers at or below what is named."""
    found = []
    for name in named:
        path = ROOT / name
        if not path.exists():
            raise Wrong(f"there is no {name}")
        below = path.rglob("*.[ch]") if path.is_dir() else [path]
        found += [one.relative_to(ROOT).as_posix() for one in below
                  if one.suffix in (".c", ".h")]
    return sorted(set(found))


def draw(named: list[str], number: int | None, seed: int) -> list[Place]:
    """All that can be planted there, or so many of them and some to spare: a
    sixth does not compile."""
    every = [place for file in sources(named) for place in places(ROOT, file)]
    if number is not None:
        every.sort(key=lambda place: place_of(place.mutant, seed))
        every = every[:number + number // 3]
    return every


def reasons() -> dict[Place, str]:
    """What is listed as equivalent, where it is in the code."""
    listed = argued(".c")
    there = {place.mutant: place for file in {one.file for one in listed}
             if (ROOT / file).exists() for place in places(ROOT, file)}
    check_known(listed, there)
    return {there[one]: said for one, said in listed.items()}


def staged(planted: list[Planted], stages: list[str], each: bool
           ) -> list[Judged]:
    """Each stage gets what the one before it did not kill, or every fault."""
    by: dict[Planted, str] = {}
    reached: set[Planted] = set()
    for name in stages:
        found = STAGES[name](TREE, [one for one in planted
                                    if each or one not in by])
        by |= {one: BOTH if one in by else name for one in found.killed}
        reached |= found.reached
    return [Judged(one.place.mutant, one.place.line,
                   KILLED if one in by else SURVIVED,
                   by.get(one, "" if one in reached else "nothing reaches it"))
            for one in planted]


def judged(drawn: list[Place], number: int | None, stages: list[str],
           each: bool) -> list[Judged]:
    """Builds and runs; what is listed as equivalent is said to be so."""
    listed = {place.mutant: reason for place, reason in reasons().items()}
    trees.copy(TREE)
    planted = trees.build(TREE, drawn, [trees.UNIT, *(
        trees.COUNTED if goldens.NAME in stages else ())])
    print(f"{len(drawn)} faults, {len(planted)} of them compile", flush=True)
    return [one._replace(verdict=EQUIVALENT, by=listed[one.mutant])
            if one.mutant in listed and one.verdict != KILLED else one
            for one in staged(planted[:number], stages, each)]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, prog="tests/mutate/c",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", nargs="*", default=[])
    parser.add_argument("--unit", action="store_true",
                        help="only the unit tests, which is quick")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    stages = list(STAGES)[:1 if given.unit else None]
    number = given.number or (None if given.file else 600)
    try:
        drawn = draw(given.file or list(WHERE), number, given.seed)
        # Where only files of another language are named, nothing is said.
        return show("C", judged(drawn, number, stages, given.each),
                    [*stages, BOTH]) if drawn else 0
    except (Wrong, trees.NotBuilt) as why:
        print(f"mutate: {why}", file=sys.stderr)
        return 2
    finally:
        shutil.rmtree(TREE, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
