# SPDX-License-Identifier: MIT
"""Timelines as Chrome trace-event JSON, which Perfetto and others open.

The format: "Trace Event Format", a document of the Chromium project; complete
events (ph X) with ts and dur in microseconds, metadata events (ph M) that name
processes and threads. A traced run is a process, a core is a thread.
"""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.terminal.numbers import counted

#: The kinds of sched/trace.h; the first one ends a core's timeline.
END = 0
KINDS = ("end", "executing", "switching", "waiting for a lock", "stealing",
         "idle", "asleep")
#: What the argument of a kind is.
ARGUMENTS = {"executing": "task", "stealing": "tasks"}
#: Names of the format's palette.
COLOURS = {"executing": "good", "switching": "bad",
           "waiting for a lock": "terrible", "stealing": "yellow",
           "idle": "grey", "asleep": "white"}


def key(record: dict) -> tuple:
    """What tells one traced run from another."""
    return (record.get("experiment", ""), record.get("variant", ""),
            record.get("cores", 0),
            tuple(sorted(record.get("params", {}).items())))


def title(record: dict) -> str:
    """A traced run's name for people: `primes steal on 2 cores, n=10000`."""
    params = ", ".join(f"{name}={value}" for name, value
                       in record.get("params", {}).items())
    cores = record.get("cores")
    where = f" on {counted(cores, 'core')}" if cores else ""
    name = f"{record.get('experiment', '')} {record.get('variant', '')}"
    return (name.strip() or "trace") + where + (f", {params}" if params else "")


def rate(run: Run, record: dict) -> int:
    """Its ticks or instructions that a second stands for; 0: of no length."""
    counted = record.get("unit") == "instructions"
    return 0 if counted or not run.context else run.context["tsc_hz"] or 0


def cautions(context: dict, record: dict, hz: int) -> str:
    """What every name of a process says of its times; "" where all is well."""
    clock = "" if hz else "no time: an instruction stands as 1 us" \
        if record.get("unit") == "instructions" \
        else "clock unknown: a tick stands as 1 us"
    words = [word for word in (mark(context), clock) if word]
    return f" [{'; '.join(words)}]" if words else ""


def timelines(run: Run) -> dict[tuple, dict[int, dict]]:
    """By traced run and core: the first record, with all parts' events."""
    found: dict[tuple, dict[int, dict]] = {}
    for record in run.of("trace"):
        cores = found.setdefault(key(record), {})
        if record["core"] in cores and record.get("part", 1) > 1:
            cores[record["core"]]["events"] += record["events"]
        else:
            cores[record["core"]] = record
    return found


def name_event(what: str, pid: int, tid: int, name: str) -> dict:
    """A metadata event that names a process or a thread."""
    return {"ph": "M", "name": what, "pid": pid, "tid": tid, "ts": 0,
            "args": {"name": name}}


def complete_events(events: list, pid: int, core: int,
                    hz: int) -> Iterator[dict]:
    """Each state of a core, from its event to the next one."""
    for (since, kind, argument), (until, _, _) in zip(events, events[1:]):
        if kind == END:
            continue
        name = KINDS[kind] if 0 < kind < len(KINDS) else f"kind {kind}"
        event = {"ph": "X", "name": name, "cat": "core", "pid": pid,
                 "tid": core, "ts": since * 1e6 / hz,
                 "dur": (until - since) * 1e6 / hz}
        if name in COLOURS:
            event["cname"] = COLOURS[name]
        if name in ARGUMENTS:
            event["args"] = {ARGUMENTS[name]: argument}
        yield event


def trace_events(runs: list[Run]) -> list[dict]:
    """All timelines of a log; a process a traced run, a thread a core."""
    events, pid = [], 0
    for run in runs:
        for cores in timelines(run).values():
            pid += 1
            first = next(iter(cores.values()))
            hz = rate(run, first)
            events.append(name_event("process_name", pid, 0, title(first)
                                     + cautions(run.context, first, hz)))
            for core, record in sorted(cores.items()):
                lost = record["dropped"]
                events.append(name_event(
                    "thread_name", pid, core, f"core {core}" +
                    (f" ({counted(lost, 'event')} lost)" if lost else "")))
                events += complete_events(record["events"], pid, core,
                                          hz or 1_000_000)
    return events


def as_trace(runs: list[Run]) -> bytes:
    """The whole file."""
    return orjson.dumps({"displayTimeUnit": "ns",
                         "traceEvents": trace_events(runs)}) + b"\n"
