# SPDX-License-Identifier: MIT
"""Logs as people hand them in: what terminals, consoles and mails make of one.
What stands around proven records is nothing; what is lost is named."""

import base64
import gzip
import random

import make_log
import pytest
from in_process import qc, read
from quietcore.status import Status

GOOD = make_log.lines([make_log.core(0), make_log.core(1),
                       *[make_log.result(variant=f"v{at}") for at in range(5)]])
TEXT = b"".join(GOOD)
PACKED = gzip.compress(TEXT, mtime=0)   # the same in each process
NOISE = random.Random(1).randbytes(5000).replace(b"\n", b"~")


def each(before: bytes = b"", after: bytes = b"\n") -> bytes:
    """The log with other text around each line; %d is its number."""
    return b"".join((before % at if b"%" in before else before)
                    + line.strip() + after for at, line in enumerate(GOOD))


def wrapped(text: bytes, columns: int, mark: bytes = b"") -> bytes:
    """Its lines in pieces, with a mark before each."""
    return b"".join(mark + line[at:at + columns] + b"\n" for line in text.split(b"\n")
                    for at in range(0, max(1, len(line)), columns))


WHOLE = {
    "minicom's time": each(b"[2026-11-25 03:12:%02d] "),
    "a mail's quotation": each(b"> "),
    "CR CR LF": TEXT.replace(b"\n", b"\r\r\n"),
    "CR NUL LF": TEXT.replace(b"\n", b"\r\0\n"),
    "CR alone": TEXT.replace(b"\n", b"\r"),
    "trailing blanks": each(after=b" " * 30 + b"\n"),
    "no line ends": TEXT.replace(b"\n", b""),
    "each line coloured": each(b"\x1b[0;36m", b"\x1b[0m\n"),
    "colours within": TEXT.replace(b'"record"', b'\x1b[1m"record"\x1b[0m'),
    "erase to the end": each(after=b"\x1b[K\r\n"),
    "keep-alives": b"\0".join(GOOD),
    "keep-alives within": TEXT.replace(b'"seq"', b'\0"seq"'),
    "XON and XOFF": TEXT.replace(b'"run"', b'\x13\x11"run"'),
    "noise before": b"\xff\xfe" + NOISE + b"\n" + TEXT,
    "noise after": TEXT + NOISE,
    "UTF-16": TEXT.decode().encode("utf-16"),
    "UTF-16, the other end first": TEXT.decode().encode("utf-16-be"),
    "half of it in UTF-16": b"".join(GOOD[:4])
    + b"".join(GOOD[4:]).decode().encode("utf-16-le"),
    "UTF-8 with a mark": b"\xef\xbb\xbf" + TEXT,
    "PuTTY": b"=~=~=~=~=~=~=~= PuTTY log 2026.11.25 03:12:00 =~=~=~=~=~=~=\r\n"
    + TEXT.replace(b"\n", b"\r\n"),
    "script(1)": b"Script started on 2026-11-25 03:12:00+00:00 [TERM=\"xterm\"]"
    b"\n" + TEXT + b"\nScript done on 2026-11-25 03:13:00+00:00\n",
    "docker's json-file": each(b'{"log":"', b'\\n","stream":"stdout"}\n')
    .replace(b'"', b'\\"').replace(b'{\\"log\\":\\"', b'{"log":"')
    .replace(b'\\\\n\\",\\"stream\\":\\"stdout\\"}', b'\\n","stream":"stdout"}'),
    "HTML": TEXT.replace(b"&", b"&amp;").replace(b'"', b"&quot;"),
    "a word processor": TEXT.replace(b'"q"', "“q”".encode())
    .replace(b'"', "”".encode()),
    "the same in code page 1252": TEXT.replace(b'"q"', b"\x93q\x94")
    .replace(b'"', b"\x94"),
    "a web page's blanks": TEXT.replace(b" ", b"\xc2\xa0"),
    "7 bits and parity": bytes(byte | 128 * (byte.bit_count() % 2) for byte in TEXT),
    "packed": PACKED,
}
#: What is odd, and nothing is lost: it is told, and the log is whole.
ODD = {
    "pasted twice": (TEXT + TEXT, "the same run came twice, the same in every byte: counted once"),
    "each line twice": (b"".join(line + line for line in GOOD), "the same run came twice"),
    "two windows": (b"".join(GOOD[:6] + GOOD[3:]), "3 records of the same run "
                    "came again, the same in every byte: counted once"),
    "newest first, each twice": (b"".join(line + line for line in GOOD[::-1]),
                                 "the same run came twice"),
    "as it is, then newest first twice": (b"".join(GOOD + GOOD[::-1] * 2),
                                          "the same run came 3 times"),
    "newest first": (b"".join(GOOD[::-1]), "its lines stand newest first: read from the end"),
}
BROKEN = {
    "copied at 80 columns": (wrapped(TEXT, 80), Status.NO_LOG, "wrapped at column 80"),
    "noise alone": (b"\xfe\xff" + NOISE, Status.NO_LOG, "holds no record"),
    "cut at 132 columns": (b"".join(line[:132] + b"\n" for line in GOOD), Status.NO_LOG,
                           "cut at column 132"),
    "a mail's transfer encoding": (b"".join(line[:75] + b"=\n" + line[75:] for line in GOOD),
                                   Status.NO_LOG, "quoted-printable"),
    "a mail that wraps at words": (
        b"\n".join(line[:58 + at] + b"\n" + line[58 + at:].strip()
                   for at, line in enumerate(GOOD)), Status.NO_LOG, "wrapped at words"),
    "an answer, wrapped again": (wrapped(each(b"> "), 76), Status.NO_LOG,
                                 "have the log attached as a file"),
    "an answer to an answer": (wrapped(TEXT, 70, b">> > "), Status.NO_LOG,
                               'wrapped, and quoted by "> "'),
    "base64 in one line": (base64.b64encode(TEXT), Status.NO_LOG,
                           "it is base64, as mails and services hand files on: decode it "
                           "with base64 -di FILE >LOG"),
    "base64 with a head": (
        b"Content-Transfer-Encoding: base64\r\n\r\n"
        + base64.encodebytes(b"?" + TEXT).replace(b"\n", b"\r\n"),
        Status.NO_LOG, "base64 -di"),
    "base64, packed": (base64.encodebytes(PACKED), Status.NO_LOG, "base64 -di"),
    "some lines wrapped": (b"".join(
        line[:80] + b"\n" + line[80:] if at in (2, 3, 4) else line
        for at, line in enumerate(GOOD)), Status.INCOMPLETE,
        "the log is incomplete: its lines are wrapped at column 80"),
    "a line lost": (TEXT.replace(GOOD[3], b""), Status.INCOMPLETE, "missing: seq 3"),
    "a byte lost": (TEXT.replace(b"p50", b"p5", 1), Status.INCOMPLETE,
                    "a record's line is damaged (it says seq 3)"),
    "the end lost": (b"".join(GOOD[:-1]), Status.INCOMPLETE, "no end record"),
    "a reset in the run": (b"".join(GOOD[:4]) + b"".join(make_log.lines(
        run="f" * 16)), Status.INCOMPLETE, "run 1 of 2 is incomplete: no end "
        "record: the run stops after seq 3"),
}


