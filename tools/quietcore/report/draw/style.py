# SPDX-License-Identifier: MIT
"""How curves look: colours that the colour-blind tell apart, and beside each a
shape and a dash, so that none is told by its colour alone.

The colours are those of Okabe and Ito (Color Universal Design, 2008) without
yellow, which is faint on white; each has a lighter one for dark pages.
"""

from __future__ import annotations

LIGHT = ("#0072b2", "#c44e00", "#00805e", "#a4487a", "#2b8cc4", "#a86e00",
         "#5b5b5b", "#7a3e9d")
DARK = ("#56b4e9", "#ff9a5c", "#2ed6a4", "#e79ac4", "#9bd4f5", "#f0b93a",
        "#c0c0c0", "#c79bea")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 4", "12 4", "4 2 1 2")
#: Outlines about (0, 0), some 9 wide: circle, square, triangle, diamond, ...
SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-4.8L4.6 3.6H-4.6z", "M0-5L5 0L0 5L-5 0z", "M0 4.8L4.6-3.6H-4.6z",
    "M-4.6-1.5h3.1v-3.1h3v3.1h3.1v3h-3.1v3.1h-3v-3.1h-3.1z",
    "M-5 0L0-3L5 0L0 3z", "M0-5L3 0L0 5L-3 0z")
#: What a core did, by the kind of a trace, and shares by the same names.
KINDS = 8

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
