# SPDX-License-Identifier: MIT
"""A record `finding`: judged once more from its own rounds."""

from __future__ import annotations

import json
from dataclasses import dataclass

from quietcore.conclusions.gate import (
    CROSSING, DRIFTED, FACT, FAILED, FIT, NOT_PROVEN, PLACED, RATIO, TURNS,
    VALUE, Judged, Subject, judge)
from quietcore.conclusions.left_out import filled
from quietcore.conclusions.rounds import (
    NEVER, NO_ROUND, four_digits, thousandths)
from quietcore.conclusions.sentence import Question, sentence
from quietcore.terminal.numbers import counted

#: Fields that a record with a claim has beside those of any finding.
JUDGED = ("cores", "rounds")
PER_SUBJECT = ("subjects", "fitness", "rounds")
UNFIT = (PLACED, DRIFTED, TURNS, NOT_PROVEN, FAILED)
#: Subjects that a claim is about; one that is not named was not measured.
SUBJECTS = {RATIO: 2, CROSSING: 3, VALUE: 1, FACT: 1}
SUBJECTS_MOST = 32          # of any claim
THRESHOLD_MOST = 1000.0     # per cent


@dataclass(frozen=True)
class Finding:
    """What was asked, and the gate's answer."""

    experiment: str
    name: str
    cores: int
    asked: Question

    @property
    def judged(self) -> Judged:
        """What may be concluded."""
        asked = self.asked
        return judge(asked.claim, asked.subjects, asked.threshold)

    @property
    def text(self) -> str:
        """The same in words."""
        return sentence(self.asked, self.judged)


def round_of(entry: float | str | None) -> int:
    """A round as the gate takes it."""
    if entry is None:
        return NO_ROUND
    return NEVER if entry == "never" else thousandths(entry)


def nameless(record: dict) -> bool:
    """A fact, or a value of nothing that has a name."""
    return not record["subjects"] and len(record["rounds"]) == 1


def subjects_of(record: dict) -> list[Subject]:
    """The subjects, as many as the claim needs. One without a name is as fit
    as the reason tells."""
    if nameless(record):
        fitness = record["reason"] if record["reason"] in UNFIT else FIT
        return [Subject("", fitness, [*map(round_of, *record["rounds"])])]
    found = [Subject(name, fitness, [*map(round_of, rounds)])
             for name, fitness, rounds in zip(
                 record["subjects"], record["fitness"], record["rounds"])]
    missing = SUBJECTS.get(record["claim"], 1) - len(found)
    return found + [Subject("", FIT, [])] * missing


def finding_of(record: dict) -> Finding | None:
    """The finding of a record; None of one that was never judged (a log of
    before there was a gate)."""
    if not record.get("claim"):
        return None
    threshold = 0 if record["claim"] == FACT \
        else round(record["threshold"] * 10)
    return Finding(
        record["experiment"], record["name"], record["cores"],
        Question(record["claim"], record["unit"], record.get("what", ""),
                 subjects_of(record), threshold,
                 *map(record.get, ("superlative", "never", "published"))))


# ---- what a record must say -----------------------------------------------------


def written(milli: int | None) -> float | None:
    """Thousandths as the record writes them."""
    if milli is None or milli == NEVER:
        return None
    return four_digits(milli) / 1000


def fields_of(finding: Finding) -> dict:
    """The fields of a record that follow from the others."""
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


def misshapen(record: dict) -> str:
    """What a record lacks that the gate must know; "" if nothing."""
    missing = [name for name in JUDGED if name not in record]
    if missing:
        return f"{', '.join(missing)} missing"
    if not nameless(record) \
            and len({len(record[name]) for name in PER_SUBJECT}) > 1:
        return f"{', '.join(PER_SUBJECT)} are not as many"
    most = SUBJECTS.get(record["claim"], SUBJECTS_MOST)
    if len(record["rounds"]) > most:
        return f"{counted(len(record['rounds']), 'subject')}, {most} at most"
    threshold = record["threshold"]
    if record["claim"] != FACT and not 0 < (threshold or 0) <= THRESHOLD_MOST:
        return f"threshold is {shown(threshold)}"
    return ""


def untrue(record: dict) -> str:
    """What of a finding does not follow from its own rounds; "" if all does.

    The sentence is left alone where its parts are not in the record, or were
    cut.
    """
    if not record.get("claim"):
        return "" if record.get("verdict") is None \
            else "a verdict without a claim"
    record = filled(record)
    wrong = misshapen(record)
    if wrong:
        return wrong
    expected = fields_of(finding_of(record))
    if "what" not in record or any(key.endswith("_cut") for key in record):
        del expected["text"]
    return next((f"its {name} is {shown(record[name])}, from its own rounds "
                 f"follows {shown(right)}" for name, right in expected.items()
                 if record[name] != right), "")


def shown(value: object) -> str:
    """A field's value as JSON, for a problem."""
    return json.dumps(value)
