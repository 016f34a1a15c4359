# SPDX-License-Identifier: MIT
"""Scales, colours and elements, without any log."""

import re

import make_log
import pytest
import svgs
from quietcore.report.draw.chart import beside
from quietcore.report.draw.frame import (
    GREY, LOOKS, RIGHT, SMALL, Scale, below, cut, short, span)
from quietcore.report.draw.heat import shade
from quietcore.report.draw.model import (
    Axis, Cell, Chart, Curve, Dot, Dots, Drawing, Heat, Lanes, Point, Rule, Segment)
from quietcore.report.draw.svg import DARK, DASHES, LIGHT, SHAPES, el, sheet
from quietcore.report.pictures.making import own_look, value_of


def drawing(shape):
    return Drawing("x", "A title", "What is seen.", shape)


def places(shape, word="mark"):
    """Where the marks of a plot lie."""
    [plot] = svgs.of_class(svgs.parsed(drawing(shape)), "plot")
    return [tuple(map(float, re.findall(r"-?[\d.]+", e.get("transform"))))
            for e in svgs.of_class(plot, word)]


@pytest.mark.parametrize("low, high, log, value, place", [
    (0, 10, False, 5, 50), (0, 10, False, 0, 0), (1, 100, True, 10, 50),
    (1, 100, True, 100, 100), (2, 4, False, 2.5, 25)])
def test_a_scale_puts_figures_in_their_place(low, high, log, value, place):
    assert Scale(low, high, 0, 100, log).at(value) == pytest.approx(place)


@pytest.mark.parametrize("low, high, log, marks", [
    (0, 10, False, [0, 2, 4, 6, 8, 10]), (0, 1, False, [0, .2, .4, .6, .8, 1]),
    (1, 1000, True, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]),
    (1, 1e6, True, [10.0 ** e for e in range(7)]),
    (97, 103, False, [97, 98, 99, 100, 101, 102, 103])])
def test_marks_of_an_axis_are_round(low, high, log, marks):
    assert Scale(low, high, 0, 100, log).marks(6) == pytest.approx(marks)


@pytest.mark.parametrize("value, shown", [
    (0, "0"), (0.5, "0.5"), (20, "20"), (3000, "3k"), (1.5e6, "1.5M"), (2e9, "2G"), (-4000, "-4k")])
def test_marks_are_short(value, shown):
    assert short(value) == shown


@pytest.mark.parametrize("values, log, zero", [
    ([3, 9], False, True), ([3, 9], False, False), ([1, 1000], True, True),
    ([5], False, False), ([5], True, True), ([0], False, True), ([], True, True),
    ([-3, 4], False, True)])
def test_a_span_holds_all_its_values(values, log, zero):
    assert span([0, 0], False, True)[1] >= 1    # whole numbers stand beside
    assert span([0, 50], False, True) == (-1, 53)
    low, high = span(values, log, zero)
    assert low < high and all(low <= v <= high for v in values)
    assert not log or low > 0
    assert not zero or log or low <= 0


def chart(*curves, rules=(), **axis):
    return Chart(Axis("across"), Axis("up", **axis), list(curves), list(rules))


def points(*found: tuple) -> list[Point]:
    return [Point(*each) for each in found]


@pytest.mark.parametrize("curve, log, count", [
    # What cannot stand on a log axis is left out.
    (Curve("c", points((1, -4), (2, 0), (3, 10), (4, 100))), True, 2),
    # A cloud of many points has no line: its marks are all that it has.
    (Curve("c", points(*((i, i % 7 + 1) for i in range(1000))), line=False), False, 1000)])
def test_so_many_marks_are_drawn(curve, log, count):
    assert len(places(chart(curve, log=log))) == count


def test_higher_figures_lie_higher_and_later_ones_further_right():
    (x1, y1), (x2, y2), (x3, y3) = places(chart(Curve("c", points((1, 10), (2, 30), (3, 20)))))
    assert x1 < x2 < x3 and y1 > y3 > y2


def polylines(shape) -> list[list[tuple]]:
    """The lines of a picture, by their places."""
    return [[tuple(map(float, pair.split(","))) for pair in each.get("points").split()]
            for each in svgs.parsed(drawing(shape)).iter(f"{svgs.SPACE}polyline")]