COMMANDS = pytest.mark.parametrize("command", ["parse", "watch"])


def asked(command: str, tmp_path, data: bytes, seconds: int = 60):
    path = tmp_path / "x.log"
    path.write_bytes(data)
    return qc(command, path, *["--timeout", seconds] * (command == "watch"))


@COMMANDS
@pytest.mark.parametrize("how", WHOLE)
def test_a_log_is_whole_whatever_stands_around_its_records(how, command, tmp_path):
    """Also where one looks while it comes."""
    if (how, command) == ("packed", "watch"):
        return
    done = asked(command, tmp_path, WHOLE[how])
    assert done.exit_code == Status.OK, done.output
    assert all(f"v{at}" in done.output for at in range(5))


@COMMANDS
@pytest.mark.parametrize("how", ODD)
def test_what_is_odd_is_told_and_the_log_is_whole(how, command, tmp_path):
    data, words = ODD[how]
    done = asked(command, tmp_path, data)
    assert done.exit_code == Status.OK, done.output
    assert words in done.output and "capture" not in done.output
    assert all(f"v{at}" in done.output for at in range(5))


@COMMANDS
@pytest.mark.parametrize("how", BROKEN)
def test_what_is_wrong_is_called_what_it_is(how, command, tmp_path):
    data, status, words = BROKEN[how]
    done = asked(command, tmp_path, data, 1)
    if command == "parse":
        assert done.exit_code == status
    else:
        assert done.exit_code in (status, Status.TIME_OUT)
        words = words.rpartition("incomplete: ")[2]
    assert words in done.output.replace("\n", " "), done.output


@pytest.mark.parametrize("data, words", [
    (PACKED, "is compressed: tools/qc show reads it"),
    (b"\xfd7zXZ\0" + bytes(99), "is compressed: unpack it with xz -d")])
def test_a_look_at_a_compressed_file_names_it(data, words, tmp_path):
    done = asked("watch", tmp_path, data, 1)
    assert done.exit_code == Status.NO_LOG and words in done.output


@COMMANDS
def test_a_long_log_newest_first_is_read_to_its_last_line(command, tmp_path):
    data = b"".join(make_log.lines([make_log.result(variant=f"v{at}") for at in range(500)])[::-1])
    assert len(data) > 1 << 17
    done = asked(command, tmp_path, data)
    assert done.exit_code == Status.OK, done.output[-999:]


def test_of_several_runs_newest_first_each_is_whole():
    runs = read(b"".join((make_log.lines([], run="f" * 16) + GOOD)[::-1]))
    assert [run.complete for run in runs] == [True, True]
    assert runs[0].id == "f" * 16  # the last one is the newest
    assert [r["seq"] for r in runs[1].records] == list(range(len(GOOD)))


def test_lines_newest_first_up_to_one_are_a_fault():
    run, *_ = read(b"".join([*GOOD[:2:-1], GOOD[1], GOOD[2], GOOD[0]]))
    assert run.problems[0] == "line 2: seq 7 comes after 8"
    assert "line 8: seq 2 comes after 8" in run.problems and not run.notes
