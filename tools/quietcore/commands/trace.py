# SPDX-License-Identifier: MIT
"""qc trace: timelines for a trace viewer."""

from __future__ import annotations

import click

from quietcore.commands.logs import (
    leave_after, leave_broken, read_runs)
from quietcore.commands.options import Blank, Choice
from quietcore.commands.output import leave, write
from quietcore.status import EXPLANATION, Status

#: How a file's name ends that holds Perfetto's own format.
OWN = (".pftrace", ".perfetto-trace", ".perfetto", ".pb")


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("--format", "form", type=Blank(Choice(["perfetto", "chrome"])),
              help="Perfetto's own, or Chrome's JSON [default: by the output's "
              "name: perfetto for .pftrace, else chrome].")
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
def trace(log, form, output):
    """Convert a log's timelines for a trace viewer.

    Open the file at ui.perfetto.dev (nothing is sent anywhere), or chrome.json
    at chrome://tracing. A traced run is a process, a core a track.
    """
    from quietcore.export.chrome import as_chrome
    from quietcore.export.perfetto import as_perfetto

    runs = read_runs(log)
    if not any(r.count("trace") for r in runs):
        leave_broken(log, runs)
        leave(Status.NO_LOG, f"{log} holds no trace record; make run "
              "BENCH=primes writes some (on many cores with ARGS=trace: every executor)")
    form = form or ("perfetto" if (output or "").endswith(OWN) else "chrome")
    write(log, output, as_perfetto(runs) if form == "perfetto"
          else [as_chrome(runs)])
    leave_after(log, runs)
