# SPDX-License-Identifier: MIT
"""Faults in C: which are drawn, and what the stages say of them."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import goldens
import suites
import tree as trees
from source import Place, Planted, places

from judged import BOTH, KILLED, SURVIVED, Judged, Mutant, place_of
from places import ROOT

#: What computes, tells or decides; the rest of kernel/ touches devices.
WHERE = ("bench", "hosted", "kernel/common", "kernel/firmware",
         "kernel/memory/arena.c", "kernel/memory/string.c",
         "kernel/serial/queue.c", "kernel/x86/topology.c",
         "kernel/format.c", "kernel/log.c", "kernel/minmax.h",
         "kernel/options.c", "kernel/ticks.h", "kernel/words.c",
         "kernel/words.h")
STAGES = {suites.NAME: suites.judge, goldens.NAME: goldens.judge}


def known(files: Iterable[str]) -> list[Mutant]:
    return [place.mutant for file in files if (ROOT / file).exists()
            for place in places(ROOT, file)]


def sources(named: Iterable[str]) -> list[str]:
    """C files and headers at or below what is named."""
    return sorted({
        one.relative_to(ROOT).as_posix() for path in (ROOT / name
                                                      for name in named)
        for one in (path.rglob("*") if path.is_dir() else [path])
        if one.suffix in (".c", ".h")})


def draw(named: list[str], number: int | None, seed: int) -> list[Place]:
    """All that can be planted there, or so many of them and some to spare: a
    sixth does not compile."""
    every = [place for file in sources(named or WHERE)
             for place in places(ROOT, file)]
    if number is not None:
        every.sort(key=lambda place: place_of(place.mutant, seed))
        every = every[:number + number // 3]
    return every


def judge(drawn: list[Place], number: int | None, folder: Path,
          options: argparse.Namespace) -> tuple[list[str], list[Judged]]:
    """Each stage gets what the one before it did not kill, or every fault."""
    stages = list(STAGES)[:1 if options.unit else None]
    tree = folder / "tree"
    trees.copy(tree)
    planted = trees.build(tree, drawn, [trees.UNIT, *(
        trees.COUNTED if goldens.NAME in stages else ())])
    print(f"{len(drawn)} faults, {len(planted)} of them compile", flush=True)
    by: dict[Planted, str] = {}
    reached: set[Planted] = set()
    for name in stages:
        found = STAGES[name](tree, [one for one in planted[:number]
                                    if options.each or one not in by])
        by |= {one: BOTH if one in by else name for one in found.killed}
        reached |= found.reached
    return stages, [
        Judged(one.place.mutant, one.place.line,
               KILLED if one in by else SURVIVED,
               by.get(one, "" if one in reached else "nothing reaches it"))
        for one in planted[:number]]
