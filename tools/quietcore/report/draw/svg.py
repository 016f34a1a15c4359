# SPDX-License-Identifier: MIT
"""Elements of SVG and HTML as text in which foreign words are inert, and the
rules of how curves look.

The colours are those of Okabe and Ito (Color Universal Design, 2008) without
yellow, which is faint on white; each has a lighter one for dark pages. Each has
a shape and a dash beside it, so that none is told by its colour alone.
"""

from __future__ import annotations

from markupsafe import Markup, escape

from quietcore.terminal.text import plain

Attribute = str | int | float | None


def text_of(value: object) -> Markup:
    """A foreign text: one line, no control characters, nothing that is markup."""
    return escape(plain(value))


def rounded(value: float) -> str:
    """A coordinate with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def attribute(name: str, value: Attribute) -> str:
    """` name="value"`; class_ is class, data_x is data-x."""
    shown = rounded(value) if isinstance(value, float) else text_of(value)
    return f' {name.rstrip("_").replace("_", "-")}="{shown}"'


def el(name: str, *children: object, **attributes: Attribute) -> Markup:
    """An element. Texts among its children are escaped, attributes of None
    left out."""
    opening = name + "".join(attribute(key, value) for key, value
                             in attributes.items() if value is not None)
    inner = "".join(child if isinstance(child, Markup) else text_of(child)
                    for child in children if child is not None)
    return Markup(f"<{opening}>{inner}</{name}>" if inner else f"<{opening}/>")


def text(x: float, y: float, words: object, **attributes: Attribute) -> Markup:
    """A line of text at a place."""
    return el("text", str(words), x=float(x), y=float(y), **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> Markup:
    """A straight line."""
    return el("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


# ---- looks -----------------------------------------------------------------------

LIGHT = ("#0072b2", "#c44e00", "#00805e", "#a4487a", "#2b8cc4", "#a86e00", "#5b5b5b", "#7a3e9d")
DARK = ("#56b4e9", "#ff9a5c", "#2ed6a4", "#e79ac4", "#9bd4f5", "#f0b93a", "#c0c0c0", "#c79bea")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 4", "12 4", "4 2 1 2")
#: Outlines about (0, 0), some 9 wide: circle, square, triangle, diamond, ...
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.8L4.6 3.6H-4.6z", "M0-5L5 0L0 5L-5 0z", "M0 4.8L4.6-3.6H-4.6z",
    "M-4.6-1.5h3.1v-3.1h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1z",
    "M-5 0L0-3L5 0L0 3z", "M0-5L3 0L0 5L-3 0z")
#: ink, faint ink, lines of the grid, ground
GROUNDS = (("#1a1a1a", "#595959", "#d9d9d9", "#ffffff"),
           ("#ececec", "#b0b0b0", "#3d3d3d", "#16181b"))


def colour_rules(colours: tuple[str, ...], ground: tuple[str, ...]) -> str:
    """The rules that differ between light and dark."""
    ink, faint, grid, paper = ground
    rules = [
        f"svg.qc text{{fill:{ink}}}svg.qc text.faint{{fill:{faint}}}",
        f"svg.qc .paper{{fill:{paper}}}",
        f"svg.qc .grid{{stroke:{grid}}}svg.qc .axis{{stroke:{faint}}}",
        f"svg.qc .rule{{stroke:{faint}}}",
        f"svg.qc .mark.open{{fill:{paper}}}",
        f"svg.qc .box{{stroke:{ink}}}"]
    for i, colour in enumerate(colours):
        rules.append(f"svg.qc .c{i}{{stroke:{colour};fill:{colour}}}")
        rules.append(f"svg.qc .mark.open.c{i}{{fill:{paper}}}")
    return "".join(rules)


def sheet() -> str:
    """The rules of every picture, in a page or alone."""
    common = (
        "svg.qc{font:13px system-ui,'DejaVu Sans',sans-serif}"
        "svg.qc .name{font-weight:600}"
        "svg.qc .head{font-size:15px;font-weight:600}"
        "svg.qc .small{font-size:11px}"
        "svg.qc .mark{stroke-width:1.5}"
        "svg.qc .line{stroke-width:2;stroke-linejoin:round}"
        "svg.qc polyline.line{fill:none!important}"
        "svg.qc .grid{stroke-width:1}"
        "svg.qc .rule{stroke-width:1.3;stroke-dasharray:6 3}"
        "svg.qc .whisker{stroke-width:1.5;opacity:.7}"
        "svg.qc .ground{fill:none;pointer-events:all}"
        "svg.qc .box{fill:none;stroke-width:2;pointer-events:none}"
        "svg.qc .segment{stroke:none!important}"
        "svg.qc .many .cell{fill:none;shape-rendering:crispEdges}"
        "svg.qc text{stroke:none!important}")
    dashes = "".join(f"svg.qc .d{i}{{stroke-dasharray:{dash}}}"
                     for i, dash in enumerate(DASHES) if dash)
    return (common + dashes + colour_rules(LIGHT, GROUNDS[0])
            + "@media screen and (prefers-color-scheme:dark){"
            + colour_rules(DARK, GROUNDS[1]) + "}")
