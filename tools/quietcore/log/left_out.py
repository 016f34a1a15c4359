# SPDX-License-Identifier: MIT
"""What a record leaves out because most of its kind lack it.

A log goes over a slow line. Who reads a record has every field all the same.
"""

from __future__ import annotations

#: Of a result: a batch has no tail, most take all their samples undisturbed and
#: are proven right, and what is timed changes seldom.
RESULT = {"p99": None, "p999": None, "max": None, "stop": "samples",
          "quiet": "clean", "method": 1, "proven": "ok"}
#: Of a validation: what is ok needs no reason.
VALIDATION = {"reason": None}


def filled(record: dict) -> dict:
    """The record, with what its image left out."""
    if record.get("record") == "validation":
        return VALIDATION | record
    if record.get("record") != "result":
        return record
    # Where each round had one sample, their means are their medians.
    return RESULT | {"round_means": record.get("rounds")} | record
