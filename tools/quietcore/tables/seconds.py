# SPDX-License-Identifier: MIT
"""Experiment `threads` as the image's own page has it: designs side by side, in
published seconds."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.terminal.layout import Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

NEEDED = {"k", "tasks", "took"}
TITLES = {True: "Tasks that only compute", False: "Tasks that sleep after each "
          "step"}
#: At each design's largest k: words and column; published seconds or counts.
DETAILS = (("workers", "workers", False), ("stacks, KiB", "stack_kib", False),
           ("first done", "earliest", True), ("longest queued", "queued", True),
           ("longest wait", "waited", True), ("bystander late", "late", True))


def curves(run: Run) -> dict[tuple[bool, int], dict[str, list[dict]]]:
    """Rows as dictionaries: by what the tasks do and cores, then by design."""
    found: dict[tuple[bool, int], dict[str, list[dict]]] = {}
    for series in run.of("series"):
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
    return number(value * row["scale"] / hz
                  if isinstance(value, (int, float)) and hz else None)


def show_curves(pure: bool, cores: int, designs: dict[str, list[dict]],
                hz: int, console: Console) -> None:
    """One table."""
    lengths = sorted({(row["k"], row["tasks"]) for rows in designs.values()
                      for row in rows})
    scale = next((row["scale"] for rows in designs.values() for row in rows), 1)
    grid = Grid([Column("k"), Column("tasks"), *map(Column, designs)],
                tuple(reversed([*designs])),
                f"{TITLES[pure]}, k on each of {counted(cores, 'core')}: "
                f"published s until all are done, {scale} a second",
                "qc parse --format json")
    for k, tasks in lengths:
        grid.add(str(k), str(tasks), *(seconds(next((
            row for row in rows if row["k"] == k), None), "took", hz)
            for rows in designs.values()))
    show_grid(grid, console)
    grid = Grid([Column("at its largest k", left=True), *map(Column, designs)],
                tuple(reversed([*designs])))
    for words, column, is_time in DETAILS:
        grid.add(words, *(seconds(rows[-1], column, hz) if is_time
                          else str(rows[-1].get(column, "-"))
                          for rows in designs.values() if rows))
    show_grid(grid, console)
    say(console, "")


def show_seconds(run: Run, console: Console, wanted: str) -> None:
    """A table for each case; nothing for other experiments."""
    del wanted  # the published unit is the point
    for (pure, cores), designs in curves(run).items():
        whole = {name: rows for name, rows in designs.items() if rows}
        if whole:
            show_curves(pure, cores, whole, run.context.get("tsc_hz") or 0,
                        console)
