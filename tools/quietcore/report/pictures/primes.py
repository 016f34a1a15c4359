# SPDX-License-Identifier: MIT
"""Primes: parallel over sequential, shares of the time, a timeline by core."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.export.timelines import KINDS, timelines, title
from quietcore.report.draw.model import (
    Axis, Drawing, Lanes, Rule, Segment)
from quietcore.report.pictures.logs import Log, column, doubt_of, emulated
from quietcore.report.pictures.making import (
    Value, chart_of, dots_of, found_value)

NAME = "primes"
SHARES = ("executing", "lock", "stealing", "idle", "switching")
#: What a share is called among the kinds of a timeline, whose colours it has.
WORDS = {name: name for name in SHARES} | {"lock": "waiting for a lock"}
PARTS = ("wake_up", "hand_out", "work", "collection")
STATES = ("asleep", "awake")
MOST_SEGMENTS = 1200    # of a timeline; shorter ones are put together
MOST_TIMELINES = 12
PUBLISHED_RATIO = 8     # parallel over sequential at N = 100


def times(logs: list[Log]) -> list[Drawing]:
    """Parallel over sequential by N, on as many cores as there were."""
    def places(log: Log):
        rows = [r for r in log.of(NAME) if r["p50"]]
        most = max((r["cores"] for r in rows), default=0)
        whole = {r["params"]["n"]: r["p50"] for r in rows
                 if r["variant"] == "sequential" and r["cores"] == most}
        for r in rows:
            n = r["params"]["n"]
            if r["variant"] != "sequential" and n in whole \
                    and r["cores"] == most:
                yield r["variant"], n, Value(r["p50"] / whole[n],
                                             doubt=doubt_of(r))

    shape = chart_of(logs, Axis("N", log=True), emulated(
        "time of the parallel version, sequential = 1", logs), places,
        [Rule(1, "as long as sequential"),
         Rule(PUBLISHED_RATIO, "published at N = 100")], log=True)
    return [Drawing("primes-ratio", "Parallel over sequential",
                    "How many times the sequential version's time each "
                    "executor takes to list the primes up to N.", shape)] \
        if shape else []


def crossovers(logs: list[Log]) -> list[Drawing]:
    """From which N on parallel takes less."""
    def figures(log: Log):
        for finding in log.found(NAME, "crossover/"):
            yield finding["name"].partition("/")[2], "", found_value(finding)

    shape = dots_of(logs, emulated("N from which on parallel pays", logs),
                    figures)
    return [Drawing("primes-crossover", "Where parallel begins to pay",
                    "From which N on an executor takes less than the "
                    "sequential version.", shape,
                    ["Whiskers are the intervals of the findings."])] \
        if shape else []


def shares(logs: list[Log]) -> list[Drawing]:
    """What the cores did, by executor and core."""
    segments = []
    for log in logs:
        last = {(s["variant"], s["cores"]): s
                for s in log.series_of(NAME, "core", *SHARES)}
        for s in last.values():
            of = f" {log.name}" if len(logs) > 1 else ""
            for at, core in enumerate(column(s, "core")):
                start, lane = 0.0, f"{s['variant']}, core {core}{of}"
                whole = sum(column(s, name)[at] for name in SHARES) or 1
                for name in SHARES:
                    end = start + 100 * column(s, name)[at] / whole
                    segments.append(Segment(lane, start, end,
                                            KINDS.index(WORDS[name])))
                    start = end
    if not segments:
        return []
    return [Drawing(
        "primes-shares", "What the cores did",
        "Shares of the time that each core executed, waited for a lock, "
        "stole, was idle or switched.",
        Lanes(Axis(emulated("% of the run", logs), bounds=(0, 100)),
              list(KINDS), segments, whole=True),
        ["Published: 58 % synchronising sequentially, 63 % in parallel."])]


def split(logs: list[Log]) -> list[Drawing]:
    """Where the time of the shortest range goes, cores asleep and awake."""
    segments = []
    for log in logs:
        for s in log.series_of(NAME, "awake", *PARTS):
            of = f" {log.name}" if len(logs) > 1 else ""
            if "round" in s["columns"]:
                continue
            for at, awake in enumerate(column(s, "awake")):
                lane = f"{s['variant']}, {STATES[awake]}{of}"
                whole = sum(column(s, name)[at] for name in PARTS) or 1
                start = 0.0
                for kind, name in enumerate(PARTS):
                    end = start + 100 * column(s, name)[at] / whole
                    segments.append(Segment(lane, start, end, kind))
                    start = end
    if not segments:
        return []
    return [Drawing(
        "primes-split", "Where the time of the shortest range goes",
        "Shares of a run's time, with the other cores halted and spinning.",
        Lanes(Axis(emulated("% of the run", logs), bounds=(0, 100)),
              [name.replace("_", "-") for name in PARTS], segments,
              whole=True))]


def stretches(record: dict, lane: str, most: int) -> list[Segment]:
    """A core's timeline as so many segments at most; short ones are put
    together."""
    events = record["events"]
    found = [Segment(lane, since, until, kind,
                     f"{KINDS[kind]}, {argument}" if argument else "")
             for (since, kind, argument), (until, _, _)
             in zip(events, events[1:]) if 0 < kind < len(KINDS)]
    if len(found) <= most:
        return found
    step = (found[-1].end - found[0].start) / most
    merged: list[Segment] = []
    for each in found:
        if merged and each.end - merged[-1].start < step:
            kind = max((merged[-1], each), key=lambda s: s.end - s.start).kind
            merged[-1] = Segment(lane, merged[-1].start, each.end, kind,
                                 "several put together")
        else:
            merged.append(each)
    return merged


def timeline(logs: list[Log]) -> Iterator[Drawing]:
    """Each traced run: a lane a core."""
    count = 0
    for log in logs:
        for cores in timelines(log.run).values():
            segments = [s for core, record in sorted(cores.items())
                        for s in stretches(record, f"core {core}",
                                           MOST_SEGMENTS // len(cores) + 1)]
            if not segments or count >= MOST_TIMELINES:
                continue
            count += 1
            of = f", {log.name}" if len(logs) > 1 else ""
            lost = sum(record["dropped"] for record in cores.values())
            yield Drawing(
                f"primes-timeline-{count}" if count > 1
                else "primes-timeline",
                f"Timeline: {title(next(iter(cores.values())))}{of}",
                "What each core was at, from the run's begin to its end.",
                Lanes(Axis(f"{log.unit} since the run began"), list(KINDS),
                      segments),
                ["tools/qc trace LOG writes it for ui.perfetto.dev.",
                 *([f"{lost} older events are lost."] if lost else [])])


PICTURES = (
    ("primes-ratio", NAME, "Parallel over sequential", times,
     "rows of sequential and parallel versions"),
    ("primes-crossover", NAME, "Where parallel begins to pay", crossovers,
     "a crossover that was found"),
    ("primes-shares", NAME, "What the cores did", shares,
     "the series of shares by core"),
    ("primes-split", NAME, "Where the time of the shortest range goes", split,
     "the series of parts by cores asleep and awake"),
    ("primes-timeline", NAME, "Timeline by core",
     lambda logs: list(timeline(logs)), "trace records"),
)
