# SPDX-License-Identifier: MIT
"""What qc flash is given to write."""

import os
from pathlib import Path

from quietcore.disc import writing


def image(path: Path, size: int) -> Path:
    """Bytes of chance which look like a disc of ours."""
    data = bytearray(os.urandom(size))
    data[writing.MBR_AT:writing.MBR_AT + 2] = writing.MBR
    data[writing.MAGIC_AT:writing.MAGIC_AT + 5] = writing.MAGIC
    path.write_bytes(data)
    return path
