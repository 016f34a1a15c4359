# SPDX-License-Identifier: MIT
"""A comparison on a terminal: the counts first, then what differs."""

from __future__ import annotations

from rich.console import Console

from quietcore.compare.compared import (
    EQUIVALENT, FASTER, INCONCLUSIVE, LEFT_OUT, SLOWER, VERDICTS, Compared,
    Comparison)
from quietcore.compare.measured import Side
from quietcore.compare.verdict import CHANCE, CHANCE_OF_ROUNDS, boots_needed
from quietcore.log.trust import banner, clock_doubt, lesser
from quietcore.terminal.layout import ORDER, Cell, Column, Grid
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grid

STYLES = {SLOWER: "bold red", FASTER: "green", EQUIVALENT: "",
          INCONCLUSIVE: "dim", LEFT_OUT: "yellow"}
NAME_LEAST = 28


def heading(side: Side) -> str:
    """What a side is of."""
    c = side.context
    return (f"{side.name}  {c['version']} ({c['git'] or 'no revision'}"
            f"{', changed' if c['dirty'] else ''}), {lesser(c)}, {c['cpu']}, "
            f"{counted(len(side.runs), 'boot')}")


def basis(found: Comparison) -> str:
    """What is compared with what, and how finely."""
    if found.like.exact:
        return ("Both sides count instructions: any difference is one, and "
                "none is chance.")
    rows = [row.threshold for row in found.rows if row.threshold]
    finest = f"{100 * min(rows):.3g}" if rows else "-"
    coarsest = f"{100 * max(rows):.3g}" if rows else "-"
    span = finest if finest == coarsest else f"{finest} to {coarsest}"
    unit = "boot" if found.boots else "round"
    chance = CHANCE if found.boots else CHANCE_OF_ROUNDS
    return (f"The unit is the {unit}. Nothing finer is claimed than {span} %; "
            f"by chance alone at most {100 * chance:g} % of an experiment's "
            "claims.")


def counts(found: Comparison) -> str:
    """`2 slower, 30 equivalent, ...`."""
    return ", ".join(f"{found.count(word)} {word}" for word in VERDICTS
                     if found.count(word) or word == SLOWER)


def few(found: Comparison) -> str:
    """Where too few samples can decide, and how many would; "" if not."""
    rows = [row for row in found.rows if row.few]
    if not rows:
        return ""
    groups = [len(group) for _, group in found.experiments()
              if any(row.few for row in group)]
    return (f"Too few samples: {counted(len(rows), 'row')} could not come out "
            f"alone, whatever was measured; {boots_needed(max(groups))} boots "
            "a side can tell each (qc run --boots).")


def missing(found: Comparison) -> list[str]:
    """What only one side has."""
    return [f"Only {side} has {counted(len(keys), 'row')}: "
            + "; ".join(f"{key.experiment} {key.name} ({key.cores})"
                        for key in keys[:3]) + ("; ..." if keys[3:] else "")
            for side, keys in (("old", found.gone), ("new", found.added)) if keys]


def notes(found: Comparison) -> list[str]:
    """All that stands beside the figures."""
    told = [f"NOT ALIKE: {text}" for text in found.like.refused]
    told += [f"Beware: {text}" for text in found.like.warnings]
    return told + missing(found) + [text for text in (few(found),) if text]


def p_text(row: Compared) -> str:
    """The chance of such a difference, rounded; counts know none."""
    if row.exact:
        return "-"
    return f"{row.p:.2g}" if row.p >= 0.001 else "<0.001"


def cells(row: Compared) -> list[str | Cell]:
    """A row of the table."""
    from statistics import median

    old, new = (number(median(values)) if values else "-"
                for values in row.values)
    interval = "exact" if row.exact else "-"
    if row.ratio and not row.exact:
        interval = f"{row.ratio.low:.3f} to {row.ratio.high:.3f}"
    ratio = f"{row.ratio.value:.3f}" if row.ratio else "-", interval
    verdict = row.verdict + (f": {row.reason}" if row.reason else "")
    return [f"  {row.key.name}", str(row.key.cores), old, new, *ratio,
            p_text(row), Cell(verdict, STYLES[row.verdict], row.verdict)]


def wanted(row: Compared, everything: bool) -> bool:
    """Whether a row stands in the table."""
    return everything or row.verdict in (SLOWER, FASTER, LEFT_OUT)


def table(found: Comparison, everything: bool) -> Grid:
    """The rows, under the names of their experiments."""
    grid = Grid([Column("experiment, variant", left=True, least=NAME_LEAST),
                 *(Column(name) for name in ("cores", "old", "new", "new/old",
                                             "interval", "p")),
                 Column("verdict", left=True)], ORDER["compare"])
    for name, group in found.experiments():
        shown = [row for row in group if wanted(row, everything)]
        if shown:
            grid.add(Cell(name, "bold cyan"))
        for row in shown:
            grid.add(*cells(row))
    return grid


def show_comparison(found: Comparison, console: Console,
                    everything: bool) -> None:
    """All of it."""
    for side in (found.old, found.new):
        say(console, heading(side), "bold cyan")
    marks = dict.fromkeys(filter(None, (
        said(side.context) for said in (clock_doubt, banner)
        for side in (found.old, found.new))))
    for text in (*marks, *notes(found)):
        say(console, text, "yellow")
    say(console, basis(found))
    say(console, f"{counted(len(found.rows), 'row')}: {counts(found)}.",
        "bold red" if found.count(SLOWER) else "bold")
    grid = table(found, everything)
    if grid.rows:
        say(console, "")
        show_grid(grid, console)
    left = sum(not wanted(row, everything) for row in found.rows)
    if left:
        say(console, f"{counted(left, 'row')} more with --all.", "dim")
