# SPDX-License-Identifier: MIT
"""Which columns of a table stay on a narrow terminal, and how wide."""

import io

import pytest
from rich.console import Console

from quietcore.tables.articles import count, series_grid
from quietcore.terminal.layout import (
    ALONE, Cell, Column, Grid, fit, shape_without, shapes)
from quietcore.terminal.printing import show_grid


def grid(order=("b", "c"), rows=(("name", "1", "22", "-"),)) -> Grid:
    """Columns of 6, 3, 3 and 3 at most, with two blanks between."""
    made = Grid([Column("name", left=True, least=3), Column("b"),
                 Column("ccc", key="c"), Column("d")], order, marks="! bad")
    for row in rows:
        made.add(*row)
    return made


def test_the_widest_cell_or_line_of_a_heading_makes_a_column():
    made = Grid([Column("a\nlong"), Column("b"), Column("漢")])
    made.add("1", "123", "x")
    made.add("a heading as wide as can be")
    assert made.natural == [4, 3, 2]


@pytest.mark.parametrize("order, dropped, alone", [
    (("b", "d", "c"), [[], ["d"], ["d", "b"], ["d", "b", "c"]], 0),   # silent ones first
    (("none", "b"), [[], ["b"]], 0), (("b", ALONE, "c"), [[], ["b"]], 3)])
def test_columns_go_in_their_order_and_names_stand_alone_in_their_turn(order, dropped, alone):
    found = [*shapes(grid(order))]
    assert [shape.dropped for shape in found][:len(dropped)] == dropped
    if alone:
        assert [shape.dropped for shape in found if shape.alone] == [[], ["b"], ["b", "c"]]
        assert len(found) == 5 and found[2].widths[0] == 2


@pytest.mark.parametrize("width, widths", [
    (99, {0: 4, 1: 1, 2: 3, 3: 1}), (15, {0: 4, 1: 1, 2: 3, 3: 1}),
    (14, {0: 3, 1: 1, 2: 3, 3: 1}), (13, {0: 4, 2: 3, 3: 1}),
    (11, {0: 3, 2: 3, 3: 1}), (10, {0: 4, 3: 1}), (6, {0: 3, 3: 1}),
    (1, {0: 2, 3: 1})])
def test_what_fits_is_shown_and_words_take_what_is_left(width, widths):
    assert fit(grid(), width).widths == widths


def test_marks_stay_where_their_column_goes():
    made = grid(("c",), (("x", "1", Cell("bad", "yellow", "!"), "2"), ("y",),
                         ("z", "1", Cell("fine", "green"), "2")))
    shape = fit(made, 12)
    assert shape.dropped == ["c"] and shape.marks == {2}
    assert shape.widths == {0: 3, 1: 1, 2: 1, 3: 1} and shape.total == 12
    made.add("w", "1", Cell("odd", "", "!?"), "2")
    assert shape_without(made, ["c"], False).widths[2] == 2
    assert fit(grid(("c",), (("x", "1", Cell("ok", "green"), "2"),)), 12).marks == set()


def test_marks_are_explained_where_one_is_shown():
    made = grid(("c",), (("x", "1", Cell("bad", "yellow", "!"), "2"),
                         ("z", "1", "ok", "2")))
    for width, lines in ((12, ["x    1  !  2", "z    1     2", "! bad."]),
                         (14, ["x    1  bad  2", "z    1   ok  2"])):
        paper = Console(file=io.StringIO(), width=width)
        show_grid(made, paper)
        assert paper.file.getvalue().splitlines()[1:] == lines


def test_of_a_series_the_last_columns_go_first():
    made = series_grid(["a", "b", "c"], "title")
    assert made.order == ("c", "b") and made.title == "title"
    assert made.elsewhere == "qc parse --format json"


@pytest.mark.parametrize("value, text", [
    (99999, "99999"), (100000, "100k"), (-99999, "-99999"), (-100000, "-100k"),
    (1.25, "1.25"), ("x", "x"), (None, "None")])
def test_long_counts_are_shortened(value, text):
    assert count(value) == text
