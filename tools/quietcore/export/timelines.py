# SPDX-License-Identifier: MIT
"""The timelines of a log, as a trace viewer shows them.

A traced run has a track a core. On each lies one slice for the whole run; in
that a slice a task, and what lies between tasks; in that, waiting for a lock,
stealing, sleeping. Counters are reckoned from the tracks, or come from the
series of `inject`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quietcore.log.reading import Run
from quietcore.log.trust import mark
from quietcore.terminal.numbers import counted

#: The kinds of sched/trace.h; the first one ends a core's timeline.
END, EXECUTING, STEALING = 0, 1, 4
KINDS = ("end", "executing", "switching", "waiting for a lock", "stealing", "idle", "asleep")
#: What lies inside what: a kind and the kind that its slice is part of.
INSIDE = {2: 2, 3: 2, 4: 2, 5: 5, 6: 5}
#: Columns of the series of `inject` that change over its time, and what a
#: viewer calls them.
COUNTED = {"pending": "queue length", "running": "running", "threads": "threads",
           "target": "target", "done": "done"}
#: Tasks that will begin later. Some of them may not be in the queue yet.
NOT_BEGUN = "queue length at most (tasks not begun)"


@dataclass
class Slice:
    """What a core did from one moment to another; times in its ticks."""

    name: str
    since: int
    until: int
    kind: str = ""          # one of KINDS; "" of the whole run
    args: dict = field(default_factory=dict)


@dataclass
class Counter:
    """A figure over time: at each moment the new value."""

    name: str
    values: list[tuple[float, float]]


@dataclass
class Traced:
    """One traced run: a process of the viewer."""

    title: str
    hz: int                 # ticks a second; 0: of no length
    facts: dict             # what ran where
    tracks: dict[int, list[Slice]] = field(default_factory=dict)  # by core
    names: dict[int, str] = field(default_factory=dict)     # of the tracks
    counters: list[Counter] = field(default_factory=list)

    def seconds(self, ticks: float) -> float:
        """A moment; a tick of an unknown clock stands as a microsecond."""
        return ticks / (self.hz or 1_000_000)


def key(record: dict) -> tuple:
    """What tells one traced run from another."""
    return (record.get("experiment", ""), record.get("variant", ""), record.get("cores", 0),
            *sorted(record.get("params", {}).items()))


def title(record: dict) -> str:
    """A traced run's name for people: `primes steal on 2 cores, n=10000`."""
    cores = record.get("cores")
    where = f" on {counted(cores, 'core')}" if cores else ""
    name = f"{record.get('experiment', '')} {record.get('variant', '')}".strip()
    return ", ".join([(name or "trace") + where, *(
        f"{name}={value}" for name, value in record.get("params", {}).items())])


def clock_of(run: Run, record: dict) -> tuple[int, str]:
    """Ticks a second, 0 of no length; and what every name of a process says of
    its times, "" where all is well."""
    hz, doubt = run.context.get("tsc_hz") or 0, "clock unknown: a tick stands as 1 us"
    if record.get("unit") == "instructions":
        hz, doubt = 0, "no time: an instruction stands as 1 us"
    words = "; ".join(filter(None, (mark(run.context), "" if hz else doubt)))
    return hz, f" [{words}]" if words else ""


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


# ---- slices --------------------------------------------------------------------


def kind_name(kind: int) -> str:
    """A kind in words; one of a later version by its number."""
    return KINDS[kind] if 0 < kind < len(KINDS) else f"kind {kind}"


def slice_of(event: list, until: int, experiment: str) -> Slice:
    """The state that an event begins."""
    since, kind, argument = event
    if kind == EXECUTING:
        return Slice(f"task {argument}", since, until, KINDS[kind],
                     {"kind": experiment, "task": argument})
    args = {"tasks": argument} if kind == STEALING else {}
    return Slice(kind_name(kind), since, until, kind_name(kind), args)


def slices(record: dict) -> list[Slice]:
    """A core's slices, each before those that lie in it."""
    events = record["events"]
    experiment = record.get("experiment", "")
    if len(events) < 2:
        return []
    found = [Slice(title(record), events[0][0], events[-1][0])]
    outer: Slice | None = None
    for event, (until, _, _) in zip(events, events[1:]):
        kind = event[1]
        around = INSIDE.get(kind)
        if around is None:
            outer = None
        elif outer and outer.kind == kind_name(around):
            outer.until = until
        else:
            outer = Slice(kind_name(around), event[0], until, kind_name(around))
            found.append(outer)
        if kind not in (END, around):
            found.append(slice_of(event, until, experiment))
    return found


def counters(cores: dict[int, dict]) -> list[Counter]:
    """How many workers execute, how many are awake, and tasks that have not
    begun: the latter only where no event is lost."""
    moments = sorted((at, core, kind) for core, record in cores.items()
                     for at, kind, _ in record["events"])
    whole = not any(record["dropped"] for record in cores.values())
    left = sum(kind == EXECUTING for _, _, kind in moments)
    state: dict[int, int] = {}
    working, awake = Counter("workers executing", []), Counter("workers awake", [])
    waiting = Counter(NOT_BEGUN, [(moments[0][0] if moments else 0, left)])
    for at, core, kind in moments:
        state[core] = kind
        busy = [k for k in state.values() if k != END]
        working.values.append((at, busy.count(EXECUTING)))
        awake.values.append((at, sum(INSIDE.get(k) != 5 for k in busy)))
        if kind == EXECUTING:
            left -= 1
            waiting.values.append((at, left))
    return [working, awake] + [waiting] * whole


# ---- runs ----------------------------------------------------------------------


def facts(run: Run) -> dict:
    """What a viewer's metadata say of a run."""
    c = run.context
    names = ("version", "git", "machine", "trust", "cpu", "suite", "cmdline", "tsc_hz")
    return {name: c[name] for name in names if c.get(name) is not None} | {"run": run.id}


def traced(run: Run) -> Iterator[Traced]:
    """The traced runs of a log's run, then the series over time."""
    for cores in timelines(run).values():
        first = next(iter(cores.values()))
        hz, caution = clock_of(run, first)
        found = Traced(title(first) + caution, hz, facts(run), counters=counters(cores))
        for core, record in sorted(cores.items()):
            lost = record["dropped"]
            found.tracks[core] = slices(record)
            found.names[core] = f"core {core}" + (
                f" ({counted(lost, 'event')} lost)" if lost else "")
        yield found
    yield from over_time(run)


def over_time(run: Run) -> Iterator[Traced]:
    """The series of `inject`: queue, tasks and workers; a second is a second
    of the published experiment."""
    for record in run.series:
        columns = record["columns"]
        if "time_s" not in columns:
            continue
        own = [column for column in COUNTED if column in columns]
        at = columns.index("time_s")
        yield Traced(
            f"{title(record)} [published seconds]", 1_000_000_000, facts(run),
            counters=[Counter(COUNTED[each], [(row[at] * 1e9, row[columns.index(each)])
                                              for row in record["rows"]]) for each in own])
