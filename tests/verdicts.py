# SPDX-License-Identifier: MIT
"""What a test may ask of verdicts on locks, queues and the like.

A check can prove only what it sees. Where other programs take the processors,
cores do not meet, and `not_proven` is the right verdict. So three things hold:

1. What is right is never `failed`, what is wrong never `ok`, in no boot.
2. On one core nobody has to be met: what is right is `ok` in each boot.
3. On several, a verdict is reached in one of BOOTS boots. Where it is in none,
   that is a failure, unless the host was busy in each of them: then the test is
   skipped and says so.

nothing_wrong() is the first two, for tests that are about something else, and
settled() all three.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

import pytest

BOOTS = 3
WORST = ("ok", "not_proven", "failed")
#: Per cent of a boot's time in which some process waited for a processor.
BUSY = 20
PRESSURE = Path("/proc/pressure/cpu")
KEY = TypeVar("KEY")


def nothing_wrong(validations: Iterable[dict]) -> bool:
    """There are some, and all are right as far as the cores met."""
    said = [(v["verdict"], v["cores"]) for v in validations]
    return bool(said) and all(
        verdict == "ok" or (verdict == "not_proven" and cores > 1)
        for verdict, cores in said)


def worst(said: Iterable[tuple[KEY, str]]) -> dict[KEY, str]:
    """Of each what is worst, however often it was looked at."""
    found: dict[KEY, str] = {}
    for key, verdict in said:
        found[key] = max(found.get(key, "ok"), verdict, key=WORST.index)
    return found


def waited() -> float:
    """Seconds until now in which some process waited for a processor."""
    return int(PRESSURE.read_text().split("total=")[1].split()[0]) / 1e6


def busy(boot: Callable[[list[KEY]], Mapping[KEY, str]], keys: list[KEY]
         ) -> tuple[Mapping[KEY, str], float]:
    """What a boot says, and the per cent of it in which the host was busy; of
    a kernel that does not count it, the average of the last minute."""
    if not PRESSURE.exists():
        return boot(keys), 100 * (os.getloadavg()[0] > (os.cpu_count() or 1))
    begun, before = time.monotonic(), waited()
    said = boot(keys)
    return said, 100 * (waited() - before) / (time.monotonic() - begun)


def settled(boot: Callable[[list[KEY]], Mapping[KEY, str]], keys: Iterable[KEY],
            verdict: str) -> None:
    """Each key gets `ok`, or `failed`, in one of some boots. boot() is given
    those that have neither yet."""
    left, shares = list(keys), []
    while left and len(shares) < BOOTS:
        said, share = busy(boot, left)
        shares.append(share)
        other = {key: said.get(key, "nothing") for key in left
                 if said.get(key) not in (verdict, "not_proven")}
        assert not other, f"has to be {verdict}: {other}"
        left = [key for key in left if said[key] != verdict]
    if left and min(shares) > BUSY:
        pytest.skip(f"the host was busy, not proven: {left}")
    assert not left, f"not proven in {BOOTS} boots: {left}"
