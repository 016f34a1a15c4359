# SPDX-License-Identifier: MIT
"""Single tasks' overheads: distributions with their peaks, the first ones and
the whole run, sorted and not."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.report.draw.frame import GREY
from quietcore.report.draw.model import (
    Axis, Cell, Chart, Curve, Drawing, Heat, Point, Rule)
from quietcore.report.pictures.dispatch import NAME
from quietcore.report.pictures.logs import Log, column, emulated, measure

#: The lengths of the published table; the one beside them has the published
#: 4,700 ticks of work.
TABLE = (0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001)
FIVE_PERCENT = 0.05
BIN = 50                # ticks, of the published histogram
MOST_BINS = 48          # columns of a map; the last holds all beyond
MOST_POINTS = 1000
MOST_WIDTHS = 12        # pictures by width


def of_log(log: Log, logs: list[Log]) -> str:
    """`, tcg` where several logs are shown."""
    return f", {log.name}" if len(logs) > 1 else ""


def name_of(what: str, of: str, log: Log, logs: list[Log]) -> str:
    """A picture's name, with the log's where several are shown."""
    return f"{what}-{of}" + (f"-{log.name}" if len(logs) > 1 else "")


# ---- distributions ---------------------------------------------------------------

#: samples by lower end, by length
Bins = dict[int, dict[float, float]]


def most_cores(log: Log, variant: str) -> int:
    """Those that an executor's distributions were taken on."""
    return max((s["cores"] for s in log.series_of(NAME, "lower", "count")
                if s["variant"] == variant), default=0)


def bins_of(log: Log, variant: str, active: int | None = None) -> Bins:
    """Samples by length and lower end, of one width or of all."""
    found: Bins = {}
    most = most_cores(log, variant)
    for s in log.series_of(NAME, "lower", "count"):
        params = s["params"]
        if s["variant"] != variant or "bin" not in params \
                or s["cores"] != most \
                or active not in (None, params.get("active")):
            continue
        bins = found.setdefault(params["n"], {})
        for low, count in zip(column(s, "lower"), column(s, "count")):
            bins[low] = bins.get(low, 0) + count
    return found


def variants_of(log: Log, *columns: str) -> list[str]:
    """Executors that have such a series."""
    return list(dict.fromkeys(
        s["variant"] for s in log.series_of(NAME, *columns)))


def peaks_of(log: Log, variant: str) -> Iterator[tuple[int, float, float, int]]:
    """Length, lower end, samples, and workers active, of each peak."""
    most = max((s["cores"] for s in log.series_of(
        NAME, "lower", "count", "active")), default=0)
    for s in log.series_of(NAME, "lower", "count", "active"):
        if s["variant"] == variant and s["cores"] == most:
            for low, count, active in s["rows"]:
                yield s["params"].get("n", 0), low, count, active


def edges_of(found: Bins) -> list[float]:
    """The lower ends a map has columns for."""
    return sorted({low for bins in found.values() for low in bins})[:MOST_BINS]


def map_of(log: Log, variant: str, found: Bins) -> Heat:
    """Rows are lengths, columns bins, shades the share of the samples."""
    edges, lengths = edges_of(found), sorted(found)
    place = {low: i for i, low in enumerate(edges)}
    cells = []
    for row, n in enumerate(lengths):
        total, shares = sum(found[n].values()), {}
        for low, count in found[n].items():
            at = place.get(low, len(edges) - 1)
            shares[at] = shares.get(at, 0) + 100 * count / total
        cells += [Cell(row, at, share) for at, share in shares.items()]
    marks = [(lengths.index(n), place.get(low, len(edges) - 1),
              f"peak at n = {n}, {low:g}: {count:g} samples, most with "
              f"{active} active") for n, low, count, active
             in peaks_of(log, variant) if n in found]
    names = [f"{low:g}" for low in edges]
    return Heat([f"n = {n}" for n in lengths], names, cells,
                "% of the tasks", "length", f"overhead, {log.unit}",
                marks=marks, figures=False)


