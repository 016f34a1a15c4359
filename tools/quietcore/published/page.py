# SPDX-License-Identifier: MIT
"""docs/published.md: theirs beside ours, a table an article, and whether they agree."""

from __future__ import annotations

import re
from collections import Counter
from math import inf
from typing import NamedTuple

from quietcore.conclusions.asking import concluded
from quietcore.conclusions.gate import LEAST, NONE, ORDER, UNSURE
from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.published.catalogue import ARTICLES, Published
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.text import plain

AGREES, DIFFERS, CANNOT = "agrees", "differs", "cannot be shown here"
MISSING = "not measured"
#: Of several findings with one id the last of these words counts.
BY_WEIGHT = (MISSING, AGREES, CANNOT, DIFFERS)
NOT_MEASURED = "not_measured"   # a finding's reason
#: Reasons of rounds that are enough and clean, but wide: where their whole
#: interval lies in the published range or apart from it, that is settled.
WIDE = ("spread", "close")
#: Units of time and of speed, in which emulated figures are held against nobody's.
TIMES = ("ticks", "ns", "ms", "ms a document", "GB/s")

#: Why a finding's own rounds settle nothing, and what it would take.
NOISE = {"disturbed": ("{clean} of {rounds} rounds were clean", "a calm machine"),
         "spread": ("its rounds differ", "a calm machine"),
         "drifted": ("the machine drifted meanwhile", "a calm machine"),
         "close": ("it is too close for one boot", "six boots"),
         "rounds": ("{rounds} rounds are too few", f"{LEAST} rounds"),
         "turns": ("its cores took turns", "as many real ones")}
#: What other reasons come to: nothing right was measured.
NOT_RIGHT = ("it is not proven right", "a run that proves it")
NO_FIGURE = ("no such figure is published", "one in {unit}")
EMULATED = ("ours is of an emulator", "a real machine")


class Ours(NamedTuple):
    """Our figure in words with its unit, and the word on theirs."""

    text: str
    word: str
    takes: str = ""     # of CANNOT: why, and what it would take


def findings_with(run: Run, name: str) -> list[dict]:
    """The findings that carry an id, those of the most cores."""
    found = [record for record in concluded(run) if record.get("published_id") == name]
    most = max((record.get("cores", 0) for record in found), default=0)
    return [record for record in found if record.get("cores", 0) == most]


def ends_of(finding: dict) -> tuple[float | None, float, float]:
    """Value, low and high; what is never in reach lies beyond every range."""
    return (finding["value"],
            *(inf if finding.get(end) is None else finding[end] for end in ("low", "high")))


def clean_of(finding: dict) -> dict[str, int]:
    """How many rounds there are, and how many of them are clean: of the subject that has fewest.
    """
    rounds = finding.get("rounds") or [[]]
    return {"rounds": min(map(len, rounds)),
            "clean": min(sum(value is not None for value in of) for of in rounds)}


def is_settled(row: Published, finding: dict) -> bool:
    """Whether the rounds say on which side of their range ours is."""
    if finding["verdict"] != UNSURE:
        return finding["verdict"] != NONE
    if finding["reason"] not in WIDE or finding["low"] is None:
        return False
    _, low, high = ends_of(finding)
    within = finding["high"] is not None and row.low <= low and high <= row.high
    return within or low > row.high or high < row.low


def obstacles(row: Published, finding: dict, emulated: bool) -> list[tuple[str, str]]:
    """Why theirs and ours cannot be held against each other, and what each would take; none: they
    can."""
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
    return [(why.format(**words), takes.format(**words)) for why, takes in found]


def in_words(finding: dict) -> str:
    """`8.1 times (7.9 to 8.4)`; of an order who takes least, and how much."""
    value, low, high = ends_of(finding)
    unsure = finding["verdict"] == UNSURE
    if finding["verdict"] == NONE or unsure and low == inf:
        return ""
    text = "never" if value is None else f"{number(value)} {finding['unit']}"
    if finding["claim"] == ORDER:
        return ", ".join([*finding.get("winners", ()), text])
    ends = ["never" if end == inf else number(end) for end in (low, high)]
    return text if low == high else f"{text} ({ends[0]} to {ends[1]})"


