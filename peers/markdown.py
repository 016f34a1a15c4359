# SPDX-License-Identifier: MIT
"""Prints what `make peers` measured as the table of peers/README.md.

usage: $(tools/venv tests) peers/markdown.py [build/peers/peers.jsonl]
"""

from itertools import groupby
from typing import TextIO

import click
import peer_log
import show
from peer_targets import ALL_OURS, judged

HEAD = ("| row | ours | theirs | targets |", "|---|---|---|---|")


def figure(record: show.Record) -> str:
    """Who, ticks and how far the rounds lie apart; of a dispatch what a task
    takes with all waiting and submitting, as the targets have it."""
    name = str(record["who"]).removeprefix(ALL_OURS)
    if "ticks" not in record:
        return f"{name} failed"
    mark = "? " if show.is_loud(record) else ""
    if "all_in" in record:
        return f"{name} {mark}{record['all_in']:,.1f}"
    spread = f" ({100 * record['spread']:.0f} %)" \
        if abs(record["ticks"]) >= 1 else ""    # of nothing it says nothing
    return f"{name} {mark}{record['ticks']:,.1f}{spread}"


def goals(ours: list[show.Record], row: list[show.Record]) -> str:
    """Each target of all of ours, and how it came out for whom: a sentence
    each."""
    whose: dict[str, list[str]] = {}
    for record in ours:
        for target, said in judged(record, row):
            whose.setdefault(target, []).append(
                f"`{str(record['who']).removeprefix(ALL_OURS)}` {said}")
    return ". ".join(f"{target}: {'. '.join(each)}"
                     for target, each in whose.items())


def lines_of(records: list[show.Record]) -> list[str]:
    """A line a row; in each the fastest first. Patterns of `metg` and floors
    have no line: docs/method.md has those."""
    wanted = [r for r in records if r["row"] != "floor"
              and not str(r["row"]).startswith(show.METG)]
    order = {r["row"]: i for i, r in reversed(list(enumerate(wanted)))}
    wanted.sort(key=lambda r: (order[r["row"]],
                               r.get("all_in", r.get("ticks", 0))))
    lines = []
    for name, group in groupby(wanted, key=lambda r: r["row"]):
        row = list(group)
        sides = [[r for r in row if show.is_ours(r) == ours]
                 for ours in (True, False)]
        all_in = ", all-in" if any("all_in" in r for r in row) else ""
        lines.append(f"| {name}{all_in} | " + " | ".join(
            [", ".join(map(figure, side)) for side in sides]
            + [goals(sides[0], row)]) + " |")
    return lines


@click.command()
@click.argument("log", type=click.File(), default="build/peers/peers.jsonl")
def main(log: TextIO) -> None:
    """Prints LOG, the rows that peers/peer_runs.py wrote, as Markdown."""
    said, _, records = peer_log.read(log, show.NEEDED, "make peers")
    for text in (*said, "", *HEAD, *lines_of(records), "",
                 show.tally(records)):
        click.echo(text)


if __name__ == "__main__":
    main()
