# SPDX-License-Identifier: MIT
"""A drawing as SVG, whatever its shape is."""

from __future__ import annotations

from markupsafe import Markup

from quietcore.report.draw.chart import draw_chart
from quietcore.report.draw.frame import BOLD, SMALL, WIDTH, Sketch, block, of_scale
from quietcore.report.draw.heat import draw_heat
from quietcore.report.draw.model import Chart, Dots, Drawing, Heat, Lanes
from quietcore.report.draw.names import draw_dots, draw_lanes
from quietcore.report.draw.svg import el, sheet

HOW = {Chart: draw_chart, Dots: draw_dots, Lanes: draw_lanes, Heat: draw_heat}


def outer(drawing: Drawing, sketch: Sketch, high: float, *parts: Markup, **more: str) -> Markup:
    """The whole picture."""
    return el("svg", el("title", drawing.title), el("desc", drawing.says), *parts,
              viewBox=f"0 0 {WIDTH} {high:.0f}", class_="qc", role="img",
              aria_label=f"{drawing.title}. {drawing.says}", data_x=of_scale(sketch.x),
              data_y=of_scale(sketch.y), **more)


def drawn(drawing: Drawing) -> Markup:
    """For a page, which has the rules of svg.sheet()."""
    sketch = HOW[type(drawing.shape)](drawing.shape)
    return outer(drawing, sketch, sketch.height, *sketch.parts)


def as_file(drawing: Drawing) -> bytes:
    """A file of its own, with its rules and a ground; its title and its notes,
    which stand beside it on a page, above and below."""
    sketch = HOW[type(drawing.shape)](drawing.shape)
    above, high = block(f"{drawing.title} ({drawing.name})", BOLD, 17, 19, "head")
    high -= 10
    low, notes = high + sketch.height + 10, []
    for note in drawing.notes:
        lines, low = block(note, SMALL, low, 14, "small faint")
        notes += lines
    whole = low - 10 + (4 if notes else 0)
    ground = el("rect", x="0", y="0", width=str(WIDTH), height=f"{whole:.0f}", class_="paper")
    picture = outer(
        drawing, sketch, whole, el("style", Markup(sheet())), ground, *above,
        el("g", *sketch.parts, transform=f"translate(0 {high:.0f})"), *notes,
        xmlns="http://www.w3.org/2000/svg", width=str(2 * WIDTH), height=f"{2 * whole:.0f}")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture}\n'.encode()
