# SPDX-License-Identifier: MIT
"""The series of experiment `inject` as a person reads them."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import concluded
from quietcore.conclusions.of_inject import tasks_a_second
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run
from quietcore.conclusions.gate import SURE, TIE, UNSURE
from quietcore.tables.series import series_grid
from quietcore.terminal.layout import Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

ROWS_SHOWN = 14
LEAST = 12          # columns of a figure with its interval, before it wraps
POOL = {"time_s": "Time", "threads": "Threads", "running": "Running",
        "pending": "Pending", "done": "Done"}
DOUBT = "inconclusive"
FIXED = {"workers": "Workers", "tasks_per_s": "Tasks/s"}


def headings_of(series: dict) -> dict[str, str]:
    """Which table its columns make; empty where they make none."""
    return next((headings for headings in (POOL, FIXED)
                 if {*headings} <= {*series["columns"]}), {})


def runs_of(run: Run) -> list[dict]:
    """The series of each run, its parts put together."""
    whole: list[dict] = []
    for series in run.of("series"):
        if series["experiment"] != "inject" or not headings_of(series):
            continue
        if series.get("part", 1) > 1 and whole \
                and whole[-1]["columns"] == series["columns"]:
            whole[-1]["rows"] += series["rows"]
        else:
            whole.append(series)
    if not any(headings_of(series) is FIXED for series in whole):
        whole += fixed_pools(run)
    return whole


def fixed_pools(run: Run) -> list[dict]:
    """Tasks a second by workers, as older logs have them as a series."""
    pools = rows_of(run).find(
        "inject", lambda row: row.variant == "mixed/fixed")
    return [pools[0].record | {"columns": [*FIXED], "rows": [
        [row.params["max"], tasks_a_second(row) / 1000] for row in pools],
        "params": {"scale": pools[0].params["scale"]}}] if pools else []


def thinned(rows: list[list]) -> list[list]:
    """At most ROWS_SHOWN of them: the first, the last, and some between."""
    if len(rows) <= ROWS_SHOWN:
        return rows
    last = len(rows) - 1
    return [rows[last * i // (ROWS_SHOWN - 1)] for i in range(ROWS_SHOWN)]


def title(series: dict) -> str:
    """Which run it is."""
    params = series["params"]
    return f"{series['experiment']} {series['variant']}" + "".join(
        f"  {name}={params[name]}" for name in ("tasks", "min", "max", "scale")
        if name in params)


def pool_table(series: dict) -> Grid:
    """One row a moment, or a pool of a fixed size."""
    headings = headings_of(series)
    grid = series_grid(headings.values(), title(series))
    at = [series["columns"].index(name) for name in headings]
    for row in thinned(series["rows"]):
        grid.add(*(number(row[i]) if isinstance(row[i], float)
                   else str(row[i]) for i in at))
    return grid


def ours(finding: dict) -> str:
    """The value with its interval, and whether it is conclusive."""
    if finding["value"] is None:
        return {SURE: "never", UNSURE: DOUBT}.get(finding["verdict"],
                                                  "not measured")
    ends = {number(finding[name]) for name in ("low", "high")
            if finding[name] is not None} - {number(finding["value"])}
    span = f" ({number(finding['low'])} to {number(finding['high'])})" \
        if ends else ""
    doubt = "" if finding["verdict"] in (SURE, TIE) else f", {DOUBT}"
    return f"{number(finding['value'])}{span} {finding['unit']}{doubt}"


def published_table(findings: list[dict]) -> Grid:
    """A row a figure that was published, theirs beside ours."""
    grid = Grid([Column("Finding", left=True),
                 Column("Ours", left=True, least=LEAST),
                 Column("Published", left=True, least=LEAST)],
                title="inject beside the published figures")
    for finding in findings:
        grid.add(finding["name"], ours(finding), finding["published"])
    return grid


def show_published(run: Run, console: Console) -> None:
    """What the article printed and tells beside what we saw, in its units."""
    found = [each for each in concluded(run)
             if each["experiment"] == "inject" and each.get("published")]
    if found:
        show_grid(published_table(found), console)
        say(console, "")


def show_pools(run: Run, console: Console) -> None:
    """`Time | Threads | Running | Pending` of each run; time as published."""
    for series in runs_of(run):
        show_grid(pool_table(series), console)
        if "limit" in series:
            say(console, f"Memory for {counted(series['limit'], 'worker')} only.",
                "yellow")
        say(console, "")
