# SPDX-License-Identifier: MIT
"""Floors, ways to read the time, switches, spawns: rows by name."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.logs import Log, coarsest, column, measure
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, counts_axis, dots_of, floor_rules, per,
    value_of)
from quietcore.terminal.numbers import counted


def by_name(logs: list[Log], experiment: str, what: str, title: str,
            says: str, floors: tuple[str, ...] = ()) -> list[Drawing]:
    """A row for each variant, a group for each number of cores."""
    def figures(log: Log):
        for row in coarsest(log.of(experiment)):
            fibers = row["params"].get("fibers")
            yield (row["variant"] + (f", {fibers} fibers" if fibers else ""),
                   counted(row["cores"], "core"), value_of(row))

    shape = dots_of(logs, per(logs, what), figures,
                    floor_rules(logs, *floors))
    return [Drawing(f"{experiment}-costs", title, says, shape,
                    [WHISKERS])] if shape else []


def floors(logs: list[Log]) -> list[Drawing]:
    """What the hardware itself asks."""
    return by_name(logs, "floor", "operation", "Floors",
                   "What the hardware itself asks: a locked instruction, a "
                   "call, a cache line, a time stamp.")


def switches(logs: list[Log]) -> list[Drawing]:
    """Switches, fibers' lives, semaphores."""
    return by_name(logs, "switch", "operation", "Switches and fibers",
                   "Switches by what they save, fibers' lives, joins and "
                   "semaphores, beside a call.", ("CALL",))


def spawns(logs: list[Log]) -> list[Drawing]:
    """Handing a fiber over."""
    return by_name(logs, "spawn", "spawn", "Spawns",
                   "What it takes to hand work to another fiber, another core "
                   "or a thread of the system.", ("CALL", "LINE"))


def clocks(logs: list[Log]) -> list[Drawing]:
    """Ways to read the time."""
    return by_name(logs, "timer", "read", "Reading the time",
                   "What each way to read the time takes on core 0.",
                   ("STAMP",))


def clocks_by_core(logs: list[Log]) -> list[Drawing]:
    """The same by core."""
    def places(log: Log):
        for series in log.series_of("timer", "core", "ticks"):
            for core, ticks in zip(column(series, "core"),
                                   column(series, "ticks")):
                yield series["variant"], core, Value(ticks)

    cores = [core for log in logs
             for series in log.series_of("timer", "core", "ticks")
             for core in column(series, "core")]
    shape = chart_of(logs, counts_axis("core", cores),
                     f"{measure(logs)} per read", places)
    return [Drawing("timer-cores", "Reading the time, by core",
                    "What each way to read the time takes on each core.",
                    shape)] if shape and len(set(cores)) > 1 else []


PICTURES = (
    ("floor-costs", "floor", "Floors", floors, "rows of `floor`"),
    ("switch-costs", "switch", "Switches and fibers", switches,
     "rows of `switch`"),
    ("spawn-costs", "spawn", "Spawns", spawns, "rows of `spawn`"),
    ("timer-costs", "timer", "Reading the time", clocks, "rows of `timer`"),
    ("timer-cores", "timer", "Reading the time, by core", clocks_by_core,
     "the series by core, of two cores and more"),
)
