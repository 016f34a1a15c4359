# SPDX-License-Identifier: MIT
"""The articles' experiments: METG, inject, primes, threads, workloads."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.export.timelines import KINDS, timelines, title
from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Lanes, Point, Rule, Segment
from quietcore.report.pictures.logs import Log, axis_title, columns, doubt_of, of_several
from quietcore.report.pictures.making import (
    INTERVALS, WHISKERS, Value, chart_of, counts_axis, curves, dots, dots_of, drawn, found_value,
    pictures, value_of)
from quietcore.tables.articles import FIXED, headings_of, runs_of
from quietcore.terminal.numbers import counted

# ---- METG ------------------------------------------------------------------------


@pictures("metg", "The shortest tasks that reach a share of the peak", "results of metg")
def metg(logs: list[Log]) -> Iterator[Drawing]:
    """A picture a pattern: each executor, by share of the peak and cores."""
    for pattern in dict.fromkeys(row["variant"].partition("/")[2]
                                 for log in logs for row in log.of("metg")):
        def figures(log: Log, pattern=pattern):
            for row in log.of("metg"):
                executor, _, of = row["variant"].partition("/")
                if of == pattern:
                    yield (executor, f"{row['params'].get('percent')} % on "
                           f"{counted(row['cores'], 'core')}", value_of(row))

        yield from drawn(
            dots_of(logs, "{unit} per task", figures), f"metg-{pattern}",
            f"Shortest tasks: {pattern}",
            "The shortest tasks with which each executor reaches so much of the peak.", [WHISKERS])


# ---- inject: pools whose tasks block ---------------------------------------------

COUNTED = ("threads", "running", "pending", "done")
PUBLISHED = {("block", 12): [Rule(60, "first done, published", True),
                             Rule(107, "none waits, published", True),
                             Rule(167, "all done, published", True)]}


def load_of(series: dict) -> tuple:
    """What tells one load from another."""
    return (series["variant"], *map(series["params"].get, (
        "tasks", "min", "max", "scale", "begin")))


@pictures("inject-workers", "Workers, running and pending over time", "series over time")
def inject_workers(logs: list[Log]) -> Iterator[Drawing]:
    """A picture for each load; time as published."""
    series = [(i, log, s) for i, log in enumerate(logs) for s in log.series_of("inject", "time_s")]
    for load in dict.fromkeys(load_of(s) for _, _, s in series):
        variant, tasks, least, most, scale, _ = load
        lines = [Curve(name + of_several(log, logs),
                       [Point(*each) for each in columns(s, "time_s", name)],
                       look, i if len(logs) > 1 else look, steps=True, dots=len(s["rows"]) < 40)
                 for i, log, s in series if load_of(s) == load
                 for look, name in enumerate(COUNTED) if name in s["columns"]]
        yield Drawing(
            f"inject-{variant}", f"{variant}: {tasks} tasks, min {least}, max {most}, "
            f"scale {scale}", "Workers there are, tasks that run, wait and are done, over time.",
            Chart(Axis(axis_title(logs, "published seconds")),
                  Axis(axis_title(logs, "workers, tasks")), lines,
                  PUBLISHED.get((variant, least), [])))


@pictures("inject-mixed-fixed", "Pools of a fixed size", "the series of fixed pools")
def inject_fixed(logs: list[Log]) -> list[Drawing]:
    """Throughput of pools of a fixed size, and where hill climbing came to."""
    def places(log: Log):
        for s in runs_of(log.run):
            if headings_of(s) is FIXED:
                for x, y in s["rows"]:
                    yield "pools of a fixed size", x, Value(y)

    rules = [Rule(s["settled"], "hill climbing came to rest here" + of_several(log, logs), True)
             for log in logs for s in log.series_of("inject", "time_s")
             if s["variant"] == "mixed" and s.get("settled")]
    return drawn(
        chart_of(logs, Axis("workers", log=True), "tasks in a published second", places, rules,
                 False), "inject-mixed-fixed", "Pools of a fixed size",
        "How many tasks of a mixed load are done by how many workers there are.")


@dots("inject-half", "Tasks that block half of their time", "% of the time in tasks that compute",
      "findings on half-blocking tasks", bounds=(0, 100), notes=[INTERVALS])
def inject_half(log: Log):
    """How much of their time the cores compute, by workers a core, and with a
    pool of waiters that do all the sleeping."""
    for finding in log.found("inject", "half_"):
        kind = finding["name"].removeprefix("half_")
        if kind == "waiters":
            yield "1 a core, and waiters", "", found_value(finding)
        elif kind.isdigit():
            yield f"{counted(int(kind), 'worker')} a core", "", found_value(finding)


# ---- primes ----------------------------------------------------------------------

SHARES = ("executing", "lock", "stealing", "idle", "switching")
PARTS = ("wake_up", "hand_out", "work", "collection")
MOST_SEGMENTS = 1200    # of a timeline; shorter ones are put together
MOST_TIMELINES = 12


@curves("primes-ratio", "Parallel over sequential", Axis("N", log=True),
        "time of the parallel version, sequential = 1",
        "rows of sequential and parallel versions", log=True, rules=[
            Rule(1, "as long as sequential"), Rule(8, "published at N = 100")])
def primes_ratio(log: Log):
    """How many times the sequential version's time each executor takes to list
    the primes up to N."""
    rows = [r for r in log.of("primes") if r["p50"]]
    most = max((r["cores"] for r in rows), default=0)
    rows = [(r["variant"], r["params"]["n"], r) for r in rows if r["cores"] == most]
    whole = {n: r["p50"] for variant, n, r in rows if variant == "sequential"}
    for variant, n, r in rows:
        if variant != "sequential" and n in whole:
            yield variant, n, Value(r["p50"] / whole[n], doubt=doubt_of(r))


@dots("primes-crossover", "Where parallel begins to pay", "N from which on parallel pays",
      "a crossover that was found", notes=[INTERVALS])
def primes_crossover(log: Log):
    """From which N on an executor takes less than the sequential version."""
    for finding in log.found("primes", "crossover/"):
        yield finding["name"].partition("/")[2], "", found_value(finding)


def stacked(lane: str, sizes: list[float], kinds: list[int]) -> Iterator[Segment]:
    """A lane filled by sizes in per cent, one behind the other."""
    start = 0.0
    for size, kind in zip(sizes, kinds):
        yield Segment(lane, start, start + size, kind)
        start += size


def of_the_run(logs: list[Log], kinds: list[str], segments: list[Segment]) -> Lanes | None:
    """Lanes of shares; None of none."""
    axis = Axis(axis_title(logs, "% of the run"), bounds=(0, 100))
    return Lanes(axis, kinds, segments, whole=True) if segments else None


@pictures("primes-shares", "What the cores did", "the series of shares by core")
def primes_shares(logs: list[Log]) -> list[Drawing]:
    """What the cores did, by executor and core, in the colours of a timeline."""
    kinds = [KINDS.index("waiting for a lock" if name == "lock" else name) for name in SHARES]
    last = {(log.name, s["variant"], s["cores"]): (log, s)
            for log in logs for s in log.series_of("primes", "core", *SHARES)}
    segments = [
        each for log, s in last.values() for core, *parts in columns(s, "core", *SHARES)
        for each in stacked(f"{s['variant']}, core {core}{of_several(log, logs, ' {}')}",
                            [100 * part / (sum(parts) or 1) for part in parts], kinds)]
    return drawn(
        of_the_run(logs, [*KINDS], segments), "primes-shares", "What the cores did",
        "Shares of the time that each core executed, waited for a lock, stole, was idle or "
        "switched.", ["Published: 58 % synchronising sequentially, 63 % in parallel."])


@pictures("primes-split", "Where the time of the shortest range goes",
          "the series of parts by cores asleep and awake")
def primes_split(logs: list[Log]) -> list[Drawing]:
    """Where the time of the shortest range goes, cores asleep and awake."""
    segments = [
        each for log in logs for s in log.series_of("primes", "awake", *PARTS)
        if "round" not in s["columns"]
        for awake, *parts in columns(s, "awake", *PARTS)
        for each in stacked(f"{s['variant']}, {'awake' if awake else 'asleep'}"
                            + of_several(log, logs, " {}"),
                            [100 * part / (sum(parts) or 1) for part in parts], [0, 1, 2, 3])]
    return drawn(
        of_the_run(logs, [name.replace("_", "-") for name in PARTS], segments),
        "primes-split", "Where the time of the shortest range goes",
        "Shares of a run's time, with the other cores halted and spinning.")


def stretches(record: dict, lane: str, most: int) -> list[Segment]:
    """A core's timeline as so many segments at most; short ones are put
    together."""
    events = record["events"]
    found = [Segment(lane, since, until, kind, f"{KINDS[kind]}, {argument}" if argument else "")
             for (since, kind, argument), (until, _, _) in zip(events, events[1:])
             if 0 < kind < len(KINDS)]
    if len(found) <= most:
        return found
    step = (found[-1].end - found[0].start) / most
    merged: list[Segment] = []
    for each in found:
        if merged and each.end - merged[-1].start < step:
            kind = max((merged[-1], each), key=lambda s: s.end - s.start).kind
            merged[-1] = Segment(lane, merged[-1].start, each.end, kind, "several put together")
        else:
            merged.append(each)
    return merged


@pictures("primes-timeline", "Timeline by core", "trace records")
def primes_timeline(logs: list[Log]) -> list[Drawing]:
    """The first traced runs: a lane a core."""
    found = []
    for log, cores in ((each, cores) for each in logs for cores in timelines(each.run).values()):
        segments = [s for core, record in sorted(cores.items())
                    for s in stretches(record, f"core {core}", MOST_SEGMENTS // len(cores) + 1)]
        lost = sum(record["dropped"] for record in cores.values())
        found += drawn(
            Lanes(Axis(f"{log.unit} since the run began"), [*KINDS], segments)
            if segments else None, "primes-timeline",
            f"Timeline: {title(next(iter(cores.values())))}{of_several(log, logs, ', {}')}",
            "What each core was at, from the run's begin to its end.",
            ["tools/qc trace LOG writes it for ui.perfetto.dev.",
             *[f"{lost} older events are lost."] * bool(lost)])
    return found[:MOST_TIMELINES]


# ---- threads: curves of the designs over tasks a core ----------------------------

PURE = "/pure"


def enter_threads(name: str, title: str, axis: str, column: str, says: str, *notes: str,
                  pure: bool = False, rules: tuple[Rule, ...] = (), share: float = 1) -> None:
    """A column of the series by tasks a core, a curve a design; `pure`: of tasks
    that only compute."""
    def points(log: Log) -> Iterator[tuple[str, float, float | None]]:
        for s in log.series_of("threads", "k", "tasks"):
            if s["variant"].endswith(PURE) == pure:
                values = columns(s, "k", column) if column in s["columns"] \
                    else [(k, None) for k, in columns(s, "k")]
                for k, y in values:
                    yield s["variant"].removesuffix(PURE), k, y

    def places(log: Log):
        return ((name, k, Value(y * share)) for name, k, y in points(log) if y is not None)

    def make(logs: list[Log]) -> list[Drawing]:
        x = counts_axis("tasks a core (k)", (k for log in logs for _, k, _ in points(log)), True)
        return drawn(chart_of(logs, x, axis, places, rules), name, title, says, notes)

    pictures(name, title, "series by tasks a core")(make)


enter_threads("threads-took", "Tasks that sleep: until all are done", "{unit}, all tasks", "took",
              "How long all tasks take together, by how many there are for each core and by "
              "design.", "Published: flat to about 10 a core, fixed pools take k times as long.")
enter_threads("threads-pure", "Tasks that compute: until all are done", "{unit}, all tasks", "took",
              "How long all tasks take together where none sleeps.",
              "Published: more threads than cores gain nothing.", pure=True)
enter_threads("threads-waited", "The longest wait of a ready task", "{unit}, longest wait",
              "waited", "The longest that a begun task was ready and did not run.")
enter_threads("threads-late", "Bystanders", "{unit} too late", "late",
              "The longest that a bystander on each core overslept.")
enter_threads("threads-memory", "Memory for stacks", "KiB of stacks", "stack_kib",
              "How much memory the workers' stacks take.")


#: Of findings on a task beside sleeping threads.
SLEEPERS = {"asleep": "asleep throughout", "wake_once": "all wake at once",
            "wake_random": "wake by chance"}


@dots("threads-sleepers", "Beside sleeping threads", "a task's time, alone = 1",
      "findings on sleeping threads", rules=[Rule(1, "published: not slower")], notes=[INTERVALS])
def threads_sleepers(log: Log):
    """How many times as long a task takes beside threads that sleep."""
    for finding in log.found("threads"):
        if finding["name"] in SLEEPERS:
            yield SLEEPERS[finding["name"]], "", found_value(finding)


@dots("threads-flat", "Flat to", "tasks a core (k)", "findings on where curves rise",
      rules=[Rule(10, "published: unbounded"), Rule(18, "published: by the formula")],
      notes=[INTERVALS])
def threads_flat(log: Log):
    """Up to how many tasks a core the tasks take no longer together than one a
    core."""
    for finding in log.found("threads", "flat_to_"):
        yield finding["name"].removeprefix("flat_to_"), "", found_value(finding)


enter_threads("threads-share", "Utilisation", "% of their time that tasks computed", "share_ppm",
              "The share of their time that tasks computed.",
              rules=(Rule(100 / 18, "published: 1/18"),), share=1e-4)


# ---- workloads: concurrent beside sequential -------------------------------------


@dots("workloads-gain", "Concurrent over sequential",
      "time of the concurrent version, sequential = 1", "findings on the gain",
      rules=[Rule(1, "no gain")], notes=[INTERVALS])
def workloads_gain(log: Log):
    """How many times the sequential version's time the concurrent one takes."""
    for finding in log.found("workloads", "gain/"):
        _, work, *cores = finding["name"].split("/")
        yield ", ".join([work, *[counted(int(n), "core") for n in cores[:1]]]), "", \
            found_value(finding)


@dots("workloads-memory", "Memory's rate", "GB read in a second", "findings on memory", rules=[
    Rule(14.0, "published: 1 worker"), Rule(23.8, "published: 8 on 8 cores")], notes=[INTERVALS])
def workloads_memory(log: Log):
    """How much memory is read in a second while integers are added up."""
    for finding in log.found("workloads", "memory/add"):
        workers = 8 if finding["name"].startswith("memory/add/8/") else 1
        yield counted(workers, "worker"), counted(finding["cores"], "core"), found_value(finding)


def enter_work(work: str) -> None:
    """One of the three: each version, by cores."""
    def figures(log: Log):
        for row in log.coarsest("workloads"):
            name, _, form = row["variant"].partition("/")
            if name == work:
                workers = row["params"].get("workers", 1)
                yield (f"{form}, {counted(workers, 'worker')}", counted(row["cores"], "core"),
                       value_of(row))

    figures.__doc__ = f"What an item of {work} takes: sequentially, concurrently, and " \
        "sequentially again at the end."
    dots(f"workloads-{work}", work.capitalize(), "{unit} per item", f"rows of {work}",
         notes=[WHISKERS])(figures)


for _work in ("add", "sort", "find"):
    enter_work(_work)
