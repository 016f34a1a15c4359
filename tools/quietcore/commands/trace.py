# SPDX-License-Identifier: MIT
"""qc trace: timelines for a trace viewer."""

from __future__ import annotations

import click

from quietcore.commands.logs import read_runs, status_of
from quietcore.commands.output import leave, write
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
def trace(log, output):
    """Convert a log's timelines for a trace viewer (ui.perfetto.dev)."""
    from quietcore.export.trace import as_trace

    runs = read_runs(log)
    if not any(r.of("trace") for r in runs):
        leave(Status.NO_LOG, f"{log} holds no trace record; make run "
              "BENCH=primes writes some (with ARGS=trace: every executor)")
    write(log, output, [as_trace(runs)])
    leave(*status_of(runs))
