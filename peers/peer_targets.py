# SPDX-License-Identifier: MIT
"""The targets of `make peers`, and what the intervals say of them.

A target is met where the whole interval of what it takes is within it, missed
where none of it is. Floors are measured before the rows, so the ends of one are
set against the ends of the other. Ours and peers are measured in turns: their
ratio is that of each round, and so free of what changes from round to round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quietcore.conclusions.rounds import LEAST, Span
from quietcore.targets.spans import greatest, paired, ratio_of, word_of

Record = dict[str, str | float | list]

#: Rounds of a row that is proven and clean, below which there is no interval.
QUIET_MIN = LEAST

#: How the names of ours begin, and as a target's `who` all of them.
ALL_OURS = "ours/"


def is_loud(record: Record) -> bool:
    return record["quiet"] < QUIET_MIN


def is_ours(record: Record) -> bool:
    return str(record["who"]).startswith(ALL_OURS)


def is_word(record: Record) -> bool:
    """Does it carry 8 bytes, not 16?"""
    return str(record["who"]).endswith("_8")


def span_text(span: Span) -> str:
    return f"{span.value:.2f} ({span.low:.2f} to {span.high:.2f})"


@dataclass(frozen=True)
class Target:
    """At most `times` the row's floor, or, with `peer`, the figure of the best
    of those peers."""
    row: str
    who: str  # ALL_OURS: each of them
    times: float
    peer: tuple[str, ...] = ()
    figure: str = "ticks"  # or "all_in", beside a peer's

    def text(self, record: Record) -> str:
        peer = " or ".join(self.peer)
        what = " all-in" if self.figure == "all_in" else ""
        return f"{self.times:g} x {peer or record.get('floor', '?')}{what}"

    def rounds_of(self, record: Record) -> list[float | None]:
        name = "all_in_rounds" if self.figure == "all_in" else "rounds"
        return record.get(name, [])

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
            words = [str(r["who"]) for name in self.peer for r in row
                     if r["who"] == f"{name}_8"]
            return f"no {' or '.join(self.peer)} here" + (
                f", {' and '.join(words)} has items of 8 bytes alone"
                if words else "")
        if not self.peer and not record.get("ratio"):
            return "no floor measured"
        return "too loud to tell" if self.loud(record, row) else \
            "too few rounds to tell"

    def loud(self, record: Record, row: list[Record]) -> bool:
        return is_loud(record) or any(map(is_loud, self.peers_in(row)))

    def share(self, record: Record, row: list[Record]) -> Span | None:
        """How much of what it may take it takes: met up to 1."""
        if is_loud(record) or self.figure not in record:
            return None
        if not self.peer:
            return self.share_of_floor(record)
        peers = self.peers_in(row)
        sure, worst = (greatest(
            paired([each if each is None else each / self.times
                    for each in self.rounds_of(record)], self.rounds_of(r))
            for r in some)
            for some in ([r for r in peers if not is_loud(r)], peers))
        # Met only if a loud peer that seems better would not change that.
        return None if sure and sure.high <= 1 < worst.high else sure

    def share_of_floor(self, record: Record) -> Span | None:
        if not record.get("ratio") or "floor_high" not in record:
            return None
        return Span(*(ratio_of(own, floor * self.times) for own, floor in (
            (record["ticks"], record["floor_ticks"]),
            (record["low"], record["floor_high"]),
            (record["high"], record["floor_low"]))))


#: What a locked queue of a first thread pool is made of.
PLAIN_QUEUES = ("std_deque", "libc_ring")
#: Of locks that queue, those of the same kind.
MCS_PEERS = ("ck_mcs", "rte_mcs", "tbb_queuing")
CLH_PEERS = ("ck_clh",)

#: Lengths of tasks for which all-in costs have a target: 0.8 of rayon's up to
#: 1001, all of it above. Rayon's is 0.65 of oneTBB's, which is in the same run.
DISPATCH_N = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001)


def alike(row: str, ours: str, times: float, peer: str) -> Iterator[Target]:
    """Beside a peer whose items are as large, 16 bytes and 8 (`_8`)."""
    for size in ("", "_8"):
        yield Target(row, f"ours/{ours}{size}", times, (peer + size,))


#: Where the best known is not in Debian, another stands for it: crossbeam's
#: deque is 14.4 / 12.2 of its floor, its ArrayQueue 20 / 71. Alone and across
#: that queue is Vyukov's with a back-off, for which a guest of ours stands.
TARGETS = [
    Target("lock alone", "ours/clh", 1.0, CLH_PEERS),
    Target("lock alone", ALL_OURS, 1.05),
    Target("queue lock alone", "ours/mcs", 1.0, MCS_PEERS),
    Target("lock 2 cores fair", "ours/ticket", 1.3),
    *(Target(row, who, 1.0, peers)
      for row in ("lock 2 cores fair", "lock handed over")
      for who, peers in (("ours/mcs", MCS_PEERS), ("ours/clh", CLH_PEERS))),
    Target("lock 2 cores unfair", ALL_OURS, 0.6, ("tbb_spin",)),
    *alike("spsc alone", "spsc", 1.0, "boost_spsc"),
    *alike("spsc alone bulk 32", "spsc", 1.1, "rte_spsc"),
    Target("spsc across", "ours/spsc", 0.7, ("boost_spsc",)),
    *alike("spsc across bulk 32", "spsc", 1.1, "rte_spsc"),
    Target("mpmc alone", "ours/mpmc", 1.0, ("vyukov",)),
    *alike("mpmc alone bulk 32", "mpmc", 1.1, "rte_mpmc"),
    Target("mpmc across", "ours/mpmc", 0.9, ("vyukov",)),
    *alike("mpmc across bulk 32", "mpmc", 1.1, "rte_mpmc"),
    Target("mpmc both", "ours/mpmc", 0.28),
    Target("locked ring alone", ALL_OURS, 1.05),
    Target("locked ring across", "ours/workqueue", 0.7, PLAIN_QUEUES),
    Target("locked ring both", "ours/workqueue", 0.7, PLAIN_QUEUES),
    Target("deque alone", "ours/deque", 1.12),
    *alike("deque steal", "deque", 1.0, "boost_deque"),
    Target("deque steal half", "ours/deque", 0.85),
    Target("fiber switch", "ours/fiber_switch", 1.1, ("sketch",)),
    Target("fiber switch", "ours/inlined", 1.1),
    Target("fiber yield", ALL_OURS, 5.0),
    Target("fiber spawn, 128 to a join", ALL_OURS, 4.0),
    *(Target(f"dispatch n={n}", who, 0.52 if n <= 1001 else 0.65,
             ("tbb_for",), "all_in")
      for n in DISPATCH_N for who in ("ours/steal", "ours/adaptive")),
    Target("metg 50 % trivial", "ours/steal", 60.0),
    Target("metg 50 % stencil_1d", "ours/steal", 5.0),
]


def judged(record: Record, row: list[Record]) -> list[tuple[str, str]]:
    """The targets of one of ours, and how each came out."""
    found = []
    for target in TARGETS:
        if target.row != record["row"] or not is_ours(record) or \
                target.who not in (record["who"], ALL_OURS):
            continue
        share = target.share(record, row)
        found.append((target.text(record), target.untold(record, row)
                      if share is None else
                      f"{word_of(share, 1)}, {span_text(share)} of it"))
    return found
