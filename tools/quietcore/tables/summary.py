# SPDX-License-Identifier: MIT
"""The last screen of a run: the headline, and what else matters most."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from quietcore.conclusions.gate import FACT, SURE, TIE, UNSURE
from quietcore.log.reading import Run
from quietcore.tables.findings import STYLES
from quietcore.tables.headline import headline_of, show_headline
from quietcore.tables.show import noise_lines, verdict
from quietcore.terminal.printing import say
from quietcore.terminal.text import plain, wrapped

LINES = 22  # of 24: qc's own last line and the prompt are below
ORDER = (SURE, TIE, UNSURE)


def tells(finding: dict) -> bool:
    """It has a figure, or surely none is in reach."""
    return finding.get("verdict") in (SURE, TIE) \
        or finding.get("verdict") == UNSURE and any(
            finding[name] is not None for name in ("value", "low", "high"))


def main_findings(run: Run) -> list[dict]:
    """Of each experiment the surest finding, of equals the first, but no fact;
    then the others, and last those that the headline is of."""
    found = sorted(filter(tells, run.each("finding")),
                   key=lambda f: ORDER.index(f["verdict"]))
    own = headline_of(run)["experiment"]
    mains: dict[str, dict] = {}
    for finding in found:
        if finding["claim"] != FACT:
            mains.setdefault(finding["experiment"], finding)
    first = [f for name, f in mains.items() if name != own]
    return first + sorted((f for f in found if f not in first),
                          key=lambda f: f["experiment"] == own)


def lines_of(show, console: Console) -> int:
    """How many lines something takes that is shown on such a console."""
    paper = Console(file=StringIO(), width=console.width)
    show(paper)
    return paper.file.getvalue().count("\n")


def show_main_findings(run: Run, console: Console, room: int) -> int:
    """Those that fit into so many lines, whole; the lines that are left."""
    for finding in main_findings(run):
        text = f"{finding['experiment']}: {finding['text']}"
        lines = len(wrapped(plain(text), console.width))
        if lines <= room:
            say(console, text, STYLES[finding["verdict"]])
            room -= lines
    return room


def show_end(run: Run, console: Console) -> None:
    """Noise, and how the run went."""
    for line in noise_lines(run):
        say(console, line)
    verdict(run, console)


def show_summary(run: Run, console: Console, wanted: str = "ticks") -> None:
    """A screen of it; nothing for a run without a headline. On a terminal it
    is filled, so that the screen begins with the headline."""
    if run.newer or not headline_of(run):
        return
    say(console, "")
    room = LINES - lines_of(lambda to: show_end(run, to), console) \
        - lines_of(lambda to: show_headline(run, to, wanted), console)
    show_headline(run, console, wanted)
    room = show_main_findings(run, console, room)
    for _ in range(room if console.is_terminal else 0):
        say(console, "")
    show_end(run, console)
