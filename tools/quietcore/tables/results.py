# SPDX-License-Identifier: MIT
"""All results of a run as one table, and what is to be doubted of a row: words, and a mark where
there is no room, as in the image's tables (bench/report/table.c).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter

from quietcore.conclusions.rounds import NO_ROUND, reach_of
from quietcore.conclusions.rows import round_of
from quietcore.conclusions.sentence import figure
from quietcore.log.runs import Run
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import ORDER, Cell, Grid, words
from quietcore.terminal.numbers import number
from quietcore.terminal.text import sparkline

VALUES = ("min", "p50", "p90", "p99", "p999", "max", "mean", "mad")
HEADINGS = ("min", "p50", "p90", "p99", "p99.9", "max", "mean", "mad")
NAME_LEAST = 28  # columns of a name before it goes on below

#: So that a row of them keeps to a line. bench/report/table.c has the same.
SHORTER = {"producers": "p", "consumers": "c", "inside": "in", "outside": "out"}

MARKS = {"disturbed": "~", "turns": "<", "oversubscribed": "<", "not_proven": "?", "failed": "!"}
MEAN = "~ disturbed, < cores take turns; ranked nowhere: ? not proven, ! wrong"


def quiet_words(result: dict) -> list[str]:
    """Nothing of a row in which nothing disturbed."""
    disturbed = result.get("quiet", "clean") != "clean"
    turns = "oversubscribed" if result.get("oversubscribed") else "turns"
    return ["disturbed"] * disturbed + [turns] * bool(result.get("crowded"))


def proven_words(result: dict) -> list[str]:
    """Nothing of a row that is right."""
    proven = result.get("proven", "ok")
    return [proven] * (proven != "ok")


def cell_of(said: list[str], style: str, otherwise: str) -> Cell:
    """The words in that style, or what stands where there are none."""
    if not said:
        return Cell(otherwise)
    return Cell(", ".join(said), style, "".join(MARKS.get(word, "") for word in said))


def parameters(result: dict) -> str:
    """`params` as words; the mode is told by the batch column."""
    return " ".join(f"{SHORTER.get(key, key)}={value}"
                    for key, value in result["params"].items()
                    if key != "mode")


def table_of(rows: list[dict], columns: list, order: tuple[str, ...],
             cells: Callable[[dict], list]) -> Grid:
    """A line a row under the name of its experiment: its name, cores, cells, and whether it is
    proven where one is not."""
    doubted = any(map(proven_words, rows))
    proven = columns.index("proven")
    columns[proven:proven + 1] = words("proven") * doubted
    grid = Grid([*words("experiment, variant", least=NAME_LEAST), "cores", *columns], order,
                elsewhere="qc parse --format csv", marks=MEAN)
    for experiment, its in groupby(rows, itemgetter("experiment")):
        grid.head(experiment)
        for row in its:
            told = cells(row)
            told[proven:proven] = [cell_of(proven_words(row), "bold red", "ok")] * doubted
            grid.add(f"  {row['variant']} {parameters(row)}".rstrip(), row["cores"], *told)
    return grid


def results_table(run: Run, wanted: str = "ticks", pictured: str | None = "") -> Grid:
    """One row a result; with a sparkline of its rounds in that encoding, where there is one."""
    def cells(row: dict) -> list:
        unit = unit_of(row, run.context, wanted)
        return [row["batch"], row["n"], *(number(unit.of(row[name])) for name in VALUES),
                cell_of(quiet_words(row), "yellow", "clean"),
                *[sparkline(row["rounds"], pictured)] * bool(pictured)]

    return table_of(run.of("result"), ["batch", "n", *HEADINGS, *words("quiet"), "proven",
                                       *words("rounds") * bool(pictured)],
                    ORDER["experiment" if pictured else "results"], cells)


def quantities_table(run: Run) -> Grid | None:
    """One row a quantity, each in its own unit; None where there is none."""
    def cells(row: dict) -> list:
        clean = [each for each in map(round_of, row["rounds"]) if each != NO_ROUND]
        return [*map(figure, reach_of(clean)), f"{len(clean)} of {len(row['rounds'])}", row["unit"]]

    rows = run.of("quantity")
    return table_of(rows, ["median", "low", "high", "clean", *words("unit"), "proven"],
                    ("proven", "clean"), cells) if rows else None
