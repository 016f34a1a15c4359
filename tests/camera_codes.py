# SPDX-License-Identifier: MIT
"""The image's own codes (kernel/codes), what of a log they hold, and pages of
its screen made of them."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from places import BUILD

SIDE, QUIET, TEXT_MOST, BEST = 117, 4, 1273, 8   # of kernel/codes/qr.h
WIDTH, HEIGHT = 128, 125    # modules of a code with its quiet zone
RUN = 0x0123456789ABCDEF
CONTEXT = "metal - 2100000000 26"
ROOM = 1 << 16
OTHER = b'{"record":"quantity","experiment":"no","cores":0,"rounds":[]}\n'
LIBRARY = BUILD / "host/codes.so"


class Text(ctypes.Structure):
    """struct parts_text of kernel/codes/parts.h."""

    _fields_ = [("text", ctypes.c_char_p), ("length", ctypes.c_size_t),
                ("run", ctypes.c_uint64), ("page", ctypes.c_uint),
                ("across", ctypes.c_uint), ("context", ctypes.c_char_p)]


def library() -> ctypes.CDLL:
    lib = ctypes.CDLL(str(LIBRARY))
    lib.parts_write.restype = ctypes.c_size_t
    lib.kept_context.restype = ctypes.c_char_p
    lib.kept_end.restype = ctypes.c_void_p
    return lib


def kept(lines: Iterable[bytes]) -> tuple[str, str]:
    """What a camera gets of a log's lines, and its context."""
    lib, room = library(), ctypes.create_string_buffer(ROOM)
    length = ctypes.c_size_t()
    lib.kept_begin(None, ctypes.c_size_t(0))
    lib.kept_record(OTHER, ctypes.c_size_t(len(OTHER)))     # the last head
    lib.kept_begin(room, ctypes.c_size_t(ROOM))
    for line in lines:
        lib.kept_record(line, ctypes.c_size_t(len(line)))
    text = ctypes.string_at(lib.kept_end(b"ok", ctypes.byref(length)), length.value)
    lib.kept_begin(None, ctypes.c_size_t(0))
    return text.decode("cp437"), lib.kept_context().decode()


def parts(text: str, run: int = RUN, page: int = 9, across: int = 2,
          context: str = CONTEXT) -> list[bytes]:
    """What the codes of a text hold."""
    data = text.encode()
    of = Text(data, len(data), run, page, across, context.encode())
    lib, room = library(), ctypes.create_string_buffer(TEXT_MOST + 1)
    count, found = lib.parts_count(ctypes.byref(of)), []
    for number in range(count):
        length = lib.parts_write(room, ctypes.byref(of), number, count)
        found.append(room.raw[:length])
    return found


def paired(codes: list[bytes]) -> list[list[bytes]]:
    """As they stand on pages."""
    return [codes[at:at + 2] for at in range(0, len(codes), 2)]


def pages(text: str, **how) -> list[list[bytes]]:
    """The codes of each page of a text."""
    return paired(parts(text, **how))


def modules(data: bytes, mask: int = BEST) -> list[list[bool]]:
    """A code, row by row from the top: which modules are dark."""
    line = (SIDE + 7) // 8
    room = ctypes.create_string_buffer(SIDE * line)
    library().qr_encode(room, data, ctypes.c_size_t(len(data)), mask)
    return [[bool(room.raw[y * line + x // 8] >> x % 8 & 1)
             for x in range(SIDE)] for y in range(SIDE)]


def grey(codes: list[bytes], mask: int = BEST) -> tuple[int, int, bytes]:
    """Width, height and pixels, one a module, of codes side by side."""
    width = WIDTH * max(len(codes), 1)
    pixels = bytearray(b"\xff" * width * HEIGHT)
    for place, code in enumerate(codes):
        left = place * WIDTH + (WIDTH - SIDE) // 2
        for y, row in enumerate(modules(code, mask)):
            at = (y + QUIET) * width + left
            pixels[at:at + SIDE] = bytes(0 if dark else 255 for dark in row)
    return width, HEIGHT, bytes(pixels)


def screen(codes: list[bytes], module: int = 5):
    """A page of the screen with these codes, 1280 x 800 where they are two."""
    from PIL import Image

    width, height, pixels = grey(codes)
    page = Image.frombytes("L", (width, height), pixels).resize(
        (width * module, height * module), Image.Resampling.NEAREST)
    whole = Image.new("L", (2 * WIDTH * module, 160 * module), 0)
    whole.paste(page, (0, (whole.height - page.height) // 2))
    return whole
