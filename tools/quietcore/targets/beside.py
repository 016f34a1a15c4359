# SPDX-License-Identifier: MIT
"""The work queue beside the plain queues of others, as `make peers` left it.

It measures all of them in turns. So each ratio is one run's own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from quietcore.conclusions.rounds import LEAST, Span
from quietcore.log.opening import Unreadable
from quietcore.places import short
from quietcore.targets.primitives import mark, tally
from quietcore.targets.spans import greatest, paired, ratio_of, word_of
from quietcore.terminal.layout import ORDER, Grid, words
from quietcore.terminal.numbers import number
from quietcore.terminal.printing import say, show_grid

OURS = "ours/workqueue"
#: What a locked queue of a first thread pool is made of.
PLAIN = ("std_deque", "libc_ring")
#: Rounds of a row that is proven and clean, below which there is no interval.
QUIET_LEAST = LEAST


class Goal(NamedTuple):
    """At most `times` the better of some peers; of its floor where none is named."""

    row: str
    times: float
    peers: tuple[str, ...] = ()


GOALS = (Goal("locked ring alone", 1.05), Goal("locked ring across", 0.7, PLAIN),
         Goal("locked ring both", 0.7, PLAIN))


class Reached(NamedTuple):
    """How a goal came out."""

    goal: Goal
    ticks: float
    ratio: Span
    than: str           # the floor, or the better peer
    word: str           # met, missed, within noise, or why it is none of them


def ratio_in(own: dict, others: list[dict]) -> Span | None:
    """To each of the others round by round, as they run in turns; without others to the floor,
    which ran before. None of too few rounds."""
    if others:
        return greatest(paired(own.get("rounds", ()), each.get("rounds", ())) for each in others)
    if "floor_high" not in own or "low" not in own:
        return None
    return Span(*(ratio_of(own[mine], own[floor]) for mine, floor in (
        ("ticks", "floor_ticks"), ("low", "floor_high"),
        ("high", "floor_low"))))


def reached(records: list[dict], goal: Goal) -> Reached | None:
    """None where one of the two sides was not measured."""
    row = {record["who"]: record for record in records
           if record["row"] == goal.row and record.get("ticks", 0) > 0}
    others = [row[name] for name in goal.peers if name in row]
    if OURS not in row or (goal.peers and not others) or not (
            goal.peers or row[OURS].get("ratio")):
        return None
    own = row[OURS]
    other = min(others, key=lambda each: each["ticks"], default=None)
    than, ratio = (other["who"], own["ticks"] / other["ticks"]) if other \
        else (own["floor"], own["ratio"])
    span = ratio_in(own, others)
    loud = any(each["quiet"] < QUIET_LEAST for each in (own, *others))
    word = "disturbed" if loud else word_of(span, goal.times) if span else "too few rounds"
    return Reached(goal, own["ticks"], span or Span(ratio), than, word)


def records_of(log: Path) -> list[dict]:
    """The rows, a record each; lines that are none are passed over, but for those which are
    damaged."""
    found = []
    for at, line in enumerate(log.read_text(errors="replace") .splitlines(), 1):
        try:
            found += [json.loads(line)] if line.startswith("{") else []
        except ValueError as why:
            raise Unreadable(f"{short(log)}, line {at} is damaged: {why}; "
                             "make it again: make peers") from why
    return [record for record in found if "row" in record]


def show_beside(log: Path, console: Console) -> None:
    """One row a goal; where the log is not there, what makes it."""
    say(console, "")
    if not log.is_file():
        say(console, f"The work queue beside others is not measured: make peers "
            f"writes {short(log)}.", "yellow")
        return
    records = records_of(log)
    found = [one for goal in GOALS if (one := reached(records, goal))]
    say(console, f"The work queue beside others, of {short(log)}:")
    grid = Grid([*words("row"), "ticks", "ratio", "from", "to", "target", *words("of", "")],
                ORDER["targets"])
    for one in found:
        grid.add(one.goal.row, number(one.ticks), *map(number, one.ratio),
                 f"{one.goal.times:g}", one.than, mark(one.word))
    show_grid(grid, console)
    say(console, tally([one.word for one in found], "target", " beside others"))
