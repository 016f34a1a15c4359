# SPDX-License-Identifier: MIT
"""Lines of any length, in pieces of any length, in bounded memory and time."""

import io
import tracemalloc

import make_log
import pytest
from in_process import read
from quietcore.log import records
from quietcore.log.lines import CHUNK, lines_of
from quietcore.log.reading import read_stream

GOOD = make_log.lines()


def in_pieces(*pieces: tuple[bytes, int]):
    """A stream of pieces, each so many times, that is never held as a whole."""
    for data, times in pieces:
        for _ in range(times):
            yield data


def test_a_line_of_200_megabytes_is_named_and_not_held():
    read_stream(GOOD)   # compiles the schemas, which takes memory once
    tracemalloc.start()
    [run] = read_stream(in_pieces(
        (GOOD[0] + b'{"q":', 1), (b"x" * 1000000, 200), (b"\n", 1),
        *((line, 1) for line in GOOD[1:])))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(run.records) == len(GOOD)
    [problem] = run.problems
    assert problem.startswith("line 2: is longer than 4,000 bytes")
    assert peak < 8_000_000


@pytest.mark.parametrize("text", [b'{"q":', b',"crc":"01234567"}',
                                  b'{"q":3,"crc":"01234567"}', b"[", b"\r",
                                  b'\r{"q":'])
def test_reading_takes_time_by_the_byte(text, monkeypatch):
    """Counted, not timed: bytes that CRCs are taken of, and lines of text."""
    taken = []
    monkeypatch.setattr(records.zlib, "crc32", lambda data: taken.append(len(data)) or 0)
    data = text * (1_000_000 // len(text))
    assert read_stream([data]) == []
    assert sum(taken) < 1000 * len(data)


def test_a_record_longer_than_any_line_is_no_record():
    long = make_log.records([make_log.result(variant="x" * 4000)])
    [run] = read(b"".join(map(make_log.line, long)))
    assert "line 2: is longer than 4,000 bytes" in run.problems[0]
    assert run.count("result") == 0


@pytest.mark.parametrize("before", [3990, *range(65500, 66700, 100), 200000])
def test_a_record_after_any_length_of_text_is_kept(before):
    """Also where the bytes that are held end in the midst of it."""
    data = b"".join([*GOOD[:2], b"x" * before + GOOD[2], *GOOD[3:]])
    for size in (len(data), 1000):
        pieces = [data[at:at + size] for at in range(0, len(data), size)]
        [run] = read_stream(pieces)
        assert len(run.records) == len(GOOD)
        assert run.ok


@pytest.mark.parametrize("cut", range(1, 6))
def test_a_record_is_kept_whose_beginning_is_cut(cut):
    """What is let go of a long line may end in the midst of it."""
    before = b"".join(GOOD[:2]) + b"x" * CHUNK
    [run] = read_stream([before + GOOD[2][:cut], GOOD[2][cut:], *GOOD[3:]])
    assert len(run.records) == len(GOOD)


@pytest.mark.parametrize("before, between", [
    *((before, b"") for before in (b"\r", b"\x1b[2J" * 2000 + b"\r", b"text\r")),
    (b"\xef\xbb\xbf", b""), (b"", b"\xef\xbb\xbf")])
def test_what_begins_no_line_and_what_does(before, between):
    """GRUB under UEFI leaves a lone CR, and a long line of its own before it; an
    editor leaves a byte order mark."""
    [run] = read(before + GOOD[0] + between + b"".join(GOOD[1:]))
    assert run.ok and run.problems == []


@pytest.mark.parametrize("data, lines", [
    (b"", [(1, b"", False)]),
    (b"a\nb", [(1, b"a", False), (2, b"b", False)]),
    (b"a\r\n\rb\r", [(1, b"a", False), (2, b"\rb", False)]),
    (b'a\r{"q":b\n', [(1, b"a", False), (1, b'{"q":b', False), (2, b"", False)]),
    (b"x" * 4000 + b"\n" + b"x" * 4001, [(1, b"x" * 4000, False), (2, b"x" * 4001, True)]),
])
def test_lines_have_their_number_and_no_end(data, lines):
    assert [tuple(line) for line in lines_of([data])] == lines
    assert [tuple(line) for line in lines_of(io.BytesIO(data))] == lines


def test_a_line_that_is_cut_is_long_to_its_end_and_the_next_is_not():
    found = list(lines_of([b"x" * 70000, b"y\nz"]))
    assert [line.long for line in found] == [True, True, False]
    assert [line.number for line in found] == [1, 1, 2]
    assert b"".join(line.text for line in found) == b"x" * 70000 + b"yz"
