# SPDX-License-Identifier: MIT
"""qc export: many logs as tables for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from quietcore.commands.logs import concludes
from quietcore.commands.options import Choice
from quietcore.commands.output import leave, tell, write
from quietcore.export.rows import KINDS
from quietcore.status import EXPLANATION, Status

MOST_TOLD = 10      # logs that are named because something is wrong with them


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("--format", "form", default="csv", show_default=True,
              type=Choice(["csv", "jsonl", "parquet"]))
@click.option("--what", multiple=True, type=Choice(list(KINDS)),
              help="Which table; may be repeated for parquet [default: results; of parquet all].")
@click.option("--history", metavar="NAME", help="Draw a result over dates and "
              "revisions instead: EXPERIMENT/VARIANT[/CORES[/PARAM=VALUE...]]; "
              "text, or with -o x.svg a picture.")
@click.option("-o", "--output", metavar="PATH", help="A file [default: "
              "standard output]; of parquet a folder.")
@concludes
def export(logs, form, what, history, output):
    """Convert many logs, or folders with logs, to one table each kind.

    Logs that are damaged or cut are told; what survived of them is exported, with `complete`
    false.
    """
    names = named(logs)
    wrong: list[str] = []
    if history:
        draw(names, history, output, wrong)
    elif form == "parquet":
        parquet(names, tuple(what) or tuple(KINDS), output, wrong)
    else:
        if len(what) > 1:
            leave(Status.USAGE, f"{form} holds one table: give --what once")
        one_table(names, form, what[0] if what else "results", output, wrong)
    for text in wrong[:MOST_TOLD]:
        tell(f"qc: {text}")
    if wrong:
        more = f", {len(wrong) - MOST_TOLD} of them not named" if wrong[MOST_TOLD:] else ""
        leave(Status.INCOMPLETE, f"{len(wrong)} of the logs or their runs "
              f"cannot be read or are not whole{more}")


def named(places) -> list[str]:
    """The logs, those of folders included; leaves where there is none."""
    from quietcore.compare.gathering import logs_of

    found = list(dict.fromkeys(log for place in places for log in logs_of(place)))
    gone = [log for log in found if log != "-" and not Path(log).is_file()]
    if gone:
        leave(Status.NO_LOG, f"{gone[0]} is no file")
    if not found:
        leave(Status.NO_LOG, f"no log is in {', '.join(places)}")
    return found


def one_table(names, form, what, output, wrong) -> None:
    """CSV or JSON lines."""
    from quietcore.export.many import as_csv, as_json_lines
    from quietcore.log.opening import Unreadable

    if "-" in names and form == "csv":
        leave(Status.USAGE, "CSV reads its logs twice: qc parse - --format csv "
              "takes standard input")
    made = (as_csv if form == "csv" else as_json_lines)(names, what, wrong)
    try:
        write(names, output, made)
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))


def parquet(names, what, output, wrong) -> None:
    """A partitioned set in a folder."""
    from quietcore.commands.output import must_have
    from quietcore.export import parquet as writer

    must_have("pyarrow", "parquet", "Parquet")
    if not output or output == "-":
        leave(Status.USAGE, "Parquet goes to a folder: give -o FOLDER")
    folder = Path(output)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        leave(Status.UNWRITABLE, f"{output} is there already and not an empty "
              "folder: name another one")
    try:
        counts = writer.write(names, folder, what, wrong)
    except OSError as error:
        leave(Status.UNWRITABLE, f"cannot write {output}: {error.strerror or error}")
    if not counts:
        leave(Status.NO_LOG, "; ".join(wrong[:3]) or "the logs hold no rows")
    told = ", ".join(f"{count} {name}" for name, count in counts.items())
    tell(f"qc: {len(names)} logs: {told}")


def draw(names, history, output, wrong) -> None:
    """A result over dates."""
    from quietcore.export.history import as_svg, as_text, of_logs
    from quietcore.export.many import some
    from quietcore.log.opening import Unreadable

    try:
        found = of_logs(some(names, wrong), history)
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))
    if not found:
        for text in wrong[:MOST_TOLD]:
            tell(f"qc: {text}")
        leave(Status.NO_LOG, f"no result is called {history} there (EXPERIMENT/"
              "VARIANT, as in lock/mcs or queue/ring/pair/2)")
    picture = bool(output) and output.endswith(".svg")
    if picture and len(found) > 1:
        leave(Status.USAGE, f"{history} is {len(found)} rows; name one: "
              + ", ".join("/".join([key.experiment, key.variant,
                                    str(key.cores), *key.params.split()])
                          for key in list(found)[:6]))
    texts = [(as_svg if picture else as_text)(key, points) for key, points in found.items()]
    write(names, output, ["\n".join(texts).encode(errors="backslashreplace")])
