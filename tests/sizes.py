# SPDX-License-Identifier: MIT
"""Bytes of code and constants in the image, by room, beside their budgets.

Counted are the sections .text*, .rodata* and .multiboot* of the image's
objects. Not counted: .data, .bss, the registries, what tells of the build, and
files of the user's own. The linker merges equal strings, so that the image is
a little smaller than the sum.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from places import ROOT

#: Rooms, each with its folders, and the bytes that they may have.
BUDGETS = {("boot", "kernel"): 105 << 10, ("sched",): 128 << 10,
           ("bench",): 364 << 10}
COUNTED = re.compile(r"\.(?:text|rodata|multiboot)\S*\s+(\d+)")


def counted(objects: list[Path]) -> int:
    """The sum over the objects."""
    done = subprocess.run(["size", "-A", "-d", *objects], check=True,
                          capture_output=True, text=True)
    return sum(int(found[1]) for line in done.stdout.splitlines()
               if (found := COUNTED.match(line)))


def is_of(path: Path, image: Path) -> bool:
    """Has this object a source? A build folder keeps those of former ones."""
    source = ROOT / path.relative_to(image).with_suffix("")
    return source.exists() or source.with_suffix(".c").exists()


def rooms(image: Path) -> dict[str, tuple[int, int]]:
    """Room: (bytes, budget), of the objects below `image`."""
    found = {}
    for folders, budget in BUDGETS.items():
        objects = [path for folder in folders
                   for path in sorted((image / folder).rglob("*.o"))
                   if is_of(path, image)]
        if not objects:
            raise FileNotFoundError(f"no objects of {folders} in {image}: "
                                    "run `make` first")
        found[" + ".join(folders)] = counted(objects), budget
    return found
