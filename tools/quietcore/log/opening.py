# SPDX-License-Identifier: MIT
"""Opening a log, or saying why what is there is none."""

from __future__ import annotations

import gzip
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from quietcore.log.lines import CHUNK
from quietcore.log.reading import Reader, Run, read_stream
from quietcore.terminal.far import far

GZIP = b"\x1f\x8b"
MB = 10**6
#: How a file begins that is no log, what it is, and what makes one of it.
FORMS = ((b"\x28\xb5\x2f\xfd", "is compressed", "unpack it with zstd -d"),
         (b"\xfd7zXZ\x00", "is compressed", "unpack it with xz -d"),
         (b"BZh", "is compressed", "unpack it with bzip2 -d"),
         (b"PK\x03\x04", "is a ZIP archive", "unpack it with unzip"),
         (b"\x7fELF", "is a program", "give its log: tools/qc run makes one"),
         (b"SQLite", "is a data base", "give a log: tools/qc run makes one"))


class Unreadable(Exception):
    """A file is no log, or cannot be read; says which, why and what helps."""


def form(first: bytes) -> str:
    """What is no log by its first bytes, and what helps; "" if it may be."""
    return next((f"{what}: {remedy}" for begins, what, remedy in FORMS
                 if first.startswith(begins)), "")


def no_record(name: str, cause: str) -> str:
    """That nothing of a log is there, and why."""
    if cause:
        return f"{name} holds no whole record: {cause}"
    return f"{name} holds no record (no line of the form " \
        '{"q":3,...,"crc":"..."}): give a log that qc run or qc capture made'


def pieces(stream: BinaryIO, name: str, damage: list[str]) -> Iterator[bytes]:
    """A log's bytes; those of a gzip file unpacked, as far as that goes.

    `damage` gets why it goes no further.
    """
    first = stream.read(CHUNK)
    if not first:
        raise Unreadable(f"{name} is empty: it holds no record; run or capture it again")
    if what := form(first):
        raise Unreadable(f"{name} {what}")
    if not first.startswith(GZIP):
        yield first
        yield from iter(lambda: stream.read(CHUNK), b"")
        return
    try:
        with gzip.open(Joined(first, stream)) as unpacked:
            # One read of what is beneath: what it gave before a fault is kept.
            yield from iter(lambda: unpacked.read1(CHUNK), b"")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        damage.append(f"the gzip file is damaged ({error})")


class Joined:
    """A stream whose beginning has been read already, as a file to read."""

    def __init__(self, first: bytes, stream: BinaryIO):
        self._first, self._stream = first, stream

    def read(self, size: int = -1) -> bytes:
        """What is left of the beginning, then the rest."""
        if not self._first:
            return self._stream.read(size)
        cut = len(self._first) if size < 0 else size
        taken, self._first = self._first[:cut], self._first[cut:]
        return taken


def watched(stream: BinaryIO, name: str, damage: list[str]) -> Iterable[bytes]:
    """The same of an open file; on a terminal it is told how far one is."""
    if not stream.seekable():   # a pipe
        return pieces(stream, name, damage)
    return far(pieces(stream, name, damage), os.stat(stream.fileno()).st_size // MB, "MB",
               lambda _: stream.tell() // MB)


def runs_in(log: str) -> list[Run]:
    """The runs, at least one, of a file or, for "-", of standard input.

    Raises Unreadable, whatever else there is.
    """
    name = "standard input" if log == "-" else log
    damage: list[str] = []
    reader = Reader()
    try:
        if log == "-":
            runs = read_stream(pieces(sys.stdin.buffer, name, damage), reader)
        else:
            with open(log, "rb") as stream:
                runs = read_stream(watched(stream, name, damage), reader)
    except IsADirectoryError as error:
        raise Unreadable(f"{name} is a folder: give one of its logs (export "
                         "and compare take folders, too)") from error
    except FileNotFoundError as error:
        raise Unreadable(f"cannot read {name}: {error.strerror}; give a log "
                         "that qc run or qc capture made") from error
    except OSError as error:
        raise Unreadable(f"cannot read {name}: {error.strerror}") from error
    if damage and not runs:
        raise Unreadable(f"{name} holds no record that can be read: "
                         f"{damage[0]}; copy or pack it again")
    if not runs:
        raise Unreadable(no_record(name, reader.cause))
    if not runs[-1].foreign:
        runs[-1].problems[:0] = damage
    for run in runs:
        run.log = "" if log == "-" else log
    return runs
