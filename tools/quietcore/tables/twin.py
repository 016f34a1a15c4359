# SPDX-License-Identifier: MIT
"""The bare machine and its hosted twin side by side.

First which of two runs is which and what their ratio means, then the table.
"""

from __future__ import annotations

from rich.console import Console

from quietcore.compare.compared import Comparison
from quietcore.compare.twins import compared, sentence, word_of
from quietcore.log.reading import Run
from quietcore.log.trust import banner, lesser
from quietcore.tables.headline import show_sentences
from quietcore.tables.results import (
    MARKS, MEAN, NAME_LEAST, parameters, proven_words, quiet_words)
from quietcore.tables.units import refusal, unit_of, units_of
from quietcore.terminal.layout import ORDER, Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

VALUES = (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9"), ("max", "max"))

#: A context's `machine` and what a column of it is called.
NAMES = {"bare": "bare", "linux": "linux"}
KINDS = {"bare": "the image", "linux": "the Linux program",
         "unknown": "a machine that this qc does not know"}

#: Experiment, variant, cores, mode, parameters.
Key = tuple[str, str, int, str, str]


# ---- whose logs they are ------------------------------------------------


def sides(one: Run, two: Run) -> tuple[Run, Run, str, str]:
    """Both runs, the bare one first whatever came first, and their labels.

    The labels are what the logs say of themselves. Two runs of one kind keep
    their order and get a number.
    """
    if machine_of(one) == "linux" and machine_of(two) == "bare":
        one, two = two, one
    if machine_of(one) != machine_of(two):
        return one, two, machine_of(one), machine_of(two)
    return one, two, f"{machine_of(one)} 1", f"{machine_of(two)} 2"


def machine_of(run: Run) -> str:
    """What a log is a log of: the image ("bare") or the Linux program."""
    return NAMES.get(run.context.get("machine"), "unknown")


def meaning(bare: Run, linux: Run) -> str:
    """What the ratio compares, in plain words; one run a side is no proof."""
    contexts = bare.context, linux.context
    emulated = [lesser(c) for c in contexts if banner(c)]
    if emulated:
        return emulated_meaning(emulated)
    if machine_of(bare) == machine_of(linux):
        return (f"Both logs are of {KINDS[machine_of(bare)]}: the ratio compares two "
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


# ---- the table ----------------------------------------------------------


def key(result: dict) -> Key:
    """What makes two results the same question."""
    return (result["experiment"], result["variant"], result["cores"],
            str(result["params"].get("mode", "")), parameters(result))


def worst_grades(run: Run) -> str:
    """The letters of the run's noise records that occur at all."""
    return "".join(sorted({g for r in run.of("noise") for g in r["grade"]}))


def ratio(linux: float | None, bare: float | None) -> str:
    """Linux over bare, or - where one of them means nothing."""
    if not linux or not bare:
        return "-"
    return f"x{number(linux / bare)}"


def quiet_of(names: tuple[str, str], bare: dict, linux: dict) -> Cell:
    """Which side is to be doubted, and why."""
    found: dict[str, list[str]] = {}
    for name, side in zip(names, (bare, linux)):
        for word in quiet_words(side) + proven_words(side):
            found.setdefault(word, []).append(name)
    if not found:
        return Cell("clean")
    return Cell("; ".join(f"{word}: {', '.join(sides)}"
                          for word, sides in found.items()), "yellow",
                "".join(MARKS.get(word, "") for word in found))


def table(bare: Run, linux: Run, names: tuple[str, str], wanted: str,
          found: Comparison | None) -> Grid:
    """One row a question that either side answered."""
    grid = Grid([Column("experiment, variant", left=True, least=NAME_LEAST),
                 Column("cores"), Column("mode", left=True),
                 *(Column(f"{heading}\n{word}", key=heading)
                   for _, heading in VALUES
                   for word in (*names, "ratio")),
                 Column("verdict", left=True), Column("quiet", left=True)],
                ORDER["twin"], marks=MEAN)
    answers = [{key(r): r for r in run.of("result")} for run in (bare, linux)]
    last = None
    for which in dict.fromkeys([*answers[0], *answers[1]]):
        b, h = (side.get(which, {}) for side in answers)
        if which[0] != last:
            last = which[0]
            grid.add(Cell(last, "bold cyan"))
        row: list[str | Cell] = [f"  {which[1]} {which[4]}".rstrip(),
                                 str(which[2]), which[3]]
        units = [unit_of(r, run.context, wanted)
                 for r, run in ((b, bare), (h, linux))]
        for name, _ in VALUES:
            x, y = (unit.of(r.get(name)) for unit, r in zip(units, (b, h)))
            row += [number(x), number(y), Cell(
                ratio(y, x) if units[0].like(units[1]) else "-", "bold")]
        grid.add(*row, word_of(found, b or h), quiet_of(names, b, h))
    return grid


def clock(context: dict) -> str:
    """The frequency of the ticks."""
    hz = context["tsc_hz"]
    return f"{hz / 1e6:.0f} MHz" if hz else "clock unknown"


def show_twins(one: Run, two: Run, console: Console,
               wanted: str = "ticks") -> None:
    """The whole comparison, on the console; in the unit wanted (UNITS)."""
    bare, linux, *names = sides(one, two)
    for name, run in zip(names, (bare, linux)):
        c = run.context
        say(console, f"{name}  trust: {lesser(c)}, {c['cpu']}, "
            f"{counted(c['cores_started'], 'core')}, {clock(c)}, noise grades seen: "
            f"{worst_grades(run) or '-'}", "bold cyan")
        if banner(c):
            say(console, banner(c), "bold yellow")
        show_sentences(run, console)
        refused = refusal(run.of("result"), c, wanted)
        if refused:
            say(console, refused, "yellow")
    say(console, meaning(bare, linux), "yellow")
    if worst_grades(bare)[-1:] != worst_grades(linux)[-1:]:
        say(console, "The worst noise grades differ: compare the tails with "
            "care.", "yellow")
    units = [units_of(run.of("result"), run.context, wanted)
             for run in (bare, linux)]
    unit = units[0] if units[0] == units[1] else \
        f"{units[0]} ({names[0]}) and {units[1]} ({names[1]})"
    say(console, f"All figures in {unit} per operation; ratio = {names[1]} / "
        f"{names[0]}; - where a side has none or another unit.")
    found = compared(bare, linux)
    if found:
        say(console, sentence(found, names[1]))
    say(console, "")
    show_grid(table(bare, linux, names, wanted, found), console)
