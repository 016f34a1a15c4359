# SPDX-License-Identifier: MIT
"""Experiments `primes`, `inject`, `threads` and `workloads` as their own pages have them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console

from quietcore.conclusions.asking import concluded, conclusions
from quietcore.conclusions.brief import figured
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import SURE, TIE, UNSURE
from quietcore.conclusions.of_inject import tasks_a_second
from quietcore.conclusions.rows import rows_of
from quietcore.conclusions.sentence import between, figure
from quietcore.log.reading import Run
from quietcore.tables.results import parameters
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import Cell, Grid, words
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid, show_grids
from quietcore.terminal.text import plain, thinned

# ---- primes: what it gains, what the cores did -------------------------------------


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
            groups.setdefault(r["cores"], {})[r["variant"], r["params"]["n"]] = r
    for cores, cells in groups.items():
        lengths = sorted({n for _, n in cells})
        unit = unit_of(next(iter(cells.values())), run.context, "ticks")
        in_us = hz > 0 and unit.name == "ticks"
        factor = 1e6 / hz if in_us else 1
        grid = Grid([*words("executor"), *(f"N = {n}\ntimes" for n in lengths),
                     *words("pays from N", least=PAYS_LEAST)],
                    title=f"Primes in 1..N on {counted(cores, 'core')}: "
                    f"{'us' if in_us else unit.name} a run, times the sequential")
        for name in dict.fromkeys(name for name, _ in cells):
            grid.add(name, *(length_of(cells, name, n, factor) for n in lengths),
                     pays(run, name, cores))
        show_grids(console, grid)


def length_of(cells: dict[tuple[str, int], dict], name: str, n: int, factor: float) -> str:
    """An executor's time of a whole run, and times the sequential one's."""
    row, base = cells.get((name, n), {}), cells.get(("sequential", n), {}).get("p50")
    own = row.get("p50")
    times = own / base if own and base else None
    if own is not None:
        own *= factor * (row.get("batch", 1) if row.get("per") == "number" else 1)
    return f"{number(own)} {number(times):>5}"


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
    grid = Grid([*words("executor"), "cores", *DOES], title="What the cores did, per cent")
    last = {(series["variant"], series["cores"]): series
            for series in run.series if {*DOES} <= {*series["columns"]}}
    for series in last.values():
        at = {name: i for i, name in enumerate(series["columns"])}
        sums = [sum(row[at[name]] for row in series["rows"]) for name in DOES]
        if whole := sum(sums):
            grid.add(series["variant"], series["cores"],
                     *(number(100 * each / whole) for each in sums))
    if grid.rows:
        show_grids(console, grid)


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
        end = max((events[-1][0] for events in rings.values() if events), default=0)
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


# ---- threads: series as they stand ---------------------------------------------------


#: Columns and parameters of a series that are times, in its unit.
TIMES = ("took", "earliest", "queued", "waited", "late", "cpu", "sleep", "slice")
LONGEST = 99999  # counts up to here are shown whole


def series_grid(headings: Iterable[str], title: str = "") -> Grid:
    """A table of figures of which the last columns go first."""
    first, *others = map(plain, headings)
    return Grid([first, *others], tuple(reversed(others)), title, "qc parse --format json")


def count(value: object) -> str:
    """Figures as they stand, long ones as number() has them."""
    if isinstance(value, (int, float)) and abs(value) > LONGEST:
        return number(value)
    return str(value)


def series_table(series: dict, run: Run, wanted: str) -> Grid:
    """A series under its name."""
    unit = unit_of(series, run.context, wanted)

    def shown(name: str, value: object) -> str:
        if (name in TIMES and unit.factor != 1 and isinstance(value, (int, float))):
            return number(unit.of(value))
        return count(value)

    params = {name: shown(name, value) for name, value in series["params"].items()}
    grid = series_grid(series["columns"], f"{series['experiment']} {series['variant']} on "
                       f"{counted(series['cores'], 'core')}, times in {unit.name}: "
                       f"{parameters({'params': params})}")
    for row in series["rows"]:
        grid.add(*(shown(name, value) for name, value in zip(series["columns"], row)))
    return grid


def show_series(run: Run, console: Console, wanted: str) -> None:
    """One table for each series that is one; raw rounds are for machines."""
    for series in run.series:
        if series["experiment"] == "threads" and "round" not in series["columns"]:
            show_grids(console, series_table(series, run, wanted))


# ---- inject: a pool by time --------------------------------------------------------


ROWS_SHOWN = 14
LEAST = 12          # columns of a figure with its interval, before it wraps
POOL = {"time_s": "Time", "threads": "Threads", "running": "Running",
        "pending": "Pending", "done": "Done"}
DOUBTED = "inconclusive"
FIXED = {"workers": "Workers", "tasks_per_s": "Tasks/s"}


def headings_of(series: dict) -> dict[str, str]:
    """Which table its columns make; empty where they make none."""
    return next((headings for headings in (POOL, FIXED)
                 if {*headings} <= {*series["columns"]}), {})


def runs_of(run: Run) -> list[dict]:
    """The series of each run that make a table."""
    whole = [s for s in run.series if s["experiment"] == "inject" and headings_of(s)]
    if not any(headings_of(series) is FIXED for series in whole):
        whole += fixed_pools(run)
    return whole


def fixed_pools(run: Run) -> list[dict]:
    """Tasks a second by workers, as older logs have them as a series."""
    pools = rows_of(run).find("inject", lambda row: row.variant == "mixed/fixed")
    return [pools[0].record | {"columns": [*FIXED], "rows": [
        [row.params["max"], tasks_a_second(row) / 1000] for row in pools],
        "params": {"scale": pools[0].params["scale"]}}] if pools else []


def pool_table(series: dict) -> Grid:
    """One row a moment, or a pool of a fixed size; at most ROWS_SHOWN."""
    headings, params = headings_of(series), series["params"]
    told = "".join(f"  {name}={params[name]}" for name in ("tasks", "min", "max", "scale")
                   if name in params)
    grid = series_grid(headings.values(), f"{series['experiment']} {series['variant']}{told}")
    at = [series["columns"].index(name) for name in headings]
    for row in thinned(series["rows"], ROWS_SHOWN):
        grid.add(*(number(row[i]) if isinstance(row[i], float) else row[i] for i in at))
    return grid


def ours(finding: dict) -> str:
    """The value with its interval, and whether it is conclusive."""
    if finding["value"] is None:
        return {SURE: "never", UNSURE: DOUBTED}.get(finding["verdict"], "not measured")
    ends = {number(finding[name]) for name in ("low", "high")
            if finding[name] is not None} - {number(finding["value"])}
    span = f" ({number(finding['low'])} to {number(finding['high'])})" if ends else ""
    doubt = "" if finding["verdict"] in (SURE, TIE) else f", {DOUBTED}"
    return f"{number(finding['value'])}{span} {finding['unit']}{doubt}"


def published_table(findings: list[dict]) -> Grid:
    """A row a figure that was published, theirs beside ours."""
    grid = Grid([*words("Finding"), *words("Ours", "Published", least=LEAST)],
                title="inject beside the published figures")
    for finding in findings:
        grid.add(finding["name"], ours(finding), finding["published"])
    return grid


def show_published(run: Run, console: Console) -> None:
    """What the article printed and tells beside what we saw, in its units."""
    found = [each for each in concluded(run)
             if each["experiment"] == "inject" and each.get("published")]
    if found:
        show_grids(console, published_table(found))


def show_pools(run: Run, console: Console, wanted: str) -> None:
    """`Time | Threads | Running | Pending` of each run."""
    del wanted  # time as published
    for series in runs_of(run):
        show_grid(pool_table(series), console)
        if "limit" in series:
            say(console, f"Memory for {counted(series['limit'], 'worker')} only.", "yellow")
        say(console, "")


# ---- threads: seconds by design ----------------------------------------------------


NEEDED = {"k", "tasks", "took"}
TITLES = {True: "Tasks that only compute", False: "Tasks that sleep after each step"}
#: At each design's largest k: words and column; published seconds or counts.
DETAILS = (("workers", "workers", False), ("stacks, KiB", "stack_kib", False),
           ("first done", "earliest", True), ("longest queued", "queued", True),
           ("longest wait", "waited", True), ("bystander late", "late", True))


def curves(run: Run) -> dict[tuple[bool, int], dict[str, list[dict]]]:
    """Rows as dictionaries: by what the tasks do and cores, then by design."""
    found: dict[tuple[bool, int], dict[str, list[dict]]] = {}
    for series in run.series:
        names = series["columns"]
        if not NEEDED <= {*names} or "round" in names:
            continue
        design = series["variant"].removesuffix("/pure")
        pure = design != series["variant"]
        found.setdefault((pure, series["cores"]), {})[design] = [
            dict(zip(names, row)) | {"scale": series["params"].get("scale", 1)}
            for row in series["rows"]]
    return found


def seconds(row: dict | None, column: str, hz: int) -> str:
    """Ticks as published seconds."""
    value = (row or {}).get(column)
    return number(value * row["scale"] / hz if isinstance(value, (int, float)) and hz else None)


def show_curves(pure: bool, cores: int, designs: dict[str, list[dict]],
                hz: int, console: Console) -> None:
    """One table by lengths, and what more is known at each design's largest k."""
    lengths = sorted({(row["k"], row["tasks"]) for rows in designs.values() for row in rows})
    scale = next((row["scale"] for rows in designs.values() for row in rows), 1)
    order = tuple(reversed([*designs]))
    grid = Grid(["k", "tasks", *designs], order, f"{TITLES[pure]}, k on each of "
                f"{counted(cores, 'core')}: published s until all are done, {scale} a second",
                "qc parse --format json")
    for k, tasks in lengths:
        rows = (next((row for row in rows if row["k"] == k), None) for rows in designs.values())
        grid.add(k, tasks, *(seconds(row, "took", hz) for row in rows))
    show_grid(grid, console)
    grid = Grid([*words("at its largest k"), *designs], order)
    for what, column, is_time in DETAILS:
        grid.add(what, *(seconds(rows[-1], column, hz) if is_time else rows[-1].get(column, "-")
                         for rows in designs.values()))
    show_grids(console, grid)


