# SPDX-License-Identifier: MIT
"""Records in a line of a log, each proven by its CRC, whatever stands around it."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import orjson

from quietcore.log.lines import MOST, START

TAIL = re.compile(rb',"crc":"([0-9a-f]{8})"\}')
STARTS = re.compile(re.escape(START))
SEQ = re.compile(rb'^\{"q":\d{1,9},"seq":(\d{1,20})')
TAIL_LENGTH = len(',"crc":"01234567"}')
#: What terminals and consoles put between a record's bytes, which has none of its own: colours and
#: other control sequences, XON, XOFF and the like. NUL is also every second byte of UTF-16.
CONTROLS = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x1f\x7f]")
#: What programs write for a quotation mark, and for a backslash: JSON within
#: JSON, HTML, a word processor in UTF-8 and in the code page 1252.
QUOTES = ((rb'{\"q\":', ((rb'\"', b'"'), (rb"\\", b"\\"))),
          (b"{&quot;q&quot;:", ((b"&quot;", b'"'), (b"&lt;", b"<"),
                                (b"&gt;", b">"), (b"&amp;", b"&"))),
          (b"{\xe2\x80\x9cq\xe2\x80\x9d:", ((b"\xe2\x80\x9c", b'"'),
                                             (b"\xe2\x80\x9d", b'"'))),
          (b"{\x93q\x94:", ((b"\x93", b'"'), (b"\x94", b'"'))))
#: Blanks that do not break a line, as web pages have them.
BLANKS = re.compile(b"\xc2?\xa0")
SEVEN_BITS = bytes(byte & 127 for byte in range(256))
TRIES = 3   # beginnings that are tried for one end, beside the first


class Found(NamedTuple):
    """A stretch of a line that is a record, or was one."""

    text: bytes
    proven: bool    # by its CRC
    fault: str      # what is wrong with it or its place; "" if nothing


def proven_start(line: bytes, at: int, tail: re.Match) -> int | None:
    """Where the record begins that `tail` ends and proves; None: nowhere.

    A record may hold a second beginning, and damage may come before it: the first one is tried,
    then the last ones.
    """
    least = max(at, tail.end() - MOST)
    starts = [m.start() for m in STARTS.finditer(line, least, tail.start())]
    crc = int(tail[1], 16)
    return next((start for start in starts[:1] + starts[:0:-1][:TRIES]
                 if zlib.crc32(line[start:tail.start()]) == crc), None)


def claim(text: bytes) -> str:
    """The number that a damaged record says it has."""
    claimed = SEQ.match(text)
    return f" (it says seq {claimed[1].decode()})" if claimed else ""


def is_record(line: bytes) -> bool:
    """The whole line is one proven record, as nearly every one is."""
    if not line.startswith(START) or len(line) >= MOST:
        return False
    tail = TAIL.fullmatch(line, len(line) - TAIL_LENGTH)
    return bool(tail) and zlib.crc32(line[:-TAIL_LENGTH]) == int(tail[1], 16)


def records_of(line: bytes) -> list[Found]:
    """What a line, or a piece of a long one, holds of records."""
    if is_record(line):
        return [Found(line, True, "")]
    if b"{" not in line:
        return []
    found = list(scattered(line))
    if all(each.proven for each in found) and found:
        return found
    cleaned = CONTROLS.sub(b"", line)
    if cleaned != line:
        found = list(scattered(cleaned))
    proven = sum(each.proven for each in found)
    return next((other for other in map(list, map(scattered, undone(cleaned)))
                 if sum(each.proven for each in other) > proven), found)


def undone(line: bytes) -> Iterator[bytes]:
    """Readings of a line that a program has rewritten: what such a reading makes a record of, its
    CRC proves."""
    for sign, rewritten in QUOTES:
        if sign in line:
            for written, meant in rewritten:
                line = line.replace(written, meant)
            yield line
    if not line.isascii():
        yield BLANKS.sub(b" ", line)
        yield line.translate(SEVEN_BITS)


def scattered(line: bytes) -> Iterator[Found]:
    """The same of a line that may hold anything.

    What stands around a proven record is a time, a prompt or noise, and none of the log's matter:
    what is lost of the log is seen by its numbers.
    """
    at = 0
    for tail in TAIL.finditer(line) if START in line else ():
        start = proven_start(line, at, tail)
        if start is None:
            continue
        yield from damage(line[at:start])
        yield Found(line[start:tail.end()], True, "")
        at = tail.end()
    rest = line[at:]
    if not at and rest.startswith(b"{"):
        yield Found(rest, False, f"a record's line is damaged{claim(rest)}")
    else:
        yield from damage(rest)


def damage(text: bytes) -> Iterator[Found]:
    """One fault where a record began in `text`."""
    start = text.find(START)
    if start >= 0:
        found = text[start:]
        yield Found(found, False, f"a record's line is damaged{claim(found)}")


# ---- what a proven record says ----------------------------------------------


def decoded(text: bytes) -> tuple[dict, str]:
    """A record as a dictionary, or ({}, what is wrong with it)."""
    try:
        record = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        return {}, f"no JSON that we take: {error}"
    if type(record.get("seq")) is not int or record["seq"] < 0:
        return {}, "seq is not a number from 0 up"
    if type(record["q"]) is not int or record["q"] < 1:
        return record, "q is not a version of the log"
    if type(record.get("record")) is not str:
        return record, "its kind is not a string"
    wrong = twice(record, text)
    return filled(record), wrong


def twice(record: dict, text: bytes) -> str:
    """Which key an object has twice; "" if none.

    As many colons follow a quote as keys are kept, if none was lost and no string and no other
    object holds any. Else the slow way tells.
    """
    params = record.get("params")
    kept = len(record) + (len(params) if type(params) is dict else 0)
    if text.count(b'":') == kept:
        return ""
    doubled: list[str] = []

    def pairs(items: list[tuple[str, object]]) -> None:
        counts = Counter(key for key, _ in items)
        doubled.extend(key for key, count in counts.items() if count > 1)

    try:
        json.loads(text, object_pairs_hook=pairs)
    except RecursionError:
        return "it is nested too deeply"
    return f"{doubled[0]} stands in it twice" if doubled else ""


#: Of a result: a batch has no tail, most take all their samples undisturbed and
#: are proven right, and what is timed changes seldom.
RESULT = {"p99": None, "p999": None, "max": None, "stop": "samples",
          "quiet": "clean", "method": 1, "proven": "ok"}
#: Of a validation: what is ok needs no reason.
VALIDATION = {"reason": None}


def filled(record: dict) -> dict:
    """The record, with what its image left out."""
    if record.get("record") == "validation":
        return VALIDATION | record
    if record.get("record") != "result":
        return record
    # Where each round had one sample, their means are their medians.
    return RESULT | {"round_means": record.get("rounds")} | record
