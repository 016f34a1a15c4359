# SPDX-License-Identifier: MIT
"""Which side of a comparison is which, and what their ratio means."""

from __future__ import annotations

from quietcore.log.reading import Run
from quietcore.tables.trust import banner, lesser

#: A context's `machine` and what a column of it is called.
NAMES = {"bare": "bare", "linux": "linux"}


def sides(one: Run, two: Run) -> tuple[Run, Run, str, str]:
    """Both runs, the bare one first whatever came first, and their labels.

    The labels are what the logs say of themselves. Two runs of one kind keep
    their order and get a number.
    """
    if name(one) == "linux" and name(two) == "bare":
        one, two = two, one
    if name(one) != name(two):
        return one, two, name(one), name(two)
    return one, two, f"{name(one)} 1", f"{name(two)} 2"


def name(run: Run) -> str:
    """What a log is a log of: the image ("bare") or the Linux program."""
    return NAMES.get(run.context.get("machine"), "unknown")


def meaning(bare: Run, linux: Run) -> str:
    """What the ratio compares, in plain words; one run a side is no proof."""
    contexts = bare.context, linux.context
    emulated = [lesser(c) for c in contexts if banner(c)]
    if emulated:
        return emulated_meaning(emulated)
    if name(bare) == name(linux):
        return (f"Both logs are of {KINDS[name(bare)]}: the ratio compares two "
                "runs, not Linux with bare metal.")
    if contexts[0]["cpu"] != contexts[1]["cpu"]:
        return (f"Two processors ({contexts[0]['cpu']} and "
                f"{contexts[1]['cpu']}): the ratios compare these, not Linux "
                "with bare metal.")
    text = ("The ratio is what the run under Linux took over what the bare run "
            "took, on the same kind of processor. One run a side: a ratio that "
            "further runs do not repeat is noise, and no cost of Linux.")
    if lesser(contexts[0]) != "metal" or lesser(contexts[1]) != "linux":
        text += " A hypervisor lay beneath; it may treat the two differently."
    return text


KINDS = {"bare": "the image", "linux": "the Linux program",
         "unknown": "a machine that this qc does not know"}


def emulated_meaning(labels: list[str]) -> str:
    """The same where a side, or both, ran in an emulator."""
    told = ", ".join(labels)
    if len(labels) == 2:
        return (f"Both sides ran in an emulator ({told}): the ratios compare "
                "what emulated machines do and say nothing about a processor.")
    return (f"One side ran in an emulator ({told}): these ratios compare an "
            "emulator with a processor and say nothing about Linux. For that, "
            "boot the disc on a machine, run the twin under Linux on the same "
            "one, and give both logs to `tools/qc twin`.")
