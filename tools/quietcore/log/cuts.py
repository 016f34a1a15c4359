# SPDX-License-Identifier: MIT
"""What cut or encoded the lines of a log on its way, and what helps."""

from __future__ import annotations

import base64
import re
from collections import Counter

from quietcore.log.lines import START

CRC = b',"crc":"'
NARROWEST = 40  # columns of a terminal
WIDEST = 140    # and of those that wrap at words
ENOUGH = 3      # lines cut at one column: no damage does that
MAIL = b"="     # at the end of a line that goes on, in quoted-printable
QUOTED = re.compile(rb"\s*(?:>\s*)+")   # an answer's mark before each line
#: What stands before a record that is to be seen as cut: a mark or a time.
MOST_BEFORE = 40
PACKED = re.compile(rb"H4sI[A-Za-z0-9+/]{40,}={0,2}")   # gzip in base64


def encoded(text: bytes) -> bytes:
    """A pattern of what text is in base64, wherever it begins."""
    at = []
    for before in range(3):
        end = (before + len(text)) * 8 // 6     # only whole characters of it
        begin = (before * 8 + 5) // 6
        at.append(base64.b64encode(bytes(before) + text + b"\0\0")[begin:end])
    return b"|".join(map(re.escape, at))


IN_BASE64 = re.compile(encoded(START))


class Cuts:
    """Looks at the lines of a log of which records are missing."""

    def __init__(self) -> None:
        self._cut: Counter[int] = Counter()     # lengths of records' lines
        self._mail = 0                          # of these, with MAIL at the end
        self._quoted = 0                        # and with an answer's mark
        self._more = 0                          # lines that go on with one
        self._base64 = 0                        # beginnings in base64
        self._packed = False                    # the first line is gzip's

    def look(self, text: bytes, number: int) -> None:
        """At each line without a whole record's beginning."""
        self._more += CRC in text
        self._base64 += len(IN_BASE64.findall(text))
        self._packed |= number < ENOUGH and bool(PACKED.match(text.strip()))

    def damaged(self, text: bytes) -> None:
        """At each line that holds a record's beginning, and not its end."""
        before = text.find(START)
        if CRC in text or not 0 <= before <= MOST_BEFORE:
            return
        self._cut[len(text)] += 1
        self._mail += text.endswith(MAIL)
        self._quoted += bool(QUOTED.fullmatch(text[:before]))

    @property
    def cause(self) -> str:
        """What was done to the lines, and what helps; "" if nothing was."""
        if self._base64 >= ENOUGH or self._packed:
            return "it is base64, as mails and services hand files on: " \
                "decode it with base64 -di FILE >LOG"
        (column, often), *_ = self._cut.most_common(1) or [(0, 0)]
        total = self._cut.total()
        if total < ENOUGH:
            return ""
        if self._mail > total / 2:
            return "it is quoted-printable, as a mail has it: save the " \
                "attachment, or decode it (python3 -m quopri -d)"
        same = often >= max(ENOUGH, total / 2)
        if not same and max(self._cut) > WIDEST or column < NARROWEST:
            return ""
        if self._quoted > total / 2:
            return 'its lines are wrapped, and quoted by "> ", as in an ' \
                "answer to a mail: have the log attached as a file"
        if same and self._more < total / 2:
            return f"its lines are cut at column {column}, and the rest is " \
                "lost: take the file itself (qc capture keeps one)"
        if same:
            return f"its lines are wrapped at column {column}, as on a " \
                "terminal or in a mail: take the file itself (qc capture " \
                "keeps one), not a copy of the text"
        return "its lines are wrapped at words, as in a mail: have the log attached as a file"
