# SPDX-License-Identifier: MIT
"""Shows what `make runtimes` measured: ours beside theirs, and the targets.

usage: $(tools/venv tests) peers/runtimes/runtime_show.py [FILE]

A turn runs ours and theirs one after the other. Ratios are of one turn each; the
interval is that of their median over the turns (docs/conclusions.md).
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TextIO

import click
import peer_log
import show
from peer_targets import QUIET_MIN, Record, Target, is_ours
from rich.console import Console
from rich.table import Table
from runtime_programs import LENGTHS

from quietcore.conclusions.rounds import LEAST, Span, reach_of
from quietcore.targets.spans import word_of
from quietcore.terminal.numbers import counted, number

#: Queues for many of Rust; Vyukov's is written afresh there.
RUST_QUEUES = ("crossbeam_array", "std_mpsc", "vyukov")
SHORT = 1001    # iterations, to which an executor of ours has to be ahead

TARGETS = [
    Target("mpmc alone", "ours/mpmc", 1.0, ("crossbeam_array",)),
    Target("mpmc across", "ours/mpmc", 0.9, RUST_QUEUES),
    *(Target(f"all-in n={n}", f"ours/{who}", 0.8 if n <= SHORT else 1.0,
             ("rayon",)) for who in ("steal", "adaptive") for n in LENGTHS),
    *(Target(f"dispatch n={n}", "ours/shared", times, (peer,))
      for times, peer in ((0.5, "dotnet_pool"), (3.0, "LINE"))
      for n in LENGTHS),
    Target("break-even", "ours/shared", 0.5, ("dotnet_pool",)),
]


def is_floor(record: Record) -> bool:
    """Of the hardware, nobody's."""
    return str(record["who"]).isupper()


def turns_of(row: list[Record]) -> list[list[Record]]:
    """The row of each turn, as a run of `make peers` has it. Theirs of nothing
    or less, which noise makes, is nothing to compare with."""
    return [[{"row": r["row"], "who": r["who"], "ticks": ticks,
              "quiet": QUIET_MIN} for r, ticks in each
             if ticks is not None and (ticks > 0 or is_ours(r))]
            for each in (list(zip(row, turn))
                         for turn in zip(*(r["turns"] for r in row)))]


def shares_of(target: Target, record: Record,
              row: list[Record]) -> list[float]:
    """By turn: how much of what it may take it takes, beside the best of
    theirs in that turn."""
    found = []
    for turn in turns_of(row):
        best = min((r["ticks"] for r in target.peers_in(turn)), default=None)
        for own in turn:
            if own["who"] == record["who"] and best is not None:
                share = own["ticks"] / target.times / best
                # Never over never is nothing gained.
                found.append(math.inf if math.isnan(share) else share)
    return found


def interval(span: Span) -> str:
    return f"{number(span.value)} ({number(span.low)} to {number(span.high)})"


def said_of(shares: list[float]) -> str:
    """met, missed, within noise; what there is to say beside it."""
    if len(shares) < LEAST:
        return "too few turns to tell"
    span = reach_of(shares)
    return f"{word_of(span, 1)}, {interval(span)} of it"


def verdicts(record: Record, row: list[Record]) -> list[str]:
    """Of each target of one of ours: how it came out."""
    found = []
    for target in TARGETS:
        if (target.row, target.who) == (record["row"], record["who"]):
            here = any(r["who"] in target.peer for r in row)
            word = said_of(shares_of(target, record, row)) if here else \
                f"no {' or '.join(target.peer)} here"
            found.append(f"{target.text(record)}: {word}")
    return found


def to_peer(record: Record, row: list[Record]) -> str:
    """Ours over theirs, turn by turn: of ours to the best of theirs, of one of
    theirs from the best of ours."""
    ratios = []
    for turn in turns_of([r for r in row if not is_floor(r)]):
        other = [r["ticks"] for r in turn
                 if is_ours(r) != is_ours(record)]
        for own in (r["ticks"] for r in turn if r["who"] == record["who"]):
            pair = own, min(other, default=0)
            ours, theirs = pair if is_ours(record) else pair[::-1]
            if other and math.isfinite(theirs):
                ratios.append(ours / theirs)
    return interval(reach_of(ratios)) if ratios and not is_floor(record) else ""


def cells(record: Record, row: list[Record]) -> list[str]:
    turns = [ticks for ticks in record["turns"] if ticks is not None]
    colours = {"met": "green", "mis": "red", "wit": "yellow"}
    said = []
    for text in verdicts(record, row):
        target, word = text.split(": ", 1)
        colour = colours.get(word[:3], "default")
        said.append(f"{target}: [{colour}]{word}[/]")
    return [str(record["who"]), interval(reach_of(turns)).replace("inf", "never"),
            to_peer(record, row), "\n".join(said)]


def table_of(records: list[Record]) -> Table:
    """Rows, in each of them ours first."""
    table = Table(title="Ours and runtimes', in turns (ticks, medians of turns "
                  "with their intervals)")
    table.caption = ("ours/theirs: to the best of the other side; all-in: wall "
                     "time x 2 less the bodies; break-even: iterations")
    for name in ("row", "who"):
        table.add_column(name, no_wrap=True)
    for name in ("ticks (interval)", "ours/theirs"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("target")
    for record in records:
        record["ticks"] = reach_of([t for t in record["turns"]
                                   if t is not None]).value
    show.add_rows(table, records, cells)
    return table


def tally(records: list[Record]) -> str:
    """How many targets came out how."""
    words = Counter()
    for record in records:
        row = [r for r in records if r["row"] == record["row"]]
        words.update(text.split(": ", 1)[1].split(",")[0]
                     for text in verdicts(record, row))
    return f"{counted(words.total(), 'target')}: " + (", ".join(
        f"{n} {word}" for word, n in sorted(words.items())) or "none measured")


def show_all(about: dict, records: list[Record], console: Console) -> None:
    """What was measured where, the table, and what is not in it."""
    for line in about["said"]:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print(table_of(records))
    console.print(tally(records), highlight=False)
    for note in about["notes"]:
        console.print(f"note: {note}", highlight=False, markup=False,
                      soft_wrap=True)


def console_of() -> Console:
    """As wide as the terminal; a file gets a fixed width."""
    console = Console()
    return console if console.is_terminal else Console(width=132)


@click.command()
@click.argument("log", type=click.File(),
                default="build/runtimes/runtimes.jsonl")
def main(log: TextIO) -> None:
    """Prints LOG, which peers/runtimes/runtime_runs.py wrote, as a table."""
    said, notes, records = peer_log.read(log, {"row", "who", "turns"},
                                         "make runtimes")
    show_all({"said": said, "notes": notes}, records, console_of())


if __name__ == "__main__":
    main()
