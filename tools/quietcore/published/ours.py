# SPDX-License-Identifier: MIT
"""What a run of ours has beside a published row, and whether they agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from quietcore.conclusions.gate import NONE, ORDER, UNSURE
from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.published.catalogue import Published
from quietcore.terminal.numbers import number

AGREES, DIFFERS, SHOWN = "agrees", "differs", "shown"
UNSETTLED, MISSING, CANNOT = "unsure", "not measured", "cannot be shown"
#: Of several findings with one id the last of these words counts.
BY_WEIGHT = (CANNOT, MISSING, AGREES, SHOWN, UNSETTLED, DIFFERS)
NOT_MEASURED = "not_measured"   # a finding's reason
#: Reasons of rounds that are enough and clean, but wide: where their whole
#: interval lies apart from the published range, that is settled.
WIDE = ("spread", "close")
#: Units of time and of speed, in which emulated figures are held against
#: nobody's.
TIMES = ("ticks", "ns", "ms", "ms a document", "GB/s")


@dataclass(frozen=True)
class Ours:
    """Our figure in words with its unit, and the word on theirs."""

    text: str
    word: str
    reason: str = ""    # of UNSETTLED: that of the finding


def findings_with(run: Run, name: str) -> list[dict]:
    """The findings that carry an id, those of the most cores."""
    found = [record for record in run.each("finding")
             if record.get("published_id") == name]
    most = max((record.get("cores", 0) for record in found), default=0)
    return [record for record in found if record.get("cores", 0) == most]


def ends_of(finding: dict) -> tuple[float | None, float, float]:
    """Value, low and high; what is never in reach lies beyond every range."""
    return (finding["value"],
            *(inf if finding.get(end) is None else finding[end]
              for end in ("low", "high")))


def no_figure(row: Published, finding: dict, emulated: bool) -> bool:
    """Whether theirs and ours cannot be held against each other."""
    return (row.low is None or finding["unit"] != row.unit
            or emulated and finding["unit"] in TIMES)


def word_on(row: Published, finding: dict, emulated: bool) -> str:
    """Whether our interval and their range meet."""
    verdict = finding["verdict"]
    if verdict == NONE and finding["reason"] == NOT_MEASURED:
        return CANNOT if row.needs else MISSING
    if verdict == NONE:
        return UNSETTLED
    if no_figure(row, finding, emulated):
        return UNSETTLED if verdict == UNSURE else SHOWN
    _, low, high = ends_of(finding)
    apart = low > row.high or high < row.low
    settled = verdict != UNSURE or (
        apart and finding["reason"] in WIDE and finding["low"] is not None)
    if not settled:
        return UNSETTLED
    return DIFFERS if apart else AGREES


def reach(value: float) -> str:
    """A figure of an interval, which may lie beyond all."""
    return "never" if value == inf else number(value)


def in_words(finding: dict) -> str:
    """`8.1 times (7.9 to 8.4)`; of an order who takes least, and how much."""
    value, low, high = ends_of(finding)
    unsure = finding["verdict"] == UNSURE
    if finding["verdict"] == NONE or unsure and low == inf:
        return ""
    text = "never" if value is None else f"{number(value)} {finding['unit']}"
    if finding["claim"] == ORDER:
        return ", ".join([*finding.get("winners", ()), text])
    return text if low == high else f"{text} ({reach(low)} to {reach(high)})"


def of_finding(run: Run, row: Published, finding: dict) -> Ours:
    """What one finding has beside the row."""
    word = word_on(row, finding, bool(mark(run.context)))
    reason = finding.get("reason") or "" if word == UNSETTLED else ""
    return Ours(in_words(finding), word, reason.replace("_", " "))


def ours(run: Run, row: Published) -> Ours:
    """What the run has beside the row: of several findings the one that
    agrees least, as theirs has to hold for each of them."""
    found = [of_finding(run, row, finding)
             for finding in findings_with(run, row.id)]
    return max(found, key=lambda each: BY_WEIGHT.index(each.word),
               default=Ours("", CANNOT if row.needs else MISSING))


def missing(run: Run, rows: tuple[Published, ...]) -> list[str]:
    """Ids that are due and of which the run has measured nothing."""
    return [row.id for row in rows if ours(run, row).word == MISSING]
