# SPDX-License-Identifier: MIT
"""What equal runs stated, and where two of them contradict each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from quietcore.conclusions.contradictions import by_key, contradicted
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, SURE, TIE, UNSURE

STATED = (SURE, TIE)


@dataclass
class Count:
    """Of some findings over all runs."""

    verdicts: Counter[str] = field(default_factory=Counter)
    pairs: int = 0          # two statements of one finding, of two runs
    contradictory: int = 0  # such pairs
    odd: int = 0            # statements without which none contradicts
    examples: list[str] = field(default_factory=list)

    def __iadd__(self, other: Count) -> Count:
        self.verdicts += other.verdicts
        self.pairs += other.pairs
        self.contradictory += other.contradictory
        self.odd += other.odd
        self.examples += other.examples
        return self

    @property
    def stated(self) -> int:
        """How often something was stated."""
        return sum(self.verdicts[word] for word in STATED)

    @property
    def share(self) -> float:
        """Of two runs' statements of one finding: how many contradict."""
        return self.contradictory / self.pairs if self.pairs else 0

    @property
    def odd_share(self) -> float:
        """How many statements have to go until all agree."""
        return self.odd / self.stated if self.stated else 0

    @property
    def unsure(self) -> float:
        """How many findings told nothing."""
        return self.verdicts[UNSURE] / max(self.verdicts.total(), 1)


def odd_ones(pairs: list[tuple[int, int]]) -> int:
    """So many runs have to go until no pair is left; each time the one which
    contradicts the most others."""
    count = 0
    while pairs:
        [(worst, _)] = Counter(run for pair in pairs for run in pair).most_common(1)
        pairs = [pair for pair in pairs if worst not in pair]
        count += 1
    return count


def count_of(key: tuple, runs: dict[int, Finding]) -> Count:
    """One finding over all runs."""
    count = Count(Counter(each.judged.verdict for each in runs.values()))
    stated = {run: each for run, each in runs.items() if each.judged.verdict in STATED}
    wrong = contradicted(stated)
    count.pairs = len(stated) * (len(stated) - 1) // 2
    count.contradictory = len(wrong)
    count.odd = odd_ones(wrong)
    for first, second in wrong[:1]:
        count.examples.append(
            f"{key[0]} {key[1]}\n  run {first + 1}: {stated[first].text}\n"
            f"  run {second + 1}: {stated[second].text}")
    return count


def by_experiment(runs: list[list[Finding]]) -> dict[str, Count]:
    """All findings of all runs."""
    counts: dict[str, Count] = {}
    for key, found in by_key(runs).items():
        count = counts.setdefault(key[0], Count())
        count += count_of(key, found)
    return counts


def in_all(counts: dict[str, Count]) -> Count:
    """The sum."""
    whole = Count()
    for count in counts.values():
        whole += count
    return whole


def planted(runs: list[list[Finding]], wins: set[str]) -> tuple[int, int]:
    """Findings on the planted difference: how many are sure of the right one,
    and how many there are."""
    found = [finding for run in runs for finding in run if is_planted(finding, wins)]
    right = [finding for finding in found if finding.judged.verdict == SURE
             and finding.asked.subjects[finding.judged.winners[0]].name in wins]
    return len(right), len(found)


def is_planted(finding: Finding, wins: set[str]) -> bool:
    """It orders the two planted ones on one core, which nobody disturbs."""
    names = {subject.name for subject in finding.asked.subjects}
    return bool(names & wins) and finding.asked.claim == "order" \
        and finding.cores == 1 and finding.judged.verdict != NONE
