# SPDX-License-Identifier: MIT
"""One finding of several boots.

From six boots on the unit is a boot: each gives the median of its rounds.
Nothing finer than FINEST is claimed even then. All boots are of one build, so
what its layout favours stays in all of them, and that makes a difference of a
per cent or two.

Fewer boots cannot tell how much boots differ. Their rounds are judged together,
and no finer than one boot's are.
"""

from __future__ import annotations

from dataclasses import replace
from os.path import commonprefix

from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import (
    DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, ORDER, TURNS, VALUE,
    Subject)
from quietcore.conclusions.rounds import LEAST, NO_ROUND, reach_of, span_of

FINEST = 20     # thousandths
#: From the best: of several boots the worst counts.
FITNESS = (FIT, DRIFTED, TURNS, NOT_PROVEN, FAILED)


def in_boot(finding: Finding, name: str) -> Subject:
    """A subject of one boot; without any round where it was not measured."""
    return next((subject for subject in finding.asked.subjects
                 if subject.name == name), Subject(name, FIT, []))


def median(finding: Finding, name: str) -> int:
    """What a boot says of a subject; a fact has one round."""
    subject = in_boot(finding, name)
    reached = reach_of if finding.asked.claim == FACT else span_of
    value = None if subject.fitness == DRIFTED else reached(subject.clean).value
    return NO_ROUND if value is None else value


def worst(boots: list[Subject]) -> str:
    """The fitness over all boots; of many, one that drifted is no round."""
    found = [FIT if len(boots) >= LEAST and boot.fitness == DRIFTED
             else boot.fitness for boot in boots]
    return max(found, key=FITNESS.index)


def together(findings: list[Finding], name: str) -> list[int]:
    """The rounds of all boots, those of the subjects still in pairs."""
    rounds: list[int] = []
    for finding in findings:
        own = in_boot(finding, name).rounds
        most = max(len(each.rounds) for each in finding.asked.subjects)
        rounds += own + [NO_ROUND] * (most - len(own))
    return rounds


def subject_over(findings: list[Finding], name: str) -> Subject:
    """A subject with a round for each boot, or all rounds of few boots."""
    boots = [in_boot(finding, name) for finding in findings]
    rounds = [median(each, name) for each in findings] \
        if len(boots) >= LEAST else together(findings, name)
    if not any(boot.rounds for boot in boots):
        rounds = []
    least = [boot.least for boot in boots if boot.least is not None]
    return Subject(name, worst(boots), rounds, least=min(least, default=None))


def threshold_over(findings: list[Finding]) -> int:
    """A figure's own interval says how fine it is; a difference is claimed
    down to FINEST."""
    one_boot = max(finding.asked.threshold for finding in findings)
    return one_boot if len(findings) < LEAST \
        or findings[0].asked.claim == VALUE else FINEST


def in_common(texts: list[str]) -> str:
    """What all boots say: up to the clause in which one says otherwise."""
    same = commonprefix(texts)
    return same if same in texts else same.rpartition(",")[0] or texts[0]


def over_boots(findings: list[Finding]) -> Finding:
    """What all boots say together; each finding is of another boot."""
    first = findings[0]
    claim = first.asked.claim
    names = dict.fromkeys(
        subject.name for finding in (findings if claim == ORDER else [first])
        for subject in finding.asked.subjects)
    subjects = [subject_over(findings, name) for name in names]
    if claim == FACT and len({finding.judged.figure for finding
                              in findings}) > 1:
        claim = VALUE   # no fact after all
    return replace(first, asked=replace(
        first.asked, claim=claim, subjects=subjects, boots=len(findings),
        what=in_common([finding.asked.what for finding in findings]),
        threshold=threshold_over(findings)))