def test_steps_hold_a_value_until_the_next():
    [(a, b, c)] = polylines(chart(Curve("c", points((0, 1), (5, 3)), steps=True)))
    assert a[1] == b[1] and b[0] == c[0] and c[1] < b[1]


def test_steps_end_where_nothing_lies_between():
    shape = chart(Curve("a", points((0, 9), (50, 5), (500, 1)), steps=True, apart=50))
    [plot] = svgs.of_class(svgs.parsed(drawing(shape)), "plot")
    first, last = ([x for x, _ in each] for each in polylines(shape))
    assert max(first) < min(last) - 200
    assert max(last) <= float(plot.get("width"))


def test_lines_across_have_names():
    svg = svgs.parsed(drawing(chart(
        Curve("c", points((1, 1))), rules=[Rule(5, "floor"), Rule(3, "break-even", True)])))
    assert {"floor", "break-even"} <= {*svgs.texts(svg)}
    assert svgs.of_class(svg, "flat") and svgs.of_class(svg, "tall")
    # The legend's mark is the curve's.
    assert len({mark.get("d") for mark in svgs.of_class(svg, "mark")}) == 1


def test_groups_of_a_row_lie_beside_each_other():
    dots = Dots(Axis("x"), ["one", "two"], [Dot("row", 0, Point(1, 0)), Dot("row", 1, Point(1, 0))])
    (x1, y1), (x2, y2) = places(dots)
    assert x1 == x2 and y1 != y2


def test_a_lane_is_filled_in_proportion():
    lanes = Lanes(Axis("x"), ["a", "b"], [Segment("lane", 0, 25, 0), Segment("lane", 25, 100, 1)])
    widths = [float(e.get("width")) for e in svgs.of_class(
        svgs.of_class(svgs.parsed(drawing(lanes)), "plot")[0], "segment")]
    assert widths[1] == pytest.approx(3 * widths[0], rel=0.01)
    assert lanes.table()[1] == [["lane", "a", "25.0"], ["lane", "b", "75.0"]]


def test_dark_is_far_and_all_cells_are_there():
    heat = Heat(["0", "1"], ["0", "1"], [
        Cell(0, 1, 10), Cell(1, 0, 1000, "disturbed")], "ticks", "from", "to", boxes=[(0, 1)])
    svg = svgs.parsed(drawing(heat))
    cells = [e for e in svgs.of_class(svg, "cell") if e.find(f"{svgs.SPACE}title") is not None]
    assert len(cells) == 2
    assert "disturbed" in cells[1].find(f"{svgs.SPACE}title").text
    assert cells[0].get("fill") == "rgb(253,231,37)"
    assert cells[1].get("fill") == "rgb(68,1,84)"
    key = [float(e.get("x")) for e in svgs.of_class(svgs.of_class(svg, "legend")[0], "cell")]
    assert key == sorted(key)
    [box] = svgs.of_class(svg, "box")
    assert float(box.get("x")) > 0 and float(box.get("y")) > 0


