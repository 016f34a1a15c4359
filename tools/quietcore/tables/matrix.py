# SPDX-License-Identifier: MIT
"""The pairs of cores in a `series` (columns from, to, ticks) as a matrix."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.tables.results import MARKS
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import GAP, Cell, Grid
from quietcore.terminal.numbers import number
from quietcore.terminal.printing import say, show_grid

#: variant, unit, {(from, to): ticks}, and above what a pair was disturbed
Matrix = tuple[str, str, dict[tuple[int, int], float], float]


def matrices(run: Run, wanted: str = "ticks") -> Iterator[Matrix]:
    """Each matrix of the run, its parts joined, in the log's order."""
    found: dict[tuple, Matrix] = {}
    for record in run.series:
        if record["columns"][:3] != ["from", "to", "ticks"] or not record["rows"]:
            continue
        key = (record["experiment"], record["variant"], record["cores"])
        unit = unit_of(record, run.context, wanted)
        calm = unit.of(record.get("calm_most")) or math.inf
        _, _, pairs, _ = found.setdefault(key, (" ".join(key[:2]), unit.name, {}, calm))
        pairs.update({(row[0], row[1]): unit.of(row[2]) for row in record["rows"]})
    yield from found.values()


def shade(value: float, least: float, most: float) -> str:
    """Near pairs green, far ones red, by thirds of the way between."""
    third = (most - least) / 3
    if value < least + third or not third:
        return "green"
    return "yellow" if value < least + 2 * third else "red"


def cores_of(matrix: Matrix) -> list[int]:
    """The cores that hand over, in order."""
    return sorted({core for pair in matrix[2] for core in pair})


def text_of(value: float, matrix: Matrix) -> str:
    """A pair's figure, with a mark where it was disturbed."""
    return MARKS["disturbed"] * (value > matrix[3]) + number(value)


def matrix_table(matrix: Matrix, width: int) -> Grid:
    """Rows give, columns take: the first cores, as many as fit."""
    pairs, cores = matrix[2], cores_of(matrix)
    least, most = min(pairs.values()), max(pairs.values())
    cell = max(len(text_of(value, matrix)) for value in pairs.values())
    fitting = (width - len(str(cores[-1]))) // (cell + GAP)
    shown = cores[:max(1, fitting)]
    grid = Grid(["", *map(str, shown)])
    for giver in shown:
        values = (pairs.get((giver, taker)) for taker in shown)
        grid.add(Cell(str(giver), "bold"), *(
            Cell(".", "dim") if value is None
            else Cell(text_of(value, matrix), shade(value, least, most))
            for value in values))
    return grid


def show_matrices(run: Run, console: Console, wanted: str) -> None:
    """Each matrix under its title; what is left out is said below it."""
    for matrix in matrices(run, wanted):
        name, unit, pairs, calm = matrix
        cores = cores_of(matrix)
        grid = matrix_table(matrix, console.width)
        say(console, f"{name}: {unit}, half a trip from row's core to column's and back; "
            f"{number(min(pairs.values()))} to {number(max(pairs.values()))}")
        show_grid(grid, console)
        if max(pairs.values()) > calm:
            say(console, f"{MARKS['disturbed']} disturbed: above {number(calm)}.", "dim")
        left_out = len(cores) - len(grid.columns) + 1
        if left_out > 0:
            say(console, f"Left out here: {left_out} of {len(cores)} cores (a "
                "wider terminal, --width N, qc parse --format json).", "dim")
        say(console, "")
