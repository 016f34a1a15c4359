# SPDX-License-Identifier: MIT
"""What qc flash is given to write."""

import os
from pathlib import Path

from quietcore.disc import device


def image(path: Path, size: int) -> Path:
    """Bytes of chance which look like a disc of ours."""
    data = bytearray(os.urandom(size))
    data[device.MBR_AT:device.MBR_AT + 2] = device.MBR
    data[device.MAGIC_AT:device.MAGIC_AT + 5] = device.MAGIC
    path.write_bytes(data)
    return path
