# SPDX-License-Identifier: MIT
"""The certificate of a run that watched (records `silence`): how quiet each core was, its gaps by
length and cause, beside published figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.tables.page import show_page
from quietcore.tables.show import heading, verdict as show_end
from quietcore.terminal.layout import Cell, Column, Grid, words
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

#: Where classes of lengths begin, microseconds; the first begins at `least`.
CLASSES_US = (10, 100, 1000, 10000)
INSTRUCTIONS_A_US = 1000    # of a machine that counts them as nanoseconds


class Clock(NamedTuple):
    """How the lengths of a record are shown."""

    unit: str           # "us", "instructions", or "ticks" of an unknown length
    factor: float       # times the record's length
    classes: tuple[int, ...]    # where classes begin, in the unit

    def of(self, length: float) -> float:
        """A length in the unit."""
        return length * self.factor

    def span(self, length: float, text: Callable[[float], str]) -> str:
        """A long one: seconds, where the unit is one of time."""
        return f"{text(self.of(length) / 1e6)} s" if self.unit == "us" \
            else f"{text(length)} {self.unit}"


def clock_of(run: Run) -> Clock:
    """Of the run's context; instructions are never told as time."""
    unit, hz = run.of("silence")[0]["unit"], run.context.get("tsc_hz")
    if unit == "ticks" and hz:
        return Clock("us", 1e6 / hz, CLASSES_US)
    return Clock(unit, 1, tuple(at * INSTRUCTIONS_A_US for at in CLASSES_US))


def lost_ppm(record: dict) -> float:
    """Parts per million of the time watched."""
    return record["lost"] * 1e6 / record["watched"] if record["watched"] else 0


def by_length(record: dict, clock: Clock) -> list[int]:
    """How many gaps there were of each class, the first from `least` on.

    A bin of the record counts where it begins, so one that `least` cuts is completed by the number
    of all gaps.
    """
    counts = [0] * (len(clock.classes) + 1)
    for start, count in record["lengths"]:
        if start >= record["least"]:
            counts[sum(clock.of(start) >= at for at in clock.classes)] += count
    counts[0] += record["gaps"] - sum(counts)
    return counts


def alike(one: list[int], other: list[int]) -> bool:
    """Do two gaps (begin, length) share nine tenths of the longer one? Long ones that overlap by
    chance, as on a busy host, seldom do."""
    begin, end = max(one[0], other[0]), min(sum(one), sum(other))
    return 10 * (end - begin) >= 9 * max(one[1], other[1])


def at_once(records: list[dict]) -> int:
    """Of the longest gaps of the first core, those which met all cores.

    All cores' stamps have one start. An SMI, or a pause of a whole virtual machine, takes all of
    them at about the same time, for about as long.
    """
    if len(records) < 2:
        return 0
    first, *others = records
    return sum(all(any(alike(gap, its) for its in other["longest"])
                   for other in others) for gap in first["longest"])


def causes(records: list[dict]) -> dict[str | None, tuple[int, int]]:
    """Gaps and their length in all, by cause, over all cores; the most lost first. None: nothing
    that is counted tells."""
    found: dict[str | None, tuple[int, int]] = {}
    for record in records:
        for name, gaps, lost in record["causes"]:
            had = found.get(name, (0, 0))
            found[name] = (had[0] + gaps, had[1] + lost)
    return dict(sorted(found.items(), key=lambda one: -one[1][1]))


#: Published outputs of the detectors of Linux, as printed by their manuals:
#: who, where, share lost in ppm, longest gap in us.
PUBLISHED = (("hwlatdetect", "interrupts off, firmware quiet, 60 seconds", "0", "below 10"),
             ("hwlatdetect", "interrupts off, firmware not quiet, 10 seconds", "35 or more", "18"),
             ("rtla hwnoise", "interrupts off, 10 minutes, 6 cores", "0.13 to 0.23", "3 to 4"),
             ("osnoise", "Linux as it is, 1 second, 8 cores", "109 to 7,816", "9 to 202"))
