# SPDX-License-Identifier: MIT
"""Whether logs are of boots of one build on one machine."""

from __future__ import annotations

from collections.abc import Sequence

from quietcore.log.runs import Run

#: Fields of the context, and what a difference in them means.
BUILD = ("project", "version", "git", "dirty", "compiler", "image_crc")
MACHINE = ("machine", "trust", "trust_claimed", "hypervisor", "cpu",
           "cores_started", "memory_bytes")
#: Given on the command line, they make another question of the same name; the
#: other options say which questions are asked, and how often.
GIVEN = ("gap", "max", "min", "period", "scale", "slice", "tasks")
OPTIONS = ("suite", "lock", "queue", "executor", *GIVEN)
LONG = 60       # characters of a value from which on only words are told
PARTS = {"build": BUILD, "machine": MACHINE, "set of options": OPTIONS}


def facts(context: dict) -> dict[str, object]:
    """The context's fields, and those options that the command line gives."""
    words = (word.partition("=") for word in context.get("cmdline", "").split())
    return context | {name: value for name, _, value in words if name in GIVEN}


def apart(one: object, two: object) -> str:
    """What is there instead; of long texts the words that only one has."""
    if not isinstance(one, str) or not isinstance(two, str) \
            or max(len(one), len(two)) <= LONG:
        return f"is {one!r}, not {two!r}"
    own = [[word for word in each.split() if word not in other.split()]
           for each, other in ((one, two), (two, one))]
    if not any(own):
        return "has the same words in another order"
    here, there = (repr(" ".join(words)) if words else "nothing"
                   for words in own)
    return f"has {here} where the other has {there}"


def difference(first: dict, other: dict) -> str:
    """How a context differs from another where boots must not; "" if not."""
    one, two = facts(first), facts(other)
    for part, names in PARTS.items():
        for name in names:
            if one.get(name) != two.get(name):
                return f"another {part}: {name} " \
                    + apart(two.get(name), one.get(name))
    return ""


def unlike(runs: Sequence[Run]) -> tuple[int, str] | None:
    """The first run that is of something else, and of what; None: all alike."""
    return next(((at, why) for at, run in enumerate(runs)
                 if (why := difference(runs[0].context, run.context))), None)
