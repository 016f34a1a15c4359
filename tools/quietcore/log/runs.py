# SPDX-License-Identifier: MIT
"""Runs: the records of one boot, and what is wrong with them as a whole."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import orjson

from quietcore.log.fields import misfit, problem_with, versions
from quietcore.log.problems import Problems, shortened
from quietcore.log.records import filled
from quietcore.terminal.numbers import counted

RANGES = 20     # gaps that are named


class Sequence:
    """The `seq` of a run's records: 0, 1, 2, ... without a gap if all is well."""

    def __init__(self) -> None:
        self.highest = -1
        self._next = 0                  # all below have come
        self._early: set[int] = set()   # have come, and are above

    def take(self, seq: int) -> tuple[bool, str]:
        """Whether the number is new, and what is wrong with it."""
        if seq < self._next or seq in self._early:
            return False, "comes a second time"
        fault = f"comes after {self.highest}" if seq < self.highest else ""
        self.highest = max(self.highest, seq)
        if seq != self._next:
            self._early.add(seq)
            return True, fault
        self._next += 1
        while self._next in self._early:
            self._early.remove(self._next)
            self._next += 1
        return True, fault

    def gaps(self) -> list[tuple[int, int]]:
        """First and last number of each gap below the highest."""
        found, at = [], self._next
        for seq in sorted(self._early):
            if seq > at:
                found.append((at, seq - 1))
            at = seq + 1
        return found


def ranges(gaps: Iterable[tuple[int, int]]) -> str:
    """Gaps as words, the first ones: 3, 5-9."""
    found = list(gaps)
    words = [str(a) if a == b else f"{a}-{b}" for a, b in found[:RANGES]]
    more = len(found) - RANGES
    return ", ".join(words) + (f" and {more} more gaps" if more > 0 else "")


#: Parts of one series agree in these.
SERIES_KEY = ("experiment", "variant", "cores", "params", "columns")


@dataclass
class Run:
    """One run's records, in the order of the file, and what is wrong.

    Each has the shape that the schema demands of its kind. They are kept as the bytes they came
    in: as dictionaries they take seven times the memory, and a log may be long.
    """

    id: str = ""                    # 16 hex digits; "" where none is told
    version: int = field(default_factory=lambda: versions()[-1])    # of the log's schema
    lines: list[bytes] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)  # of each line
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # odd, and nothing is lost
    cause: str = ""         # of all that is wrong, with what helps
    log: str = ""           # its file; "" where it came otherwise

    @property
    def records(self) -> list[dict]:
        """All records."""
        return [filled(orjson.loads(line)) for line in self.lines]

    @property
    def foreign(self) -> str:
        """"OLD" or "NEWER", of a log of a version that is not read; else ""."""
        return foreign(self.version)

    @property
    def complete(self) -> bool:
        """Every record is there, right, in order, and the end is."""
        return not self.problems

    @property
    def ok(self) -> bool:
        """Complete, and the run itself went well."""
        return self.complete and self.end.get("status") == "ok"

    @property
    def stopped(self) -> bool:
        """Complete, but a key ended the run itself before its time."""
        return self.complete and self.end.get("status") == "stopped"

    @cached_property
    def end(self) -> dict:
        """The end record; empty where there is none."""
        return next(self.each("end"), {})

    @cached_property
    def context(self) -> dict:
        """The context record (its first part); empty where there is none."""
        return next(self.each("context"), {})

    def each(self, kind: str) -> Iterator[dict]:
        """The records of a kind, one after the other."""
        return (filled(orjson.loads(line)) for line, k in zip(self.lines, self.kinds) if k == kind)

    def of(self, kind: str) -> list[dict]:
        """All records of a kind."""
        return list(self.each(kind))

    @cached_property
    def series(self) -> list[dict]:
        """All series, the parts of each put together."""
        whole: list[dict] = []
        for record in self.each("series"):
            if record.get("part", 1) > 1 and whole and all(
                    whole[-1].get(key) == record.get(key) for key in SERIES_KEY):
                whole[-1]["rows"] += record["rows"]
            else:
                whole.append(record)
        return whole

    def count(self, kind: str) -> int:
        """How many records of a kind there are."""
        return self.kinds.count(kind)

    def only(self, *kinds: str) -> Run:
        """The same run with the records of these kinds alone."""
        return self.kept(kind in kinds for kind in self.kinds)

    def kept(self, which: Iterable[bool]) -> Run:
        """The same run with those records alone for which it is true."""
        found = [(line, kind) for line, kind, keep in zip(self.lines, self.kinds, which) if keep]
        return replace(self, lines=[line for line, _ in found], kinds=[kind for _, kind in found])


def foreign(version: int) -> str:
    """How a version that this reader does not take differs; "" if it does."""
    return "OLD" if version < versions()[0] else "NEWER" if version > versions()[-1] else ""


def place(line: int, record: dict) -> str:
    """Where a record stands, for a problem."""
    return f"line {line}: seq {record['seq']}"


