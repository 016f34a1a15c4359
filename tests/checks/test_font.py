# SPDX-License-Identifier: MIT
"""tools/build/font: GRUB's font becomes the image's."""

import re
import struct
import subprocess

import pytest
from places import ROOT

TOOL = ROOT / "tools/build/font"
CODES = [ord(bytes([code]).decode("cp437")) for code in range(256)]


def section(name: bytes, body: bytes) -> bytes:
    return struct.pack(">4sI", name, len(body)) + body


def made(path, *, dots=((0, 0),), left=0, bottom=-2, size=(8, 16), flags=0,
         leave_out=None, ascent=14):
    """A font whose characters all have the one glyph: dots are (x, y)."""
    width, height = size
    bits = "".join(str(int((x, y) in dots)) for y in range(height) for x in range(width))
    bits += "0" * (-len(bits) % 8)
    glyph = struct.pack(">HHhhh", width, height, left, bottom, 8) + int(
        bits, 2).to_bytes(len(bits) // 8, "big")
    head = section(b"FILE", b"PFF2") + section(b"NAME", b"Test\0") + \
        section(b"ASCE", struct.pack(">H", ascent))
    chars = sorted({c for c in CODES if c != leave_out})
    place = len(head) + 8 + 9 * len(chars) + 8
    index = b"".join(struct.pack(">IBI", c, flags, place) for c in chars)
    path.write_bytes(head + section(b"CHIX", index) +
                     struct.pack(">4sI", b"DATA", 0xFFFFFFFF) + glyph)
    return path


def run(path):
    return subprocess.run([TOOL, path], text=True, capture_output=True,
                          timeout=60, check=False)


@pytest.mark.parametrize("change, lines", [
    ({"dots": ((0, 0), (7, 3), (2, 15))}, {0: 0x80, 3: 0x01, 15: 0x20}),
    # On the base line; three wide: bits of a line do not begin a byte.
    ({"size": (3, 5), "left": 2, "bottom": 0, "dots": ((0, 0), (2, 4), (1, 2))},
     {9: 0x20, 11: 0x10, 13: 0x08}),
    ({"size": (1, 2), "left": 7, "bottom": -2, "dots": ((0, 1),)}, {15: 0x01})])
def test_a_glyph_keeps_its_dots_where_it_shows_something(tmp_path, change, lines):
    done = run(made(tmp_path / "f", **change))
    assert done.returncode == 0, done.stderr
    found = [[int(byte, 16) for byte in re.findall("0x[0-9a-f]+", line)]
             for line in done.stdout.splitlines() if line.startswith("\t{")]
    shown = [lines.get(y, 0) for y in range(16)]
    assert found == [[0] * 16 if code in {*range(33), 0x7F, 0xFF} else shown
                     for code in range(256)]


@pytest.mark.parametrize("change, reason", [
    ({"leave_out": 0x2500}, "it has no U+2500"), ({"flags": 1}, "it has no U+0021"),
    *((change, "does not fit 8 x 16") for change in (
        {"left": 1}, {"left": -1}, {"bottom": -3}, {"ascent": 13}, {"size": (8, 17)})),
    *((lambda font, cut=cut: font[:cut], reason) for cut, reason in (
        (0, "no font of GRUB's"), (11, "no font of GRUB's"),
        (40, "no glyphs in it"), (-1, "a glyph is cut"),
        (-20, "a glyph lies behind its end"))),
    (lambda font: font.replace(b"ASCE", b"ASCX"), "its metrics are missing")])
def test_a_font_that_is_damaged_or_does_not_do_is_refused(tmp_path, change, reason):
    path = made(tmp_path / "f", **({} if callable(change) else change))
    if callable(change):
        path.write_bytes(change(path.read_bytes()))
    done = run(path)
    assert done.returncode == 1 and done.stdout == "" and "Traceback" not in done.stderr
    assert reason in done.stderr and "make GRUB_FONT=" in done.stderr


def test_a_file_that_is_not_there_is_named(tmp_path):
    done = run(tmp_path / "none")
    assert done.returncode == 1
    assert f"font: {tmp_path}/none: No such file" in done.stderr
