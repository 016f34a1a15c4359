# SPDX-License-Identifier: MIT
"""Findings of several runs that cannot all be true."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import (
    CROSSING, FACT, SURE, TIE, VALUE)
from quietcore.conclusions.rounds import Span

WHOLE = 1000


def widened(span: Span, threshold: int) -> tuple[int, int]:
    """An interval, the threshold wider at either end."""
    more, less = (WHOLE + threshold, WHOLE), (WHOLE, WHOLE + threshold)
    down, up = less if span.low >= 0 else more, more if span.high >= 0 else less
    return span.low * down[0] // down[1], -(-span.high * up[0] // up[1])


def reach(finding: Finding) -> tuple[int, int]:
    """Where a sure figure may lie; a crossing's interval is wide already."""
    span = finding.judged.figure
    return widened(span, 0 if finding.asked.claim == CROSSING
                   else finding.asked.threshold)


def apart(a: Finding, b: Finding) -> bool:
    """Two sure figures do not overlap, each widened by its threshold."""
    (low, high), (other_low, other_high) = reach(a), reach(b)
    return high < other_low or other_high < low


def contradict(a: Finding, b: Finding) -> bool:
    """Two findings of one name cannot both be true."""
    first, second = a.judged, b.judged
    if not {first.verdict, second.verdict} <= {SURE, TIE}:
        return False
    if a.asked.claim != b.asked.claim:
        return True
    if a.asked.claim == FACT:
        return first.figure.value != second.figure.value
    if a.asked.claim in (VALUE, CROSSING):
        return apart(a, b)
    return not (agree(a, b) and agree(b, a))


def names_of(finding: Finding, which: tuple[int, ...]) -> set[str]:
    """Names of some subjects."""
    return {finding.asked.subjects[at].name for at in which}


def agree(a: Finding, b: Finding) -> bool:
    """All that win in one do so in the other, or may: they are near."""
    return names_of(a, a.judged.winners) \
        <= names_of(b, b.judged.winners + b.judged.near)


def key_of(finding: Finding) -> tuple[str, str, int]:
    """What tells findings apart."""
    return finding.experiment, finding.name, finding.cores


def by_key(runs: Iterable[list[Finding]]) -> dict[tuple, dict[int, Finding]]:
    """Findings by what they are of, then by run."""
    found: dict[tuple, dict[int, Finding]] = {}
    for run, findings in enumerate(runs):
        for finding in findings:
            found.setdefault(key_of(finding), {})[run] = finding
    return found


def contradicted(findings: dict[int, Finding]) -> list[tuple[int, int]]:
    """Of one key: the pairs of runs that contradict each other."""
    return [(first, second) for (first, a), (second, b)
            in combinations(findings.items(), 2) if contradict(a, b)]
