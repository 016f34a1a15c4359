# SPDX-License-Identifier: MIT
"""Power cuts: the stick stays readable, the log up to some record, and of all
experiments that had ended.

One run's writes are kept in their order. A cut leaves the first ones of them, of
the last perhaps half: each such stick is looked at.
"""

import struct
from pathlib import Path

import pytest
from qemu import EXIT_OK
from quietcore.log.reading import read_stream
from quietcore.running.qemu_here import find_ovmf
from sticks import FSCK, SECTOR, Stick, lines_of_log

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(not find_ovmf(), reason="no OVMF"),
              pytest.mark.skipif(not FSCK, reason="no fsck.vfat")]

OPTIONS = "suite=quick bench=floor,timer,spawn rounds=1 samples=20"
FIXED = (0, 1)   # of fsck.vfat: nothing was wrong, or it is set right
#: An entry of blklogwrites: where, and how many sectors, flags, bytes of a mark.
ENTRY = struct.Struct("<QQQQ")


def writes_of(path: Path) -> list[tuple[int, bytes]]:
    """Where and what, in order; the first sector is about the file."""
    data, at, found = path.read_bytes(), SECTOR, []
    while at < len(data):
        sector, sectors, _, _ = ENTRY.unpack_from(data, at)
        at += SECTOR
        found.append((sector * SECTOR, data[at:at + sectors * SECTOR]))
        at += sectors * SECTOR
    return found


def whole_records(stick: Stick, said: list[str]) -> int:
    """So many are on the stick: what the serial line had, up to some record's
    end, and nothing behind it."""
    text = stick.text()
    assert not text or text.endswith("\n")
    lines = text.splitlines()
    assert said[:len(lines)] == lines
    if lines:
        [run] = read_stream([text.encode()])
        assert run.complete or [problem.partition(":")[0] for problem
                                in run.problems] == ["no end record"]
    return len(lines)


def is_sound(stick: Stick, said: list[str]) -> int:
    """After a cut, and once it is set right; records on it. A cut before there
    is a file leaves none."""
    if not stick.logs():
        assert stick.checked("-a").returncode in FIXED
        return 0
    records = whole_records(stick, said)
    repaired = stick.checked("-a")
    assert repaired.returncode in FIXED, repaired.stdout
    assert stick.checked("-n").returncode == 0
    assert whole_records(stick, said) == records
    return records


def ends_of_experiments(records: list[dict]) -> set[int]:
    """How many records there are when each one but the last has ended."""
    of = [record.get("experiment") for record in records]
    first = {of.index(name) for name in of if name}
    return first - {min(first)}


def test_a_power_cut_leaves_whole_records_on_a_sound_stick(tmp_path):
    stick, writes = Stick(tmp_path), tmp_path / "writes"
    before = stick.path.read_bytes()
    assert stick.boot(OPTIONS, writes=writes) == EXIT_OK
    assert stick.path.read_bytes() != before
    said, seen = lines_of_log(stick.said()), []
    for at, data in writes_of(writes):
        half = data[:len(data) // 2 // SECTOR * SECTOR]
        for part in half, data:
            stick.path.write_bytes(before[:at] + part + before[at + len(part):])
            seen.append(is_sound(stick, said))
        before = before[:at] + data + before[at + len(data):]
    assert seen == sorted(seen) and seen[-1] == len(said)
    if '"log_not_kept"' not in stick.said():
        assert ends_of_experiments(stick.records()) <= set(seen)
