# SPDX-License-Identifier: MIT
"""qc targets: what a run reached, as multiples of its own floors."""

from __future__ import annotations

from pathlib import Path

import click

from quietcore.commands.common import console, root, whole_runs, wide
from quietcore.commands.run import kernel_options, must_go_well, the_twin
from quietcore.status import EXPLANATION

#: A run of the primitives takes half a second, one of the executors ten.
SHORT_RUNS = 4


@click.command(epilog=EXPLANATION)
@click.argument("log", required=False, metavar="[LOG]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--runs", default=5, type=click.IntRange(1, 100), metavar="N",
              show_default=True, help="Runs of the executors that the medians "
              f"are taken of, and {SHORT_RUNS} times as many of the "
              "primitives.")
@wide
def targets(log, args, runs):
    """Show what a run reached, as multiples of its own floors.

    Of a log with several runs, the median of each figure. Without a log the
    Linux program is run.
    """
    from quietcore import dispatch_targets as dispatch
    from quietcore.printing import say
    from quietcore.targets import OPTIONS, show_targets

    out = console()
    if log:
        found = whole_runs(log)
        show_targets(found, out)
        dispatch.show_dispatch(found, out)
        return

    def measured(name: str, suite: str, options: str, times: int):
        folder = root() / "build" / "bench"
        say(out, f"Medians of {times} runs of the {name}.")
        return [must_go_well(the_twin(
            None, kernel_options(suite, "", "", f"{options} {args}"),
            folder / f"{name}-{i + 1}"), 300) for i in range(times)]

    show_targets(measured("primitives", "quick", f"{OPTIONS} rounds=5",
                          SHORT_RUNS * runs), out)
    dispatch.show_dispatch(
        measured("dispatch", "full",
                 f"{dispatch.OPTIONS} rounds=5 budget=100", runs), out)
