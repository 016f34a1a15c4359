# SPDX-License-Identifier: MIT
"""A copy of the checkout with planted faults, and the programs built in it.

The copy takes what has been built with it: make builds anew only what the
faults touch. What the compiler does not take is no fault and is left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from source import Place, Planted, plant, source_of

from judged import Wrong
from places import BUILD, ROOT, clean_environment

SOURCES = ("boot", "kernel", "sched", "bench", "hosted", "peers", "tools",
           "tests", "Makefile", "VERSION", "linker.ld", "pyproject.toml",
           "README.md", "LICENSE")
UNIT = "host/unit"
COUNTED = ("machine/quietcore", "machine/quietcore-wrong")
#: A changed text stands on the line behind its number. Where its type is not
#: the original's, the line before it or behind it is complained of.
NUMBER = re.compile(r"qc_mutant\((\d+)\) \? \($")
SAID = re.compile(r"^(?:\./)?([\w./]+):(\d+):\d+: (.*)", re.M)
ERROR = re.compile(r"error: |warning: .*mismatch in conditional")


#: What is built of it that the faults do not touch, and make finds again.
OBJECTS = ("host", "machine", "hosted", "offsets.inc", ".tools", "CACHEDIR.TAG")


def copy(tree: Path) -> None:
    """The checkout, and its objects with the times that they have."""
    tree.mkdir(parents=True)
    for name in SOURCES:
        subprocess.run(["cp", "-a", ROOT / name, tree], check=True)
    (tree / "build").mkdir()
    for name in OBJECTS:
        if (BUILD / name).exists():
            subprocess.run(["cp", "-a", BUILD / name, tree / "build"],
                           check=True)
    (tree / "build/venv").symlink_to(BUILD / "venv")
    for folder in ("tests/unit", "tests/machine"):
        shutil.copy(ROOT / "tests/mutate/c/mutant.c", tree / folder)


def write(tree: Path, files: list[str], chosen: list[Planted]
          ) -> dict[tuple[str, int], int]:
    """Writes these files with their faults, or without any if none is left;
    the number at each (file, line)."""
    numbers = {}
    for file in files:
        text = plant(source_of(ROOT, file), [
            one for one in chosen if one.place.mutant.file == file]).decode()
        if (tree / file).read_text(encoding="utf-8") != text:
            (tree / file).write_text(text, encoding="utf-8")
        for line, words in enumerate(text.split("\n"), 1):
            found = NUMBER.search(words)
            if found:
                numbers |= dict.fromkeys(
                    [(file, near) for near in range(line, line + 3)],
                    int(found[1]))
    return numbers


def make(tree: Path, targets: list[str]) -> subprocess.CompletedProcess:
    """Compiles one file after another however many fail."""
    return subprocess.run(
        ["make", "-k", f"-j{os.cpu_count()}", "BUILD=build",
         "HOSTCC=tests/mutate/c/cc",
         *(f"build/{target}" for target in targets)],
        cwd=tree, env=clean_environment(), text=True, check=False,
        capture_output=True, timeout=1800)


def complaints(said: str) -> Iterator[tuple[str, int]]:
    """Where errors are; of one in a macro's text, where that is used, too."""
    wrong = False
    for file, line, words in SAID.findall(said):
        wrong = bool(ERROR.match(words)) \
            or wrong and words.startswith("note: in expansion of macro")
        if wrong:
            yield file, int(line)


def build(tree: Path, wanted: list[Place], targets: list[str]
          ) -> list[Planted]:
    """Builds with these faults; those that the compiler takes, numbered."""
    chosen = [Planted(place, number)
              for number, place in enumerate(wanted, 1)]
    files = sorted({place.mutant.file for place in wanted})
    while True:
        numbers = write(tree, files, chosen)
        done = make(tree, targets)
        refused = set(map(numbers.get, complaints(done.stderr))) - {None}
        if done.returncode and not refused:
            raise Wrong(done.stderr[-3000:])
        if not refused:
            return chosen
        chosen = [one for one in chosen if one.number not in refused]
