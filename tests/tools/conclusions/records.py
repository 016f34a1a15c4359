# SPDX-License-Identifier: MIT
"""Conclusions for tests that need a given set of them, and rows of locks."""

from __future__ import annotations

import make_log
from quietcore.conclusions import asking
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import FIT, ORDER, RATIO, VALUE, Subject
from quietcore.conclusions.sentence import Question

#: Conclusions by the variant of the record that stands for them.
STATED: dict[str, Finding] = {}


def even(name: str, value: int, count: int = 6, fitness: str = FIT) -> Subject:
    """A subject whose rounds are all alike."""
    return Subject(name, fitness, [value] * count)


def finding(*subjects: Subject, claim: str = ORDER, name: str = "cheapest",
            cores: int = 1, threshold: int = 50) -> Finding:
    """What an experiment might conclude."""
    what = "Alone" if claim in (ORDER, RATIO) else "It takes %s ticks"
    return Finding("lock", name, cores,
                   Question(claim, "ticks", what, list(subjects), threshold,
                            "cheapest", "It never pays"))


def value(name: str, subject: Subject, experiment: str = "lock",
          what: str = "", cores: int = 1, **words) -> Finding:
    """A figure, `NAME takes 5.00 ticks`."""
    return Finding(experiment, name, cores, Question(
        VALUE, words.pop("unit", "ticks"), what or f"{name} takes %s ticks",
        [subject], 150, **words))


def stated(of: Finding) -> dict:
    """A record of which exactly this is concluded, whatever the table asks."""
    variant = f"stated {len(STATED)}"
    STATED[variant] = of
    return make_log.quantity(of.experiment, variant, [1], cores=of.cores)


def state_conclusions(monkeypatch) -> None:
    """Runs with such records conclude what those stand for, and no more."""
    ask = asking.concluded_of

    def concluded_of(run):
        told = [STATED[record["variant"]] for record in run.each("quantity")
                if record["variant"] in STATED]
        return told or ask(run)

    monkeypatch.setattr(asking, "concluded_of", concluded_of)


def locks(**milli: int) -> list[dict]:
    """Rows of locks that nobody else wants, six even rounds each."""
    return [make_log.row("lock", name, [each / 1000] * 6) for name, each in milli.items()]
