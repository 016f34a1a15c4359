# SPDX-License-Identifier: MIT
"""What became of planted faults: how they are drawn, named and counted.

argued.txt names the equivalent ones in stanzas, lines of `key: value`:

    file    that is changed, from the root of the repository
    text    of its line, without the blanks around it
    old     what is changed in it
    new     what stands there instead
    which   optional: the how many-th of its kind in the file (1)
    reason  why nobody can see it

A stanza that fits no mutant is an error: the code has changed, and somebody has
to think again.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

KILLED, SURVIVED, EQUIVALENT = "killed", "survived", "equivalent"
BOTH = "both"  #: stages kill it
ARGUED = Path(__file__).with_name("argued.txt")
KEYS = {"file", "text", "old", "new", "reason"}
#: Of 100 that are not equivalent so many are to be killed.
LEAST_KILLED = 95
#: So many may be said to be equivalent, in both languages.
MOST_ARGUED = 20


class Wrong(Exception):
    """A list that does not say what it should."""


class Mutant(NamedTuple):
    """One fault, by what it changes: line numbers move, the text stays."""

    file: str
    text: str
    old: str
    new: str
    which: int = 1

    def __str__(self) -> str:
        return f"{self.file}: `{self.old}` -> `{self.new}` in `{self.text}`"


class Judged(NamedTuple):
    """What became of one: its verdict, and the reason or the test."""

    mutant: Mutant
    line: int
    verdict: str
    by: str = ""

    def __str__(self) -> str:
        by = f" ({self.by})" if self.by else ""
        return (f"{self.verdict} {self.mutant.file}:{self.line}: "
                f"{self.mutant.old} -> {self.mutant.new}{by}")

    def argued_by(self, listed: dict[Mutant, str]) -> Judged:
        """Equivalent where it is listed, which nobody may have seen."""
        if self.mutant not in listed:
            return self
        if self.verdict == KILLED:
            raise Wrong(f"{ARGUED.name}: {self.by} sees {self.mutant}")
        return self._replace(verdict=EQUIVALENT, by=listed[self.mutant])


def numbered(found: Iterable[tuple[str, str, str, str]]) -> list[Mutant]:
    """Tells those apart that look the same: the how many-th of its kind."""
    seen: Counter = Counter()
    mutants = []
    for kind in found:
        seen[kind] += 1
        mutants.append(Mutant(*kind, seen[kind]))
    return mutants


def place_of(mutant: Mutant, seed: int) -> bytes:
    """Sorts by chance. What else is in the code does not change it, so that the
    same faults are drawn before and after a change of other code."""
    words = "\0".join(map(str, (seed, *mutant)))
    return hashlib.sha256(words.encode()).digest()


def argued(language: str | tuple[str, ...]) -> dict[Mutant, str]:
    """The equivalent mutants in files that end like this, with their reasons."""
    listed: dict[Mutant, str] = {}
    for block in re.split(r"\n\s*\n", ARGUED.read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines()
                 if line and not line.startswith("#")]
        if not lines:
            continue
        stanza = dict(line.partition(": ")[::2] for line in lines)
        if set(stanza) - {"which"} != KEYS:
            raise Wrong(f"{ARGUED.name}: a stanza has the keys "
                        f"{', '.join(stanza)}: {lines[0]}")
        mutant = Mutant(*(stanza[key] for key in ("file", "text", "old",
                                                  "new")),
                        int(stanza.get("which", 1)))
        if mutant in listed:
            raise Wrong(f"{ARGUED.name}: twice: {mutant}")
        listed[mutant] = stanza["reason"]
    if len(listed) > MOST_ARGUED:
        raise Wrong(f"{ARGUED.name}: {len(listed)} mutants; at most "
                    f"{MOST_ARGUED} may be argued away")
    return {mutant: reason for mutant, reason in listed.items()
            if mutant.file.endswith(language)}


def check_known(listed: Iterable[Mutant], known: Iterable[Mutant]) -> None:
    """Raises if a mutant is listed which its file no longer has."""
    lost = set(listed) - set(known)
    if lost:
        raise Wrong(f"{ARGUED.name}: no such mutant any more, remove or renew: "
                    + "; ".join(sorted(map(str, lost))))


def counted(judged: list[Judged], stages: Sequence[str] = ()) -> str:
    """In one line; where there are stages, who killed how many."""
    count = Counter(one.verdict for one in judged)
    by = Counter(one.by for one in judged if one.verdict == KILLED)
    each = ", ".join(f"{by[stage]} by {stage}" for stage in stages
                     if by[stage] or stage != BOTH)
    return (f"killed {count[KILLED]}{f' ({each})' if each else ''}, "
            f"survived {count[SURVIVED]}, "
            f"equivalent {count[EQUIVALENT]} of {len(judged)}")


def show(language: str, judged: list[Judged],
         stages: Sequence[str] = ()) -> int:
    """Prints what was not killed, a line for each room, and one for all, the
    last; the exit status: 0 where enough were killed."""
    rooms: dict[str, list[Judged]] = {}
    for one in sorted(judged, key=lambda one: (one.mutant.file, one.line)):
        rooms.setdefault(one.mutant.file.rpartition("/")[0], []).append(one)
        if one.verdict != KILLED:
            print(one)
    width = max(map(len, rooms), default=0)
    for room, some in sorted(rooms.items()):
        print(f"{room:{width}}  {counted(some, stages)}")
    print(f"{language}: {counted(judged, stages)}")
    count = Counter(one.verdict for one in judged)
    real = len(judged) - count[EQUIVALENT]
    return int(count[KILLED] * 100 < real * LEAST_KILLED)
