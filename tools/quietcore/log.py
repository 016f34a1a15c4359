# SPDX-License-Identifier: MIT
"""Reading logs: one pass over a stream, whatever state it is in.

The contract is docs/log-format.md. A record that its own CRC proves is never
lost, however damaged its surroundings; and no log with any damage counts as
whole.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import orjson

from quietcore.schema import problem_with

START = b'{"q":'
TAIL = re.compile(rb',"crc":"([0-9a-f]{8})"\}')
SEQ = re.compile(rb'^\{"q":\d+,"seq":(\d+)')
FIRST_KINDS = ("context", "panic")  # a panic may come before the context


@dataclass
class Run:
    """One run's records, in the order of the file, and what is wrong.

    Kept as the bytes they came in: as dictionaries they take seven times the
    memory, and a log may be long.
    """

    lines: list[bytes] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)  # of each line
    problems: list[str] = field(default_factory=list)

    def add(self, record: dict, text: bytes) -> None:
        """Takes a record and the bytes it was read from."""
        self.lines.append(text)
        self.kinds.append(sys.intern(record["record"]))

    @property
    def records(self) -> list[dict]:
        """All records."""
        return [orjson.loads(line) for line in self.lines]

    @property
    def complete(self) -> bool:
        """Every record is there, right, in order, and the end is."""
        return not self.problems

    @property
    def ok(self) -> bool:
        """Complete, and the run itself went well."""
        return self.complete and self.end.get("status") == "ok"

    @property
    def end(self) -> dict:
        """The end record; empty where there is none."""
        return next(iter(self.of("end")), {})

    @property
    def context(self) -> dict:
        """The context record (its first part); empty where there is none."""
        return next(iter(self.of("context")), {})

    def of(self, kind: str) -> list[dict]:
        """All records of a kind."""
        return [orjson.loads(line) for line, k in zip(self.lines, self.kinds)
                if k == kind]

    def count(self, kind: str) -> int:
        """How many records of a kind there are."""
        return self.kinds.count(kind)


def checked_record(piece: bytes) -> tuple[dict, int] | None:
    """The record that `piece` starts with and its length; None if damaged."""
    for tail in TAIL.finditer(piece):
        if zlib.crc32(piece[:tail.start()]) == int(tail[1], 16):
            try:
                record = orjson.loads(piece[:tail.end()])
            except orjson.JSONDecodeError:
                return None
            if isinstance(record.get("seq"), int) and "record" in record:
                return record, tail.end()
    return None


def pieces_of(line: bytes) -> Iterator[tuple[dict | None, bytes, str]]:
    """Splits a line into records: (record or None if damaged, text, fault).

    `fault` says what is wrong with the place of an undamaged record: nothing
    ("") when it fills its line from first to last byte.
    """
    at = 0
    while at < len(line):
        start = line.find(START, at)
        if start < 0:
            if at:
                yield None, line[at:], "bytes follow a record on its line"
            elif line.startswith(b"{"):
                yield None, line, "a record's line is damaged"
            return
        found = checked_record(line[start:])
        if not found:
            yield None, line[start:], "a record's line is damaged"
            at = start + len(START)
            continue
        record, length = found
        fault = "" if start == at == 0 else "a record does not begin its line"
        yield record, line[start:start + length], fault
        at = start + length


def ranges(numbers: Iterable[int]) -> str:
    """Sorted numbers, neighbours joined: 3, 5-9."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


class Reader:
    """Takes lines, gives runs. Feed every line, then call finish()."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.line_number = 0
        self._seen: set[int] = set()
        self._highest = -1
        self._ended = False
        self._pending: list[str] = []  # damage before the first record

    def feed(self, line: bytes) -> list[dict]:
        """Reads one line (without its line end); returns its records."""
        self.line_number += 1
        taken = []
        for record, text, fault in pieces_of(line):
            if record is None:
                self._damage(text, fault)
                continue
            self._take(record, text)
            taken.append(record)
            if fault:
                self._problem(f"line {self.line_number}: {fault}"
                              f" (seq {record['seq']}, kept)")
        return taken

    def _problem(self, text: str) -> None:
        if self.runs:
            self.runs[-1].problems.append(text)
        else:
            self._pending.append(text)

    def _damage(self, text: bytes, fault: str) -> None:
        claimed = SEQ.match(text)
        claim = f" (it says seq {claimed[1].decode()})" if claimed else ""
        self._problem(f"line {self.line_number}: {fault}{claim}")

    def _begins_run(self, record: dict) -> bool:
        if not self.runs:
            return True
        return record["seq"] == 0 and record["record"] in FIRST_KINDS \
            and self._highest >= 0

    def _take(self, record: dict, text: bytes) -> None:
        seq = record["seq"]
        repeated = bool(self.runs) and text in self.runs[-1].lines[-1:]
        if self._begins_run(record) and not repeated:
            self._close()
            self.runs.append(Run(problems=self._pending))
            self._pending = []
            self._seen, self._highest, self._ended = set(), -1, False
        run = self.runs[-1]
        here = f"line {self.line_number}: "
        if seq in self._seen:
            run.problems.append(f"{here}seq {seq} comes a second time")
            return
        if seq < self._highest:
            run.problems.append(f"{here}seq {seq} comes after {self._highest}")
        if self._ended:
            run.problems.append(f"{here}seq {seq} comes after the end record")
        wrong = problem_with(record)
        if wrong:
            run.problems.append(f"{here}seq {seq}: {wrong}")
        self._seen.add(seq)
        self._highest = max(self._highest, seq)
        self._ended |= record["record"] == "end"
        run.add(record, text)

    def _close(self) -> None:
        if not self.runs:
            return
        run = self.runs[-1]
        missing = set(range(self._highest + 1)) - self._seen
        if missing:
            run.problems.append(f"missing: seq {ranges(missing)}")
        if not run.count("context") and not run.count("panic"):
            run.problems.append("the context record is missing")
        if not self._ended:
            run.problems.append(
                f"no end record: the run stops after seq {self._highest}")
            return
        self._check_counts(run)

    @staticmethod
    def _check_counts(run: Run) -> None:
        counts = {"records": len(run.lines)}
        counts |= {f"{kind}s": run.count(kind)
                   for kind in ("result", "warning", "panic")}
        for name, count in counts.items():
            said = run.end.get(name)
            if said != count:
                run.problems.append(
                    f"the end record counts {said} {name}, {count} are here")

    def finish(self) -> list[Run]:
        """Closes the last run; problems are complete from here on."""
        self._close()
        if self.runs and self._pending:
            self.runs[0].problems.extend(self._pending)
        return self.runs


def read_stream(stream: Iterable[bytes]) -> list[Run]:
    """All runs of a binary stream of lines, ended by LF or CR LF."""
    reader = Reader()
    for line in stream:
        whole = line.removesuffix(b"\n")
        reader.feed(whole.removesuffix(b"\r") if whole != line else whole)
    return reader.finish()
