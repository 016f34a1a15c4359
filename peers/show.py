# SPDX-License-Identifier: MIT
"""Shows what quietcore-peers measured: ours beside theirs, and the targets.

usage: $(tools/venv tests) peers/show.py [build/peers/peers.jsonl]
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TextIO

import click
import peer_log
from rich.console import Console
from rich.table import Table

Record = dict[str, str | float]
#: What every row has.
NEEDED = {"row", "who", "n", "quiet", "failed"}

#: Differences below these shares are noise: uncontended locks, other work of
#: one core, two cores.
NOISE_LOCK, NOISE_ONE, NOISE_TWO = 0.05, 0.15, 0.25


#: Rounds of a row that is proven and clean, below which a number says more
#: about the neighbours.
QUIET_MIN = 5


@dataclass(frozen=True)
class Target:
    """At most `times` the row's floor, or, with `peer`, the figure of the best
    of those peers."""
    row: str
    who: str  # ALL_OURS: each of them
    times: float
    noise: float
    peer: tuple[str, ...] = ()
    figure: str = "ticks"  # or "all_in", beside a peer's

    def text(self, record: Record) -> str:
        peer = " or ".join(self.peer)
        what = " all-in" if self.figure == "all_in" else ""
        return f"{self.times:g} x {peer or record.get('floor', '?')}{what}"

    def peers_in(self, row: list[Record]) -> list[Record]:
        """Those of its peers that were measured; of nothing or less, which
        noise makes, there is nothing to be held against."""
        return [r for r in row if r["who"] in self.peer
                and r.get(self.figure, 0) > 0]

    def untold(self, record: Record, row: list[Record]) -> str:
        """Why nothing is said of a row where share() has none."""
        if self.figure not in record:
            return "not measured"
        if self.peer and not self.peers_in(row):
            return f"no {' or '.join(self.peer)} here"
        if not self.peer and not record.get("ratio"):
            return "no floor measured"
        return "too loud to tell"

    def share(self, record: Record, row: list[Record]) -> float | None:
        """How much of what it may take it takes: met at 1 and below."""
        if is_loud(record) or self.figure not in record:
            return None
        if not self.peer:
            ratio = record.get("ratio")
            return ratio / self.times if ratio else None
        peers = self.peers_in(row)
        quiet = [r[self.figure] for r in peers if not is_loud(r)]
        if not quiet:
            return None
        own = record[self.figure] / self.times
        sure = own / min(quiet)
        worst = own / min(r[self.figure] for r in peers)
        # Met only if a loud peer that seems better would not change that.
        return None if sure <= 1 < worst else sure


#: How the names of ours begin, and as a target's `who` all of them.
ALL_OURS = "ours/"

#: What a locked queue of a first thread pool is made of.
PLAIN_QUEUES = ("std_deque", "libc_ring")
#: Of locks that queue, those of the same kind.
MCS_PEERS = ("ck_mcs", "rte_mcs", "tbb_queuing")
CLH_PEERS = ("ck_clh",)


#: Lengths of tasks for which all-in costs have a target: 0.8 of rayon's up to
#: 1001, all of it above. Rayon's is 0.65 of oneTBB's, which is in the same run.
DISPATCH_N = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001)


def alike(row: str, ours: str, times: float, noise: float,
          peer: str) -> Iterator[Target]:
    """Beside a peer whose items are as large, 16 bytes and 8."""
    for size in ("", "_8"):
        yield Target(row, f"ours/{ours}{size}", times, noise, (peer + size,))


#: Where the best known is not in Debian, another stands for it: crossbeam's
#: deque is 14.4 / 12.2 of its floor, its ArrayQueue 20 / 71. Alone and across
#: that queue is Vyukov's with a back-off, for which a guest of ours stands.
TARGETS = [
    Target("lock alone", "ours/clh", 1.0, NOISE_LOCK, CLH_PEERS),
    Target("lock alone", ALL_OURS, 1.05, NOISE_LOCK),
    Target("queue lock alone", "ours/mcs", 1.0, NOISE_LOCK, MCS_PEERS),
    Target("lock 2 cores fair", "ours/ticket", 1.3, NOISE_TWO),
    *(Target(row, who, 1.0, NOISE_TWO, peers)
      for row in ("lock 2 cores fair", "lock handed over")
      for who, peers in (("ours/mcs", MCS_PEERS), ("ours/clh", CLH_PEERS))),
    Target("lock 2 cores unfair", ALL_OURS, 0.6, NOISE_TWO,
           ("tbb_spin",)),
    *alike("spsc alone", "spsc", 1.0, NOISE_ONE, "boost_spsc"),
    *alike("spsc alone bulk 32", "spsc", 1.1, NOISE_ONE, "rte_spsc"),
    Target("spsc across", "ours/spsc", 0.7, NOISE_TWO, ("boost_spsc",)),
    *alike("spsc across bulk 32", "spsc", 1.1, NOISE_TWO, "rte_spsc"),
    Target("mpmc alone", "ours/mpmc", 1.0, NOISE_ONE, ("vyukov",)),
    *alike("mpmc alone bulk 32", "mpmc", 1.1, NOISE_ONE, "rte_mpmc"),
    Target("mpmc across", "ours/mpmc", 0.9, NOISE_TWO, ("vyukov",)),
    *alike("mpmc across bulk 32", "mpmc", 1.1, NOISE_TWO, "rte_mpmc"),
    Target("mpmc both", "ours/mpmc", 0.28, NOISE_TWO),
    Target("locked ring alone", ALL_OURS, 1.05, NOISE_ONE),
    Target("locked ring across", "ours/workqueue", 0.7, NOISE_TWO,
           PLAIN_QUEUES),
    Target("locked ring both", "ours/workqueue", 0.7, NOISE_TWO, PLAIN_QUEUES),
    Target("deque alone", "ours/deque", 1.12, NOISE_ONE),
    *(Target("deque steal", who, 1.0, NOISE_TWO, ("boost_deque_8",))
      for who in ("ours/deque", "ours/deque_8")),
    Target("deque steal half", "ours/deque", 0.85, NOISE_TWO),
    Target("fiber switch", "ours/fiber_switch", 1.1, NOISE_ONE, ("sketch",)),
    Target("fiber switch", "ours/inlined", 1.1, NOISE_ONE),
    Target("fiber yield", ALL_OURS, 5.0, NOISE_ONE),
    Target("fiber spawn, 128 to a join", ALL_OURS, 4.0, NOISE_ONE),
    *(Target(f"dispatch n={n}", who, 0.52 if n <= 1001 else 0.65, NOISE_TWO,
             ("tbb_for",), "all_in")
      for n in DISPATCH_N for who in ("ours/steal", "ours/adaptive")),
    Target("metg 50 % trivial", "ours/steal", 60.0, NOISE_TWO),
    Target("metg 50 % stencil_1d", "ours/steal", 5.0, NOISE_TWO),
]

#: How the rows of `metg` begin, and in how many patterns ours is to be first.
METG, METG_FIRST = "metg 50 % ", 5


def is_loud(record: Record) -> bool:
    return record["quiet"] < QUIET_MIN


def is_ours(record: Record) -> bool:
    return str(record["who"]).startswith(ALL_OURS)


def is_word(record: Record) -> bool:
    """Does it carry 8 bytes, not 16?"""
    return str(record["who"]).endswith("_8")


def verdict(record: Record, row: list[Record]) -> str:
    """The target of one of ours and whether it is met; "" where none is."""
    for target in TARGETS:
        if target.row != record["row"] or \
                target.who not in (record["who"], ALL_OURS) or \
                not is_ours(record):
            continue
        share = target.share(record, row)
        if share is None:
            return f"{target.text(record)}: {target.untold(record, row)}"
        word = ("[green]met[/]" if share <= 1 else
                "[yellow]within noise[/]" if share <= 1 + target.noise else
                f"[red]missed, {share:.2f} of it[/]")
        return f"{target.text(record)}: {word}"
    return ""


def to_peer(record: Record, row: list[Record]) -> str:
    """Ours over theirs: for ours the best peer, for a peer our best."""
    others = [r for r in row if is_ours(r) != is_ours(record)
              and "ticks" in r]
    if not others or row[0]["row"] == "floor":
        return ""
    # Those whose items are of another size count where there are no others.
    same = [r for r in others if is_word(r) == is_word(record)]
    best = min(same or others, key=lambda r: r["ticks"])
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
            to_peer(record, row), verdict(record, row) if is_ours(record)
            else ""]


def table_of(records: list[Record]) -> Table:
    table = Table(title="Ours and theirs, measured in turns "
                  "(ticks per operation, medians)")
    table.caption = ("also: entries of one core in a row, in the loop that "
                     "notes them; ticks per task with all waiting and "
                     "submitting (dispatch); "
                     "ours/peer: to the best of the other side; ?: disturbed, "
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


def metg_losses(records: list[Record]) -> tuple[int, list[str], list[str]]:
    """Of how many patterns both sides were measured; those in which a peer does
    with shorter tasks; those where one of the two is disturbed."""
    patterns, losses, loud = 0, [], []
    metg = [r for r in records if str(r["row"]).startswith(METG)
            and "ticks" in r]
    for row in dict.fromkeys(str(r["row"]) for r in metg):
        ours = least([r for r in metg if r["row"] == row and is_ours(r)])
        peer = least([r for r in metg if r["row"] == row and not is_ours(r)])
        patterns += bool(ours and peer)
        if ours and peer and (is_loud(ours) or is_loud(peer)):
            loud.append(row.removeprefix(METG))
        if ours and peer and peer["ticks"] < ours["ticks"]:
            losses.append(f"{row.removeprefix(METG)} ({peer['who']} "
                          f"{peer['ticks']:,.0f}, {ours['who']} "
                          f"{ours['ticks']:,.0f})")
    return patterns, losses, loud


def metg_text(records: list[Record]) -> list[str]:
    """In how many patterns ours needs the shortest tasks; nothing where none
    was measured."""
    patterns, losses, loud = metg_losses(records)
    if not patterns:
        return []
    first = patterns - len(losses)
    return [f"metg: one of ours does with the shortest tasks in {first} of "
            f"{patterns} patterns (target: {METG_FIRST} of 7)"
            + (f"; not in {', '.join(losses)}" if losses else "")
            + (f"; disturbed, so not sure, in {', '.join(loud)}" if loud
               else "") + "."]


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
    for note in notes(records):
        console.print(f"note: {note}", highlight=False)


if __name__ == "__main__":
    main()