def maps(logs: list[Log]) -> Iterator[Drawing]:
    """A map of length and overhead for each executor."""
    for log in logs:
        for variant in variants_of(log, "lower", "count"):
            found = bins_of(log, variant)
            if found and edges_of(found):
                yield Drawing(
                    name_of("dispatch-map", variant, log, logs),
                    f"{variant}: overheads by length{of_log(log, logs)}",
                    "How the overheads of single tasks are distributed at "
                    "each length, and where the peaks are.",
                    map_of(log, variant, found),
                    ["Diamonds are peaks; the last column holds all beyond."])


def several_widths(log: Log) -> Iterator[tuple[str, int, list[int]]]:
    """Executor, length and widths, where there are two or more."""
    for variant in variants_of(log, "lower", "count"):
        for n in bins_of(log, variant):
            widths = {s["params"]["active"] for s in log.series_of(
                NAME, "lower", "count") if s["variant"] == variant
                and s["params"].get("n") == n and "bin" in s["params"]}
            if len(widths) > 1:
                yield variant, n, sorted(widths)


def by_width(logs: list[Log]) -> Iterator[Drawing]:
    """One length's overheads by how many workers were active: as many as
    there is room for, of every executor the empty task first, then the
    published 4,700 ticks."""
    found = [(n != 0, n in TABLE, n, log, variant, widths) for log in logs
             for variant, n, widths in several_widths(log)]
    found.sort(key=lambda each: each[:3])
    for _, _, n, log, variant, widths in found[:MOST_WIDTHS]:
        yield width_picture(log, logs, variant, n, widths)


def bin_width(log: Log, variant: str, n: int) -> float:
    """Of the distributions of a length."""
    return next((s["params"]["bin"] for s in log.series_of(
        NAME, "lower", "count") if s["variant"] == variant
        and s["params"].get("n") == n and "bin" in s["params"]), BIN)


def width_picture(log: Log, logs: list[Log], variant: str, n: int,
                  widths: list[int]) -> Drawing:
    """A curve for each number of active workers."""
    curves, width = [], bin_width(log, variant, n)
    for i, active in enumerate(widths):
        bins = sorted(bins_of(log, variant, active).get(n, {}).items())
        curves.append(Curve(
            f"{active} active" + (" or more" if active >= 16 else ""),
            [Point(low, samples) for low, samples in bins[:MOST_POINTS]],
            i, i, dots=len(bins) < 60, steps=True, apart=width))
    rules = [Rule(low, f"peak, {active} active", True)
             for m, low, _, active in peaks_of(log, variant) if m == n]
    return Drawing(
        name_of("dispatch-width", f"{variant}-{n}", log, logs),
        f"{variant}, n = {n}: overheads by width{of_log(log, logs)}",
        "How many tasks had which overhead, by how many workers were active.",
        Chart(Axis(f"overhead, {log.unit}", zero=False),
              Axis(emulated("tasks", [log]), log=True),
              curves, rules))


def wander(logs: list[Log]) -> Iterator[Drawing]:
    """Where an executor's peaks lie, by length; a curve a rank."""
    for log in logs:
        for variant in variants_of(log, "lower", "count", "active"):
            of_length: dict[int, list[tuple[float, float, int]]] = {}
            for n, low, count, active in peaks_of(log, variant):
                of_length.setdefault(n, []).append((low, count, active))
            if len(of_length) < 2:
                continue
            curves: dict[int, Curve] = {}
            for n, found in sorted(of_length.items()):
                for low, count, active in found:
                    curves.setdefault(active, Curve(
                        f"most with {active} active", [], active, active,
                        line=False)).points.append(Point(
                            max(n, 1), low + BIN / 2, max(low, 1), low + BIN,
                            note=f"n = {n}: {count:g} samples"))
            yield Drawing(
                name_of("dispatch-peaks", variant, log, logs),
                f"{variant}: peaks by length{of_log(log, logs)}",
                "Where the peaks of the overheads lie, and at which width "
                "most of their samples were taken, by how long tasks are.",
                Chart(Axis("iterations of a task (0 stands at 1)", log=True),
                      Axis(f"overhead, {measure([log])}", log=True),
                      list(curves.values())),
                [f"Bins of {BIN} ticks; a mark is a bin's middle."])


# ---- the first samples, and all ----------------------------------------------------


