# SPDX-License-Identifier: MIT
"""The pairs of cores in a `series` (columns from, to, ticks) as a matrix."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quietcore.log import Run
from quietcore.numbers import number

#: Columns of a matrix that a terminal takes; the rest is summed up.
SHOWN = 16

#: variant, unit, {(from, to): ticks}
Matrix = tuple[str, str, dict[tuple[int, int], float]]


def matrices(run: Run) -> Iterator[Matrix]:
    """Each matrix of the run, its parts joined, in the log's order."""
    found: dict[tuple, Matrix] = {}
    for record in run.of("series"):
        if record["columns"][:3] != ["from", "to", "ticks"]:
            continue
        key = (record["experiment"], record["variant"], record["cores"])
        _, _, pairs = found.setdefault(
            key, (" ".join(key[:2]), record.get("unit", ""), {}))
        pairs.update({(row[0], row[1]): row[2] for row in record["rows"]})
    yield from found.values()


def shade(value: float, least: float, most: float) -> str:
    """Near pairs green, far ones red, by thirds of the way between."""
    if most <= least:
        return "green"
    return ("green", "yellow", "red")[
        min(2, int(3 * (value - least) / (most - least)))]


def cores_of(matrix: Matrix) -> list[int]:
    """The cores that hand over, in order."""
    return sorted({core for pair in matrix[2] for core in pair})


def matrix_table(matrix: Matrix) -> Table:
    """Rows give, columns take: the first SHOWN cores."""
    _, _, pairs = matrix
    cores = cores_of(matrix)
    least, most = min(pairs.values()), max(pairs.values())
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    for core in cores[:SHOWN]:
        table.add_column(str(core), justify="right", no_wrap=True)
    for giver in cores[:SHOWN]:
        row = [Text(str(giver), style="bold")]
        for taker in cores[:SHOWN]:
            value = pairs.get((giver, taker))
            row.append(Text("." if value is None else number(value),
                            style="dim" if value is None
                            else shade(value, least, most)))
        table.add_row(*row)
    return table


def show_matrices(run: Run, console: Console) -> None:
    """Each matrix under its title; what is left out is said below it."""
    for matrix in matrices(run):
        name, unit, pairs = matrix
        left_out = len(cores_of(matrix)) - SHOWN
        console.print(f"{name}: {unit} one way, from the row's core to the "
                      f"column's; {number(min(pairs.values()))} to "
                      f"{number(max(pairs.values()))}")
        console.print(matrix_table(matrix))
        if left_out > 0:
            console.print(f"{left_out} of {SHOWN + left_out} cores are not "
                          "shown (qc parse --format json has them)")
        console.print()