def show_seconds(run: Run, console: Console, wanted: str) -> None:
    """A table for each case; nothing for other experiments."""
    del wanted  # the published unit is the point
    for (pure, cores), designs in curves(run).items():
        whole = {name: rows for name, rows in designs.items() if rows}
        if whole:
            show_curves(pure, cores, whole, run.context.get("tsc_hz") or 0, console)


# ---- workloads: one worker and many ------------------------------------------------


FORMS = ("sequential", "concurrent", "again")


def milliseconds(result: dict | None, hz: int) -> str:
    """The median of a whole run."""
    if not result or result["p50"] is None or not hz or result["unit"] != "ticks":
        return "-"
    return number(result["p50"] * result["batch"] / hz * 1e3)


def gain(found: Finding | None) -> list[str | Cell]:
    """Times one worker's time, its interval, the published words."""
    published = found and found.asked.published or "-"
    if not found or found.judged.figure.value is None:
        return ["-", "-", published]
    span, doubt = found.judged.figure, found.judged.verdict == UNSURE
    return [figure(span.value), Cell(f"{between(span)}{' inconclusive' * doubt}", "dim" * doubt),
            published]


def show_works(run: Run, console: Console, wanted: str) -> None:
    """A table for each number of cores; nothing for other experiments."""
    del wanted  # milliseconds, as published
    hz = run.context.get("tsc_hz") or 0
    rows: dict[int, dict[str, dict[str, dict]]] = {}
    for r in run.each("result"):
        work, _, form = r["variant"].partition("/")
        if r["experiment"] == "workloads" and form in FORMS:
            rows.setdefault(r["cores"], {}).setdefault(work, {})[form] = r
    findings = {each.name: each for each in conclusions(run)}
    for cores, works in rows.items():
        grid = Grid([*words("workload"), *FORMS, "times as long", *words("interval", "published")],
                    ("again", "interval"), f"One worker and 8 workers on {counted(cores, 'core')}: "
                    "milliseconds, and times one worker's", "qc parse --format csv")
        for work, forms in works.items():
            grid.add(work, *(milliseconds(forms.get(form), hz) for form in FORMS),
                     *gain(findings.get(f"gain/{work}/{cores}")))
        show_grids(console, grid)