class Builder:
    """Makes a run of its records as they come."""

    def __init__(self, run_id: str, problems: Problems):
        self.id = run_id        # "" where its first record tells none
        self.problems = problems
        self.version: int | None = None         # of its first right record
        self.last = b""                         # the record that came last
        self._sequence = Sequence()
        self._came: Counter[str] = Counter()    # kinds, left out or not
        self._lines: list[bytes] = []
        self._kinds: list[str] = []
        self._end: dict = {}
        self._ended = False                     # an end record came
        self._repeats = 0                       # records that came before
        self._known: set[bytes] = set()         # those kept, once one repeats
        self._before: int | None = None         # the number that came last
        self._held: list[str] = []  # what is wrong unless all is in reverse
        self._taken = 0
        self.reverse = True         # each number so far is below the last one

    @property
    def highest(self) -> int:
        """The highest seq that came."""
        return self._sequence.highest

    def has(self, text: bytes) -> bool:
        """Whether this very record was kept."""
        if not self._known:
            self._known = set(self._lines)
        return text in self._known

    def take(self, record: dict, text: bytes, wrong: str, line: int) -> bool:
        """Takes a proven record of a line; whether it is kept.

        `wrong` is what makes it unreadable.
        """
        self.last = text
        is_new, fault = self._sequence.take(record["seq"])
        if not is_new and self.has(text):
            self._repeats += 1
            return False
        self._look_at_order(record["seq"])
        if self._ended and is_new:
            fault = fault or "comes after the end record"
        if fault:
            self.hold(f"{place(line, record)} {fault}")
        if not is_new:
            return False
        kind = record.get("record")
        kind = kind if isinstance(kind, str) else "(no kind)"
        self._came[kind] += 1
        self._ended |= kind == "end"
        wrong = wrong or self._wrong(record)
        if wrong:
            kind = shortened(kind, 40)
            self.problems.leave_out(kind, f"{place(line, record)}, {kind}: {shortened(wrong)}")
            return False
        return self._keep(record, text)

    def hold(self, problem: str) -> None:
        """Names a problem of order; it is none where all is in reverse."""
        if self.reverse:
            self._held.append(problem)
        else:
            self.problems.add(problem)

    def _look_at_order(self, seq: int) -> None:
        self._taken += 1
        self.reverse &= self._before is None or seq < self._before
        self._before = seq
        if not self.reverse:
            self._name_held()

    def _name_held(self) -> None:
        for problem in self._held:
            self.problems.add(problem)
        self._held = []

    def _wrong(self, record: dict) -> str:
        """What is wrong with a record's version or shape; "" if nothing."""
        self.version = self.version or record["q"]
        if record["q"] != self.version:
            return f"it is of version {record['q']}, its run of {self.version}"
        if foreign(self.version):
            return ""
        return problem_with(record) or misfit(record)

    def _keep(self, record: dict, text: bytes) -> bool:
        """Keeps a record, if it is of a version that can be read."""
        if foreign(self.version):
            return False
        self._lines.append(text)
        if self._known:
            self._known.add(text)
        self._kinds.append(sys.intern(record["record"]))
        if record["record"] == "end":
            self._end = record
        return True

    def close(self) -> Run:
        """The run, with all that is wrong with it."""
        run = Run(self.id, self.version or versions()[-1], self._lines, self._kinds)
        if run.foreign:
            which = "an older" if run.foreign == "OLD" else "a newer"
            run.problems = [f"the log is of version {run.version}, this qc reads {versions()[0]} "
                            f"to {versions()[-1]}: use {which} qc"]
            return run
        if self.reverse and self._taken > 1:
            self._lines.reverse()
            self._kinds.reverse()
            run.notes.append("its lines stand newest first: read from the end")
        else:
            self._name_held()
        self._look_for_gaps()
        run.problems = self.problems.texts()
        if self._repeats:
            run.notes.append(self._repeated())
        return run

    def _repeated(self) -> str:
        """That the same text was pasted again, or each line sent twice."""
        times, rest = divmod(self._repeats, len(self._lines))
        if rest:
            return f"{counted(self._repeats, 'record')} of the same run " \
                "came again, the same in every byte: counted once"
        how = "twice" if times == 1 else f"{times + 1} times"
        return f"the same run came {how}, the same in every byte: counted once"

    def _look_for_gaps(self) -> None:
        gaps = self._sequence.gaps()
        if gaps:
            self.problems.add(f"missing: seq {ranges(gaps)}")
        if not self._came["context"] and not self._came["panic"]:
            self.problems.add("the context record is missing")
        if not self._ended:
            self.problems.add(f"no end record: the run stops after seq {self.highest}")
        if self._end:
            self._check_counts()
        if self._end and self._end["dropped"]:
            self.problems.add(f"the serial line lost {counted(self._end['dropped'], 'record')}: "
                              "its reader paused for too long")

    def _check_counts(self) -> None:
        counts = {"records": self._came.total()}
        counts |= {f"{kind}s": self._came[kind] for kind in ("result", "warning", "panic")}
        for name, count in counts.items():
            if self._end[name] != count:
                self.problems.add(f"the end record counts {self._end[name]} "
                                  f"{name}, {count} are here")