SOURCES = ("Sources: Red Hat, Optimizing RHEL 8 for Real Time, 'Interpreting hardware and "
           "firmware latency test results' (it watches half of the time; ppm from its ten "
           "samples); the example in rtla-hwnoise(1); docs.kernel.org, trace/osnoise-tracer.")
STYLES = {"A": "green", "D": "yellow", "E": "yellow", "F": "red"}


def short(value: float) -> str:
    """A bound: 10, 2.5, 10k, 1M."""
    for name, least, size in (("M", 1e6, 1e6), ("k", 1e4, 1e3)):
        if value >= least:
            return f"{value / size:g}{name}"
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
    return (f"{counted(gaps, 'gap')} of {least} or more in {watched} on {cores}. The worst core "
            f"is {worst['core']}: it lost {number(lost_ppm(worst))} ppm, and its longest gap took "
            f"{number(clock.of(worst['max']))} {clock.unit}.")


def cores_grid(records: list[dict], clock: Clock) -> Grid:
    """A row a core, a column a class of lengths. An older log tells no SMIs, nor do all
    processors."""
    bounds = [round(clock.of(records[0]["least"]), 2), *clock.classes]
    classes = [f"{short(low)} to\n{short(high)}" for low, high in zip(bounds, clock.classes)]
    classes.append(f"above\n{short(clock.classes[-1])}")
    columns = [Column(name, key=name.replace("\n", " ")) for name in classes]
    grid = Grid(["core", "grade", "gaps", "lost,\nppm", "longest", "SMIs", *columns],
                tuple(column.key for column in columns),
                title=f"Gaps by core and by length, {clock.unit}")
    for record in records:
        smis = record.get("smis")
        grid.add(record["core"], Cell(record["grade"], STYLES.get(record["grade"], "")),
                 record["gaps"], number(lost_ppm(record)), number(clock.of(record["max"])),
                 "-" if smis is None else smis, *by_length(record, clock))
    return grid


def causes_grid(records: list[dict], clock: Clock) -> Grid:
    """A row a cause, the one that took most first."""
    grid = Grid([*words("cause"), "gaps", f"in all, {clock.unit}"],
                title="What interrupted, as far as the system tells")
    for name, (gaps, lost) in causes(records).items():
        grid.add(name or "not told", gaps, number(clock.of(lost)))
    return grid


def published_grid() -> Grid:
    """What others have printed."""
    grid = Grid([*words("for scale"), *words("where", least=12), "lost, ppm", "longest, us"],
                title="Published figures")
    for row in PUBLISHED:
        grid.add(*row)
    return grid


def sentences(run: Run) -> list[str]:
    """The verdict, what it leaves out, and what the run itself or all cores at once had of it;
    none where it did not watch."""
    records = run.of("silence")
    if not records:
        return []
    found = [verdict(records, clock_of(run))]
    absent = run.context.get("cores_started", 0) - len(records)
    if absent > 0:
        found.append(f"Nothing is known of {counted(absent, 'further core')}, of which the log has "
                     "no record.")
    planted = sum(r["planted"] for r in records)
    if planted:
        found.append(f"Of them {planted} {'were' if planted > 1 else 'was'} planted by the run.")
    if met := at_once(records):
        found.append(f"{counted(met, 'gap')} of the {len(records[0]['longest'])} longest of the "
                     "first core met all cores at once, as an SMI does or a hypervisor.")
    return found


def grids(run: Run) -> list[Grid]:
    """Gaps by core, by cause where one is told, and what others published; none where it did not
    watch."""
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


def show_answer(run, console) -> None:
    """The answer page; of a run that did nothing but watch, the certificate."""
    if run.count("silence") and not run.count("result") and not run.count("panic"):
        show_certificate(run, console)
    else:
        show_page(run, console)
