# SPDX-License-Identifier: MIT
"""qc published: what five articles published, beside our own logs."""

from __future__ import annotations

from pathlib import Path

import click

from quietcore.commands.logs import concludes, whole_runs
from quietcore.commands.output import leave, tell, write
from quietcore.status import EXPLANATION, Status

LOGS_MOST = 4   # columns which a table can hold


def runs_of(logs: tuple[Path, ...]) -> list[tuple[Path, object]]:
    """All runs with their logs; leaves where there are too many, or where one
    is given twice, which would look like two measurements."""
    runs = [(log, run) for log in logs for run in whole_runs(log)]
    if len(runs) > LOGS_MOST:
        leave(Status.USAGE, f"{len(runs)} runs are given: at most {LOGS_MOST} "
              "fit into a table")
    first: dict[str, Path] = {}
    for log, run in runs:
        one = run.context["run"]
        if one in first:
            leave(Status.USAGE, f"{log} holds run {one}, as {first[one]} does: "
                  "give each run once")
        first[one] = log
    return runs


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
@click.option("--whole", is_flag=True,
              help="Status 1 where a log lacks a row, which is named.")
@concludes
def published(logs, output, whole):
    """Set what five articles published beside logs of ours.

    Writes Markdown, a column a log: docs/published.md is made by it, from full
    runs of the Linux program and of the image.
    """
    from quietcore.published.catalogue import catalogue
    from quietcore.published.ours import missing
    from quietcore.published.page import page

    runs = runs_of(logs)
    write(str(logs[0]), output,
          [page(catalogue(), [run for _, run in runs]).encode()])
    lacking = [(log, missing(run, catalogue())) for log, run in runs if whole]
    for log, names in lacking:
        if names:
            tell(f"qc: {log} lacks {', '.join(names)}")
    if any(names for _, names in lacking):
        leave(Status.RUN_FAILED)
