# SPDX-License-Identifier: MIT
"""Prints the tables of experiment metg as Markdown, for docs/method.md.

usage: $(tools/venv tests) peers/metg_tables.py [LOG ..]

LOG is build/peers/metg.log as `make peers` leaves it, or any log of the image or
of the Linux program with `bench=floor,metg`: each is told with its machine.
"""

from pathlib import Path

import click
import peer_log
import peer_rows
from peer_targets import QUIET_MIN

from quietcore.conclusions.rounds import reach_of
from quietcore.log.opening import Unreadable, runs_in
from quietcore.log.runs import Run
from quietcore.status import Status
from quietcore.tables.units import units_of
from quietcore.terminal.numbers import counted

PATTERNS = ("trivial", "no_comm", "stencil_1d", "tree", "fft", "spread",
            "random_nearest")


def is_sure(result: dict) -> bool:
    return (result.get("proven", "ok"), result["quiet"]) == ("ok", "clean") \
        and not result.get("crowded") and len(result["rounds"]) >= QUIET_MIN


def cell(result: dict | None) -> str:
    """The median of the rounds and its interval, if they are not all one;
    `?` where it is not sure."""
    if result is None:
        return "-"
    if result.get("proven") == "failed":
        return "failed"
    value, low, high = (f"{round(each):,}" for each in
                        reach_of(result["rounds"]))
    ends = "" if low == value == high else f" ({low} to {high})"
    return f"{'' if is_sure(result) else '? '}{value}{ends}"


def table_of(run: Run, cores: int, percent: int) -> list[str]:
    """A line an executor, ours before the others; none where none was
    measured."""
    found: dict[str, dict[str, dict]] = {}
    for r in run.of("result"):
        if (r["experiment"], r["cores"], r["params"].get("percent")) == (
                "metg", cores, percent):
            executor, _, pattern = r["variant"].partition("/")
            found.setdefault(executor, {})[pattern] = r
    if not found:
        return []
    unit = units_of([r for each in found.values() for r in each.values()],
                    run.context, "ticks")
    return [f"METG({percent} %) on {counted(cores, 'core')}, {unit} a task:",
            "", f"| executor | {' | '.join(PATTERNS)} |",
            "|" + "---|" * (1 + len(PATTERNS)),
            *(f"| `{name}` | " + " | ".join(
                cell(found[name].get(pattern)) for pattern in PATTERNS) + " |"
              for name in sorted(found, key=peer_rows.is_guest)), ""]


def lines_of(run: Run) -> list[str]:
    """Where it was measured, the floors, and a table for each number of cores
    and share of the peak."""
    floors = peer_rows.floors_of(run)
    widths = sorted({r["cores"] for r in run.of("result")
                     if r["experiment"] == "metg"})
    tables = [line for cores in widths for percent in (50, 90)
              for line in table_of(run, cores, percent)]
    return [*peer_log.machine(run.context), "floors: " + (", ".join(
        f"{name} {ticks:.2f}" for name, ticks in floors.items())
        or "not measured"), "", *tables] if tables else []


@click.command()
@click.argument("logs", nargs=-1, metavar="[LOG ..]",
                type=click.Path(path_type=Path))
def main(logs: tuple[Path, ...]) -> None:
    """Prints the tables of each LOG."""
    for log in logs or (Path("build/peers/metg.log"),):
        try:
            runs = runs_in(str(log))
        except Unreadable as why:
            peer_log.stop(Status.NO_LOG, f"{log}: {why}; make it: make peers")
        lines = [line for run in runs for line in lines_of(run)]
        if not all(run.complete for run in runs):
            peer_log.stop(Status.INCOMPLETE, f"{log} is damaged or not whole")
        if not lines:
            peer_log.stop(Status.NO_LOG, f"{log} has no row of metg; measure "
                          "it: bench=floor,metg")
        click.echo("\n".join(lines))


if __name__ == "__main__":
    main()
