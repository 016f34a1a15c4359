# SPDX-License-Identifier: MIT
"""Shows what quietcore-peers measured: ours beside theirs, and the targets.

usage: $(tools/venv tests) peers/show.py [build/peers/peers.jsonl]
"""

from collections import Counter
from collections.abc import Callable
from itertools import groupby
from typing import TextIO

import click
import peer_log
from peer_targets import (
    QUIET_MIN, Record, is_loud, is_ours, is_word, judged)
from rich.console import Console
from rich.table import Table

from quietcore.targets.spans import greatest, paired, word_of
from quietcore.terminal.numbers import counted

#: What every row has.
NEEDED = {"row", "who", "n", "quiet", "failed"}
#: Of words that tell how a target came out.
COLOURS = {"met": "green", "missed": "red", "within noise": "yellow"}

#: How the rows of `metg` begin, and in how many patterns ours is to be first.
METG, METG_FIRST = "metg 50 % ", 5


def word_in(said: str) -> str:
    """How it came out, without the interval."""
    word = said.partition(",")[0]
    return word if word in COLOURS else "cannot be told"


def verdict(record: Record, row: list[Record]) -> str:
    """A line for each target of one of ours; "" where none is."""
    lines = []
    for target, said in judged(record, row):
        colour = COLOURS.get(word_in(said), "default")
        lines.append(f"{target}: [{colour}]{said}[/]")
    return "\n".join(lines)


def tally(records: list[Record]) -> str:
    """How many targets came out how."""
    words = Counter(word_in(said) for record in records
                    for _, said in judged(record, [
                        r for r in records if r["row"] == record["row"]]))
    return f"{counted(words.total(), 'target')}: " + ", ".join(
        f"{words[word]} {word}" for word in (*COLOURS, "cannot be told"))


def to_peer(record: Record, row: list[Record]) -> str:
    """Ours over theirs: for ours the best peer, for a peer our best, of those
    whose items are as large."""
    others = [r for r in row if is_ours(r) != is_ours(record)
              and "ticks" in r and is_word(r) == is_word(record)]
    if not others or row[0]["row"] == "floor":
        return ""
    best = min(others, key=lambda r: r["ticks"])
    ours, theirs = (record, best) if is_ours(record) else (best, record)
    mark = "? " if is_loud(record) or is_loud(best) else ""
    return f"{mark}{ours['ticks'] / theirs['ticks']:.2f}" \
        if theirs["ticks"] > 0 else ""


def cells(record: Record, row: list[Record]) -> list[str]:
    if "ticks" not in record:
        return [str(record["who"]), "failed", "", "", "", "", ""]
    ratio = record.get("ratio")
    also = record.get("burst", record.get("all_in"))
    mark = "? " if is_loud(record) else ""
    return [str(record["who"]), f"{mark}{record['ticks']:,.1f}",
            f"{100 * record['spread']:.0f} %",
            f"{ratio:.2f} {record['floor']}" if ratio is not None else "",
            f"{also:,.0f}" if also is not None else "",
            to_peer(record, row), verdict(record, row)]


def table_of(records: list[Record]) -> Table:
    table = Table(title="Ours and theirs, measured in turns "
                  "(ticks per operation, medians)")
    table.caption = ("also: entries of one core in a row, in the loop that "
                     "notes them; ticks per task with all waiting and "
                     "submitting (dispatch); "
                     "ours/peer: to the best of the other side with items as "
                     "large; target: of what it may take, the median and its "
                     "interval; ?: disturbed, "
                     "in turns, not proven here, or of fewer than "
                     f"{QUIET_MIN} rounds")
    table.add_column("row")
    table.add_column("who", no_wrap=True)
    for name in ("ticks", "spread", "to floor", "also", "ours/peer"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("target")
    add_rows(table, records, cells)
    return table


def add_rows(table: Table, records: list[Record],
             cells_of: Callable[[Record, list[Record]], list[str]]) -> None:
    """In the order of the log; in each row ours first, the fastest first."""
    order = {r["row"]: i for i, r in reversed(list(enumerate(records)))}
    records = sorted(records, key=lambda r: (
        order[r["row"]], not is_ours(r), r.get("ticks", 0)))
    for name, group in groupby(records, key=lambda r: r["row"]):
        row = list(group)
        for i, record in enumerate(row):
            table.add_row("" if i else str(name), *cells_of(record, row),
                          end_section=i == len(row) - 1)


def least(records: list[Record]) -> Record | None:
    return min(records, key=lambda r: r["ticks"], default=None)


def first_in(row: list[Record]) -> tuple[str, str] | None:
    """By interval: how the best of ours came out beside the peers of a
    pattern, and who needs what; None where a side was not measured."""
    ours = least([r for r in row if is_ours(r)])
    peers = [r for r in row if not is_ours(r)]
    if not ours or not peers:
        return None
    span = greatest(paired(ours.get("rounds", []), r.get("rounds", []))
                    for r in peers)
    peer = least(peers)
    told = span is not None and not any(map(is_loud, (ours, *peers)))
    return (word_of(span, 1) if told else "cannot be told",
            f"{str(row[0]['row']).removeprefix(METG)} "
            f"({peer['who']} {peer['ticks']:,.0f}, {ours['who']} "
            f"{ours['ticks']:,.0f})")


def metg_text(records: list[Record]) -> list[str]:
    """In how many patterns ours needs the shortest tasks; nothing where none
    was measured."""
    metg = [r for r in records if str(r["row"]).startswith(METG)
            and "ticks" in r]
    found = [one for row in dict.fromkeys(str(r["row"]) for r in metg)
             if (one := first_in([r for r in metg if r["row"] == row]))]
    if not found:
        return []
    named = {word: [text for each, text in found if each == word]
             for word in dict.fromkeys(word for word, _ in found)}
    first = len(named.pop("met", []))
    return [f"metg: by interval one of ours does with the shortest tasks in "
            f"{first} of {len(found)} patterns (target: {METG_FIRST} of 7)"
            + "".join(f"; {word} in {', '.join(texts)}"
                      for word, texts in named.items()) + "."]


def notes(records: list[Record]) -> list[str]:
    """What takes worth from the numbers."""
    loud = sum(is_loud(r) for r in records)
    text = [f"{r['row']}, {r['who']}: it fails its proof, and is not timed"
            for r in records if r["failed"]]
    text += metg_text(records)
    if loud:
        text.append(f"{loud} of {len(records)} measurements are marked '?': "
                    "they are disturbed, in turns, not proven here, or of "
                    f"fewer than {QUIET_MIN} rounds. Run it on a quiet "
                    "machine, of two cores at least.")
    return text


@click.command()
@click.argument("log", type=click.File(), default="build/peers/peers.jsonl")
def main(log: TextIO) -> None:
    """Prints LOG, the rows that peers/peer_runs.py wrote, as a table."""
    said, _, records = peer_log.read(log, NEEDED, "make peers")
    console = Console()
    if not console.is_terminal:
        console = Console(width=132)
    for line in said:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print(table_of(records))
    console.print(tally(records), highlight=False)
    for note in notes(records):
        console.print(f"note: {note}", highlight=False)


if __name__ == "__main__":
    main()
