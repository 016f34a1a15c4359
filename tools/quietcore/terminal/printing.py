# SPDX-License-Identifier: MIT
"""What goes to a terminal goes through here: escaped, wrapped, never cut."""

from __future__ import annotations

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from quietcore.terminal.layout import GAP, Cell, Grid, Shape, fit, shapes
from quietcore.terminal.text import plain, wrapped


def put(console: Console, line: Text) -> None:
    """One line as it is: nothing is cut, nothing read as markup."""
    line.rstrip()
    console.print(line, soft_wrap=True)


def put_lines(console: Console, text: str, style: str = "") -> None:
    """A plain text over as many lines as it takes."""
    for line in wrapped(text, console.width):
        put(console, Text(line, style))


def say(console: Console, text: str, style: str = "") -> None:
    """A sentence, foreign or not."""
    put_lines(console, plain(text), style)


def padded(text: str, width: int, left: bool) -> str:
    """A cell of a line."""
    blanks = " " * (width - cell_len(text))
    return text + blanks if left else blanks + text


def put_cells(console: Console, grid: Grid, shape: Shape, cells: dict[int, list[Cell]]) -> None:
    """Lines of a row; a cell is a list of its lines."""
    for at in range(max(map(len, cells.values()))):
        line = Text()
        for i, width in shape.widths.items():
            cell = cells[i][at] if at < len(cells[i]) else Cell("")
            line.append(" " * GAP if line else "")
            line.append(padded(cell.text, width, grid.columns[i].left), cell.style)
        put(console, line)


def put_heading(console: Console, grid: Grid, shape: Shape) -> None:
    """The columns' names, on the lowest line where they have fewer."""
    texts = {i: [] if i in shape.marks or i == 0 and shape.alone
             else grid.columns[i].heading.split("\n") for i in shape.widths}
    high = max(map(len, texts.values()))
    put_cells(console, grid, shape, {
        i: [Cell(line, "bold") for line in [""] * (high - len(lines)) + lines]
        for i, lines in texts.items()})


def put_row(console: Console, grid: Grid, shape: Shape, row: list[Cell]) -> None:
    """A row of figures, or a heading amid them."""
    if len(row) == 1 or shape.alone:
        put_lines(console, row[0].text, row[0].style)
    if len(row) == 1:
        return
    cells = {}
    for i, width in shape.widths.items():
        text, style, mark = row[i]
        lines = [mark if i in shape.marks else text]
        if i == 0 and shape.alone:
            lines = [""]
        elif grid.columns[i].least:
            lines = wrapped(text, width)
        cells[i] = [Cell(line, style) for line in lines]
    put_cells(console, grid, shape, cells)


def what_is_left_out(grid: Grid, shape: Shape) -> list[str]:
    """What marks mean, and which columns went and how to have them."""
    texts = [f"{grid.marks}."] if shape.marks else []
    gone = [name for name in shape.dropped if name not in
            {grid.columns[i].name for i in shape.marks}]
    if gone:
        whole = next(shapes(grid)).total
        elsewhere = f", {grid.elsewhere}" if grid.elsewhere else ""
        texts.append(f"Left out here: {', '.join(gone)} (a terminal of {whole} columns, --width "
                     f"{whole}{elsewhere}).")
    return texts


def show_grid(grid: Grid, console: Console) -> None:
    """Title, table, and what was left out."""
    if grid.title:
        say(console, grid.title, "bold cyan")
    shape = fit(grid, console.width)
    put_heading(console, grid, shape)
    for row in grid.rows:
        put_row(console, grid, shape, row)
    for text in what_is_left_out(grid, shape):
        put_lines(console, text, "dim")


def show_grids(console: Console, *grids: Grid) -> None:
    """Each table, and an empty line."""
    for grid in grids:
        show_grid(grid, console)
        say(console, "")