def first_of(log: Log) -> Iterator[tuple[str, int, dict, dict | None]]:
    """Executor, length, its first samples in order of time, its quantiles."""
    for s in log.series_of(NAME, "index", "worker", "ticks"):
        n = s["params"].get("n", 0)
        if "whole" in s["params"]:
            continue
        whole = next((q for q in log.series_of(NAME, "per_mille", "ticks")
                      if q["variant"] == s["variant"]
                      and q["cores"] == s["cores"]
                      and q["params"].get("n") == n), None)
        yield s["variant"], n, s, whole


def thinned_of(log: Log, variant: str, n: int) -> dict | None:
    """The whole run in order, of each stretch the ends; on the most cores."""
    return max((s for s in log.series_of(NAME, "index", "worker", "ticks")
                if "whole" in s["params"] and s["variant"] == variant
                and s["params"].get("n") == n),
               key=lambda s: s["cores"], default=None)


def unsorted(log: Log, logs: list[Log], variant: str, n: int, first: dict,
             whole: dict | None) -> Drawing:
    """The first tasks in order, a shape a worker; the whole run sorted."""
    count = max(1, len(first["rows"]))
    curves: dict[int, Curve] = {}
    for i, (index, worker, ticks) in enumerate(first["rows"][:MOST_POINTS]):
        curve = curves.setdefault(worker, Curve(
            f"in order, worker {worker}", [], worker, line=False))
        curve.points.append(Point(1000 * i / count, max(ticks, 1),
                                  note=f"task {index}, {ticks} ticks"))
    shown = list(curves.values())
    if whole:
        shown.append(Curve("whole run, sorted", [
            Point(per_mille, max(ticks, 1)) for per_mille, ticks
            in whole["rows"]], 7, 0, dots=len(whole["rows"]) < 40))
    notes = [f"The first {count} tasks are shown one by one. Overheads below "
             "1 are drawn at 1."]
    thinned = thinned_of(log, variant, n)
    if thinned:
        of = thinned["params"]["whole"]
        shown.append(Curve("whole run, in order", [
            Point(1000 * index / of, max(ticks, 1), note=f"task {index}, "
                  f"worker {worker}, {ticks} ticks")
            for index, worker, ticks in thinned["rows"]], GREY, 1,
            line=False))
        if "distance" in thinned["params"]:
            notes.append("Between the first 1,000 and all: "
                         f"{thinned['params']['distance'] / 1000:g} % "
                         "(Kolmogorov and Smirnov).")
    rules = []
    body = next((r["work_mean"] for r in log.of(NAME)
                 if r["variant"] == variant and r["params"].get("n") == n
                 and r.get("work_mean")), None)
    if body:
        rules.append(Rule(body * FIVE_PERCENT, "5 % of the work"))
    title = f"{variant}, n = {n}: sorted and unsorted{of_log(log, logs)}"
    return Drawing(
        name_of("dispatch-sorted" if n not in TABLE else "dispatch-first",
                f"{variant}-{n}", log, logs),
        title, "Overheads of the first tasks in the order of time, and of all "
        "tasks from the least to the greatest.",
        Chart(Axis("tasks, per mille of what is shown"),
              Axis(f"overhead, {measure([log])}", log=True), shown, rules),
        notes)


def sorted_and_not(logs: list[Log]) -> list[Drawing]:
    """The published task's length, whose work is some 4,700 published ticks."""
    return [unsorted(log, logs, *each) for log in logs
            for each in first_of(log) if each[1] not in TABLE]


def first_and_whole(logs: list[Log]) -> list[Drawing]:
    """Other lengths."""
    return [unsorted(log, logs, *each) for log in logs
            for each in first_of(log) if each[1] in TABLE]


PICTURES = (
    ("dispatch-map", NAME, "Overheads by length",
     lambda logs: list(maps(logs)),
     "distributions, which the full suite writes"),
    ("dispatch-width", NAME, "Overheads by width",
     lambda logs: list(by_width(logs)),
     "distributions of several widths, which the full suite writes"),
    ("dispatch-peaks", NAME, "Peaks by length",
     lambda logs: list(wander(logs)), "peaks of several lengths"),
    ("dispatch-first", NAME, "First tasks and whole run", first_and_whole,
     "first tasks of the table's lengths"),
    ("dispatch-sorted", NAME, "The 4,700-tick task, sorted and unsorted",
     sorted_and_not, "the overheads at 4,700 ticks of work"),
)
