# SPDX-License-Identifier: MIT
"""The gaps of the records `silence`: by length, by cause, on all cores at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from quietcore.log.reading import Run

#: Where classes of lengths begin, microseconds; the first begins at `least`.
CLASSES_US = (10, 100, 1000, 10000)
INSTRUCTIONS_A_US = 1000    # of a machine that counts them as nanoseconds


@dataclass(frozen=True)
class Clock:
    """How the lengths of a record are shown."""

    unit: str           # "us", "instructions", or "ticks" of an unknown length
    factor: float       # times the record's length
    classes: tuple[int, ...]    # where classes begin, in the unit

    def of(self, length: float) -> float:
        """A length in the unit."""
        return length * self.factor

    def span(self, length: float, text: Callable[[float], str]) -> str:
        """A long one: seconds, where the unit is one of time."""
        return f"{text(self.of(length) / 1e6)} s" if self.unit == "us" \
            else f"{text(length)} {self.unit}"


def clock_of(run: Run) -> Clock:
    """Of the run's context; instructions are never told as time."""
    unit, hz = run.of("silence")[0]["unit"], run.context.get("tsc_hz")
    if unit == "ticks" and hz:
        return Clock("us", 1e6 / hz, CLASSES_US)
    return Clock(unit, 1, tuple(at * INSTRUCTIONS_A_US for at in CLASSES_US))


def lost_ppm(record: dict) -> float:
    """Parts per million of the time watched."""
    return record["lost"] * 1e6 / record["watched"] if record["watched"] else 0


def by_length(record: dict, clock: Clock) -> list[int]:
    """How many gaps there were of each class, the first from `least` on.

    A bin of the record counts where it begins, so one that `least` cuts is
    completed by the number of all gaps.
    """
    counts = [0] * (len(clock.classes) + 1)
    for start, count in record["lengths"]:
        if start >= record["least"]:
            counts[sum(clock.of(start) >= at for at in clock.classes)] += count
    counts[0] += record["gaps"] - sum(counts)
    return counts


def alike(one: list[int], other: list[int]) -> bool:
    """Do two gaps (begin, length) share nine tenths of the longer one? Long ones
    that overlap by chance, as on a busy host, seldom do."""
    begin, end = max(one[0], other[0]), min(sum(one), sum(other))
    return 10 * (end - begin) >= 9 * max(one[1], other[1])


def at_once(records: list[dict]) -> int:
    """Of the longest gaps of the first core, those which met all cores.

    All cores' stamps have one start. An SMI, or a pause of a whole virtual
    machine, takes all of them at about the same time, for about as long.
    """
    if len(records) < 2:
        return 0
    first, *others = records
    return sum(all(any(alike(gap, its) for its in other["longest"])
                   for other in others) for gap in first["longest"])


def causes(records: list[dict]) -> dict[str | None, tuple[int, int]]:
    """Gaps and their length in all, by cause, over all cores; the most lost
    first. None: nothing that is counted tells."""
    found: dict[str | None, tuple[int, int]] = {}
    for record in records:
        for name, gaps, lost in record["causes"]:
            had = found.get(name, (0, 0))
            found[name] = (had[0] + gaps, had[1] + lost)
    return dict(sorted(found.items(), key=lambda one: -one[1][1]))
