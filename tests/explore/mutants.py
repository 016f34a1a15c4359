#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks the logic of sched/ on purpose and demands that it is seen.

usage: mutants.py [--deep] [NAME...]

A mutant is a stanza of mutants/*.txt; `file` is that of all that follow it,
from the root of the repository:

    file: sched/barrier/sense.h
    sense_not_turned: barrier_sense_2x2 sc
      - what stands there, exactly and once; \\n and \\t as in C
      + what stands there instead; without that line: nothing

After the name: the program of the explorer that must fail, run at the bound of
the core tests, and the model under which it must: sc, tso or c11. A number
after it is the bound it takes; then it is run with --deep only. The model tsan:
tests/torture with the thread sanitizer finds it, for what only many operations
show; the program is the torture program's case.

The unchanged code has to pass the same runs. Orders, fences and exchanges need
no stanza: operators.py.
"""

import argparse
import functools
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from places import BUILD, ROOT, for_make  # noqa: E402  (one folder up)

MAKEFILE = "tests/explore/build.mk"
TOOLS = ("sc", "tso", "c11")
BUILT = BUILD / "torture"
TORTURE = ["seed=1", "operations=4000"]
TORTURE_SECONDS = 40  # of one or two that it takes
STANZA = re.compile(r"(?P<name>\w+): (?P<program>\w+) (?P<tool>sc|tso|c11|tsan)"
                    r"(?: (?P<bound>\d+))?\n  - (?P<old>.*)\n"
                    r"(?:  \+ (?P<new>.*)\n)?")


class Wrong(Exception):
    """A mutant that does not do what its stanza says."""


def unescape(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t")


def stanzas(path: Path) -> list[dict[str, str]]:
    text = re.sub(r"^#.*\n", "", path.read_text(encoding="ascii"), flags=re.M)
    before, *parts = re.split(r"^file: (.*)\n", text, flags=re.M)
    wrong = (before + "".join(STANZA.sub("", part)
                              for part in parts[1::2])).strip()
    if wrong:
        raise Wrong(f"{path.name}: no stanza: {wrong}")
    return [{"file": file} | stanza.groupdict("")
            for file, part in zip(parts[::2], parts[1::2])
            for stanza in STANZA.finditer(part)]


def all_mutants() -> list[dict[str, str]]:
    return [m for path in sorted((HERE / "mutants").glob("*.txt"))
            for m in stanzas(path)]


def deep_only(mutant: dict[str, str]) -> bool:
    return bool(mutant["bound"])


def changed(mutant: dict[str, str]) -> str:
    text = (ROOT / mutant["file"]).read_text(encoding="utf-8")
    old, new = unescape(mutant["old"]), unescape(mutant["new"])
    if text.count(old) != 1:
        raise Wrong(f"its old text is {text.count(old)} times in "
                    f"{mutant['file']}, not once")
    return text.replace(old, new)


def run(command: list[str], timeout: int = 120) -> subprocess.CompletedProcess:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                          timeout=timeout, check=False)


def must(command: list[str]) -> str:
    done = run(command)
    if done.returncode:
        raise Wrong(f"cannot be built:\n{done.stdout}{done.stderr}")
    return done.stdout


def copy(old: Path, new: Path):
    """As old as it was, so that make leaves it as it is; and its .d."""
    new.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(old, new)
    if old.with_suffix(".d").exists():
        shutil.copy2(old.with_suffix(".d"), new.with_suffix(".d"))


class Workshop:
    """The built programs, of which a mutant rebuilds what it changes."""

    def __init__(self, folder: Path):
        self.folder = folder
        make = ["make", "-s", "-f", MAKEFILE, f"BUILD={for_make(BUILD)}"]
        must([*make, for_make(BUILD / "host/explore")])
        self.compile, self.hooks, self.tested, objects = (
            line.split()
            for line in must([*make, "explore-flags"]).splitlines())
        for part in ("host/explore", *objects):
            copy(BUILD / part, folder / "base" / part)
        self.objects = sorted(folder / "base" / part for part in objects)
        self.good: dict[tuple[str, ...], bool] = {}

    def passes(self, *how: str) -> bool:
        """Whether the unchanged code passes that run."""
        if how not in self.good:
            self.good[how] = self.verdict(
                self.folder / "base/host/explore", *how) == 0
        return self.good[how]

    @staticmethod
    def verdict(explore: Path, program: str, tool: str, *bound: str) -> int:
        done = run([str(explore), "--program", program, "--model", tool,
                    *(["--bound", *bound] if bound else [])], 600)
        if done.returncode not in (0, 1):
            raise Wrong(f"the explorer gave up:\n{done.stdout}{done.stderr}")
        return done.returncode

    def source(self, obj: Path) -> str:
        return str(obj.relative_to(self.folder / "base/explore"))[:-2]

    @functools.cached_property
    def programs(self) -> dict[Path, bytes]:
        return {obj: obj.read_bytes() for obj in self.objects
                if "/programs/" in str(obj)}

    def needed(self, program: str, file: str) -> list[tuple[Path, bool]]:
        """What that program is linked of, and whether a change of the file
        has to be built into it. A program of its own has all of a lock, queue
        or barrier in its one object; what lies above is in sched's, too."""
        name = b"\0" + program.encode() + b"\0"
        mine = [obj for obj, text in self.programs.items() if name in text]
        if len(mine) != 1:
            raise Wrong(f"{len(mine)} files have a program {program}")
        whole = ("/programs/sched/" in str(mine[0])
                 or not file.startswith(("sched/lock/", "sched/queue/",
                                         "sched/barrier/")))
        return [(obj, obj in mine or whole and self.source(obj).startswith(
            "sched/")) for obj in self.objects
            if obj in mine or obj not in self.programs]

    def build(self, mutant: dict[str, str]) -> Path:
        """An explorer with the mutant and its one program in it."""
        place = write_copy(self.folder, mutant)
        objects = [str(self.rebuild(obj, place, mutant["file"]) if tested
                       and depends(obj, mutant["file"]) else obj)
                   for obj, tested in self.needed(mutant["program"],
                                                  mutant["file"])]
        explore = place / "explore"
        must([self.compile[0], "-no-pie", "-o", str(explore), *objects])
        return explore

    def rebuild(self, obj: Path, place: Path, file: str) -> Path:
        source = self.source(obj)
        return compile_copy(
            [*self.compile, *(self.hooks if source in self.tested else []),
             "-w", "-g0", f"-I{place}", "-Itests/explore/include", "-I."],
            source, place, file)

    @functools.cached_property
    def torture(self) -> tuple[list[str], list[Path]]:
        """How its files are built, and the built ones."""
        make = ["make", "-s", f"BUILD={for_make(BUILD)}"]
        must([*make, "-j2", for_make(BUILT / "thread")])
        flags, sources = (must([*make, f"torture-{what}"]).split()
                          for what in ("flags", "sources"))
        return flags, [(BUILT / "thread.o" / source).with_suffix(".o")
                       for source in sources]

    def build_torture(self, mutant: dict[str, str]) -> Path:
        flags, objects = self.torture
        place = write_copy(self.folder, mutant)
        root = BUILT / "thread.o"
        objects = [compile_copy(
            [flags[0], f"-I{place}", *flags[1:], "-w"],
            str(obj.relative_to(root))[:-1] + "c", place, mutant["file"])
            if depends(obj, mutant["file"]) else obj for obj in objects]
        must([*flags, "-o", str(place / "torture"), *map(str, objects),
              str(BUILT / "switch.asm.o"), str(root / "hosted.a")])
        return place / "torture"

    @functools.cache
    def survives(self, torture: Path, case: str) -> bool:
        try:
            done = run([str(torture), case, *TORTURE], TORTURE_SECONDS)
        except subprocess.TimeoutExpired:
            return False  # a run that does not end is a promise broken
        return not done.returncode and "ThreadSanitizer" not in done.stderr


def depends(obj: Path, file: str) -> bool:
    rules = obj.with_suffix(".d")
    return rules.exists() and file in rules.read_text().split()


def write_copy(folder: Path, mutant: dict[str, str]) -> Path:
    """A folder with nothing but the changed file, to be looked in first."""
    place = folder / mutant["name"]
    copy = place / mutant["file"]
    copy.parent.mkdir(parents=True)
    copy.write_text(changed(mutant), encoding="utf-8")
    return place


def compile_copy(how: list[str], source: str, place: Path, file: str) -> Path:
    new = place / (source.replace("/", "_") + ".o")
    must([*how, "-c", "-o", str(new),
          str(place / source) if source == file else source])
    return new


def judge(shop: Workshop, mutant: dict[str, str]) -> str:
    """What became of it; raises Wrong unless it was killed."""
    if mutant["tool"] == "tsan":
        if not shop.survives(BUILT / "thread", mutant["program"]):
            raise Wrong("the code without it fails, too")
        if shop.survives(shop.build_torture(mutant), mutant["program"]):
            raise Wrong(f"torture {mutant['program']} does not see it")
        return f"killed by torture {mutant['program']} (tsan)"
    run_of = [mutant[key] for key in ("program", "tool", "bound")
              if mutant[key]]
    explore = shop.build(mutant)
    if not shop.passes(*run_of):
        raise Wrong("the code without it fails, too")
    if shop.verdict(explore, *run_of) == 0:
        raise Wrong(f"{run_of[0]} under {run_of[1]} does not see it")
    return f"killed by {run_of[0]} ({run_of[1]})"


def report(shop: Workshop, mutant: dict[str, str]) -> bool:
    try:
        print(f"{mutant['name']:32} {judge(shop, mutant)}", flush=True)
        return True
    except Wrong as wrong:
        print(f"{mutant['name']:32} NOT KILLED: {wrong}", flush=True)
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="mutants (default: all)")
    parser.add_argument("--deep", action="store_true",
                        help="those with a bound of their own, too")
    options = parser.parse_args()
    mutants = [m for m in all_mutants()
               if (m["name"] in options.names or not options.names)
               and (options.deep or options.names or not deep_only(m))]
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder))
        bad = sum(not report(shop, m) for m in mutants)
    print(f"{len(mutants) - bad} of {len(mutants)} mutants killed")
    return 1 if bad or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
