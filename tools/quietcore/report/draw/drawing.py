# SPDX-License-Identifier: MIT
"""A drawing as SVG, whatever its shape is."""

from __future__ import annotations

from markupsafe import Markup

from quietcore.report.draw import chart, dots, heat, lanes
from quietcore.report.draw.frame import alone
from quietcore.report.draw.model import Chart, Dots, Drawing, Heat, Lanes

HOW = {Chart: chart.draw, Dots: dots.draw, Lanes: lanes.draw, Heat: heat.draw}


def drawn(drawing: Drawing) -> Markup:
    """For a page, which has the rules of style.sheet()."""
    return HOW[type(drawing.shape)](drawing.shape, drawing.title,
                                    drawing.says)[0]


def as_file(drawing: Drawing) -> bytes:
    """A file of its own."""
    return str(alone(*HOW[type(drawing.shape)](
        drawing.shape, drawing.title, drawing.says),
        f"{drawing.title} ({drawing.name})", drawing.notes)).encode()
