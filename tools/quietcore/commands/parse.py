# SPDX-License-Identifier: MIT
"""qc parse: check a log and show or convert it."""

from __future__ import annotations

from functools import partial

import click

from quietcore.commands.common import (
    console, leave, read_runs, shown, status_of, wanted_unit)
from quietcore.layout import orders
from quietcore.status import EXPLANATION, Status


ORDERS = "\n".join([
    "\b", "What goes first where a table is wider than the terminal (of quiet "
    "a mark stays):", *orders()])


@click.command(epilog=f"{ORDERS}\n\n{EXPLANATION}")
@click.argument("log", metavar="LOG")
@click.option("--format", "form", default="table", show_default=True,
              type=click.Choice(["table", "json", "csv"]))
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
@shown
def parse(log, form, output):
    """Check a log (- for standard input) and show or convert it."""
    from quietcore.export import as_csv, as_json

    runs = read_runs(log)
    colour = None if output in (None, "-") else False
    pieces = {"json": as_json, "csv": as_csv,
              "table": partial(as_table, colour=colour)}[form](runs)
    try:
        with click.open_file(output or "-", "wb") as out:
            out.writelines(pieces)
    except OSError as error:
        leave(Status.USAGE, f"cannot write {output or 'standard output'}: "
              f"{error.strerror}")
    status, why = status_of(runs)
    leave(status, why)


def as_table(runs, colour):
    """All runs as text."""
    import io

    from quietcore.printing import say
    from quietcore.show import show_run

    for index, found in enumerate(runs):
        target = console(io.StringIO(), colour)
        if len(runs) > 1:
            say(target, f"-- run {index + 1} of {len(runs)} --", "bold")
        show_run(found, target, wanted_unit())
        yield target.file.getvalue().encode(errors="backslashreplace")
