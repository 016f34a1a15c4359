# SPDX-License-Identifier: MIT
"""What the host concludes from a test's records."""

from collections.abc import Iterable
from statistics import median

import orjson
from quietcore.conclusions.asking import conclusions, record_of
from quietcore.log.reading import Run


def run_of(records: Iterable[dict]) -> Run:
    """Records as a run; their CRC is not looked at again."""
    records = [*records]
    return Run(version=2, lines=[orjson.dumps(each) for each in records],
               kinds=[each["record"] for each in records])


def middle(finding: dict) -> float:
    """The median of the clean rounds, however few: a test has no time for
    those that make a figure."""
    if finding["claim"] == "ratio":
        return median(own / base for base, own in zip(*finding["rounds"])
                      if base and own)
    return median(each for each in finding["rounds"][0] if each is not None)


def findings(records: Iterable[dict]) -> list[dict]:
    """Its conclusions, as records."""
    return [record_of(each) for each in conclusions(run_of(records))]
