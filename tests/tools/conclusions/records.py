# SPDX-License-Identifier: MIT
"""Records `finding` that are true, made from what was asked."""

from __future__ import annotations

from quietcore.conclusions.finding import Finding, fields_of, written
from quietcore.conclusions.gate import FACT, FIT, ORDER, Subject
from quietcore.conclusions.rounds import NEVER
from quietcore.conclusions.sentence import Question


def even(name: str, value: int, count: int = 6, fitness: str = FIT) -> Subject:
    """A subject whose rounds are all alike."""
    return Subject(name, fitness, [value] * count)


def finding(*subjects: Subject, claim: str = ORDER, name: str = "cheapest",
            cores: int = 1, threshold: int = 50) -> Finding:
    """What an experiment might conclude."""
    what = "Alone" if claim in (ORDER, "ratio") else "It takes %s ticks"
    return Finding("lock", name, cores,
                   Question(claim, "ticks", what, list(subjects), threshold,
                            "cheapest", "It never pays"))


def entry(milli: int) -> float | str | None:
    """A round as a record has it."""
    return "never" if milli == NEVER else written(
        None if milli < -2**62 else milli)


def record(of: Finding) -> dict:
    """The record without q, seq and crc."""
    asked = of.asked
    named = [] if asked.claim == FACT else asked.subjects
    return {"record": "finding", "experiment": of.experiment, "name": of.name,
            "claim": asked.claim, "unit": asked.unit, "params": {},
            "cores": of.cores, "what": asked.what,
            "threshold": None if asked.claim == FACT else asked.threshold / 10,
            "subjects": [each.name for each in named],
            "fitness": [each.fitness for each in named],
            "rounds": [[*map(entry, each.rounds)] for each in asked.subjects],
            } | fields_of(of) | {
                part: getattr(asked, part) for part
                in ("superlative", "never", "published")
                if getattr(asked, part) is not None}
