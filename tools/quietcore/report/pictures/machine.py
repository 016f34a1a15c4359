# SPDX-License-Identifier: MIT
"""The machine: how quiet its cores were, cache lines, floors, switches, wake-ups."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.of_cores import clusters
from quietcore.report.draw.model import Axis, Cell, Drawing, Heat, Rule
from quietcore.report.pictures.logs import Log, axis_title, columns, of_several
from quietcore.report.pictures.making import (
    WHISKERS, Value, chart_of, curves, dots, drawn, pictures, value_of)
from quietcore.tables.matrix import Matrix, cores_of, matrices
from quietcore.terminal.numbers import counted

# ---- noise -----------------------------------------------------------------------

GRADES = "ABCDEF"


@pictures("noise-grades", "Noise grades", "noise records", of_run=True)
def noise_grades(logs: list[Log]) -> Iterator[Drawing]:
    """A map of each log: cores and experiments, the worse of two grades."""
    for log in logs:
        worst: dict[tuple[int, str], str] = {}
        for record in log.run.each("noise"):
            for core, grade in zip(record["cores"], record["grade"]):
                key = (core, record["experiment"])
                worst[key] = max(worst.get(key, "A"), grade)
        cores = sorted({core for core, _ in worst})
        names = list(dict.fromkeys(name for _, name in worst))
        cells = [Cell(names.index(name), cores.index(core), GRADES.index(grade), "", "", grade)
                 for (core, name), grade in worst.items()]
        yield Drawing(
            "noise-grades", f"Noise grades{of_several(log, logs, ', {}')}",
            "The worse grade of each core before and after each experiment: "
            "A is silent, F is useless.",
            Heat(names, [str(core) for core in cores], cells, "",
                 axis_title([log], "experiment"), "core", log=False, bounds=(0, 5),
                 ends=("A", "F")))


@dots("noise-gaps", "The longest pauses", "{unit}, longest pause", "noise records with gaps",
      log=True, of_run=True)
def noise_gaps(log: Log):
    """The longest pause that any core saw, before and after each experiment."""
    for record in log.run.each("noise"):
        longest = max(filter(None, record["max"]), default=0)
        if longest:
            yield record["experiment"], record["when"], Value(longest)


# ---- cache lines -----------------------------------------------------------------

#: Ways that differ by less look alike.
LEAST_SPAN = 2


def boxes(cores: list[int], of: dict[int, int]) -> list[tuple[int, int]]:
    """The first and last place of each cluster of cores in a row."""
    found: dict[int, list[int]] = {}
    for place, core in enumerate(cores):
        found.setdefault(of[core], []).append(place)
    return [(min(places), max(places)) for places in found.values()] if len(found) > 1 else []


def heat_of(matrix: Matrix, log: Log) -> Heat:
    """A matrix, cores of one cluster side by side."""
    of = clusters(cores_of(matrix), matrix[2])
    cores = sorted(cores_of(matrix), key=lambda core: (of[core], core))
    place = {core: at for at, core in enumerate(cores)}
    names = [str(core) for core in cores]
    cells = [Cell(place[giver], place[taker], ticks, "disturbed" if ticks > matrix[3] else "")
             for (giver, taker), ticks in matrix[2].items()]
    least, most = (pick(c.value for c in cells) for pick in (min, max))
    return Heat(names, names, cells, f"{log.unit} one way", "from core", "to core",
                boxes(cores, of), bounds=(least, max(most, LEAST_SPAN * least)))


@pictures("line-matrix", "Between any two cores", "a matrix, of two cores and more")
def line_matrix(logs: list[Log]) -> Iterator[Drawing]:
    """Each matrix of each log."""
    for log in logs:
        for matrix in matrices(log.run):
            if len(matrix[2]) >= 2:
                yield Drawing(
                    "line-matrix",
                    f"{matrix[0]}: between any two cores{of_several(log, logs, ', {}')}",
                    "What a cache line's way takes from each core to each other; dark is far.",
                    heat_of(matrix, log),
                    ["Boxes are clusters: cores that are near each other."])


@pictures("line-sharing", "False sharing", "rows `false`, of two cores and more")
def line_sharing(logs: list[Log]) -> list[Drawing]:
    """Two counters on one line or on two."""
    def places(log: Log):
        for row in log.coarsest("line"):
            if row["variant"] == "false" and "distance" in row["params"]:
                yield "two cores count", row["params"]["distance"], value_of(row)

    rules = [Rule(row["p50"], "one core alone" + of_several(log, logs))
             for log in logs for row in log.coarsest("line")
             if row["variant"] == "false/alone" and row["p50"] is not None]
    x = Axis("bytes between the two counters", names=[(d, str(d)) for d in (0, 64, 128, 256)])
    return drawn(
        chart_of(logs, x, "{unit} per increment", places, rules), "line-sharing", "False sharing",
        "An increment of two cores' own counters, by how far apart these lie.", [WHISKERS])


# ---- rows by name: floors, switches, spawns, clocks ------------------------------


def enter_costs(experiment: str, title: str, operation: str, says: str, floors: str) -> None:
    """A picture with a row for each variant, a group for each number of cores."""
    def figures(log: Log):
        for row in log.coarsest(experiment):
            fibers = row["params"].get("fibers")
            yield (row["variant"] + (f", {fibers} fibers" if fibers else ""),
                   counted(row["cores"], "core"), value_of(row))

    figures.__doc__ = says
    dots(f"{experiment}-costs", title, f"{{unit}} per {operation}", f"rows of `{experiment}`",
         floors=floors, notes=[WHISKERS])(figures)


for _each in (
        ("floor", "Floors", "operation", "What the hardware itself asks: a locked instruction, a "
         "call, a cache line, a time stamp.", ""),
        ("switch", "Switches and fibers", "operation", "Switches by what they save, fibers' "
         "lives, joins and semaphores, beside a call.", "CALL"),
        ("spawn", "Spawns", "spawn", "What it takes to hand work to another fiber, another core "
         "or a thread of the system.", "CALL LINE"),
        ("timer", "Reading the time", "read", "What each way to read the time takes on core 0.",
         "STAMP")):
    enter_costs(*_each)


@pictures("timer-cores", "Reading the time, by core", "the series by core, of two cores and more")
def timer_cores(logs: list[Log]) -> list[Drawing]:
    """Ways to read the time, by core."""
    def places(log: Log):
        for series in log.series_of("timer", "core", "ticks"):
            for core, ticks in columns(series, "core", "ticks"):
                yield series["variant"], core, Value(ticks)

    several = len({core for log in logs for _, core, _ in places(log)}) > 1
    return drawn(chart_of(logs, "core", "{unit} per read", places) if several else None,
                 "timer-cores", "Reading the time, by core",
                 "What each way to read the time takes on each core.")


# ---- wake-ups --------------------------------------------------------------------


@dots("wake-trips", "Wake-ups and interrupts", "{unit} per wake-up and answer, or interrupt",
      "rows of two cores and more", floors="LINE",
      notes=[WHISKERS, "What two of them differ by is one wake-up."])
def wake_trips(log: Log):
    """A core is woken and answers: by polling, by halting, by waiting at a
    store, by an interrupt."""
    for row in log.coarsest("wake"):
        if row["variant"].split("/")[0] not in ("barrier", "timer"):
            partner = row["params"].get("partner")
            yield (row["variant"] + (f", core {partner}" if partner is not None else ""),
                   row.get("pair", ""), value_of(row))


@curves("wake-barrier", "Barriers", "cores that meet", "{unit} per meeting",
        "rows `barrier`, of two cores and more", floors="LINE", notes=[WHISKERS])
def wake_barrier(log: Log):
    """What a meeting of all cores takes, by how many they are."""
    for row in log.coarsest("wake"):
        if row["variant"].startswith("barrier/"):
            yield row["variant"].removeprefix("barrier/"), row["cores"], value_of(row)


@dots("wake-late", "Deadlines", "{unit} too late", "rows `timer`")
def wake_late(log: Log):
    """How late a core runs again that slept until a moment."""
    for row in log.of("wake"):
        if row["variant"] == "timer":
            for field in ("p50", "p90", "p99", "max"):
                yield f"after {row['params'].get('sleep_us')} us", field, value_of(row, field)
