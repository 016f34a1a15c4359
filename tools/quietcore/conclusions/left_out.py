# SPDX-License-Identifier: MIT
"""What a record leaves out because most of its kind lack it.

A log goes over a slow line. Who reads a record has every field all the same.
"""

from __future__ import annotations

#: Of a result: a batch has no tail, most take all their samples undisturbed,
#: and what is timed changes seldom.
RESULT = {"p99": None, "p999": None, "max": None, "stop": "samples",
          "quiet": "clean", "method": 1}
#: Of a validation: what is ok needs no reason.
VALIDATION = {"reason": None}
#: Of a finding that a gate has judged: null where it is not there.
NULLS = ("ratio", "ratio_low", "ratio_high", "reason", "threshold")
#: No subject is one of these where it is not there.
NOBODY = ("winners", "near")


def all_of_a_finding(record: dict) -> dict:
    """What a finding has that says none of it."""
    subjects = record.get("subjects")
    fit = ["fit"] * len(subjects) if isinstance(subjects, list) else []
    return dict.fromkeys(NULLS) | {name: [] for name in NOBODY} \
        | {"fitness": fit, "params": {}}


def filled(record: dict) -> dict:
    """The record, with what its image left out."""
    kind = record.get("record")
    if kind == "finding" and record.get("claim"):
        return all_of_a_finding(record) | record
    if kind == "result" and record.get("q") != 1:   # it knew no method
        return RESULT | record
    return VALIDATION | record if kind == "validation" else record
