# SPDX-License-Identifier: MIT
"""The codes that pictures show: what one holds, the parts of runs from any number
of pictures, and what lacks."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

# ---- one code --------------------------------------------------------------------

FORM = 2    # of the codes; a newer one is another
FIRST = re.compile(rb"QC(\d+) ")
HEAD = re.compile(rb"(QC2 ([0-9a-f]{16}) (\d{1,3})/(\d{1,3}) (\d+)x(\d) "
                  rb"(\S+) (\S+) (\S+) (\S+) )([0-9a-f]{8})\n")


class NotOurs(ValueError):
    """A code that quietcore has not made; its text says what it is."""


class Newer(NotOurs):
    """Made by a quietcore that this qc does not know."""


class Damaged(NotOurs):
    """One of ours whose bytes are not those that were sent."""


class Context(NamedTuple):
    """What figures are worth: fields of the log's context."""

    trust: str
    trust_claimed: str
    tsc_hz: int     # 0: unknown
    tsc_step: int   # ticks


class Part(NamedTuple):
    """What one code holds."""

    run: str
    number: int    # from 1 on
    of: int
    page: int      # which page of the screen has the first code
    across: int    # codes on a page
    context: Context
    text: str      # whole lines

    def page_of(self, number: int) -> int:
        """Which page of the screen shows that part."""
        return self.page + (number - 1) // self.across


def part_of(code: bytes) -> Part:
    """What a code holds; raises NotOurs where it is none to be used."""
    first = FIRST.match(code)
    if not first:
        raise NotOurs(f"a code of something else ({code[:24]!r})")
    if int(first[1]) > FORM:
        raise Newer(f"a code of form {int(first[1])}, which this qc does not know")
    head = HEAD.match(code)
    lines = code[head.end():] if head else b""
    if not head or zlib.crc32(head[1] + lines) != int(head[11], 16):
        raise Damaged("a code whose checksum is wrong")
    run = head[2].decode()
    number, of, page, across = map(int, head.group(3, 4, 5, 6))
    if not 1 <= number <= of or not page or not across:
        raise Damaged(f"a code that says it is part {number} of {of}")
    trust, claimed, hz, step = (word.decode("cp437") for word in head.group(7, 8, 9, 10))
    context = Context(trust, claimed, *(int(word) if word.isdigit() else 0 for word in (hz, step)))
    return Part(run, number, of, page, across, context, lines.decode("cp437"))


# ---- of a run --------------------------------------------------------------------


@dataclass
class OfRun:
    """The parts of one run."""

    name: str
    parts: dict[int, Part] = field(default_factory=dict)
    seen: Counter = field(default_factory=Counter)   # number: pictures

    @property
    def any(self) -> Part:
        """One of them: they agree on what they are parts of."""
        return next(iter(self.parts.values()))

    @property
    def missing(self) -> list[int]:
        """Numbers of those that no picture shows."""
        return [number for number in range(1, self.any.of + 1) if number not in self.parts]

    def text(self) -> str:
        """What is there, in order."""
        return "".join(self.parts[number].text for number in sorted(self.parts))


@dataclass
class Collected:
    """What pictures showed."""

    runs: dict[str, OfRun] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)  # by picture
    newer: bool = False

    def add(self, where: str, codes: list[bytes], damaged: bool) -> None:
        """A picture of that name with these codes."""
        if damaged:
            self.problems.append(f"{where}: {'one code' if codes else 'none'} of what looks like "
                                 "codes can be read: sharper, straighter, nearer?")
        elif not codes:
            self.problems.append(f"{where} shows no code")
        for code in codes:
            try:
                self.take(part_of(code), where)
            except NotOurs as why:
                self.newer |= isinstance(why, Newer)
                self.problems.append(f"{where} shows {why}")

    def take(self, part: Part, where: str) -> None:
        """A part; one that contradicts those before it is left out."""
        run = self.runs.setdefault(part.run, OfRun(part.run))
        if run.parts and run.any[2:6] != part[2:6]:
            self.problems.append(f"{where}: part {part.number} of {part.of} does not belong to "
                                 f"the others of run {part.run}")
            return
        run.parts.setdefault(part.number, part)
        run.seen[part.number] += 1

    def chosen(self, name: str | None) -> OfRun | None:
        """The run of that name; without one that of which there is most."""
        if name:
            return self.runs.get(name)
        return max(self.runs.values(), key=lambda run: len(run.parts), default=None)


def lacks(run: OfRun) -> list[str]:
    """What of a run no picture shows, by the page to photograph again."""
    pages: dict[int, list[str]] = {}
    for number in run.missing:
        pages.setdefault(run.any.page_of(number), []).append(str(number))
    return [f"page {page} of the screen is missing, or part of it: "
            f"code{'s' * (len(numbers) > 1)} {' and '.join(numbers)} of "
            f"{run.any.of}" for page, numbers in pages.items()]
