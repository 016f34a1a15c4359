# SPDX-License-Identifier: MIT
"""Timelines as Chrome trace-event JSON, which Perfetto and others open.

The format: "Trace Event Format", a document of the Chromium project; complete
events (ph X) with ts and dur in microseconds, counters (ph C), metadata events
(ph M) that name processes and threads. A traced run is a process, a core is a
thread.
"""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from quietcore.export.timelines import Slice, Traced, traced
from quietcore.log.reading import Run

#: Names of the format's palette.
COLOURS = {"executing": "good", "switching": "bad", "waiting for a lock": "terrible",
           "stealing": "yellow", "idle": "grey", "asleep": "white"}


def name_event(what: str, pid: int, tid: int, name: str) -> dict:
    """A metadata event that names a process or a thread."""
    return {"ph": "M", "name": what, "pid": pid, "tid": tid, "ts": 0, "args": {"name": name}}


def complete_event(found: Traced, one: Slice, pid: int, core: int) -> dict:
    """A slice."""
    begin = found.seconds(one.since) * 1e6
    event = {"ph": "X", "name": one.name, "cat": one.kind or "run", "pid": pid, "tid": core,
             "ts": begin, "dur": found.seconds(one.until) * 1e6 - begin}
    if one.kind in COLOURS:
        event["cname"] = COLOURS[one.kind]
    if one.args:
        event["args"] = one.args
    return event


def events_of(found: Traced, pid: int) -> Iterator[dict]:
    """A traced run."""
    yield name_event("process_name", pid, 0, found.title)
    for core, slices in found.tracks.items():
        yield name_event("thread_name", pid, core, found.names[core])
        for one in slices:
            yield complete_event(found, one, pid, core)
    for counter in found.counters:
        for at, value in counter.values:
            yield {"ph": "C", "name": counter.name, "pid": pid, "tid": 0,
                   "ts": found.seconds(at) * 1e6, "args": {"value": value}}


def as_chrome(runs: list[Run]) -> bytes:
    """The whole file."""
    every = [found for run in runs for found in traced(run)]
    return orjson.dumps({
        "displayTimeUnit": "ns",
        "otherData": {"runs": [found.facts | {"process": found.title} for found in every]},
        "traceEvents": [event for pid, found in enumerate(every, 1)
                        for event in events_of(found, pid)]}) + b"\n"
