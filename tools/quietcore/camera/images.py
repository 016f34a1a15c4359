# SPDX-License-Identifier: MIT
"""The codes in a picture. Needs the extra `camera`: Pillow and zxing-cpp."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ENOUGH = 2       # codes that a page of the screen has
SHARPEN = 4.0    # radius in pixels of a photograph out of focus
SMALL = 1600     # pixels: a picture below that is tried at twice its size
SHORTER = 1 / 3  # by which an edge is taken to lie farther away, if nothing helps


class Unreadable(ValueError):
    """A file that is no picture, or cannot be opened; says why."""


class Seen(NamedTuple):
    """What a picture shows."""

    codes: list[bytes]   # each once
    damaged: bool        # something like a code was not understood


def opened(path: Path):
    """The picture in shades of grey."""
    from PIL import Image

    try:
        with Image.open(path) as image:
            return image.convert("L")
    except FileNotFoundError:
        raise Unreadable("there is no such file") from None
    except Image.UnidentifiedImageError:
        raise Unreadable("is no picture that can be read: give PNG, JPEG or "
                         "what else Pillow knows") from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise Unreadable(f"cannot be read: {error}") from None


def sharpened(image):
    """As if it were in focus."""
    from PIL import ImageFilter

    return image.filter(ImageFilter.UnsharpMask(SHARPEN, 250, 0))


def straightened(image):
    """As if its upper edge, which is SHORTER than the lower one, were as long."""
    from PIL import Image

    width, height = image.size
    side = SHORTER / 2
    return image.transform(image.size, Image.Transform.PERSPECTIVE, (
        1 - SHORTER, -side * width / height, side * width,
        0, 1 - SHORTER, 0, 0, -SHORTER / height), Image.Resampling.BICUBIC)


def ways(image) -> Iterator[tuple]:
    """How to look at a picture, the cheapest first, and whether as at one that
    was taken from far aside: of any other that makes what nobody can read."""
    from PIL import ImageOps

    yield image, False
    yield ImageOps.autocontrast(image, cutoff=2), False
    yield sharpened(image), False
    small = max(image.size) < SMALL
    yield image.resize([2 * side for side in image.size]) if small else image.reduce(2), False
    for degrees in (0, 90, 180, 270):
        yield sharpened(straightened(image.rotate(degrees, expand=True))), True


def codes_in(path: Path) -> Seen:
    """What a file shows; raises Unreadable."""
    import zxingcpp

    found: dict[bytes, None] = {}
    damaged = False
    for picture, aside in ways(opened(path)):
        read = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode,
                                      return_errors=True)
        found.update({code.bytes: None for code in read if code.valid})
        damaged |= not aside and not all(code.valid for code in read)
        if len(found) >= ENOUGH:
            return Seen([*found], False)
    return Seen([*found], damaged)
