# SPDX-License-Identifier: MIT
"""The tables, as Markdown: gaps, tails, and what was found of the planted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from quietcore.log.reading import Run
from quietcore.terminal.numbers import number

from silence.machines import TWIN, Boot
from silence.measured import (
    CLASSES, FIGURES, found_of, gaps_of, interrupt_row, named_of,
    planting_words, tails_of)

#: What a tick is, and where it runs.
MODES = {"icount": ("instructions", "instructions counted"),
         "tcg": ("emulated ticks", "emulated (TCG)"),
         "kvm": ("ticks", "KVM"), "here": ("ticks", "the processor itself")}
Runs = list[tuple[Boot, Run]]


def lines(heads: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    """A table: the first column is text."""
    yield "| " + " | ".join(heads) + " |"
    yield "|---" + "|--:" * (len(heads) - 1) + "|"
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def whole(value: float) -> str:
    """A count, with commas."""
    return f"{value:,.0f}"


def lost(ppm: float) -> str:
    """A share: without an exponent, of a quiet machine to three digits."""
    return whole(ppm) if ppm >= 100 else f"{ppm:.3g}"


def unit(boot: Boot) -> str:
    """Of all lengths in its log."""
    return MODES[boot.accelerator.name][0]


def title(boot: Boot) -> str:
    """What boots of its mode have in common."""
    cores = "one core" if boot.cores == 1 else f"{boot.cores} cores"
    return f"{cores}, {MODES[boot.accelerator.name][1]}"


def watching(runs: Runs) -> Runs:
    """Those in which nothing was planted."""
    return [(boot, run) for boot, run in runs if not boot.planting]


def by_mode(runs: Runs) -> Iterator[Runs]:
    """Of one clock and so many cores each."""
    for _, group in groupby(runs, lambda pair: pair[0].mode):
        yield list(group)


# ---- gaps --------------------------------------------------------------------


def gap_heads(boot: Boot) -> list[str]:
    """The last class has no end."""
    ends = [f"to {end - 1:,}" for end in CLASSES]
    return [title(boot), "cores watched", f"watched, {unit(boot)}", "gaps",
            *ends, "longer", "lost", "longest"]


def gap_row(boot: Boot, run: Run) -> list[str]:
    """One machine's."""
    gaps = gaps_of(run)
    if not gaps:
        return [boot.title, "not watched", *[""] * 8]
    return [boot.title, str(gaps.cores), whole(gaps.watched), whole(gaps.gaps),
            *map(whole, gaps.classes()), f"{lost(gaps.ppm)} ppm",
            whole(gaps.longest)]


def gap_tables(runs: Runs) -> Iterator[str]:
    """One a mode."""
    for group in by_mode(watching(runs)):
        yield from lines(gap_heads(group[0][0]),
                         (gap_row(*pair) for pair in group))
        yield ""


# ---- tails -------------------------------------------------------------------


def tail_row(name: str, row: dict | None) -> list[str]:
    """- where there are too few samples, or none."""
    if not row:
        return [name, "none", *["-"] * len(FIGURES)]
    return [name, whole(row["n"]),
            *("-" if row.get(figure) is None
              else whole(row[figure]) if figure == "max" else number(row[figure])
              for figure in FIGURES)]


def tails_with_wake(boot: Boot, run: Run, runs: Runs) -> dict:
    """Where one core has nobody to wake, interrupts of its own stand for it."""
    rows = dict(tails_of(run))
    own = (interrupt_row(*pair) for pair in runs if
           (pair[0].mode, pair[0].title) == (boot.mode, boot.title))
    return rows | {"wake": rows["wake"] or next(filter(None, own), None)}


def tail_tables(runs: Runs) -> Iterator[str]:
    """Operation by operation, so that machines stand below each other."""
    for group in by_mode(watching(runs)):
        boot = group[0][0]
        tails = [(boot.title, tails_with_wake(boot, run, runs))
                 for boot, run in group if not boot.kept]
        if not tails:
            continue
        yield from lines(
            [f"{title(boot)}: {unit(boot)}", "samples", "p50", "p99", "p99.9",
             "p99.99", "max"],
            (tail_row(f"{name}, {machine}", rows[name])
             for name in tails[0][1] for machine, rows in tails))
        yield ""


# ---- the detector ------------------------------------------------------------


def planted_row(boot: Boot, run: Run) -> list[str]:
    """What was asked for, and what came of it."""
    found = found_of(boot, run)
    return [f"{boot.title}, {title(boot)}", planting_words(boot.planting),
            whole(found.planted), whole(found.found),
            whole(found.length) if found.length else "-", whole(found.others),
            "exact" if found.exact else "as seen"]


def planted_table(runs: Runs) -> Iterator[str]:
    """What the detector was shown."""
    rows = [planted_row(boot, run) for boot, run in runs
            if boot.planting and boot.side != TWIN]
    if rows:
        yield from lines(["planted in", "what", "planted", "found",
                          "length", "other gaps", "this is"], rows)


def named_table(runs: Runs) -> Iterator[str]:
    """Planted by the twin: does Linux tell what it was?"""
    rows = [[planting_words(boot.planting), *map(whole, named_of(boot, run)),
             whole(gaps_of(run).gaps)]
            for boot, run in runs if boot.side == TWIN]
    if rows:
        yield ""
        yield from lines(["planted by the twin, on the processor itself",
                          "planted", "named", "gaps of all kinds"], rows)


def tables(runs: Runs) -> str:
    """All of it."""
    return "\n".join([*gap_tables(runs), *tail_tables(runs),
                      *planted_table(runs), *named_table(runs)]) + "\n"
