# SPDX-License-Identifier: MIT
"""docs/published.md: theirs beside ours, a table an article."""

from __future__ import annotations

import re

from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.published.catalogue import ARTICLES, Published
from quietcore.published.ours import CANNOT, DIFFERS, MISSING, Ours, ours
from quietcore.terminal.numbers import counted
from quietcore.terminal.text import plain

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


def head_of(run: Run, number: int) -> str:
    """A column's heading, which says what is emulated."""
    return f"log {number} {mark(run.context)}".rstrip()


def of_column(found: Ours) -> str:
    """One log's cell."""
    word = f"{found.word}. {found.takes}" if found.takes else found.word
    return cell(f"{found.text}: {word}" if found.text else word)


def last(row: Published, found: list[Ours]) -> str:
    """Why, where any log differs; what it would take, where no figure is due;
    and what explains the row in any case."""
    said = [(row.why, any(each.word == DIFFERS for each in found)),
            (row.needs, any(each.word == CANNOT and not each.takes
                            for each in found)),
            (row.note, True)]
    return " ".join(text for text, told in said if text and told)


def line(cells: list[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join(cells) + " |"


def table(article: str, rows: list[Published], runs: list[Run]) -> list[str]:
    """An article's heading and table."""
    heads = ["id", "what", "published",
             *(head_of(run, i) for i, run in enumerate(runs, 1)), "why"]
    lines = ["", f"## `{article}`", "",
             f"From {ARTICLES[article]}.", "", line(heads),
             "|" + "---|" * len(heads)]
    for row in rows:
        found = [ours(run, row) for run in runs]
        lines.append(line([
            f"`{row.id}`", cell(row.what), cell(row.theirs),
            *(of_column(each) for each in found), cell(last(row, found))]))
    return lines


def counts(rows: tuple[Published, ...], run: Run) -> str:
    """`agrees 30, differs 20, ...` of one log."""
    words: dict[str, int] = {}
    for row in rows:
        word = ours(run, row).word
        words[word] = words.get(word, 0) + 1
    return ", ".join(f"{word} {words[word]}" for word in sorted(
        words, key=lambda word: (word == MISSING, word)))


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
