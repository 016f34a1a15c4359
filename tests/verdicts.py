# SPDX-License-Identifier: MIT
"""What a test may ask of verdicts on locks, queues and the like.

A check can prove only what it sees. Where other programs take the processors,
cores do not meet, and `not_proven` is the right verdict. So three things hold:

1. What is right is never `failed`, what is wrong never `ok`, in no boot.
2. On one core nobody has to be met: what is right is `ok` in each boot.
3. On several, a verdict is reached in one of BOOTS boots. Where it is in none,
   that is a failure, unless others kept the host busy in each of them: then the
   test is inconclusive (busy.py).

nothing_wrong() is the first two, for tests that are about something else, and
settled() all three.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from busy import BUSY, Since, inconclusive

BOOTS = 3
WORST = ("ok", "not_proven", "failed")
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


def settled(boot: Callable[[list[KEY]], Mapping[KEY, str]], keys: Iterable[KEY],
            verdict: str) -> None:
    """Each key gets `ok`, or `failed`, in one of some boots. boot() is given
    those that have neither yet."""
    left, shares = list(keys), []
    while left and len(shares) < BOOTS:
        since = Since.now()
        said = boot(left)
        shares.append(since.share())
        other = {key: said.get(key, "nothing") for key in left
                 if said.get(key) not in (verdict, "not_proven")}
        assert not other, f"has to be {verdict}: {other}"
        left = [key for key in left if said[key] != verdict]
    if left and min(shares) > BUSY:
        inconclusive(f"others kept the host busy, not proven: {left}")
    assert not left, f"not proven in {BOOTS} boots: {left}"
