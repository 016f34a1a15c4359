# SPDX-License-Identifier: MIT
"""The image and the Linux program side by side: which of two runs is which, what their ratio
means, the verdict on each row."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from rich.console import Console

from quietcore.compare.alike import likeness
from quietcore.compare.measured import VERDICTS, Comparison, Key, Side, grades, key_of
from quietcore.compare.verdict import compare
from quietcore.log.reading import Run
from quietcore.log.trust import banner, lesser
from quietcore.tables.headline import show_sentences
from quietcore.tables.results import MARKS, MEAN, NAME_LEAST, parameters, proven_words, quiet_words
from quietcore.tables.units import refusal, unit_of, units_of
from quietcore.terminal.layout import ORDER, Cell, Column, Grid, words
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

VALUES = (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9"), ("max", "max"))

#: A context's `machine` and what a column of it is called.
NAMES = {"bare": "bare", "linux": "linux"}
KINDS = {"bare": "the image", "linux": "the Linux program",
         "unknown": "a machine that this qc does not know"}

# ---- whose logs they are ------------------------------------------------


def sides(one: Run, two: Run) -> tuple[Run, Run, str, str]:
    """Both runs, the bare one first whatever came first, and their labels.

    The labels are what the logs say of themselves. Two runs of one kind keep their order and get a
    number.
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
    told = ", ".join(emulated)
    if len(emulated) == 2:
        return (f"Both sides ran in an emulator ({told}): the ratios compare what emulated "
                "machines do and say nothing about a processor.")
    if emulated:
        return (f"One side ran in an emulator ({told}): these ratios compare an emulator with a "
                "processor and say nothing about Linux. For that, boot the disc on a machine, run "
                "the twin under Linux on the same one, and give both logs to `tools/qc twin`.")
    if machine_of(bare) == machine_of(linux):
        return (f"Both logs are of {KINDS[machine_of(bare)]}: the ratio compares two "
                "runs, not Linux with bare metal.")
    if contexts[0]["cpu"] != contexts[1]["cpu"]:
        return (f"Two processors ({contexts[0]['cpu']} and {contexts[1]['cpu']}): the ratios "
                "compare these, not Linux with bare metal.")
    text = ("The ratio is what the run under Linux took over what the bare run "
            "took, on the same kind of processor. One run a side: a ratio that "
            "further runs do not repeat is noise, and no cost of Linux.")
    if lesser(contexts[0]) != "metal" or lesser(contexts[1]) != "linux":
        text += " A hypervisor lay beneath; it may treat the two differently."
    return text


# ---- the table ----------------------------------------------------------


def quiet_of(names: tuple[str, str], bare: dict, linux: dict) -> Cell:
    """Which side is to be doubted, and why."""
    found: dict[str, list[str]] = {}
    for name, side in zip(names, (bare, linux)):
        for word in quiet_words(side) + proven_words(side):
            found.setdefault(word, []).append(name)
    if not found:
        return Cell("clean")
    return Cell("; ".join(f"{word}: {', '.join(sides)}" for word, sides in found.items()),
                "yellow", "".join(MARKS.get(word, "") for word in found))


def table(bare: Run, linux: Run, names: tuple[str, str], wanted: str,
          verdicts: dict[Key, str]) -> Grid:
    """One row a question that either side answered."""
    grid = Grid([*words("experiment, variant", least=NAME_LEAST), "cores", *words("mode"),
                 *(Column(f"{heading}\n{word}", key=heading)
                   for _, heading in VALUES for word in (*names, "ratio")),
                 *words("verdict", "quiet")], ORDER["twin"], marks=MEAN)
    answers = [{key_of(r): r for r in run.of("result")} for run in (bare, linux)]
    for experiment, keys in groupby(dict.fromkeys([*answers[0], *answers[1]]),
                                    attrgetter("experiment")):
        grid.head(experiment)
        for key in keys:
            pair = [side.get(key, {}) for side in answers]
            units = [unit_of(r, run.context, wanted) for r, run in zip(pair, (bare, linux))]
            figures = []
            for name, _ in VALUES:
                x, y = (unit.of(r.get(name)) for unit, r in zip(units, pair))
                ratio = f"x{number(y / x)}" if x and y and units[0].like(units[1]) else "-"
                figures += [number(x), number(y), Cell(ratio, "bold")]
            r = pair[0] or pair[1]
            grid.add(f"  {r['variant']} {parameters(r)}".rstrip(), r["cores"],
                     r["params"].get("mode", ""), *figures, verdicts.get(key, ""),
                     quiet_of(names, *pair))
    return grid


def head_of(name: str, run: Run, wanted: str, console: Console) -> None:
    """What a side is of, and its headline."""
    c = run.context
    clock = f"{c['tsc_hz'] / 1e6:.0f} MHz" if c["tsc_hz"] else "clock unknown"
    say(console, f"{name}  trust: {lesser(c)}, {c['cpu']}, {counted(c['cores_started'], 'core')}, "
        f"{clock}, noise grades seen: {grades([run]) or '-'}", "bold cyan")
    if banner(c):
        say(console, banner(c), "bold yellow")
    show_sentences(run, console)
    if refused := refusal(run.of("result"), c, wanted):
        say(console, refused, "yellow")


def show_twins(one: Run, two: Run, console: Console, wanted: str = "ticks") -> None:
    """The whole comparison, on the console; in the unit wanted (UNITS)."""
    bare, linux, *names = sides(one, two)
    for name, run in zip(names, (bare, linux)):
        head_of(name, run, wanted, console)
    say(console, meaning(bare, linux), "yellow")
    if grades([bare])[-1:] != grades([linux])[-1:]:
        say(console, "The worst noise grades differ: compare the tails with care.", "yellow")
    units = [units_of(run.of("result"), run.context, wanted) for run in (bare, linux)]
    unit = units[0] if units[0] == units[1] else \
        f"{units[0]} ({names[0]}) and {units[1]} ({names[1]})"
    say(console, f"All figures in {unit} per operation; ratio = {names[1]} / {names[0]}; - where "
        "a side has none or another unit.")
    found = compared(bare, linux)
    if found:
        told = ", ".join(f"{found.count(word)} {word}" for word in VERDICTS if found.count(word))
        say(console, f"By the rounds of one run a side, of {names[1]}'s rows: {told or 'none'} "
            "(docs/compare.md).")
    say(console, "")
    verdicts = {row.key: row.verdict for row in found.rows} if found else {}
    show_grid(table(bare, linux, names, wanted, verdicts), console)


def compared(bare: Run, linux: Run) -> Comparison | None:
    """The comparison, Linux as the new side; None where their clocks cannot be compared."""
    old, new = Side("old", [bare], ["bare"]), Side("new", [linux], ["linux"])
    like = likeness(old, new, twin=True)
    clocks = (side.context.get("tsc_hz") or 0 for side in (old, new))
    return compare(old, new, like) if all(clocks) else None
