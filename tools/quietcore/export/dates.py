# SPDX-License-Identifier: MIT
"""When a log was made, which it does not say itself."""

from __future__ import annotations

import json
import re
from datetime import datetime
from pathlib import Path

RECORD = "run.json"     # beside a run's log
#: A run's folder, and those of its boots in it.
FOLDER = re.compile(r"(\d{8}-\d{6})-")
LEVELS = 3              # folders above a log that may tell


def date_of(log: str) -> str:
    """ISO 8601: of run.json, of the folder's name, else when the file was
    changed last; "" of standard input."""
    if log == "-":
        return ""
    path = Path(log).absolute()
    return started(path.parent / RECORD) or named(path) or \
        datetime.fromtimestamp(path.stat().st_mtime).astimezone().isoformat(
            timespec="seconds")


def started(record: Path) -> str:
    """What run.json says; "" where there is none, or it cannot be read."""
    try:
        told = json.loads(record.read_bytes()).get("started")
        return datetime.strptime(told, "%Y-%m-%dT%H:%M:%S%z").isoformat()
    except (OSError, ValueError, TypeError, AttributeError):
        return ""


def named(path: Path) -> str:
    """The date in the name of a folder above."""
    for folder in list(path.parents)[:LEVELS]:
        found = FOLDER.match(folder.name)
        if found:
            try:
                return datetime.strptime(found[1], "%Y%m%d-%H%M%S"
                                         ).astimezone().isoformat()
            except ValueError:
                continue
    return ""
