# SPDX-License-Identifier: MIT
"""Pictures of recorded logs, and what stands in an SVG."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import make_log
from in_process import read
from quietcore.log.opening import runs_in
from quietcore.report.draw.drawing import as_file
from quietcore.report.draw.model import Drawing
from quietcore.report.pictures.catalogue import drawings
from quietcore.report.pictures.logs import Log, named

LOGS = Path(__file__).parents[1] / "recorded"
SPACE = "{http://www.w3.org/2000/svg}"


def path_of(name: str) -> Path:
    """A recorded log."""
    return LOGS / f"{name}.log.gz"


@cache
def logs_of(*names: str) -> list[Log]:
    """Recorded logs, as a report has them."""
    return named([(name, run) for name in names for run in runs_in(str(path_of(name)))])


@cache
def pictures_of(*names: str) -> dict[str, Drawing]:
    """All pictures of recorded logs, by name."""
    return drawings(logs_of(*names))


def logs_with(*rows: dict, **context) -> list[Log]:
    """A made log, as a report has it."""
    return named([("a", *read(b"".join(make_log.lines([*rows], **context))))])


def drawn(*rows: dict) -> dict[str, Drawing]:
    """All pictures of a made log, by name."""
    return drawings(logs_with(*rows))


def curves(drawing: Drawing) -> dict[str, list[tuple]]:
    """The points of a chart's curves."""
    return {curve.name: [(p.x, p.y) for p in curve.points] for curve in drawing.shape.curves}


@cache
def svg_of(log: str, name: str) -> ElementTree.Element:
    """A recorded log's picture, as a file that was read."""
    return parsed(pictures_of(log)[name])


def parsed(drawing: Drawing) -> ElementTree.Element:
    """A picture as a file, read by another reader of XML."""
    return ElementTree.fromstring(as_file(drawing))


def of_class(svg: ElementTree.Element, word: str) -> list[ElementTree.Element]:
    """Elements that have a class."""
    return [e for e in svg.iter() if word in e.get("class", "").split()]


def texts(svg: ElementTree.Element) -> list[str]:
    """All that stands in it to be read."""
    return ["".join(e.itertext()) for e in svg.iter(f"{SPACE}text")]


def seen(svg: ElementTree.Element) -> list[ElementTree.Element]:
    """What shows figures: marks, stretches and cells of the plot."""
    return [e for word in ("mark", "segment", "cell", "line") for e in of_class(svg, word)]
