# SPDX-License-Identifier: MIT
"""qc report: logs as one page for a browser. qc plot: one of its pictures as a file of its own."""

from __future__ import annotations

import os

import click

from quietcore.commands.logs import concludes, status_of
from quietcore.commands.options import near
from quietcore.commands.output import leave, remedy, tell, write
from quietcore.status import EXPLANATION, Status

MOST_RUNS = 12      # of one picture: more curves nobody tells apart


def must_have_extra() -> None:
    """Leaves, naming the remedy, where what draws is not installed."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        leave(Status.MISSING, "this needs Jinja2: pip install 'quietcore[report]'; a checkout's "
              "tools/qc has it")


def read_all(logs: tuple[str, ...]):
    """Every run of the logs with its file, and why others cannot be read.

    Leaves where none can.
    """
    from quietcore.log.opening import Unreadable, runs_in

    found, unread = [], []
    for log in logs:
        try:
            # Without its folders: a report may be passed on.
            name = "standard input" if log == "-" else os.path.basename(log)
            found += [(name, run) for run in runs_in(log)]
        except Unreadable as error:
            unread.append(str(error))
        if len(found) > MOST_RUNS:  # a thousand logs are not read for this
            leave(Status.USAGE, f"these are more than {MOST_RUNS} runs: one report shows so many "
                  "at most; tools/qc export takes any number")
    if not found:
        leave(Status.NO_LOG, "; ".join(unread))
    return found, unread


def leave_as(found: list, unread: list[str]) -> None:
    """The way out after something was shown: the gravest of all logs."""
    if unread:
        leave(Status.NO_LOG, "; ".join(unread))
    ends = [(name, *status_of([run])) for name, run in found]
    for grave in (Status.VERSION, Status.INCOMPLETE, Status.RUN_FAILED, Status.STOPPED):
        for name, status, why in ends:
            if status == grave:
                leave(status, f"{name}: {why}")


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...")
@click.option("-o", "--output", metavar="FILE", default="report.html",
              show_default=True, help="Where to write (-: standard output).")
@concludes
def report(logs, output):
    """Show logs as one page for a browser: answer, pictures, tables.

    The page needs no network. Several logs are shown in the same pictures.
    """
    must_have_extra()
    from quietcore.report.page.assemble import report as made
    from quietcore.report.pictures.logs import named

    found, unread = read_all(logs)
    html = made(named(found), unread)
    write(logs, output, [html])
    if output != "-":
        tell(f"qc: report: {output} ({len(html) / 1e6:.1f} MB)")
    leave_as(found, unread)


PNG_WIDTH = 1380    # pixels
LIST = "list"


@click.command(epilog=EXPLANATION)
@click.argument("words", nargs=-1, required=True, metavar="LOG... WHAT")
@click.option("-o", "--output", metavar="FILE", help="Where to write: x.svg, "
              "or x.png [default: SVG on standard output].")
def plot(words, output):
    """Draw one picture of the report.

    WHAT is its name; `list` names all that can be drawn of these logs.
    """
    *logs, what = words
    if not logs:
        leave(Status.USAGE, f"which picture? `qc plot {what} {LIST}` names all")
    must_have_extra()
    from quietcore.report.draw.drawing import as_file
    from quietcore.report.pictures.catalogue import drawings
    from quietcore.report.pictures.logs import named

    if output and not output.endswith((".svg", ".png")) and output != "-":
        leave(Status.USAGE, f"{output}: pictures are .svg or .png")
    found, unread = read_all(logs)
    drawn = drawings([log for log in named(found) if log.run.lines])
    if not drawn:
        leave_as(found, unread)     # why, if anything is wrong with them
        leave(Status.USAGE, "nothing of this can be drawn: it has no result "
              "of an experiment; `qc parse LOG` shows what it has")
    if what == LIST:
        for name, drawing in drawn.items():
            click.echo(f"{name:<32} {drawing.title}")
    else:
        if what not in drawn:
            broken = ", ".join(name for name, run in found if not run.complete)
            leave(Status.USAGE, f"no picture '{what}' can be drawn of this"
                  + f" ({broken} is not whole)" * bool(broken)
                  + f"; {near(what, drawn)}`qc plot LOG {LIST}` names all")
        svg = as_file(drawn[what])
        write(logs, output, [png_of(svg) if (output or "").endswith(".png") else svg])
    leave_as(found, unread)


def png_of(svg: bytes) -> bytes:
    """The picture in pixels; leaves, naming the remedy, without the extra."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        leave(Status.MISSING, f"PNG needs CairoSVG and the library cairo ({error}): "
              f"{remedy('png')}, and on Debian apt-get install libcairo2; SVG needs neither")
    return cairosvg.svg2png(bytestring=svg, output_width=PNG_WIDTH)
