# SPDX-License-Identifier: MIT
"""qc parse: check a log and show or convert it."""

from __future__ import annotations

import click

from quietcore.commands.common import console, leave, read_runs, status_of
from quietcore.status import EXPLANATION, Status


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("--format", "form", default="table", show_default=True,
              type=click.Choice(["table", "json", "csv"]))
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
def parse(log, form, output):
    """Check a log (- for standard input) and show or convert it."""
    from quietcore.export import as_csv, as_json

    runs = read_runs(log)
    pieces = {"json": as_json, "csv": as_csv, "table": as_table}[form](runs)
    try:
        with click.open_file(output or "-", "wb") as out:
            out.writelines(pieces)
    except OSError as error:
        leave(Status.USAGE, f"cannot write {output or 'standard output'}: "
              f"{error.strerror}")
    status, why = status_of(runs)
    leave(status, why)


def as_table(runs):
    """All runs as text; in colour where standard output is a terminal."""
    import io

    from quietcore.show import show_run

    for index, found in enumerate(runs):
        target = console(io.StringIO())
        if len(runs) > 1:
            target.print(f"[bold]-- run {index + 1} of {len(runs)} --[/]")
        show_run(found, target)
        yield target.file.getvalue().encode()
