# SPDX-License-Identifier: MIT
"""Single tasks' overheads: distributions with their peaks, the first ones and
the whole run, sorted and not."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.log.histograms import BIN, peaks
from quietcore.report.draw.frame import GREY
from quietcore.report.draw.model import Axis, Cell, Chart, Curve, Drawing, Heat, Point, Rule
from quietcore.report.pictures.dispatch import LENGTH, NAME
from quietcore.report.pictures.logs import Log, axis_title, columns, of_several
from quietcore.report.pictures.making import pictures

#: The lengths of the published table; the one beside them has the published
#: 4,700 ticks of work.
TABLE = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001)
FIVE_PERCENT = 0.05
MOST_BINS = 48          # columns of a map; the last holds all beyond
MOST_POINTS = 1000
MOST_WIDTHS = 12        # pictures by width


def drawing(logs: list[Log], log: Log, name: str, title: str, says: str, shape: Chart | Heat,
            notes: tuple[str, ...] = ()) -> Drawing:
    """One log's picture; its name and title say which, where there are several."""
    return Drawing(name + of_several(log, logs, "-{}"), title + of_several(log, logs, ", {}"),
                   says, shape, [*notes])


# ---- distributions ---------------------------------------------------------------

#: samples by lower end, by length
Bins = dict[int, dict[float, float]]


def distributions(log: Log, variant: str) -> list[dict]:
    """An executor's distributions on the most cores that it has any of."""
    found = [s for s in log.series_of(NAME, "lower", "count") if s["variant"] == variant]
    most = max((s["cores"] for s in found), default=0)
    return [s for s in found if "active" in s["params"] and s["cores"] == most]


def bins_of(log: Log, variant: str, active: int | None = None) -> Bins:
    """Samples by length and lower end, of one width or of all."""
    found: Bins = {}
    for s in distributions(log, variant):
        if active in (None, s["params"].get("active")):
            bins = found.setdefault(s["params"]["n"], {})
            for low, count in columns(s, "lower", "count"):
                bins[low] = bins.get(low, 0) + count
    return found


def variants_of(log: Log, *names: str) -> list[str]:
    """Executors that have a series of these columns."""
    return list(dict.fromkeys(s["variant"] for s in log.series_of(NAME, *names)))


def widths_of(log: Log, variant: str, n: int) -> list[int]:
    """Numbers of workers that were active at a length."""
    return sorted({s["params"]["active"] for s in of_task(log, variant, n, "lower", "count")
                   if "active" in s["params"]})


def peaks_of(log: Log, variant: str) -> Iterator[tuple[int, int, int, int]]:
    """Length, lower end, samples, and workers active at most of them, of each peak."""
    for n, bins in bins_of(log, variant).items():
        by_width = {active: bins_of(log, variant, active).get(n, {})
                    for active in widths_of(log, variant, n)}
        for low, part in peaks(bins):
            samples = {active: sum(of.get(each, 0) for each in part)
                       for active, of in by_width.items()}
            yield n, low, sum(samples.values()), max(samples, key=samples.__getitem__)


def map_of(log: Log, variant: str, found: Bins) -> Heat:
    """Rows are lengths, columns bins, shades the share of the samples."""
    edges = sorted({low for bins in found.values() for low in bins})[:MOST_BINS]
    lengths, place = sorted(found), {low: i for i, low in enumerate(edges)}
    cells = []
    for row, n in enumerate(lengths):
        total, shares = sum(found[n].values()), {}
        for low, count in found[n].items():
            at = place.get(low, len(edges) - 1)
            shares[at] = shares.get(at, 0) + 100 * count / total
        cells += [Cell(row, at, share) for at, share in shares.items()]
    marks = [(lengths.index(n), place.get(low, len(edges) - 1),
              f"peak at n = {n}, {low:g}: {count:g} samples, most with {active} active")
             for n, low, count, active in peaks_of(log, variant) if n in found]
    return Heat([f"n = {n}" for n in lengths], [f"{low:g}" for low in edges], cells,
                "% of the tasks", "length", f"overhead, {log.unit}", marks=marks, figures=False)


@pictures("dispatch-map", "Overheads by length", "distributions, which the full suite writes")
def maps(logs: list[Log]) -> Iterator[Drawing]:
    """A map of length and overhead for each executor."""
    for log in logs:
        for variant in variants_of(log, "lower", "count"):
            found = bins_of(log, variant)
            if any(found.values()):
                yield drawing(
                    logs, log, f"dispatch-map-{variant}", f"{variant}: overheads by length",
                    "How the overheads of single tasks are distributed at each length, and where "
                    "the peaks are.", map_of(log, variant, found),
                    ("Diamonds are peaks; the last column holds all beyond.",))


@pictures("dispatch-width", "Overheads by width",
          "distributions of several widths, which the full suite writes")
def by_width(logs: list[Log]) -> Iterator[Drawing]:
    """One length's overheads by how many workers were active: as many as there
    is room for, of every executor the empty task first, then the published
    4,700 ticks."""
    found = []
    for log in logs:
        for variant in variants_of(log, "lower", "count"):
            for n in bins_of(log, variant):
                widths = widths_of(log, variant, n)
                if len(widths) > 1:
                    found.append((n, log, variant, widths))
    found.sort(key=lambda each: (each[0] != 0, each[0] in TABLE, each[0]))
    for each in found[:MOST_WIDTHS]:
        yield width_picture(logs, *each)


