# SPDX-License-Identifier: MIT
"""A conclusion: what was asked of which rows, and what is said of it."""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.conclusions.gate import Judged, judge
from quietcore.conclusions.rounds import NEVER, four_digits
from quietcore.conclusions.sentence import Question, sentence


@dataclass(frozen=True)
class Finding:
    """What was asked, and the decision rule's answer."""

    experiment: str
    name: str
    cores: int
    asked: Question
    own: bool = False       # asked by a table of the user's

    @property
    def judged(self) -> Judged:
        """What may be concluded."""
        asked = self.asked
        return judge(asked.claim, asked.subjects, asked.threshold)

    @property
    def text(self) -> str:
        """The same in words."""
        return sentence(self.asked, self.judged)


def written(milli: int | None) -> float | None:
    """Thousandths as the log would have them."""
    if milli is None or milli == NEVER:
        return None
    return four_digits(milli) / 1000


def fields_of(finding: Finding) -> dict:
    """Verdict, figures and sentence as fields of a record."""
    judged = finding.judged
    spans = {"": judged.figure, "ratio": judged.ratio}
    names = [subject.name for subject in finding.asked.subjects]
    fields = {"verdict": judged.verdict, "reason": judged.reason,
              "winners": [names[at] for at in judged.winners],
              "near": [names[at] for at in judged.near]}
    for prefix, span in spans.items():
        low, high = (f"{prefix}_{end}" if prefix else end
                     for end in ("low", "high"))
        fields |= {prefix or "value": written(span.value),
                   low: written(span.low), high: written(span.high)}
    return fields | {"text": finding.text}
