# SPDX-License-Identifier: MIT
"""The bare machine and its hosted twin side by side."""

from __future__ import annotations

from rich.console import Console

from quietcore.terminal.layout import ORDER, Cell, Column, Grid
from quietcore.log.reading import Run
from quietcore.terminal.numbers import number
from quietcore.terminal.printing import say, show_grid
from quietcore.tables.results import NAME_LEAST, parameters
from quietcore.tables.trust import banner, lesser
from quietcore.tables.twin_sides import meaning, sides
from quietcore.terminal.units import refusal, unit_of, units_of

VALUES = (("p50", "p50"), ("p99", "p99"), ("p999", "p99.9"), ("max", "max"))

#: Experiment, variant, cores, mode, parameters.
Key = tuple[str, str, int, str, str]


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
    """Which side was disturbed."""
    disturbed = [name for name, side in zip(names, (bare, linux))
                 if side.get("quiet", "clean") != "clean"]
    return Cell(f"disturbed: {', '.join(disturbed)}", "yellow") if disturbed \
        else Cell("clean")


def table(bare: Run, linux: Run, names: tuple[str, str],
          wanted: str = "ticks") -> Grid:
    """One row a question that either side answered."""
    grid = Grid([Column("experiment, variant", left=True, least=NAME_LEAST),
                 Column("cores"), Column("mode", left=True),
                 *(Column(f"{heading}\n{word}", key=heading)
                   for _, heading in VALUES
                   for word in (*names, "ratio")),
                 Column("quiet", left=True, mark="!")], ORDER["twin"])
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
        grid.add(*row, quiet_of(names, b, h))
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
            f"{c['cores_started']} cores, {clock(c)}, noise grades seen: "
            f"{worst_grades(run) or '-'}", "bold cyan")
        if banner(c):
            say(console, banner(c), "bold yellow")
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
    say(console, "")
    show_grid(table(bare, linux, names, wanted), console)
