# SPDX-License-Identifier: MIT
"""How busy other programs keep the host's processors."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path
from typing import NamedTuple

STAT = Path("/proc/stat")
LOOK = 0.2      # seconds
BUSY = 0.1      # of all processors, taken by others
IDLE = (3, 4)   # columns of STAT: idle, and waiting for a disk
COLUMNS = 8     # what follows are guests, which the first has, too


class Use(NamedTuple):
    """Seconds up to now: of the clock, of all processors by anybody, of them by this program and
    the children it has waited for."""

    wall: float
    busy: float
    own: float


def use() -> Use:
    """As it is now; nobody is busy where the kernel does not tell."""
    try:
        ticks = [int(word) for word in STAT.read_text().split("\n")[0].split()[1:]]
    except (OSError, ValueError):
        ticks = []
    busy = sum(value for at, value in enumerate(ticks[:COLUMNS])
               if at not in IDLE) / os.sysconf("SC_CLK_TCK")
    own = sum(each.ru_utime + each.ru_stime for each in map(
        resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
    return Use(time.monotonic(), busy, own)


def others(begin: Use, end: Use) -> str:
    """What other programs took in between, as "1.86 of 2 processors"; "" where that is next to
    nothing."""
    processors, wall = os.cpu_count() or 1, max(end.wall - begin.wall, 1e-9)
    took = (end.busy - begin.busy - end.own + begin.own) / wall
    return f"{took:.2f} of {processors} processors" if took >= BUSY * processors else ""


def others_now() -> str:
    """The same of the next moment."""
    begin = use()
    time.sleep(LOOK)
    return others(begin, use())
