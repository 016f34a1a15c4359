# SPDX-License-Identifier: MIT
"""What a run of ours has beside a published row, and whether they agree."""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.conclusions.gate import NONE, ORDER, UNSURE
from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.published.catalogue import Published
from quietcore.terminal.numbers import number

AGREES, DIFFERS, SHOWN = "agrees", "differs", "shown"
UNSETTLED, MISSING = "unsure", "not measured"
#: Of a finding, by its claim: of an order its lead counts, not its winner.
ENDS = {ORDER: ("ratio", "ratio_low", "ratio_high")}
VALUE = ("value", "low", "high")
#: Units of time, in which emulated figures are held against nobody's.
TIMES = ("ticks", "ns", "ms")


@dataclass(frozen=True)
class Ours:
    """Our figure in words with its unit, and the word on theirs."""

    text: str
    word: str


def finding_with(run: Run, name: str) -> dict | None:
    """The finding that carries an id; of several that of the most cores."""
    found = [record for record in run.each("finding")
             if record.get("published_id") == name]
    return max(found, key=lambda record: record.get("cores", 0), default=None)


def ends_of(finding: dict) -> tuple[float | None, ...]:
    """Value, low and high; a fact has its value for all three."""
    value, low, high = (finding.get(name) for name in
                        ENDS.get(finding["claim"], VALUE))
    return (value, value if low is None else low,
            value if high is None else high)


def word_on(row: Published, finding: dict, emulated: bool) -> str:
    """Whether our interval and their range meet."""
    value, low, high = ends_of(finding)
    if finding["verdict"] in (UNSURE, NONE):
        return UNSETTLED
    if row.low is None or emulated and finding["unit"] in TIMES:
        return SHOWN
    if value is None:   # never in reach
        return DIFFERS
    return AGREES if low <= row.high and row.low <= high else DIFFERS


def in_words(finding: dict) -> str:
    """`8.1 times (7.9 to 8.4)`; of one that has no figure its reason."""
    value, low, high = ends_of(finding)
    if value is None:
        return finding.get("reason") or "never"
    text = f"{number(value)} {finding['unit']}".rstrip()
    if low == high:
        return text
    return f"{text} ({number(low)} to {number(high)})"


def ours(run: Run, row: Published) -> Ours:
    """What the run has beside the row."""
    finding = finding_with(run, row.id)
    if finding is None:
        return Ours("", MISSING)
    emulated = bool(mark(run.context))
    return Ours(in_words(finding), word_on(row, finding, emulated))


def missing(run: Run, rows: tuple[Published, ...]) -> list[str]:
    """Ids that are due and that no finding of the run carries."""
    return [row.id for row in rows
            if not row.needs and finding_with(run, row.id) is None]
