# SPDX-License-Identifier: MIT
"""Timelines in Perfetto's own format, Protocol Buffers.

The schema is that of the Perfetto project, protos/perfetto/trace: the numbers
below are its fields. What is written is read back in the tests by the schema
that the package `perfetto` publishes. A file is a row of packets, so that two
of them, one behind the other, are one as well.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from quietcore.export.timelines import Counter, Slice, Traced, traced
from quietcore.log.reading import Run

PACKET = 1                                  # of a trace
TIMESTAMP, SEQUENCE, EVENT, FLAGS, TRACK = 8, 10, 11, 13, 60    # of a packet
CLEARED = 1                                 # a flag: nothing came before
UUID, NAME, PROCESS, THREAD, PARENT, IS_COUNTER = 1, 2, 3, 4, 5, 8  # a track
PID, PROCESS_NAME, LABEL = 1, 6, 8          # of a process
THREAD_PID, TID, THREAD_NAME = 1, 2, 5      # of a thread
UNIT, COUNT = 3, 2                          # of a counter
NOTE, TYPE, ON_TRACK, CATEGORY, EVENT_NAME, VALUE = 4, 9, 11, 22, 23, 44
BEGIN, FINISH, COUNTED = 1, 2, 4            # types of an event
NOTE_NAME, NOTE_NUMBER, NOTE_TEXT = 10, 4, 6    # of a note of an event
VARINT, DOUBLE, BYTES = 0, 1, 2             # wire types
MOST_TRACKS = 1 << 20                       # of a process, in uuids


def varint(value: int) -> bytes:
    """A number of 64 bits, seven in a byte."""
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)


def number(field: int, value: int) -> bytes:
    """A field that holds a whole number."""
    return varint(field << 3 | VARINT) + varint(value)


def double(field: int, value: float) -> bytes:
    """A field that holds a decimal."""
    return varint(field << 3 | DOUBLE) + struct.pack("<d", value)


def piece(field: int, value: bytes | str) -> bytes:
    """A field that holds a text or a message."""
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | BYTES) + varint(len(data)) + data


def packet(*fields: bytes) -> bytes:
    """A packet of a trace."""
    return piece(PACKET, number(SEQUENCE, 1) + b"".join(fields))


def notes(args: dict) -> bytes:
    """What stands beside a slice."""
    return b"".join(piece(NOTE, piece(NOTE_NAME, name) + (
        number(NOTE_NUMBER, value) if isinstance(value, int) else piece(NOTE_TEXT, str(value))))
        for name, value in args.items())


def event(found: Traced, ticks: float, kind: int, track: int, more: bytes = b"") -> bytes:
    """What happens on a track, when (in nanoseconds)."""
    return packet(number(TIMESTAMP, round(found.seconds(ticks) * 1e9)), piece(
        EVENT, number(TYPE, kind) + number(ON_TRACK, track) + more))


def nested(found: Traced, slices: list[Slice], track: int) -> Iterator[bytes]:
    """Begins and ends of a track, each slice within the one it lies in."""
    open_: list[int] = []   # where those end that have begun
    for one in slices:
        while open_ and open_[-1] <= one.since:
            yield event(found, open_.pop(), FINISH, track)
        yield event(found, one.since, BEGIN, track,
                    piece(CATEGORY, one.kind or "run") + piece(EVENT_NAME, one.name)
                    + notes(one.args if one.kind else found.facts))
        open_.append(one.until)
    while open_:
        yield event(found, open_.pop(), FINISH, track)


def counter_track(found: Traced, counter: Counter, uuid: int, parent: int) -> Iterator[bytes]:
    """A counter and its values."""
    yield packet(piece(TRACK, number(UUID, uuid) + piece(NAME, counter.name)
                       + number(PARENT, parent) + piece(IS_COUNTER, number(UNIT, COUNT))))
    for ticks, value in counter.values:
        yield event(found, ticks, COUNTED, uuid, double(VALUE, value))


def packets(found: Traced, pid: int) -> Iterator[bytes]:
    """A traced run: a process, its cores, its counters."""
    base = pid * MOST_TRACKS
    labels = b"".join(piece(LABEL, f"{name}: {value}") for name, value in found.facts.items())
    process = number(PID, pid) + piece(PROCESS_NAME, found.title) + labels
    yield packet(number(FLAGS, CLEARED), piece(
        TRACK, number(UUID, base) + piece(NAME, found.title) + piece(PROCESS, process)))
    for core, slices in found.tracks.items():
        track = base + 1 + core
        name = found.names[core]
        thread = number(THREAD_PID, pid) + number(TID, core + 1) + piece(THREAD_NAME, name)
        yield packet(piece(TRACK, number(UUID, track) + number(PARENT, base)
                           + piece(NAME, name) + piece(THREAD, thread)))
        yield from nested(found, slices, track)
    first = base + MOST_TRACKS // 2
    for index, counter in enumerate(found.counters):
        yield from counter_track(found, counter, first + index, base)


def as_perfetto(runs: list[Run]) -> Iterator[bytes]:
    """The whole file, in pieces."""
    every = (found for run in runs for found in traced(run))
    for pid, found in enumerate(every, 1):
        yield from packets(found, pid)
