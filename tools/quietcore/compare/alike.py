# SPDX-License-Identifier: MIT
"""Whether runs may be put together (of one build and machine) or compared: what refuses it, what
is only said."""

from __future__ import annotations

from collections.abc import Sequence

from quietcore.compare.measured import Likeness, Side, grades
from quietcore.log.problems import shortened
from quietcore.log.runs import Run
from quietcore.log.trust import lesser
from quietcore.terminal.numbers import counted

# ---- boots of one build on one machine ---------------------------------------------


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
    if not isinstance(one, str) or not isinstance(two, str) or max(len(one), len(two)) <= LONG:
        return f"is {one!r}, not {two!r}"
    own = [[word for word in each.split() if word not in other.split()]
           for each, other in ((one, two), (two, one))]
    if not any(own):
        return "has the same words in another order"
    here, there = (repr(" ".join(words)) if words else "nothing" for words in own)
    return f"has {here} where the other has {there}"


def difference(first: dict, other: dict) -> str:
    """How a context differs from another where boots must not; "" if not."""
    one, two = facts(first), facts(other)
    for part, names in PARTS.items():
        for name in names:
            if one.get(name) != two.get(name):
                return f"another {part}: {name} " + apart(two.get(name), one.get(name))
    return ""


def unlike(runs: Sequence[Run]) -> tuple[int, str] | None:
    """The first run that is of something else, and of what; None: all alike."""
    return next(((at, why) for at, run in enumerate(runs)
                 if (why := difference(runs[0].context, run.context))), None)


# ---- two sides ---------------------------------------------------------------------


#: Fields of the context in which both sides must agree, and what they are.
ALIKE = {"machine": "kind of machine", "cpu": "processor",
         "lock": "lock under the scheduler", "queue": "queue under it",
         "executor": "executor", **{name: f"option {name}=" for name in GIVEN}}
#: Not told by logs of before there were such, nor where there is none.
MAY_BE_UNTOLD = ("lock", "queue", "executor")
#: Those in which they should.
WARNED = {"hypervisor": "hypervisor", "cores_started": "number of cores", "memory_bytes": "memory",
          "product": "model of the machine", "firmware": "firmware",
          "boot_services": "state of the firmware", "suite": "suite", "compiler": "compiler"}
LONGEST = 40            # characters of a field that is told
CLOCKS_APART = 0.01     # of two clocks whose ticks are not of one length


def differing(old: Side, new: Side, names: dict[str, str]) -> list[str]:
    """In which of these fields the sides differ, in words."""
    one, two = facts(old.context), facts(new.context)
    return [f"another {what}: {brief(one.get(name))} is old, "
            f"{brief(two.get(name))} new" for name, what in names.items()
            if one.get(name) != two.get(name) and not (
                name in MAY_BE_UNTOLD and None in (one.get(name),
                                                   two.get(name)))]


def brief(value: object) -> str:
    """A field's value, however long."""
    return "unknown" if value is None else shortened(str(value), LONGEST)


def likeness(old: Side, new: Side, twin: bool = False) -> Likeness:
    """Looks at both sides; `twin`: one is of the image, one of Linux."""
    found = Likeness()
    for side in (old, new):
        within(side, found)
    labels = [lesser(side.context) for side in (old, new)]
    if labels[0] != labels[1] and not twin:
        found.refused.append(f"another trust: {labels[0]} is old, {labels[1]} new")
    names = {name: what for name, what in ALIKE.items()
             if not (twin and name in ("machine", "cpu"))}
    found.refused += differing(old, new, names)
    if not twin:
        found.warnings += differing(old, new, WARNED)
    found.exact = labels == ["tcg-icount"] * 2
    quiet(old, new, found)
    clocks(old, new, found)
    same_boots(old, new, found)
    return found


def within(side: Side, found: Likeness) -> None:
    """Whether a side's own runs are alike, whole and ok."""
    other = unlike(side.runs)
    if other:
        at, why = other
        found.refused.append(
            f"{side.logs[at]} holds runs that are not alike, {why}"
            if side.logs[at] == side.logs[0] else
            f"{side.logs[at]} is of {why} as in {side.logs[0]}, which is on "
            "the same side")
    for run, log in zip(side.runs, side.logs):
        if not run.complete:
            found.refused.append(f"{log} is damaged or cut: {run.problems[0]}")
        elif run.stopped:
            found.warnings.append(f"{log}: a key ended the run")
        elif not run.ok:
            found.refused.append(f"{log}: the run failed")


def quiet(old: Side, new: Side, found: Likeness) -> None:
    """Warns where one side's cores were noisier."""
    letters = grades(old.runs), grades(new.runs)
    if not found.exact and letters[0][-1:] != letters[1][-1:]:
        found.warnings.append(f"unlike noise grades: {letters[0] or 'none'} is old, "
                              f"{letters[1] or 'none'} new")


def clocks(old: Side, new: Side, found: Likeness) -> None:
    """Ticks of unlike length are compared as nanoseconds, if that can be."""
    one, two = (side.context.get("tsc_hz") or 0 for side in (old, new))
    if abs(one - two) <= CLOCKS_APART * max(one, two):
        return
    if one and two:
        found.hz = one
        found.warnings.append(f"unlike clocks, {one / 1e6:.0f} and "
                              f"{two / 1e6:.0f} MHz: compared in nanoseconds")
    else:
        found.refused.append("one side does not know its clock's frequency")


def same_boots(old: Side, new: Side, found: Likeness) -> None:
    """A boot that is there twice is no second one. Those which count instructions have one id for
    all runs of a build."""
    ids = [run.id for side in (old, new) for run in side.runs]
    twice = len(ids) - len(set(ids))
    if twice and not found.exact:
        found.warnings.append(f"{counted(twice, 'log')} of a boot that is there "
                              "already: the same boot says nothing new")
