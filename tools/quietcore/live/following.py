# SPDX-License-Identifier: MIT
"""Follows a source to the end record, whatever happens to it meanwhile."""

from __future__ import annotations

import time
from typing import BinaryIO

from quietcore import signals
from quietcore.live.sources import WAIT, Gone, Source
from quietcore.live.table import Table
from quietcore.log.lines import CHUNK, START, at_lone_crs, keep_from
from quietcore.log.reading import Reader, Run

END = b'"record":"end"'


class Unkept(Exception):
    """What came cannot be kept; says why."""


class Following:
    """Feeds what comes to a reader and to a table, and keeps it."""

    def __init__(self, table: Table, keep: BinaryIO | None = None):
        self._table, self._keep = table, keep
        self._reader, self._rest = Reader(), b""
        self.ended = False
        self.bytes = 0

    def take(self, data: bytes) -> None:
        """Bytes as they came."""
        self.bytes += len(data)
        if self._keep:
            self._kept(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)
        if len(self._rest) > CHUNK:     # no record is so long
            cut = keep_from(self._rest)
            self._line(self._rest[:cut])
            self._rest = self._rest[cut:]

    def _kept(self, data: bytes) -> None:
        try:
            while data:     # a full disk takes a part of it first
                data = data[self._keep.write(data):]
            self._keep.flush()
        except OSError as error:
            raise Unkept(error.strerror) from error

    def cut(self) -> None:
        """The source was gone for a while: what follows is another line."""
        if self._rest:
            self.take(b"\n")

    def _line(self, line: bytes) -> None:
        for part in at_lone_crs(line):
            for record in self._reader.feed(part):
                self._table.record(record)
            # One that is damaged, or newer than this qc, is the last one, too.
            self.ended |= part.startswith(START) and END in part

    def runs(self) -> list[Run]:
        """All that came."""
        if self._rest:
            self._line(self._rest)
            self._rest = b""
        return self._reader.finish()


def follow(source: Source, found: Following, table: Table,
           timeout: float | None) -> bool:
    """Until the end record, or for so many seconds without a byte: whether the
    end came. A source that is gone is waited for."""
    last, here = time.monotonic(), False
    told = ""
    try:
        while not found.ended:
            signals.check()
            if timeout and time.monotonic() - last > timeout:
                return False
            try:
                if not here:
                    source.open()
                    here = True
                    if told:
                        table.say("it is here again")
                    told = ""
                data = source.read()
            except Gone as gone:
                source.close()
                if here:
                    found.cut()
                here = False
                if told != str(gone):
                    table.say(f"not there ({gone}): waiting for it")
                told = str(gone)
                time.sleep(WAIT)
                continue
            if data:
                found.take(data)
                last = time.monotonic()
            else:
                time.sleep(WAIT / 4)
    finally:
        source.close()
    return True
