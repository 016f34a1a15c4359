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
    bits = 0
    for y in range(height):
        for x in range(width):
            bits = bits << 1 | ((x, y) in dots)
    spare = -width * height % 8
    glyph = struct.pack(">HHhhh", width, height, left, bottom, 8) + (
        bits << spare).to_bytes((width * height + 7) // 8, "big")
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


def glyphs(path) -> list[list[int]]:
    done = run(path)
    assert done.returncode == 0, done.stderr
    return [[int(byte, 16) for byte in re.findall("0x[0-9a-f]+", line)]
            for line in done.stdout.splitlines() if line.startswith("\t{")]


def lines(**by_line: int) -> list[int]:
    return [by_line.get(f"y{y}", 0) for y in range(16)]


def test_a_glyph_of_the_whole_cell_keeps_its_dots(tmp_path):
    found = glyphs(made(tmp_path / "f", dots=((0, 0), (7, 3), (2, 15))))
    assert len(found) == 256
    assert found[ord("A")] == lines(y0=0x80, y3=0x01, y15=0x20)


def test_a_small_glyph_stands_on_the_base_line(tmp_path):
    """Three wide, five high: bits of a line do not begin a byte."""
    found = glyphs(made(tmp_path / "f", size=(3, 5), left=2, bottom=0,
                        dots=((0, 0), (2, 4), (1, 2))))
    assert found[ord("x")] == lines(y9=0x20, y11=0x10, y13=0x08)
    found = glyphs(made(tmp_path / "f", size=(1, 2), left=7, bottom=-2,
                        dots=((0, 1),)))
    assert found[ord(",")] == lines(y15=0x01)


def test_codes_that_show_nothing_are_blank(tmp_path):
    found = glyphs(made(tmp_path / "f"))
    for code in (0, 7, 0x1B, 32, 0x7F, 0xFF):
        assert found[code] == [0] * 16
    for code in (33, 0x80, 0xB3, 0xFE):
        assert found[code] == lines(y0=0x80)


@pytest.mark.parametrize("change, reason", [
    ({"leave_out": 0x2500}, "it has no U+2500"),
    ({"flags": 1}, "it has no U+0021"),
    ({"left": 1}, "does not fit 8 x 16"),
    ({"left": -1}, "does not fit 8 x 16"),
    ({"bottom": -3}, "does not fit 8 x 16"),
    ({"ascent": 13}, "does not fit 8 x 16"),
    ({"size": (8, 17)}, "does not fit 8 x 16")])
def test_a_font_that_does_not_do_is_refused(tmp_path, change, reason):
    done = run(made(tmp_path / "f", **change))
    assert done.returncode == 1 and done.stdout == ""
    assert reason in done.stderr and "make GRUB_FONT=" in done.stderr


@pytest.mark.parametrize("damage, reason", [
    *((lambda font, cut=cut: font[:cut], reason) for cut, reason in (
        (0, "no font of GRUB's"), (11, "no font of GRUB's"),
        (40, "no glyphs in it"), (-1, "a glyph is cut"),
        (-20, "a glyph lies behind its end"))),
    (lambda font: font.replace(b"ASCE", b"ASCX"), "its metrics are missing")])
def test_a_damaged_font_is_refused(tmp_path, damage, reason):
    path = made(tmp_path / "f")
    path.write_bytes(damage(path.read_bytes()))
    done = run(path)
    assert done.returncode == 1 and reason in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_that_is_not_there_is_named(tmp_path):
    done = run(tmp_path / "none")
    assert done.returncode == 1
    assert f"font: {tmp_path}/none: No such file" in done.stderr
