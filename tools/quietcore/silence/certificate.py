# SPDX-License-Identifier: MIT
"""The certificate: how quiet each core was, beside published figures."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.silence.gaps import (Clock, at_once, by_length, causes, clock_of,
                                    lost_ppm)
from quietcore.tables.show import heading
from quietcore.tables.show import verdict as show_end
from quietcore.terminal.layout import Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

#: Published outputs of the detectors of Linux, as printed by their manuals:
#: who, where, share lost in ppm, longest gap in us.
PUBLISHED = (
    ("hwlatdetect", "interrupts off, firmware quiet, 60 seconds", "0",
     "below 10"),
    ("hwlatdetect", "interrupts off, firmware not quiet, 10 seconds",
     "35 or more", "18"),
    ("rtla hwnoise", "interrupts off, 10 minutes, 6 cores", "0.13 to 0.23",
     "3 to 4"),
    ("osnoise", "Linux as it is, 1 second, 8 cores", "109 to 7,816",
     "9 to 202"),
)
SOURCES = ("Sources: Red Hat, Optimizing RHEL 8 for Real Time, 'Interpreting "
           "hardware and firmware latency test results' (it watches half of the "
           "time; ppm from its ten samples); the example in rtla-hwnoise(1); "
           "docs.kernel.org, trace/osnoise-tracer.")
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


def smis(record: dict) -> str:
    """- where the processor counts none, and in a log from before that was
    told."""
    known = record.get("smis")
    return "-" if known is None else str(known)


def cores_grid(records: list[dict], clock: Clock) -> Grid:
    """A row a core."""
    classes = [Column(name, key=name.replace("\n", " "))
               for name in class_names(records[0], clock)]
    grid = Grid([Column("core"), Column("grade"), Column("gaps"),
                 Column("lost,\nppm"), Column("longest"), Column("SMIs"),
                 *classes],
                tuple(column.key for column in classes),
                title=f"Gaps by core and by length, {clock.unit}")
    for record in records:
        grid.add(str(record["core"]),
                 Cell(record["grade"], STYLES.get(record["grade"], "")),
                 str(record["gaps"]), number(lost_ppm(record)),
                 number(clock.of(record["max"])), smis(record),
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
    grid = Grid([Column("for scale", left=True),
                 Column("where", left=True, least=12),
                 Column("lost, ppm"), Column("longest, us")],
                title="Published figures")
    for row in PUBLISHED:
        grid.add(*row)
    return grid


def planted(records: list[dict]) -> str:
    """What the run planted itself, which no machine is to be blamed for."""
    count = sum(r["planted"] for r in records)
    return f"Of them {count} {'were' if count > 1 else 'was'} planted by the " \
        "run." if count else ""


def together(records: list[dict]) -> str:
    """Gaps on all cores: an SMI, or a hypervisor."""
    met = at_once(records)
    return (f"{counted(met, 'gap')} of the {len(records[0]['longest'])} "
            "longest of the first core met all cores at once, as an SMI does or "
            "a hypervisor."
            ) if met else ""


def absent(records: list[dict], context: dict) -> str:
    """Cores that were started and of which nothing is told."""
    count = context.get("cores_started", 0) - len(records)
    return f"Nothing is known of {counted(count, 'further core')}, of which " \
        "the log has no record." if count > 0 else ""


def sentences(run: Run) -> list[str]:
    """The verdict, what it leaves out, and what the run itself or all cores at
    once had of it; none where it did not watch."""
    records = run.of("silence")
    if not records:
        return []
    found = (verdict(records, clock_of(run)), absent(records, run.context),
             planted(records), together(records))
    return [sentence for sentence in found if sentence]


def grids(run: Run) -> list[Grid]:
    """Gaps by core, by cause where one is told, and what others published; none
    where it did not watch."""
    records = run.of("silence")
    if not records:
        return []
    clock = clock_of(run)
    told = [causes_grid(records, clock)] if causes(records) else []
    return [cores_grid(records, clock), *told, published_grid()]


def show_certificate(run: Run, console: Console) -> None:
    """All of it; the run has `silence` records."""
    say(console, "How quiet is this machine?", "bold cyan")
    heading(run, console)
    first, *others = sentences(run)
    say(console, first, "bold")
    for line in others:
        say(console, line)
    for grid in grids(run):
        say(console, "")
        show_grid(grid, console)
    say(console, SOURCES, "dim")
    if not run.ok:
        show_end(run, console)
