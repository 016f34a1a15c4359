# SPDX-License-Identifier: MIT
"""Reads a picture of the machine's screen back into its cells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from places import BUILD

COLUMNS, ROWS = 80, 25
WIDTH, HEIGHT = 8, 16  # pixels of the font
#: Red, green, blue of VGA's sixteen colours.
VGA = [(0, 0, 0), (0, 0, 170), (0, 170, 0), (0, 170, 170), (170, 0, 0),
       (170, 0, 170), (170, 85, 0), (170, 170, 170), (85, 85, 85),
       (85, 85, 255), (85, 255, 85), (85, 255, 255), (255, 85, 85),
       (255, 85, 255), (255, 255, 85), (255, 255, 255)]


@dataclass
class Picture:
    """As QEMU's monitor writes it (PPM, P6)."""

    width: int
    height: int
    pixels: bytes

    def at(self, x: int, y: int) -> tuple[int, int, int]:
        place = 3 * (y * self.width + x)
        return tuple(self.pixels[place:place + 3])


def read_picture(path: Path, part: tuple[int, int] | None = None) -> Picture:
    """The file's; of its upper left corner a part, where one is given."""
    data = path.read_bytes()
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
    assert head, f"no picture: {data[:20]!r}"
    width, height = int(head[1]), int(head[2])
    pixels = data[head.end():]
    assert len(pixels) == 3 * width * height
    if height % 2:  # QEMU's Cirrus does not show the last line
        pixels += bytes(3 * width)
        height += 1
    if not part:
        return Picture(width, height, pixels)
    return Picture(*part, b"".join(
        pixels[3 * width * y:][:3 * part[0]] for y in range(part[1])))


def font() -> list[list[int]]:
    """The glyphs as they were built into the image."""
    lines = (BUILD / "image/font.c").read_text().splitlines()
    return [[int(byte, 16) for byte in re.findall("0x[0-9a-f]+", line)]
            for line in lines if line.startswith("\t{")]


def colour_number(seen: tuple[int, int, int], depth: int = 8) -> int:
    """Which of VGA's it is. Of `depth` bits a channel the lower ones may be
    gone: up to a step and a half."""
    near = 3 * 128 >> depth
    for number, vga in enumerate(VGA):
        if all(abs(a - b) <= near for a, b in zip(seen, vga)):
            return number
    raise AssertionError(f"{seen} is no colour of VGA's")


def scale_of(picture: Picture) -> int:
    """The font's pixels are squares of so many."""
    return min(picture.width // (COLUMNS * WIDTH),
               picture.height // (ROWS * HEIGHT))


def cells(picture: Picture, depth: int = 8) -> list[list[tuple[int, int, int]]]:
    """(code, ink, paper) of each cell; the colours of a blank's ink are -1.

    Every pixel is looked at: a cell that no glyph explains is an error.
    """
    scale = scale_of(picture)
    left = (picture.width - scale * COLUMNS * WIDTH) // 2
    top = (picture.height - scale * ROWS * HEIGHT) // 2
    codes = {tuple(glyph): code
             for code, glyph in reversed(list(enumerate(font())))}
    blank = (0,) * HEIGHT

    def cell(row: int, column: int) -> tuple[int, int, int]:
        grid = [[picture.at(left + (column * WIDTH + x) * scale + scale // 2,
                            top + (row * HEIGHT + y) * scale + scale // 2)
                 for x in range(WIDTH)] for y in range(HEIGHT)]
        seen = {pixel for line in grid for pixel in line}
        for paper in seen:
            bits = tuple(sum((pixel != paper) << WIDTH - 1 - x
                             for x, pixel in enumerate(line)) for line in grid)
            if len(seen) <= 2 and bits in codes:
                [ink] = seen - {paper} or {None}
                code = 32 if bits == blank else codes[bits]
                return (code, colour_number(ink, depth) if ink else -1,
                        colour_number(paper, depth))
        raise AssertionError(f"row {row}, column {column} shows no glyph")
    return [[cell(row, column) for column in range(COLUMNS)]
            for row in range(ROWS)]


def text_of(rows: list[list[tuple[int, int, int]]]) -> list[str]:
    """What stands in the rows."""
    return ["".join(chr(code) if code < 128 else "?" for code, _, _ in row)
            .rstrip() for row in rows]


def border_is_black(picture: Picture) -> bool:
    """The corners and the middles of the edges, where cells leave room."""
    xs = (0, picture.width // 2, picture.width - 1)
    ys = (0, picture.height // 2, picture.height - 1)
    scale = scale_of(picture)
    wide = picture.width - scale * COLUMNS * WIDTH >= 2
    high = picture.height - scale * ROWS * HEIGHT >= 2
    return all(picture.at(x, y) == (0, 0, 0) for x in xs for y in ys
               if (wide and x != xs[1]) or (high and y != ys[1]))
