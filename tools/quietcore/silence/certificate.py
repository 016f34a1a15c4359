# SPDX-License-Identifier: MIT
"""The certificate: how quiet each core was, beside published figures."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.log.trust import banner
from quietcore.silence.gaps import (Clock, at_once, by_length, causes, clock_of,
                                    lost_ppm)
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

#: Published outputs of the detectors of Linux, as printed by their manuals:
#: who, where, share lost in ppm, longest gap in us.
PUBLISHED = (
    ("rtla hwnoise", "interrupts off, 10 minutes, 6 cores", "0.13 to 0.23",
     "3 to 4"),
    ("osnoise", "Linux as it is, 1 second, 8 cores", "109 to 7,816",
     "9 to 202"),
)
SOURCES = ("Sources: the example in rtla-hwnoise(1), and docs.kernel.org, "
           "trace/osnoise-tracer.")
STYLES = {"A": "green", "D": "yellow", "E": "yellow", "F": "red"}


def short(value: float) -> str:
    """A bound: 10, 2.5, 10k, 1M."""
    for name, size in (("M", 1e6), ("k", 1e4)):
        if value >= size:
            return f"{value / (1e3 if name == 'k' else size):g}{name}"
    return f"{value:g}"


def verdict(records: list[dict], clock: Clock) -> str:
    """The sentence that people quote."""
    least = f"{short(round(clock.of(records[0]['least']), 2))} {clock.unit}"
    watched = clock.span(min(r["watched"] for r in records), number)
    cores = counted(len(records), "core")
    gaps = sum(r["gaps"] for r in records)
    if not gaps:
        return f"No gap of {least} or more in {watched} on {cores}."
    worst = max(records, key=lost_ppm)
    return (f"{counted(gaps, 'gap')} of {least} or more in {watched} on "
            f"{cores}. The worst core is {worst['core']}: it lost "
            f"{number(lost_ppm(worst))} ppm, and its longest gap took "
            f"{number(clock.of(worst['max']))} {clock.unit}.")


def class_names(record: dict, clock: Clock) -> list[str]:
    """Headings of the classes of lengths."""
    bounds = [round(clock.of(record["least"]), 2), *clock.classes]
    names = [f"{short(low)} to\n{short(high)}"
             for low, high in zip(bounds, clock.classes)]
    return [*names, f"above\n{short(clock.classes[-1])}"]


def cores_grid(records: list[dict], clock: Clock) -> Grid:
    """A row a core."""
    classes = [Column(name, key=name.replace("\n", " "))
               for name in class_names(records[0], clock)]
    grid = Grid([Column("core"), Column("grade"), Column("gaps"),
                 Column("lost,\nppm"), Column("longest"), *classes],
                tuple(column.key for column in classes),
                title=f"Gaps by core and by length, {clock.unit}")
    for record in records:
        grid.add(str(record["core"]),
                 Cell(record["grade"], STYLES.get(record["grade"], "")),
                 str(record["gaps"]), number(lost_ppm(record)),
                 number(clock.of(record["max"])),
                 *map(str, by_length(record, clock)))
    return grid


def causes_grid(records: list[dict], clock: Clock) -> Grid:
    """A row a cause, the one that took most first."""
    grid = Grid([Column("cause", left=True), Column("gaps"),
                 Column(f"in all, {clock.unit}")],
                title="What interrupted, as far as the system tells")
    for name, (gaps, lost) in causes(records).items():
        grid.add(name or "not told", str(gaps), number(clock.of(lost)))
    return grid


def published_grid() -> Grid:
    """What others have printed."""
    grid = Grid([Column("for scale", left=True), Column("where", left=True, least=12),
                 Column("lost, ppm"), Column("longest, us")])
    for row in PUBLISHED:
        grid.add(*row)
    return grid


def planted(records: list[dict]) -> str:
    """What the run planted itself, which no machine is to be blamed for."""
    count = sum(r["planted"] for r in records)
    return f"{counted(count, 'gap')} of them were planted by the run." \
        if count else ""


def together(records: list[dict]) -> str:
    """Gaps on all cores: an SMI, or a hypervisor."""
    met = at_once(records)
    return (f"{counted(met, 'gap')} of the {len(records[0]['longest'])} "
            "longest of the first core met all cores at once, as an SMI does."
            ) if met else ""


def show_certificate(run: Run, console: Console) -> None:
    """All of it; the run has `silence` records."""
    records = run.of("silence")
    clock = clock_of(run)
    context = run.context
    say(console, f"How quiet is this machine? {context.get('cpu', '?')}, "
        f"{context.get('machine', '?')} machine, trust: "
        f"{context.get('trust', '?')}", "bold cyan")
    if banner(context):
        say(console, banner(context), "bold yellow")
    say(console, verdict(records, clock), "bold")
    for line in (planted(records), together(records)):
        if line:
            say(console, line)
    say(console, "")
    show_grid(cores_grid(records, clock), console)
    if causes(records):
        say(console, "")
        show_grid(causes_grid(records, clock), console)
    say(console, "")
    show_grid(published_grid(), console)
    say(console, SOURCES, "dim")