def of_finding(run: Run, row: Published, finding: dict) -> Ours:
    """What one finding has beside the row; else, as `4 of 8 rounds were clean. It takes a calm
    machine`, why not."""
    if finding["verdict"] == NONE and finding["reason"] == NOT_MEASURED:
        return Ours("", CANNOT if row.needs else MISSING)
    found = obstacles(row, finding, bool(mark(run.context)))
    if found:
        why, takes = (" and ".join(dict.fromkeys(each)) for each in zip(*found))
        return Ours(in_words(finding), CANNOT, f"{why[0].upper()}{why[1:]}. It takes {takes}")
    _, low, high = ends_of(finding)
    return Ours(in_words(finding), DIFFERS if low > row.high or high < row.low else AGREES)


def ours(run: Run, row: Published) -> Ours:
    """What the run has beside the row: of several findings the one that agrees least, as theirs
    has to hold for each of them."""
    found = [of_finding(run, row, finding) for finding in findings_with(run, row.id)]
    return max(found, key=lambda each: BY_WEIGHT.index(each.word),
               default=Ours("", CANNOT if row.needs else MISSING))


def missing(run: Run, rows: tuple[Published, ...]) -> list[str]:
    """Ids that are due and of which the run has measured nothing."""
    return [row.id for row in rows if ours(run, row).word == MISSING]


HEAD = """\
# What was published, and what we measure

Five articles are the ground of this project. Each figure and picture of theirs has a row here. `tools/qc published LOG...`
makes this page from logs; nothing in it is typed in but their words. A row's id is the field `published_id` of a finding.

| word | meaning |
|---|---|
| agrees | our interval and their range meet; where our rounds are wide, all of it lies in their range |
| differs | they do not; the last column says why |
| cannot be shown here | the cell, or the last column, says why and what it would take |
| not measured | this log has no figure with the id |

Where rounds settle nothing, [conclusions.md](conclusions.md) tells of the reasons. No emulated time is held against a real one.
Where an id has several findings, that of the most cores counts, and of those the one that agrees least.
Their machines are not ours. Ticks are of each machine's own time stamp. What is emulated says so in its column.
"""


#: What would end a cell, or be taken for markup or HTML.
SIGNS = re.compile(r"[|<`*\[]")


def cell(text: str) -> str:
    """As it may stand in a table of Markdown, a log's own words too."""
    return SIGNS.sub(r"\\\g<0>", plain(text))


def source_of(run: Run) -> str:
    """What a column's figures come from, in one line."""
    context = run.context
    machine = "Linux program" if context.get("machine") == "linux" else "image"
    cores = counted(context.get("cores_started") or 0, "core")
    words = [machine, context.get("cpu") or "unknown processor", cores,
             f"suite {context.get('suite')}", mark(context)]
    return ", ".join(word for word in words if word)


def of_column(found: Ours) -> str:
    """One log's cell."""
    word = f"{found.word}. {found.takes}" if found.takes else found.word
    return cell(f"{found.text}: {word}" if found.text else word)


def line(cells: list[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join(cells) + " |"


def last(row: Published, found: list[Ours]) -> str:
    """Why, where any log differs; what it would take, where no figure is due; and what explains
    the row in any case."""
    said = [(row.why, any(each.word == DIFFERS for each in found)),
            (row.needs, any(each.word == CANNOT and not each.takes for each in found)),
            (row.note, True)]
    return " ".join(text for text, told in said if text and told)


def table(article: str, rows: list[Published], runs: list[Run]) -> list[str]:
    """An article's heading and table; a column's heading says what is emulated."""
    heads = ["id", "what", "published",
             *(f"log {i} {mark(run.context)}".rstrip() for i, run in enumerate(runs, 1)), "why"]
    lines = ["", f"## `{article}`", "", f"From {ARTICLES[article]}.", "", line(heads),
             "|" + "---|" * len(heads)]
    for row in rows:
        found = [ours(run, row) for run in runs]
        lines.append(line([f"`{row.id}`", cell(row.what), cell(row.theirs),
                           *map(of_column, found), cell(last(row, found))]))
    return lines


def counts(rows: tuple[Published, ...], run: Run) -> str:
    """`agrees 30, differs 20, ...` of one log."""
    count = Counter(ours(run, row).word for row in rows)
    return ", ".join(f"{word} {count[word]}" for word in sorted(
        count, key=lambda word: (word == MISSING, word)))


def page(rows: tuple[Published, ...], runs: list[Run]) -> str:
    """The whole page."""
    lines = [HEAD, "| log | from | rows |", "|---|---|---|"]
    lines += [line([str(i), cell(source_of(run)), counts(rows, run)])
              for i, run in enumerate(runs, 1)]
    for article in ARTICLES:
        of_it = [row for row in rows if row.article == article]
        if of_it:
            lines += table(article, of_it, runs)
    return "\n".join(lines) + "\n"
