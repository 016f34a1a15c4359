# SPDX-License-Identifier: MIT
"""What equal runs stated, and where two of them contradict each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from quietcore.conclusions.contradictions import by_key, contradicted
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, SURE, TIE, UNSURE

STATED = (SURE, TIE)
#: Two statements of one finding, of two runs; such as contradict each other;
#: statements without which none does.
PAIRS, CONTRADICTORY, ODD = "pairs", "contradictory", "odd ones"
VERDICTS = (SURE, TIE, UNSURE, NONE)


@dataclass
class Count:
    """Of findings over all runs: verdicts, PAIRS, CONTRADICTORY and ODD."""

    of: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def share(self, some: str, *whole: str) -> float:
        """How many of those are so."""
        return self.of[some] / max(sum(self.of[word] for word in whole), 1)

    @property
    def contradictory(self) -> float:
        """Of pairs."""
        return self.share(CONTRADICTORY, PAIRS)

    @property
    def odd(self) -> float:
        """Of statements."""
        return self.share(ODD, *STATED)

    @property
    def unsure(self) -> float:
        """Of findings."""
        return self.share(UNSURE, *VERDICTS)


def odd_ones(pairs: list[tuple[int, int]]) -> int:
    """So many runs have to go until no pair is left; each time the one which
    contradicts the most others."""
    count = 0
    while pairs:
        [(worst, _)] = Counter(run for pair in pairs for run in pair).most_common(1)
        pairs = [pair for pair in pairs if worst not in pair]
        count += 1
    return count


def add(count: Count, key: tuple, runs: dict[int, Finding]) -> None:
    """One finding over all runs."""
    count.of.update(each.judged.verdict for each in runs.values())
    stated = {run: each for run, each in runs.items() if each.judged.verdict in STATED}
    wrong = contradicted(stated)
    count.of.update({PAIRS: len(stated) * (len(stated) - 1) // 2,
                     CONTRADICTORY: len(wrong), ODD: odd_ones(wrong)})
    for pair in wrong[:1]:
        count.examples.append("\n  ".join([f"{key[0]} {key[1]}", *(
            f"run {run + 1}: {stated[run].text}" for run in pair)]))


def by_experiment(runs: list[list[Finding]]) -> dict[str, Count]:
    """All findings of all runs; the last row is of all."""
    counts, whole = {}, Count()
    for key, found in by_key(runs).items():
        add(counts.setdefault(key[0], Count()), key, found)
        add(whole, key, found)
    return counts | {"all": whole}


def planted(runs: list[list[Finding]], wins: set[str]) -> tuple[int, int]:
    """Findings on the planted difference, on one core, which nobody disturbs:
    how many are sure of the right one, and how many there are."""
    found = [each for run in runs for each in run if each.asked.claim == "order"
             and each.cores == 1 and each.judged.verdict != NONE
             and wins & {subject.name for subject in each.asked.subjects}]
    right = [each for each in found if each.judged.verdict == SURE
             and each.asked.subjects[each.judged.winners[0]].name in wins]
    return len(right), len(found)
