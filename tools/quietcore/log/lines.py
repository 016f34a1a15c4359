# SPDX-License-Identifier: MIT
"""Lines out of a stream, whatever their length, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, NamedTuple

MOST = 4000         # bytes of a line, its end included (docs/log-format.md)
CHUNK = 1 << 16     # bytes that are read at once
BOM = b"\xef\xbb\xbf"
START = b'{"q":'    # what every record begins with
AFTER_CR = b"\r" + START


class Line(NamedTuple):
    """A line without its end, or a piece of one that is too long."""

    number: int     # from 1, as an editor that takes LF for a line end counts
    text: bytes
    long: bool      # a piece of a line of more than MOST bytes


def chunks(stream: BinaryIO | Iterable[bytes]) -> Iterable[bytes]:
    """A file's bytes in pieces; an iterable of bytes is pieces already."""
    read = getattr(stream, "read", None)
    return iter(lambda: read(CHUNK), b"") if read else stream


def at_lone_crs(line: bytes) -> list[bytes]:
    """Ends a line also where a lone CR stands before a record.

    GRUB under UEFI leaves one. CRs elsewhere are text.
    """
    line = line.removesuffix(b"\r")
    if AFTER_CR not in line:
        return [line]
    first, *rest = line.split(AFTER_CR)
    return [first, *(START + piece for piece in rest)]


def keep_from(text: bytes) -> int:
    """Where a record may begin that the end of an unfinished line cuts."""
    start = text.find(START, len(text) - MOST)
    return len(text) - len(AFTER_CR) if start < 0 else max(start - 1, 0)


def lines_of(stream: BinaryIO | Iterable[bytes]) -> Iterator[Line]:
    """Every line, ended by LF or CR LF; of a long one, piece after piece."""
    number, rest, long = 1, b"", False
    for chunk in chunks(stream):
        whole = (rest + chunk).split(b"\n")
        rest = whole.pop()
        if number == 1 and whole:
            whole[0] = whole[0].removeprefix(BOM)
        for line in whole:
            for part in at_lone_crs(line):
                yield Line(number, part, long or len(part) > MOST)
            number, long = number + 1, False
        if len(rest) > CHUNK:
            cut = keep_from(rest)
            for part in at_lone_crs(rest[:cut]):
                yield Line(number, part, True)
            rest, long = rest[cut:], True
    for part in at_lone_crs(rest.removeprefix(BOM) if number == 1 else rest):
        yield Line(number, part, long or len(part) > MOST)
