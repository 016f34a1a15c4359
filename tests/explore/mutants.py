#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks sched/ on purpose and demands that the explorer sees it.

usage: mutants.py [--deep] [NAME...]

A mutant is a stanza of mutants/*.txt, lines of `key: value`:

    name     of the mutant
    file     that is changed, from the root of the repository
    old      exact text, there exactly once; \\n and \\t as in C
    new      what stands there instead
    tool     sc, tso or c11: the model under which it must be found;
             tsan: tests/torture with the thread sanitizer finds it, for what
             only many operations show;
             none: nobody can see a difference on x86, for the `reason`;
             the program has to pass under all three models (--deep only)
    program  of the explorer, run at the bound of the core tests; for tsan
             the case of the torture program
    bound    optional: the bound it takes; then it is run with --deep only

The unchanged code has to pass the same runs.
"""

import argparse
import functools
import re
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
NEEDED = {"name", "file", "old", "new", "tool", "program"}


class Wrong(Exception):
    """A mutant that does not do what its stanza says."""


def unescape(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\t", "\t")


def pair(path: Path, line: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\w+): ?(.*)", line)
    if not found:
        raise Wrong(f"{path.name}: no `key: value`: {line}")
    return found[1], found[2]


def stanzas(path: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="ascii")):
        lines = [line for line in block.splitlines()
                 if line and not line.startswith("#")]
        if not lines:
            continue
        mutant = dict(pair(path, line) for line in lines)
        more = {"reason"} if mutant.get("tool") == "none" else set()
        if set(mutant) - {"bound"} != NEEDED | more:
            raise Wrong(f"{path.name}: {mutant.get('name')}: its keys are "
                        f"{', '.join(mutant)}")
        found.append(mutant)
    return found


def all_mutants() -> list[dict[str, str]]:
    return [m for path in sorted((HERE / "mutants").glob("*.txt"))
            for m in stanzas(path)]


def deep_only(mutant: dict[str, str]) -> bool:
    return "bound" in mutant or mutant["tool"] == "none"


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


class Workshop:
    """The built programs, of which a mutant rebuilds what it changes."""

    def __init__(self, folder: Path):
        self.folder = folder
        make = ["make", "-s", "-f", MAKEFILE, f"BUILD={folder}/base"]
        must(make + [f"{folder}/base/host/explore"])
        self.compile, self.hooks, self.tested = (
            line.split()
            for line in must(make + ["explore-flags"]).splitlines())
        self.objects = sorted((folder / "base/explore").rglob("*.o"))
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
    if mutant["tool"] == "none":
        explore = shop.build(mutant)
        for tool in TOOLS:
            if shop.verdict(explore, mutant["program"], tool):
                raise Wrong(f"it is no equivalent: {tool} sees it")
        return "not counted: " + mutant["reason"].partition(";")[0]
    if mutant["tool"] == "tsan":
        if not shop.survives(BUILT / "thread", mutant["program"]):
            raise Wrong("the code without it fails, too")
        if shop.survives(shop.build_torture(mutant), mutant["program"]):
            raise Wrong(f"torture {mutant['program']} does not see it")
        return f"killed by torture {mutant['program']} (tsan)"
    if mutant["tool"] not in TOOLS:
        raise Wrong(f"there is no tool called {mutant['tool']}")
    run_of = [mutant[key] for key in ("program", "tool", "bound")
              if key in mutant]
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
                        help="those with a bound of their own, and the "
                        "equivalents, too")
    options = parser.parse_args()
    mutants = [m for m in all_mutants()
               if (m["name"] in options.names or not options.names)
               and (options.deep or options.names or not deep_only(m))]
    counted = sum(m["tool"] != "none" for m in mutants)
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(folder))
        bad = sum(not report(shop, m) for m in mutants)
    print(f"{counted - bad} of {counted} mutants killed, "
          f"{len(mutants) - counted} not counted")
    return 1 if bad or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
