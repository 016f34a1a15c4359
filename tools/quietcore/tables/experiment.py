# SPDX-License-Identifier: MIT
"""All that a run says of one experiment: conclusions, tables, pictures."""

from __future__ import annotations

from dataclasses import replace

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.log.reading import Run
from quietcore.log.trust import banner, clock_doubt
from quietcore.tables.dispatch import show_dispatched
from quietcore.tables.findings import show_findings
from quietcore.tables.headline import show_headline
from quietcore.tables.histogram import show_histograms
from quietcore.tables.inject import show_pools, show_published
from quietcore.tables.matrix import show_matrices
from quietcore.tables.metg import show_metg
from quietcore.tables.ratios import show_ratios
from quietcore.tables.results import results_table
from quietcore.tables.seconds import show_seconds
from quietcore.tables.shares import show_shares
from quietcore.tables.show import remarks_of, show_quantities
from quietcore.tables.units import refusal, units_of
from quietcore.tables.works import show_works
from quietcore.terminal.printing import say, show_grid

#: Kinds of record that tell of an experiment.
KINDS = ("result", "quantity", "skipped", "validation", "series",
         "histogram", "trace")


def experiments_of(run: Run) -> list[str]:
    """Those of a log, in its order."""
    return [*dict.fromkeys(record["experiment"] for record in run.records
                           if record["record"] in KINDS
                           and record.get("experiment"))]


def part_of(run: Run, experiment: str) -> Run:
    """The same run, as if it had had no other experiment."""
    kept = [at for at, record in enumerate(run.records)
            if record["record"] not in KINDS
            or record.get("experiment") == experiment]
    return replace(run, lines=[run.lines[at] for at in kept],
                   kinds=[run.kinds[at] for at in kept])


def show_table(run: Run, console: Console, wanted: str) -> None:
    """All rows, with a sparkline of each one's rounds."""
    results = run.of("result")
    if not results:
        return
    refused = refusal(results, run.context, wanted)
    if refused:
        say(console, refused, "yellow")
    say(console, f"All rows, {units_of(results, run.context, wanted)} per "
        "operation; rounds: the medians of its rounds in their order, lowest "
        "to highest.")
    show_grid(results_table(run, wanted, console.encoding), console)
    say(console, "")


def show_experiment(run: Run, experiment: str, console: Console,
                    wanted: str = "ticks") -> None:
    """Conclusions first, then the tables that the image has on its screen, then
    all rows."""
    part = part_of(run, experiment)
    for text in (clock_doubt(part.context), banner(part.context)):
        if text:
            say(console, text, "bold yellow")
    show_headline(part, console, wanted)
    show_findings(part, console)
    if not conclusions(part):
        say(console, "Nothing is concluded.")
    say(console, "")
    for show in (show_ratios, show_shares, show_seconds, show_works,
                 show_matrices, show_dispatched, show_metg):
        show(part, console, wanted)
    show_pools(part, console)
    show_published(part, console)
    show_table(part, console, wanted)
    show_quantities(part, console)
    show_histograms(part, console)
    remarks_of(part, console)
