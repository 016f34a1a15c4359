# SPDX-License-Identifier: MIT
"""Which numbers of a run have come, in memory that gaps alone cost."""

from __future__ import annotations

from collections.abc import Iterable

RANGES = 20     # gaps that are named


class Sequence:
    """The `seq` of a run's records: 0, 1, 2, ... without a gap if all is well."""

    def __init__(self) -> None:
        self.highest = -1
        self._next = 0                  # all below have come
        self._early: set[int] = set()   # have come, and are above

    def take(self, seq: int) -> tuple[bool, str]:
        """Whether the number is new, and what is wrong with it."""
        if seq < self._next or seq in self._early:
            return False, "comes a second time"
        fault = f"comes after {self.highest}" if seq < self.highest else ""
        self.highest = max(self.highest, seq)
        if seq != self._next:
            self._early.add(seq)
            return True, fault
        self._next += 1
        while self._next in self._early:
            self._early.remove(self._next)
            self._next += 1
        return True, fault

    def gaps(self) -> list[tuple[int, int]]:
        """First and last number of each gap below the highest."""
        found, at = [], self._next
        for seq in sorted(self._early):
            if seq > at:
                found.append((at, seq - 1))
            at = seq + 1
        return found


def ranges(gaps: Iterable[tuple[int, int]]) -> str:
    """Gaps as words, the first ones: 3, 5-9."""
    found = list(gaps)
    words = [str(a) if a == b else f"{a}-{b}" for a, b in found[:RANGES]]
    more = len(found) - RANGES
    return ", ".join(words) + (f" and {more} more gaps" if more > 0 else "")
