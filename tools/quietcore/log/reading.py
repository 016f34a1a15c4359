# SPDX-License-Identifier: MIT
"""Reading logs: one pass over a stream, whatever state it is in.

The contract is docs/log-format.md. A record that its own CRC proves and that has the shape of its
kind is never lost, however damaged its surroundings; and no log with any damage counts as whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import BinaryIO

from quietcore.log.cuts import Cuts
from quietcore.log.lines import MOST, START, Line, lines_of
from quietcore.log.problems import Budget, Problems
from quietcore.log.records import Found, decoded, records_of
from quietcore.log.runs import Builder, Run, place

__all__ = ["Reader", "Run", "read_stream"]

FIRST_KINDS = ("context", "panic")  # a panic may come before the context
RUN_ID = re.compile("[0-9a-f]{16}")


def run_id(record: dict) -> str:
    """The id of its run; "" where it tells none, or what is none."""
    told = record.get("run")
    return told if isinstance(told, str) and RUN_ID.fullmatch(told) else ""


class Reader:
    """Takes lines, gives runs. Feed every line, then call finish()."""

    def __init__(self) -> None:
        self._budget = Budget()
        self._pending = Problems(self._budget)  # before the first record
        self._runs: list[Builder] = []
        self._by_id: dict[str, Builder] = {}
        self._run: Builder | None = None        # that the last record is of
        self._line_number = 0
        self._told_long = 0     # the long line that was named last
        self._cuts = Cuts()

    def feed(self, line: bytes) -> list[dict]:
        """Reads one line (without its line end); returns its records."""
        self._line_number += 1
        return self.take(Line(self._line_number, line, len(line) > MOST))

    def take(self, line: Line) -> list[dict]:
        """The same of a line that has its number already."""
        taken = []
        if START not in line.text:
            self._cuts.look(line.text, line.number)
        for found in records_of(line.text):
            if not found.proven:
                self._damage(line, found)
                continue
            record = self._take(found, line.number)
            if record:
                taken.append(record)
        return taken

    def _problems(self) -> Problems:
        return self._run.problems if self._run else self._pending

    def _damage(self, line: Line, found: Found) -> None:
        if not line.long:
            self._cuts.damaged(line.text)
            self._problems().add(f"line {line.number}: {found.fault}")
        elif self._told_long != line.number:
            self._told_long = line.number
            self._problems().add(f"line {line.number}: is longer than {MOST:,} bytes, which no "
                                 "record is; what its CRC does not prove is skipped")

    def _take(self, found: Found, number: int) -> dict | None:
        record, wrong = decoded(found.text)
        if not record:
            self._problems().leave_out("without seq", f"line {number}: {wrong}")
            return None
        run = self._run
        if not run or record["seq"] == 0 or record.get("run", "") != run.id:
            run = self._run = self._run_of(record, found.text, number)
        kept = run.take(record, found.text, wrong, number)
        return record if kept else None

    def _run_of(self, record: dict, text: bytes, number: int) -> Builder:
        """The run that a record is of; a new one where it begins that."""
        run, its_id = self._run, run_id(record)
        begins = record["seq"] == 0 and record.get("record") in FIRST_KINDS
        if begins and its_id and its_id in self._by_id and self._by_id[its_id].has(text):
            return self._by_id[its_id]      # the same run, pasted again
        if run and run.reverse and run.id == its_id and run.highest > 0:
            return run                      # it may end with its first record
        if run is None or begins and text != run.last:
            return self._begin(its_id)
        if its_id in ("", run.id):
            return run
        here = place(number, record)
        known = self._by_id.get(its_id)
        if known:
            known.problems.add(f"{here} of run {its_id} comes between records "
                               f"of run {run.id or '(none)'}")
            return known
        other = self._begin(its_id)
        other.hold(f"{here}: run {its_id} begins here, without its first records, after seq "
                   f"{run.highest} of run {run.id or '(none)'}")
        return other

    def _begin(self, its_id: str) -> Builder:
        run = Builder(its_id, Problems(self._budget))
        if not self._runs:
            run.problems = self._pending
        self._runs.append(run)
        self._by_id[its_id] = run
        return run

    @property
    def cause(self) -> str:
        """What cut or encoded the lines, and what helps; "" if nothing did."""
        return self._cuts.cause

    def finish(self) -> list[Run]:
        """Closes all runs; problems are complete from here on."""
        if all(run.reverse and run.highest > 0 for run in self._runs):
            self._runs.reverse()    # newest first: the last came first
        runs = [run.close() for run in self._runs]
        broken = [run for run in runs if run.problems and not run.foreign]
        if self.cause and broken:
            broken[0].problems.insert(0, self.cause)
            broken[0].cause = self.cause
        return runs


def read_stream(stream: BinaryIO | Iterable[bytes], reader: Reader | None = None) -> list[Run]:
    """All runs of a file or of pieces of one; lines end in LF or CR LF."""
    reader = reader or Reader()
    for line in lines_of(stream):
        reader.take(line)
    return reader.finish()
