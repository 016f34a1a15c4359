# SPDX-License-Identifier: MIT
"""The picture: how many gaps of at least a length each machine has a second."""

from __future__ import annotations

from quietcore.log.reading import Run
from quietcore.report.draw.drawing import as_file
from quietcore.report.draw.model import Axis, Chart, Curve, Drawing, Point, Rule

from silence.machines import Boot
from silence.measured import Gaps, gaps_of
from silence.table import MODES, watching


def points(gaps: Gaps) -> list[Point]:
    """A point where a bin begins which holds gaps."""
    return [Point(begin * 1e6 / gaps.hz,
                  gaps.least(begin) / gaps.seconds / gaps.cores)
            for begin, _ in gaps.lengths if begin * 1e6 >= gaps.hz]


def name_of(boot: Boot) -> str:
    """Of its curve."""
    return f"{boot.title}, {boot.cores}c {boot.accelerator.name}"


def drawing(runs: list[tuple[Boot, Run]]) -> Drawing:
    """Of those which watched. A machine without a gap has a line of its own:
    fewer than one in all that it watched."""
    curves, rules = [], []
    for boot, run in watching(runs):
        gaps = gaps_of(run)
        if not gaps or boot.kept and not gaps.gaps:
            continue    # the line of a machine without a gap is there already
        if gaps.gaps:
            curves.append(Curve(name_of(boot), points(gaps), len(curves),
                                len(curves), steps=False))
        else:
            rules.append(Rule(1 / gaps.seconds / gaps.cores,
                              f"{name_of(boot)}: no gap, below this line"))
    modes = dict.fromkeys(MODES[boot.accelerator.name][1] for boot, _ in watching(runs))
    return Drawing(
        "silence", f"Gaps: {', '.join(modes)}",
        "How many gaps of at least a length come in a second on a core: a line "
        "each machine that has any.",
        Chart(Axis("length, us by the machine's own clock", log=True,
                   zero=False),
              Axis("gaps of at least that length, a second and core", log=True,
                   zero=False), curves, rules))


def picture(runs: list[tuple[Boot, Run]]) -> bytes:
    """As SVG."""
    return as_file(drawing(runs))
