# SPDX-License-Identifier: MIT
"""The parts of runs from any number of pictures: what is there, what lacks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from quietcore.camera.parts import Newer, NotOurs, Part, part_of


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
        return [number for number in range(1, self.any.of + 1)
                if number not in self.parts]

    def text(self) -> str:
        """What is there, in order."""
        return "".join(self.parts[number].text
                       for number in sorted(self.parts))


@dataclass
class Collected:
    """What pictures showed."""

    runs: dict[str, OfRun] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)  # by picture
    newer: bool = False

    def add(self, where: str, codes: list[bytes], damaged: bool) -> None:
        """A picture of that name with these codes."""
        if damaged:
            self.problems.append(
                f"{where}: {'one code' if codes else 'none'} of what looks like "
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
            self.problems.append(
                f"{where}: part {part.number} of {part.of} does not belong to "
                f"the others of run {part.run}")
            return
        run.parts.setdefault(part.number, part)
        run.seen[part.number] += 1

    def chosen(self, name: str | None) -> OfRun | None:
        """The run of that name; without one that of which there is most."""
        if name:
            return self.runs.get(name)
        return max(self.runs.values(), key=lambda run: len(run.parts),
                   default=None)


def lacks(run: OfRun) -> list[str]:
    """What of a run no picture shows, by the page to photograph again."""
    pages: dict[int, list[str]] = {}
    for number in run.missing:
        pages.setdefault(run.any.page_of(number), []).append(str(number))
    return [f"page {page} of the screen is missing, or part of it: "
            f"code{'s' * (len(numbers) > 1)} {' and '.join(numbers)} of "
            f"{run.any.of}" for page, numbers in pages.items()]
