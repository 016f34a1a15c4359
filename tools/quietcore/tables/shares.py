# SPDX-License-Identifier: MIT
"""Experiment `primes` as the image's own page has it: microseconds a run and
times the sequential, what the cores did, and one run's timeline."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.brief import figured
from quietcore.conclusions.gate import UNSURE
from quietcore.conclusions.sentence import between
from quietcore.log.reading import Run
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

DOES = ("executing", "lock", "stealing", "idle", "switching")
#: By the kinds of events: end, execute, switch, lock, steal, idle, asleep.
LETTERS = " #+LS._"
KEY = "# task  + between tasks  L waits for a lock  S steals  . idle  _ asleep"
COLUMNS = 64    # of a core's line
CORES = 16      # lines of a picture
PAYS_LEAST = 11 # columns of words: "inconclusive 1 to never" goes on below


def show_runs(run: Run, console: Console) -> None:
    """Executors by N: time of a run, and times the sequential one."""
    hz = run.context.get("tsc_hz") or 0
    groups: dict[int, dict[tuple[str, int], dict]] = {}
    for r in run.each("result"):
        if isinstance(r["params"].get("n"), int):
            groups.setdefault(r["cores"], {})[
                r["variant"], r["params"]["n"]] = r
    for cores, cells in groups.items():
        lengths = sorted({n for _, n in cells})
        unit = unit_of(next(iter(cells.values())), run.context, "ticks")
        in_us = hz > 0 and unit.name == "ticks"
        factor = 1e6 / hz if in_us else 1
        grid = Grid([Column("executor", left=True),
                     *(Column(f"N = {n}\ntimes") for n in lengths),
                     Column("pays from N", left=True, least=PAYS_LEAST)],
                    title=f"Primes in 1..N on {counted(cores, 'core')}: "
                    f"{'us' if in_us else unit.name} a run, times the "
                    "sequential")
        for name in dict.fromkeys(name for name, _ in cells):
            row = []
            for n in lengths:
                own, base = (cells.get((each, n), {}).get("p50") for each in
                             (name, "sequential"))
                per = cells.get((name, n), {})
                whole = None if own is None else own * per.get("batch", 1) \
                    * factor if per.get("per") == "number" else own * factor
                row.append(f"{number(whole)} "
                           f"{number(own / base if own and base else None):>5}")
            grid.add(name, *row, pays(run, name, cores))
        show_grid(grid, console)
        say(console, "")


def pays(run: Run, name: str, cores: int) -> str:
    """From which N on it takes less than the sequential run."""
    for found in conclusions(run):
        if found.name == f"crossover/{name}" and found.cores == cores:
            if found.judged.figure.value is None:
                return "inconclusive"
            doubt = "inconclusive " if found.judged.verdict == UNSURE else ""
            return doubt + (figured(found.judged) if found.judged.bound
                            else between(found.judged.figure))
    return ""


def show_done(run: Run, console: Console) -> None:
    """What the cores did, in per cent of the run."""
    grid = Grid([Column("executor", left=True), Column("cores"),
                 *map(Column, DOES)], title="What the cores did, per cent")
    last = {(series["variant"], series["cores"]): series
            for series in run.of("series") if {*DOES} <= {*series["columns"]}}
    for series in last.values():
        at = {name: i for i, name in enumerate(series["columns"])}
        sums = [sum(row[at[name]] for row in series["rows"]) for name in DOES]
        whole = sum(sums)
        if whole:
            grid.add(series["variant"], str(series["cores"]),
                     *(number(100 * each / whole) for each in sums))
    if grid.rows:
        show_grid(grid, console)
        say(console, "")


# ---- the timeline ---------------------------------------------------------------


def line_of(events: list, end: float) -> str:
    """What a core did most in each of the columns."""
    line = ""
    for column in range(COLUMNS):
        begin, until = (end * (column + i) / COLUMNS for i in (0, 1))
        spent = [0.0] * len(LETTERS)
        for (start, kind, *_), (stop, *_) in zip(events, events[1:]):
            if 0 <= kind < len(spent):
                spent[kind] += max(0, min(stop, until) - max(start, begin))
        line += LETTERS[max(range(len(spent)), key=spent.__getitem__)]
    return line


def timelines(run: Run) -> dict[tuple, dict[int, list]]:
    """The events of each core, by run; its parts joined."""
    found: dict[tuple, dict[int, list]] = {}
    for record in run.of("trace"):
        key = (record.get("variant"), record.get("cores"),
               tuple(sorted(map(str, (record.get("params") or {}).items()))))
        found.setdefault(key, {}).setdefault(record["core"], []).extend(
            event for event in record["events"] if len(event) > 1)
    return found


def show_timelines(run: Run, console: Console) -> None:
    """A line a core."""
    for (variant, cores, _), rings in timelines(run).items():
        end = max((events[-1][0] for events in rings.values() if events),
                  default=0)
        if not end:
            continue
        say(console, f"{variant} on {counted(cores or len(rings), 'core')}, "
            f"one run of {number(end)} ticks", "bold cyan")
        for core, events in [*sorted(rings.items())][:CORES]:
            say(console, f"core {core:3} |{line_of(events, end)}|")
        if len(rings) > CORES:
            say(console, f"and {counted(len(rings) - CORES, 'more core')}")
        say(console, KEY, "dim")
        say(console, "")


def show_shares(run: Run, console: Console, wanted: str) -> None:
    """All of it; nothing for other experiments."""
    del wanted  # microseconds are neither
    if any(r["experiment"] == "primes" for r in run.each("result")):
        show_runs(run, console)
        show_done(run, console)
        show_timelines(run, console)
