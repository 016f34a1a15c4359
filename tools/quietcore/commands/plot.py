# SPDX-License-Identifier: MIT
"""qc plot: one picture of the report, as a file of its own."""

from __future__ import annotations

import click

from quietcore.commands.extras import remedy
from quietcore.commands.options import near
from quietcore.commands.output import leave, write
from quietcore.commands.report import (
    leave_as, must_be_another, must_have_extra, read_all)
from quietcore.status import EXPLANATION, Status

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
        for log in logs:
            must_be_another(log, output or "-")
        svg = as_file(chosen(drawn, what, found))
        write(logs[0], output, [png_of(svg) if (output or "").endswith(".png")
                                else svg])
    leave_as(found, unread)


def chosen(drawn: dict, what: str, found: list):
    """The picture of a name; leaves, naming the nearest, without."""
    if what not in drawn:
        broken = ", ".join(name for name, run in found if not run.complete)
        leave(Status.USAGE, f"no picture '{what}' can be drawn of this"
              + f" ({broken} is not whole)" * bool(broken)
              + f"; {near(what, drawn)}`qc plot LOG {LIST}` names all")
    return drawn[what]


def png_of(svg: bytes) -> bytes:
    """The picture in pixels; leaves, naming the remedy, without the extra."""
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        leave(Status.MISSING, f"PNG needs CairoSVG and the library cairo "
              f"({error}): {remedy('png')}, and on Debian apt-get install "
              "libcairo2; SVG needs neither")
    return cairosvg.svg2png(bytestring=svg, output_width=PNG_WIDTH)
