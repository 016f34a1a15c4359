# SPDX-License-Identifier: MIT
"""Follows a source to the end record, whatever happens to it meanwhile."""

from __future__ import annotations

import re
import time
from typing import BinaryIO

from quietcore import signals
from quietcore.live.sources import WAIT, File, Gone, Port
from quietcore.live.table import Table
from quietcore.log.lines import CHUNK, START, at_lone_crs, keep_from
from quietcore.log.reading import Reader, Run

END = b'"record":"end"'
WHOLE_END = re.compile(END + rb'.*,"crc":"[0-9a-f]{8}"\}')
FIRST = 8       # bytes that tell a file's form
HINT = 5.0      # seconds without a record, after which it is said
#: What text has no more of than one byte in so many: a line at a wrong rate is
#: noise throughout.
ODD_ONE_IN = 10
TEXT = bytes({*range(32, 127), *b"\t\r\n\x1b"})


class Unkept(Exception):
    """What came cannot be kept; says why."""


class Following:
    """Feeds what comes to a reader and to a table, and keeps it."""

    def __init__(self, table: Table, keep: BinaryIO | None = None):
        self._table, self._keep = table, keep
        self._reader, self._rest = Reader(), b""
        self.ended = False
        self.bytes = 0
        self.records = 0
        self.first = b""    # of all bytes: they tell a compressed file

    @property
    def cause(self) -> str:
        """What cut or encoded the lines, and what helps; "" if nothing did."""
        return self._reader.cause

    def take(self, data: bytes) -> bool:
        """Bytes as they came; whether a person could read them."""
        before = self.records
        self._take(data)
        odd = len(data.translate(None, TEXT))
        return self.records > before or odd * ODD_ONE_IN <= len(data)

    def _take(self, data: bytes) -> None:
        self.bytes += len(data)
        if len(self.first) < FIRST:
            self.first += data[:FIRST]
        if self._keep:
            self._kept(data)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)
        if WHOLE_END.search(self._rest):    # no line end need follow
            self._line(self._rest)
            self._rest = b""
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
                self.records += 1
                self.ended |= record["record"] == "end"
            # One that is damaged, or newer than this qc, is the last one, too.
            self.ended |= START in part and END in part

    def runs(self) -> list[Run]:
        """All that came."""
        if self._rest:
            self._line(self._rest)
            self._rest = b""
        return self._reader.finish()


def follow(source: File | Port, found: Following, table: Table, timeout: float | None) -> bool:
    """Until the end record, or for so many seconds without a byte that can be
    read: whether the end came. A source that is gone is waited for."""
    begun = last = time.monotonic()
    here = hinted = been = False
    told = ""
    try:
        while not found.ended:
            signals.check()
            if timeout and time.monotonic() - last > timeout:
                return False
            if not hinted and not found.records and time.monotonic() - begun > HINT:
                hinted = True
                table.say(f"no record so far ({found.bytes} bytes): "
                          f"{found.cause or source.hint}")
            try:
                if not here:
                    source.open()
                    here = True
                    if told:
                        table.say("it is here" + " again" * been)
                    told, been = "", True
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
            if data and found.take(data):
                last = time.monotonic()
            elif not data:
                time.sleep(WAIT / 4)
        for data in source.left():
            found.take(data)
    finally:
        source.close()
    return True
