# SPDX-License-Identifier: MIT
"""What is wrong with a file's runs, named; bounded whatever comes."""

from __future__ import annotations

from collections import Counter

NAMED = 100     # of all runs of a file; beyond these a run names its first


def shortened(text: str, most: int = 200) -> str:
    """At most so many characters of a text that may be anyone's."""
    return text if len(text) <= most else text[:most - 3] + "..."


class Budget:
    """How many problems may still be named, of a whole file."""

    def __init__(self, left: int = NAMED):
        self.left = left


class Problems:
    """A run's problems in the order of the file, and the records it lost."""

    def __init__(self, budget: Budget):
        self._budget = budget
        self._named: list[str] = []
        self._more = 0
        self._left_out: Counter[str] = Counter()

    def add(self, text: str) -> None:
        """Names a problem, or counts it where enough are named."""
        if self._named and self._budget.left <= 0:
            self._more += 1
            return
        self._budget.left -= 1
        self._named.append(text)

    def leave_out(self, kind: str, text: str) -> None:
        """A problem that keeps a record of a kind out of everything."""
        self._left_out[kind] += 1
        self.add(text)

    def texts(self) -> list[str]:
        """All of it in words; empty where nothing is wrong."""
        words = list(self._named)
        if self._more:
            words.append(f"{self._more} more problems are not named")
        if self._left_out:
            kinds = ", ".join(f"{count} {kind}" for kind, count in self._left_out.most_common(10))
            total = sum(self._left_out.values())
            words.append(f"left out, as nothing can be read from them: {total} "
                         f"record{'s' * (total > 1)} ({kinds})")
        return words
