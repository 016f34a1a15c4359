# SPDX-License-Identifier: MIT
"""Writes the last page of codes of a short run into a PNG.

usage: $(tools/venv tests) tests/image/camera FILE.png

It boots the image that make has built, from a disc, in QEMU.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS.parent / "tools"), str(TESTS), *(
    str(TESTS / part) for part in ("image", "image/camera", "matrix"))]

from PIL import Image  # noqa: E402  (found by the path above)
from photographed import OPTIONS, Photographed  # noqa: E402
from qemu import disc_with  # noqa: E402

MODE = "1024x768x32"


def main(words: list[str]) -> int:
    if len(words) != 1 or not words[0].endswith(".png"):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        disc = disc_with(OPTIONS, folder, "insmod all_video",
                         f"set gfxpayload={MODE}")
        run = Photographed(disc, folder, firmware="disc", extra=("-vga", "std"))
        shot = Image.open(run.shots[-1])
        shot.quantize(len(shot.getcolors())).save(words[0], optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