def luminance(colour):
    """Of WCAG 2.1."""
    parts = [c / 255 for c in colour]
    r, g, b = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def rgb(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("colours, ground", [(LIGHT, "#ffffff"), (DARK, "#16181b")])
def test_colours_can_be_seen_on_their_ground(colours, ground):
    """WCAG asks 3 of what is no text."""
    assert all(contrast(rgb(c), rgb(ground)) >= 3 for c in colours)


def test_looks_are_unlike_and_known_to_both_grounds():
    """No curve is told by its colour alone."""
    assert len({*SHAPES}) == len({*DASHES}) == len({*LIGHT}) == len({*DARK}) == 8
    lights = [luminance(shade(i / 20)) for i in range(21)]
    assert lights == sorted(lights, reverse=True)
    assert "prefers-color-scheme:dark" in sheet()
    assert all(c in sheet() for c in (*LIGHT, *DARK))
    assert GREY not in {own_look(i) % LOOKS for i in range(40)}
    assert len({own_look(i) for i in range(40)}) == 40


@pytest.mark.parametrize("hostile", [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>",
    "&lt;b&gt;", "' onload='alert(1)", "\x00\x1b[31m\u202e"])
def test_foreign_words_are_inert_in_an_element(hostile):
    made = str(el("text", hostile, x=hostile))
    assert "<script" not in made and "<img" not in made
    assert made.count("<") == 2 and "\x00" not in made and "\u202e" not in made
    shown = svgs.ElementTree.fromstring(made)
    assert shown.attrib.keys() == {"x"}


# ---- a file of its own ----------------------------------------------------------


def placed(svg, words):
    """The one text of these words."""
    [found] = [e for e in svg.iter(f"{svgs.SPACE}text") if "".join(e.itertext()) == words]
    return found


def test_a_file_has_its_title_and_its_notes():
    made = drawing(chart(Curve("a", points((1, 2), (2, 3)))))
    plain = svgs.parsed(made)
    made.notes = ["Short.", "A note that goes on and on " * 4]
    svg = svgs.parsed(made)
    assert "A title (x)" in svgs.texts(svg)
    assert float(placed(svg, "Short.").get("y")) > 250
    assert sum("a note" in each.lower() for each in svgs.texts(svg)) > 1
    low = [float(s.get("viewBox").split()[3]) for s in (plain, svg)]
    assert low[1] > low[0] + 40
    assert all(float(e.get("y")) < low[1] for e in svgs.of_class(svg, "faint"))


def test_a_long_title_has_several_lines():
    made = drawing(chart(Curve("a", points((1, 2)))))
    made.title = "a long title " * 8
    heads = svgs.of_class(svgs.parsed(made), "head")
    assert len(heads) > 1
    assert all(len("".join(e.itertext())) < 50 for e in heads)


@pytest.mark.parametrize("shape", [
    Dots(Axis("x"), [""], [Dot("w" * 26, 0, Point(1, 0))]),
    Lanes(Axis("x"), ["a"], [Segment("w" * 28, 0, 1, 0)])])
def test_the_longest_name_has_room(shape):
    svg = svgs.parsed(drawing(shape))
    [plot] = svgs.of_class(svg, "plot")
    name = next(each for each in svgs.texts(svg) if each.startswith("w"))
    assert cut(name, len(name) - 1) == f"{name[:-2]}…"
    assert "…" not in name and float(plot.get("x")) - 8 >= 8 * len(name)


@pytest.mark.parametrize("p50, low, high", [(11, 10, 12), (40, 10, 90)])
def test_a_whisker_goes_through_its_mark(p50, low, high):
    """Of the clean rounds, unless the figure lies among all of them only."""
    row = make_log.result(p50=p50, rounds=[10, 12, 80, 90], disturbed_rounds=[2, 3])
    value = value_of(row)
    assert (value.low, value.high) == (low, high)


# ---- words keep inside the picture -----------------------------------------------


@pytest.mark.parametrize("letters, anchor, at, small", [
    (20, "middle", 150, False), (50, "end", 300 + RIGHT, False), (64, "end", 300 + RIGHT, True)])
def test_a_long_title_ends_where_the_picture_does(letters, anchor, at, small):
    title = str(below("x" * letters, 40, 300))
    assert f'text-anchor="{anchor}"' in title and f'x="{at}"' in title
    assert ("small" in title) == small


@pytest.mark.parametrize("place, size, at, anchor", [
    (100, 200, 104, "start"), (350, 100, 346, "end"), (250, 300, 400 + RIGHT, "end")])
def test_the_name_of_a_line_stands_where_it_fits(place, size, at, anchor):
    assert beside(place, size, 400) == (at, anchor)
    assert beside(250, 60, 400, True) == (246, "end")


@pytest.mark.parametrize("at", [[90, 95, 99], [1, 50, 99], [1, 2, 3]])
def test_names_of_upright_lines_cross_no_other_line(at):
    svg = svgs.parsed(drawing(chart(
        Curve("c", points((0, 1), (100, 2))),
        rules=[Rule(value, "a name of some length", True) for value in at])))
    names = [e for e in svgs.of_class(svg, "tall") if e.tag.endswith("text")]
    lines = [(float(e.get("x1")), float(e.get("y1")))
             for e in svgs.of_class(svg, "tall") if e.tag.endswith("line")
             and float(e.get("y1")) < 0]
    assert len(names) == len(lines) == len(at)
    for name in names:
        x, y = float(name.get("x")), float(name.get("y"))
        size = 21 * SMALL
        ends = (x - size, x) if name.get("text-anchor") == "end" else (x, x + size)
        assert not [line for line, top in lines if ends[0] < line < ends[1] and top < y - 8]
