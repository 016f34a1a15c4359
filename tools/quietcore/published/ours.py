# SPDX-License-Identifier: MIT
"""What a run of ours has beside a published row, and whether they agree."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from quietcore.conclusions.asking import concluded
from quietcore.conclusions.gate import LEAST, NONE, ORDER, UNSURE
from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.published.catalogue import Published
from quietcore.terminal.numbers import number

AGREES, DIFFERS, CANNOT = "agrees", "differs", "cannot be shown here"
MISSING = "not measured"
#: Of several findings with one id the last of these words counts.
BY_WEIGHT = (MISSING, AGREES, CANNOT, DIFFERS)
NOT_MEASURED = "not_measured"   # a finding's reason
#: Reasons of rounds that are enough and clean, but wide: where their whole
#: interval lies in the published range or apart from it, that is settled.
WIDE = ("spread", "close")
#: Units of time and of speed, in which emulated figures are held against
#: nobody's.
TIMES = ("ticks", "ns", "ms", "ms a document", "GB/s")

#: Why a finding's own rounds settle nothing, and what it would take.
NOISE = {
    "disturbed": ("{clean} of {rounds} rounds were clean", "a calm machine"),
    "spread": ("its rounds differ", "a calm machine"),
    "drifted": ("the machine drifted meanwhile", "a calm machine"),
    "close": ("it is too close for one boot", "six boots"),
    "rounds": ("{rounds} rounds are too few", f"{LEAST} rounds"),
    "turns": ("its cores took turns", "as many real ones"),
}
#: What other reasons come to: nothing right was measured.
NOT_RIGHT = ("it is not proven right", "a run that proves it")
NO_FIGURE = ("no such figure is published", "one in {unit}")
EMULATED = ("ours is of an emulator", "a real machine")


@dataclass(frozen=True)
class Ours:
    """Our figure in words with its unit, and the word on theirs."""

    text: str
    word: str
    takes: str = ""     # of CANNOT: why, and what it would take


def findings_with(run: Run, name: str) -> list[dict]:
    """The findings that carry an id, those of the most cores."""
    found = [record for record in concluded(run)
             if record.get("published_id") == name]
    most = max((record.get("cores", 0) for record in found), default=0)
    return [record for record in found if record.get("cores", 0) == most]


def ends_of(finding: dict) -> tuple[float | None, float, float]:
    """Value, low and high; what is never in reach lies beyond every range."""
    return (finding["value"],
            *(inf if finding.get(end) is None else finding[end]
              for end in ("low", "high")))


def clean_of(finding: dict) -> dict[str, int]:
    """How many rounds there are, and how many of them are clean: of the
    subject that has fewest."""
    rounds = finding.get("rounds") or [[]]
    return {"rounds": min(map(len, rounds)),
            "clean": min(sum(value is not None for value in of)
                         for of in rounds)}


def is_settled(row: Published, finding: dict) -> bool:
    """Whether the rounds say on which side of their range ours is."""
    if finding["verdict"] != UNSURE:
        return finding["verdict"] != NONE
    if finding["reason"] not in WIDE or finding["low"] is None:
        return False
    _, low, high = ends_of(finding)
    within = finding["high"] is not None and row.low <= low and high <= row.high
    return within or low > row.high or high < row.low


def obstacles(row: Published, finding: dict,
              emulated: bool) -> list[tuple[str, str]]:
    """Why theirs and ours cannot be held against each other, and what each
    would take; none: they can."""
    found = []
    if row.low is None or finding["unit"] != row.unit:
        unsettled = finding["verdict"] in (UNSURE, NONE)
        found.append(NO_FIGURE)
    else:
        unsettled = not is_settled(row, finding)
        if emulated and finding["unit"] in TIMES:
            found.append(EMULATED)
    if unsettled:
        found.insert(0, NOISE.get(finding["reason"], NOT_RIGHT))
    words = clean_of(finding) | {"unit": row.unit}
    return [(why.format(**words), takes.format(**words))
            for why, takes in found]


def takes_of(found: list[tuple[str, str]]) -> str:
    """`4 of 8 rounds were clean. It takes a calm machine`."""
    why, takes = (" and ".join(dict.fromkeys(each)) for each in zip(*found))
    return f"{why[0].upper()}{why[1:]}. It takes {takes}"


def word_on(row: Published, finding: dict) -> str:
    """Whether our interval and their range meet."""
    _, low, high = ends_of(finding)
    return DIFFERS if low > row.high or high < row.low else AGREES


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
    if finding["verdict"] == NONE and finding["reason"] == NOT_MEASURED:
        return Ours("", CANNOT if row.needs else MISSING)
    found = obstacles(row, finding, bool(mark(run.context)))
    if found:
        return Ours(in_words(finding), CANNOT, takes_of(found))
    return Ours(in_words(finding), word_on(row, finding))


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
