# SPDX-License-Identifier: MIT
"""qc parse: check a log and show or convert it."""

from __future__ import annotations

import io

import click

from quietcore.commands.logs import concludes, leave_after, read_runs
from quietcore.commands.options import Choice, shown, wanted_unit
from quietcore.commands.output import console, leave, write
from quietcore.export.rows import KINDS
from quietcore.status import EXPLANATION, Status
from quietcore.terminal.layout import orders


ORDERS = "\n".join([
    "\b", "What goes first where a table is wider than the terminal (of quiet "
    "a mark stays):", *orders()])


@click.command(epilog=f"{ORDERS}\n\n{EXPLANATION}")
@click.argument("log", metavar="LOG")
@click.option("--format", "form", default="table", show_default=True,
              type=Choice(["table", "json", "csv", "jsonl"]),
              help="json: one document with all records; csv and jsonl: one "
                   "table, a line a row (docs/export.md).")
@click.option("--what", type=Choice(tuple(KINDS)),
              help="Which table csv and jsonl have [default: results].")
@click.option("--published", is_flag=True, help="Add other people's figures "
              "for dispatch to json and to csv's and jsonl's results.")
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
@shown
@concludes
def parse(log, form, what, published, output):
    """Check a log (- for standard input) and show or convert it."""
    if form in ("table", "json") and what:
        leave(Status.USAGE, f"--what goes with csv and jsonl, not with {form}")
    if form == "table" and published or published and what not in (
            None, "results"):
        leave(Status.USAGE, "--published goes with json and with csv's and "
              "jsonl's results")
    runs = read_runs(log)
    write(log, output, converted(runs, form, what or "results", published,
                                 output))
    leave_after(log, runs)


def converted(runs, form, what, published, output):
    """The runs in a format, in pieces."""
    from quietcore.export.formats import as_csv, as_json, as_json_lines

    if form == "csv":
        return as_csv(runs, what, published)
    if form == "jsonl":
        return as_json_lines(runs, what, published)
    if form == "json":
        return as_json(runs, published)
    return as_table(runs, None if output in (None, "-") else False)


def as_table(runs, colour):
    """All runs as text."""
    from quietcore.terminal.printing import say
    from quietcore.tables.show import show_run

    for index, found in enumerate(runs):
        target = console(io.StringIO(), colour)
        if len(runs) > 1:
            say(target, f"-- run {index + 1} of {len(runs)} --", "bold")
        show_run(found, target, wanted_unit())
        yield target.file.getvalue().encode(errors="backslashreplace")