def width_picture(logs: list[Log], n: int, log: Log, variant: str,
                  widths: list[int]) -> Drawing:
    """A curve for each number of active workers."""
    curves = []
    for i, active in enumerate(widths):
        bins = sorted(bins_of(log, variant, active).get(n, {}).items())
        curves.append(Curve(
            f"{active} active" + (" or more" if active >= 16 else ""),
            [Point(low, samples) for low, samples in bins[:MOST_POINTS]],
            i, i, dots=len(bins) < 60, steps=True, apart=BIN))
    rules = [Rule(low, f"peak, {active} active", True)
             for m, low, _, active in peaks_of(log, variant) if m == n]
    return drawing(
        logs, log, f"dispatch-width-{variant}-{n}", f"{variant}, n = {n}: overheads by width",
        "How many tasks had which overhead, by how many workers were active.",
        Chart(Axis(f"overhead, {log.unit}", zero=False), Axis(axis_title([log], "tasks"), log=True),
              curves, rules))


@pictures("dispatch-peaks", "Peaks by length", "peaks of several lengths")
def wander(logs: list[Log]) -> Iterator[Drawing]:
    """Where an executor's peaks lie, by length; a curve a rank."""
    for log in logs:
        for variant in variants_of(log, "lower", "count"):
            peaks = sorted(peaks_of(log, variant), key=lambda peak: peak[0])
            if len({n for n, *_ in peaks}) < 2:
                continue
            curves: dict[int, Curve] = {}
            for n, low, count, active in peaks:
                curve = curves.setdefault(active, Curve(
                    f"most with {active} active", [], active, active, line=False))
                curve.points.append(Point(max(n, 1), low + BIN / 2, max(low, 1), low + BIN,
                                          note=f"n = {n}: {count:g} samples"))
            yield drawing(
                logs, log, f"dispatch-peaks-{variant}", f"{variant}: peaks by length",
                "Where the peaks of the overheads lie, and at which width most of their samples "
                "were taken, by how long tasks are.",
                Chart(LENGTH, Axis(f"overhead, {log.unit}", log=True), list(curves.values())),
                (f"Bins of {BIN} ticks; a mark is a bin's middle.",))


# ---- the first samples, and all --------------------------------------------------


def of_task(log: Log, variant: str, n: int, *names: str) -> Iterator[dict]:
    """An executor's series of these columns, of tasks of that length."""
    return (s for s in log.series_of(NAME, *names)
            if s["variant"] == variant and s["params"].get("n") == n)


def in_order(first: dict) -> list[Curve]:
    """The first tasks in the order of time, a shape a worker."""
    curves: dict[int, Curve] = {}
    for i, (index, worker, ticks) in enumerate(first["rows"][:MOST_POINTS]):
        curve = curves.setdefault(worker, Curve(
            f"in order, worker {worker}", [], worker, line=False))
        curve.points.append(Point(1000 * i / len(first["rows"]), max(ticks, 1),
                                  note=f"task {index}, {ticks} ticks"))
    return list(curves.values())


def sorted_of(bins: dict[float, float]) -> list[Point]:
    """From the least to the greatest: per mille of the samples, each bin at its middle."""
    n, below, points = sum(bins.values()), 0, []
    for low, count in sorted(bins.items()):
        points += [Point(1000 * at / n, low + BIN / 2) for at in (below, below + count)]
        below += count
    return points


def sorted_and_not(logs: list[Log], log: Log, first: dict) -> Drawing:
    """The first tasks in order; the whole run sorted, and thinned in order."""
    variant, n = first["variant"], first["params"].get("n", 0)
    shown = in_order(first)
    notes = [f"The first {max(1, len(first['rows']))} tasks are shown one by one. Overheads "
             f"below 1 are drawn at 1; sorted, all of a bin of {BIN} at its middle."]
    whole = bins_of(log, variant).get(n)
    if whole:
        shown.append(Curve("whole run, sorted", sorted_of(whole), 7, 0, dots=False))
    thinned = max((s for s in of_task(log, variant, n, "index", "worker", "ticks")
                   if "whole" in s["params"]), key=lambda s: s["cores"], default=None)
    if thinned:
        of = thinned["params"]["whole"]
        shown.append(Curve("whole run, in order", [
            Point(1000 * index / of, max(ticks, 1),
                  note=f"task {index}, worker {worker}, {ticks} ticks")
            for index, worker, ticks in thinned["rows"]], GREY, 1, line=False))
    body = next((r["work_mean"] for r in log.of(NAME) if r["variant"] == variant
                 and r["params"].get("n") == n and r.get("work_mean")), None)
    return drawing(
        logs, log, f"dispatch-{'first' if n in TABLE else 'sorted'}-{variant}-{n}",
        f"{variant}, n = {n}: sorted and unsorted",
        "Overheads of the first tasks in the order of time, and of all tasks from the least to "
        "the greatest.",
        Chart(Axis("tasks, per mille of what is shown"),
              Axis(f"overhead, {log.unit}", log=True), shown,
              [Rule(body * FIVE_PERCENT, "5 % of the work")] if body else []), tuple(notes))


def enter_tasks(name: str, title: str, needs: str, in_table: bool) -> None:
    """Pictures of the first tasks, of the published table's lengths or others."""
    pictures(name, title, needs)(lambda logs: [
        sorted_and_not(logs, log, s) for log in logs
        for s in log.series_of(NAME, "index", "worker", "ticks")
        if "whole" not in s["params"] and (s["params"].get("n", 0) in TABLE) == in_table])


enter_tasks("dispatch-first", "First tasks and whole run",
            "first tasks of the table's lengths", True)
enter_tasks("dispatch-sorted", "The 4,700-tick task, sorted and unsorted",
            "the overheads at 4,700 ticks of work", False)
