# SPDX-License-Identifier: MIT
"""One code of those that the image shows: what its first line says."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

FORM = 2    # of the codes; a newer one is another
FIRST = re.compile(rb"QC(\d+) ")
HEAD = re.compile(rb"(QC2 ([0-9a-f]{16}) (\d{1,3})/(\d{1,3}) (\d+)x(\d) "
                  rb"(\S+) (\S+) (\S+) (\S+) )([0-9a-f]{8})\n")


class NotOurs(ValueError):
    """A code that quietcore has not made; its text says what it is."""


class Newer(NotOurs):
    """Made by a quietcore that this qc does not know."""


class Damaged(NotOurs):
    """One of ours whose bytes are not those that were sent."""


class Context(NamedTuple):
    """What figures are worth: fields of the log's context."""

    trust: str
    trust_claimed: str
    tsc_hz: int     # 0: unknown
    tsc_step: int   # ticks


class Part(NamedTuple):
    """What one code holds."""

    run: str
    number: int    # from 1 on
    of: int
    page: int      # which page of the screen has the first code
    across: int    # codes on a page
    context: Context
    text: str      # whole lines

    def page_of(self, number: int) -> int:
        """Which page of the screen shows that part."""
        return self.page + (number - 1) // self.across


def known(word: str) -> int:
    """A number of the context, or 0."""
    return int(word) if word.isdigit() else 0


def part_of(code: bytes) -> Part:
    """What a code holds; raises NotOurs where it is none to be used."""
    first = FIRST.match(code)
    if not first:
        raise NotOurs(f"a code of something else ({code[:24]!r})")
    if int(first[1]) > FORM:
        raise Newer(f"a code of form {int(first[1])}, which this qc does not "
                    "know")
    head = HEAD.match(code)
    lines = code[head.end():] if head else b""
    if not head or zlib.crc32(head[1] + lines) != int(head[11], 16):
        raise Damaged("a code whose checksum is wrong")
    run = head[2].decode()
    number, of, page, across = map(int, head.group(3, 4, 5, 6))
    if not 1 <= number <= of or not page or not across:
        raise Damaged(f"a code that says it is part {number} of {of}")
    trust, claimed, hz, step = (word.decode("cp437")
                                for word in head.group(7, 8, 9, 10))
    return Part(run, number, of, page, across,
                Context(trust, claimed, known(hz), known(step)),
                lines.decode("cp437"))
