# SPDX-License-Identifier: MIT
"""qc judge: the findings of several boots, judged together."""

from __future__ import annotations

from pathlib import Path

import click

from quietcore.commands.logs import concludes, whole_runs
from quietcore.commands.options import wide
from quietcore.commands.output import console, leave
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...",
                type=click.Path(path_type=Path, dir_okay=False))
@wide
@concludes
def judge(logs):
    """Judge the findings of several boots of one build together.

    From six boots on each boot gives its median, and finer differences than
    one boot's are claimed. `qc run --boots N` boots and judges at once.
    """
    from quietcore.tables.findings import show_over_boots

    runs, names = [], []
    for log in logs:
        found = whole_runs(log)
        runs += found
        names += [str(log)] * len(found)
    must_be_alike(runs, names)
    show_over_boots(runs, console())


def must_be_alike(runs: list, names: list[str]) -> None:
    """Leaves where the logs are of unlike builds, machines or options, other
    questions lie beside one, or one boot is there twice."""
    from quietcore.conclusions.questions import further
    from quietcore.log.alike import unlike

    found = unlike(runs)
    if found:
        at, why = found
        leave(Status.USAGE, f"{names[at]} is of {why} as in {names[0]}: judge "
              "boots of one build on one machine")
    for run, name in zip(runs, names):
        if further(run.log) != further(runs[0].log):
            leave(Status.USAGE, f"the questions beside {name} are not those "
                  f"beside {names[0]}: --questions FILE asks the same of all")
    ids: dict[str, str] = {}
    for run, name in zip(runs, names):
        if run.id in ids:
            leave(Status.USAGE, f"{name} holds the boot that {ids[run.id]} "
                  "holds: give each boot once")
        ids[run.id] = name
