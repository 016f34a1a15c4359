#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants a fault in each atomic access of sched/: mutate.c's operators.

usage: operators.py [--deep] [TEXT...]

TEXT: only mutants with one of these in their name. What no program sees is told
in harmless.txt; --deep looks whether it still is not seen. How it is done:
README.md. Who does not end in the last try has failed.
"""

import argparse
import functools
import re
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from places import BUILD, ROOT  # noqa: E402  (one folder up)

EXPLORE = BUILD / "host/explore"
FOLDERS = ("lock", "queue", "barrier", "run", "executor", "pool")
ACCESS = re.compile(
    r"\batomic_(?P<verb>load|store|add|sub|or|and|swap|cas|fence)_"
    r"(?P<order>relaxed|acquire|release|acq_rel|seq_cst)\(|"
    r"\bpayload_(?P<payload>store|put)\(")
FUNCTION = re.compile(r"^[a-z#](?:[^(\n]|\(\(\w+\)\))*\b(\w+)\((?!\()",
                      re.MULTILINE)
#: Preemptions at most, and seconds for a program: who takes longer comes again
#: with the last of them.
SECONDS = 120
TRIES = (("1", 1), ("2", 1), ("99", 0.5), ("99", SECONDS))


@dataclass(frozen=True)
class Mutant:
    """An operator on the accesses of a line."""

    operator: str
    file: str
    line: int
    last: int        # line of the closing parenthesis
    function: str    # or macro
    access: str      # cas_acquire; the second in its function cas_acquire#2

    @property
    def name(self) -> str:
        return f"{self.operator}:{self.file}:{self.line}"

    @property
    def kind(self) -> str:
        """As harmless.txt has it."""
        return f"{self.file} {self.function}/{self.access}/{self.operator}"

    @property
    def models(self) -> tuple[str, ...]:
        if self.access.startswith("fence_"):
            return ("tso",)
        if self.operator in ("no_acquire", "no_release", "plain"):
            return ("c11",)
        return ("sc", "tso") if self.operator == "torn" else ("sc",)


def fitting(verb: str, order: str) -> list[str]:
    """Operators that change what that access does."""
    if verb == "fence":
        return ["dropped"]
    if verb == "payload":
        return ["late"]
    both = order in ("acq_rel", "seq_cst")
    exchange = verb not in ("load", "store")
    return [operator for operator, fits in (
        ("no_acquire", verb != "store" and (both or order == "acquire")),
        ("no_release", verb != "load" and (both or order == "release")),
        ("plain", not exchange and order != "relaxed"),
        ("torn", exchange),
        ("dropped", exchange or (verb == "store" and order != "relaxed")),
        ("late", verb == "store" and order == "relaxed")) if fits]


def end_of_call(text: str, at: int) -> int:
    """Where the parenthesis before `at` is closed."""
    depth = 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def of_file(path: Path) -> list[Mutant]:
    text = re.sub(r"/\*.*?\*/", lambda c: re.sub(r"[^\n]", " ", c[0]),
                  path.read_text(), flags=re.DOTALL)
    functions = list(FUNCTION.finditer(text))
    times: Counter = Counter()
    found = {}
    for access in ACCESS.finditer(text):
        line = text.count("\n", 0, access.start()) + 1
        last = text.count("\n", 0, end_of_call(text, access.end())) + 1
        around = ["", *(f[1] for f in functions
                        if f.start() <= access.start())][-1]
        name = access[0].partition("_")[2][:-1]
        times[around, name] += 1
        if times[around, name] > 1:
            name += f"#{times[around, name]}"
        for operator in fitting(access["verb"] or "payload", access["order"]):
            found[operator, line] = Mutant(
                operator, str(path.relative_to(ROOT)), line, last, around, name)
    return list(found.values())


def sources() -> list[Path]:
    """What the explorer runs: it has its own crossing.c, which measures time."""
    return sorted(path for name in FOLDERS
                  for path in (ROOT / "sched" / name).glob("*.[ch]")
                  if path.name != "crossing.c") + [ROOT / "sched/work.h"]


@functools.cache
def all_mutants() -> list[Mutant]:
    return [mutant for path in sources() for mutant in of_file(path)]


@functools.cache
def harmless() -> dict[str, str]:
    """What nobody sees, as Mutant.kind has it: why."""
    found = {}
    text = re.sub(r"^#.*\n", "", (HERE / "harmless.txt").read_text(),
                  flags=re.MULTILINE)
    for paragraph in text.strip().split("\n\n"):
        reason, *sources_of = re.split(r"^  (?=sched)", paragraph,
                                       flags=re.MULTILINE)
        for source in sources_of:
            file, *places = source.split()
            for name in places:
                access, _, names = name.rpartition("/")
                found |= {f"{file} {access}/{operator}": reason
                          for operator in names.split(",")}
    return found


def explore(*words: str,
            seconds: float = SECONDS) -> subprocess.CompletedProcess:
    return subprocess.run([str(EXPLORE), *words], capture_output=True,
                          text=True, timeout=seconds, check=False)


@functools.cache
def reached() -> dict[str, dict[int, list[str]]]:
    """file, line: the programs that come there, the quick ones first."""
    found: dict = defaultdict(lambda: defaultdict(list))
    size: dict[str, int] = {}
    for line in explore("--model", "sc", "--most", "1",
                        "--reached").stdout.splitlines():
        done = re.match(r"(\S+) +sc +bound +\w+: +(\d+) schedules", line)
        if done:
            size[done[1]] = int(done[2])
        elif line.startswith("reached "):
            _, program, where = line.split(" ")
            file, _, number = where.partition(":")
            if number and program not in found[file][int(number)]:
                found[file][int(number)].append(program)
    for lines in found.values():
        for programs in lines.values():
            programs.sort(key=lambda program: size.get(program, 0))
    return found


def killer(mutant: Mutant) -> str:
    """What fails with it; empty: nothing does."""
    line, programs = place(mutant)
    for most, seconds in TRIES:
        for program in programs:
            for model in mutant.models:
                if fails(mutant, line, seconds, "--program", program,
                         "--model", model, "--most", most):
                    return f"{program} ({model})"
    return ""


def place(mutant: Mutant) -> tuple[int, list[str]]:
    """The line as the compiler has it, and the programs that come there; if
    one preemption is not enough for that, those that come into the file."""
    lines = reached().get(mutant.file, {})
    for line in range(mutant.line, mutant.last + 1):
        if line in lines:
            return line, lines[line]
    return mutant.line, list(dict.fromkeys(
        program for programs in lines.values() for program in programs))


def fails(mutant: Mutant, line: int, seconds: float, *how: str) -> bool:
    what = f"{mutant.operator}:{mutant.file}:{line}"
    try:
        return explore("--mutate", what, *how, seconds=seconds).returncode != 0
    except subprocess.TimeoutExpired:
        return seconds == SECONDS


def judge(mutant: Mutant) -> str:
    """What is wrong; empty: it is seen, or known to be harmless."""
    seen = killer(mutant)
    if mutant.kind in harmless():
        return f"{seen} sees what is called harmless" if seen else ""
    return "" if seen else "no program sees it"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("texts", nargs="*", help="in the name (default: all)")
    parser.add_argument("--deep", action="store_true",
                        help="run what is called harmless, too")
    options = parser.parse_args()
    mutants = [m for m in all_mutants()
               if (any(text in m.name for text in options.texts)
                   or not options.texts)
               and (options.deep or m.kind not in harmless())]
    bad = 0
    with ThreadPoolExecutor() as pool:
        for mutant, wrong in zip(mutants, pool.map(judge, mutants)):
            if wrong:
                print(f"{mutant.kind} ({mutant.name}): {wrong}", flush=True)
                bad += 1
    print(f"{len(mutants) - bad} of {len(mutants)} planted faults as expected")
    return 1 if bad or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
