# SPDX-License-Identifier: MIT
"""Experiments `workloads` and `metg`: what follows from several of their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import (
    DRIFTED, FAILED, FIT, MARGINS, ORDER, SURE, TIE, TURNS, WHOLE, Judged,
    Subject, judge, pair, tie_of)
from quietcore.conclusions.rows import Row, Rows
from quietcore.terminal.numbers import counted

WORKLOADS, METG = "workloads", "metg"
SEQUENTIAL, CONCURRENT, AGAIN = "sequential", "concurrent", "again"

#: An article on the Go scheduler: what eight workers gain on one core, on all.
PUBLISHED = {"add": ("10 to 13 % slower", "41 to 43 % faster"),
             "sort": ("gains nothing", "gains nothing"),
             "find": ("87 to 88 % faster", "87 % faster")}


def ranked(name: str, row: Row) -> Subject:
    """A row of those that are compared."""
    return Subject(name, row.ranked, row.rounds())


# ---- workloads: a worker and many ---------------------------------------------------


def drifted(base: Subject, again: Subject, cores: int) -> bool:
    """The same work took another time at the end: beyond what a tie allows."""
    threshold = MARGINS["cores" if cores > 1 else "core"]
    same = WHOLE + tie_of(threshold)
    span = pair(again, base, threshold).span
    return span.low is not None and (
        span.low > same or span.high < WHOLE * WHOLE // same)


def unless_drifted(subject: Subject, has_drifted: bool) -> Subject:
    """What is unfit for another reason stays so."""
    return replace(subject, fitness=DRIFTED) \
        if has_drifted and subject.fitness in (FIT, TURNS) else subject


def gain(rows: Rows) -> Iterator[Asked]:
    """How many times as long as one worker eight take."""
    for row in rows.find(WORKLOADS, lambda each: each.variant.endswith(
            f"/{CONCURRENT}")):
        work, cores = row.variant.partition("/")[0], row.cores
        base, again = (rows.best(WORKLOADS, f"{work}/{form}", cores)
                       for form in (SEQUENTIAL, AGAIN))
        if not base or not again:
            continue
        both = [ranked(each.variant, each) for each in (base, row)]
        drift = drifted(both[0], ranked(again.variant, again), cores)
        items = counted(row.params["items"], row.record["per"])
        yield Asked(
            {"work": work, "cores": cores, "on_cores": counted(cores, "core"),
             "items": items, "which": "all_cores" if cores > 1 else "one_core",
             "published": PUBLISHED[work][cores > 1]},
            [unless_drifted(each, drift) for each in both], cores, "times")


def further(rows: Rows) -> Iterator[Asked]:
    """Is a search any faster on all cores than on one?"""
    one, every = (rows.best(WORKLOADS, f"find/{CONCURRENT}", cores)
                  for cores in (1, rows.cores))
    if one and every and rows.cores > 1:
        yield Asked({}, [ranked("on one core", one),
                         ranked("on all cores", every)], rows.cores, "times")


# ---- workloads: figures of its own --------------------------------------------------


def own(variant: str, column: str, of_one_core: bool, published: str,
        published_id: str) -> Callable[[Rows], Iterator[Asked]]:
    """A column of a row. The published figure is of one core, or of all."""
    def found(rows: Rows) -> Iterator[Asked]:
        for row in rows.find(WORKLOADS, lambda each: each.variant == variant
                             and column in each.record):
            beside = row.cores == (1 if of_one_core else rows.cores)
            yield Asked(
                {"cores": row.cores, "on_cores": counted(row.cores, "core"),
                 "published": published if beside else "",
                 "published_id": published_id if beside else ""},
                [Subject(variant.partition("/")[0], row.fitness,
                         row.rounds(column))], row.cores, row.record["unit"])
    return found


# ---- metg ---------------------------------------------------------------------------


def executors(rows: Rows) -> Iterator[tuple[Asked, Judged]]:
    """Those that reach a share of the peak with a pattern, and their order."""
    groups: dict[tuple[str, int], list[Row]] = {}
    for row in rows.find(METG, lambda each: each.cores == rows.cores):
        key = row.variant.rpartition("/")[2], row.params["percent"]
        groups.setdefault(key, []).append(row)
    for (pattern, percent), found in groups.items():
        subjects = [ranked(row.variant.rpartition("/")[0], row)
                    for row in found]
        yield (Asked({"pattern": pattern, "percent": percent}, subjects,
                     rows.cores, found[0].record["unit"]),
               judge(ORDER, subjects, MARGINS["cores"]))


def wrong(rows: Rows, asked: Asked) -> list[Subject]:
    """Executors that failed with its pattern, which are named all the same."""
    names = {each.name for each in asked.subjects}
    failed = (each.rpartition("/") for each in rows.failed.get(METG, ()))
    return [Subject(name, FAILED, []) for name, _, pattern in failed
            if pattern == asked.bound["pattern"] and name not in names]


def first(rows: Rows) -> Iterator[Asked]:
    """Which executor does with the shortest tasks?"""
    for asked, _ in executors(rows):
        asked.subjects += wrong(rows, asked)
        yield asked


def reach(rows: Rows) -> Iterator[Asked]:
    """From which length on does the best one reach the share?"""
    place = {SURE: "first of", TIE: "among the first of"}
    for asked, order in executors(rows):
        best = asked.subjects[order.best]
        many = counted(len(asked.subjects), "executor")
        told = f", {place[order.verdict]} {many}" \
            if order.verdict in place else ""
        yield replace(asked, subjects=[best], bound=asked.bound | {
            "name": best.name, "place": told, "unit": asked.unit})


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME: dict = {
    "workloads_gain": gain, "workloads_further": further,
    "workloads_memory": own(f"add/{SEQUENTIAL}", "gb_rounds", True, "14.0",
                            "workloads.add_memory_one"),
    "workloads_memory_8": own(f"add/{CONCURRENT}", "gb_rounds", False,
                              "23.8 on 8", "workloads.add_memory_all"),
    "workloads_wait": own(f"find/{SEQUENTIAL}", "ms_rounds", True, "1.48",
                          "workloads.find_wait"),
    "metg_first": first, "metg_reach": reach}
