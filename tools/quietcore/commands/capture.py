# SPDX-License-Identifier: MIT
"""qc capture and qc watch: a log while it is being written. qc scan: results on photographs of the
machine's screen."""

from __future__ import annotations

import time
from io import StringIO
from pathlib import Path

import click

from quietcore.commands.logs import status_of, tell_notes
from quietcore.commands.options import Number
from quietcore.commands.output import console, leave, tell, write
from quietcore.signals import Stopped
from quietcore.status import EXPLANATION, Status

LONGEST = 7 * 24 * 3600     # seconds without text
SHOWN = 12                  # problems of codes; more are counted

patience = click.option("--timeout", type=Number(1, LONGEST, float), metavar="SECONDS",
                        help="Give up after so long without text [default: never].")


@click.command(epilog=EXPLANATION)
@click.argument("port")
@click.option("--baud", type=Number(50, 4_000_000), default=115200,
              show_default=True, help="Bits a second.")
@click.option("-o", "--output", metavar="FILE", type=click.Path(path_type=Path),
              help="Where the log goes [default: serial-DATE.log here].")
@patience
def capture(port, baud, output, timeout):
    """Keep the log that a machine sends to a serial PORT, and show it live.

    It ends with the run's end record. A port that is unplugged is waited for; what it lost is
    named at the end.
    """
    from quietcore.commands.output import must_have
    from quietcore.live.sources import Port, never_a_port

    must_have("serial", "capture", "a serial port")
    if why := never_a_port(port):
        leave(Status.USAGE, f"{port}: {why}")
    path = output or Path(time.strftime("serial-%Y%m%d-%H%M%S.log"))
    try:
        keep = path.open("xb", buffering=0)     # what came is there at once
    except FileExistsError:
        leave(Status.UNWRITABLE, f"{path} is there already: name another file")
    except OSError as error:
        leave(Status.UNWRITABLE, f"cannot write {path}: {error.strerror}")
    with keep:
        followed(Port(port, baud), keep, str(path), timeout)


@click.command(epilog=EXPLANATION)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@patience
def watch(file, timeout):
    """Show the log in FILE live, while another process writes it.

    It ends with the run's end record. A file that is not there yet is waited for.
    """
    from quietcore.live.sources import File

    followed(File(file), None, str(file), timeout)


def followed(source, keep, name: str, timeout: float | None) -> None:
    """Follows to the end; leaves with what the log comes to."""
    from quietcore.live.following import Following, Unkept, follow
    from quietcore.live.table import Table

    with Table() as table:
        found = Following(table, keep)
        try:
            ended = follow(source, found, table, timeout)
        except Stopped as stop:
            status = Status(128 + stop.number)
            leave(status, f"{status.text}; {found.bytes} bytes so far: {name}")
        except Unkept as error:
            leave(Status.UNWRITABLE, f"cannot write {name}: {error}; what came before is there")
    runs = found.runs()
    if not runs:
        leave(Status.NO_LOG, why_none(found, name, bool(keep)))
    for run in runs:
        for problem in run.problems[:10]:
            tell(f"qc: {problem}")
        if len(run.problems) > 10:
            tell(f"qc: and {len(run.problems) - 10} more")
    tell_notes(runs)
    status, why = status_of(runs)
    if not ended:
        status, why = Status.TIME_OUT, f"no text came for {timeout:g} s"
    tell(f"qc: log: {name}; tools/qc parse shows its tables")
    leave(status, why)


def why_none(found, name: str, port: bool) -> str:
    """Why no record came, as of a file that is opened at once."""
    from quietcore.log.opening import GZIP, form, no_record

    if port:
        return f"no record came ({found.bytes} bytes): " + (
            found.cause or "is it the right port and rate (115,200 baud, 8N1)?")
    if found.first.startswith(GZIP):
        return f"{name} is compressed: tools/qc show reads it"
    if what := form(found.first):
        return f"{name} {what}"
    return no_record(name, found.cause)


# ---- codes -----------------------------------------------------------------------

@click.command(epilog=EXPLANATION)
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...",
                type=click.Path(path_type=Path))
@click.option("--run", "name", metavar="ID", help="Of several runs, the one "
              "with this id [default: the one with most codes].")
@click.option("-o", "--output", metavar="FILE", help="Writes what there is: "
              "x.csv the rows alone, else all that is shown.")
def scan(images, name, output):
    """Read the codes on photographs of a machine's screen.

    Shows the run's last page, what follows from its rows, the rows, and which pages to photograph
    again (docs/camera.md). In any order, and more than once does no harm.
    """
    from quietcore.camera.shown import as_csv
    from quietcore.camera.told import told_by
    from quietcore.commands.output import must_have

    for module in ("PIL", "zxingcpp"):
        must_have(module, "camera", "Reading pictures")
    found = collect(images)
    for problem in found.problems[:SHOWN]:
        tell(f"qc: {problem}")
    if len(found.problems) > SHOWN:
        tell(f"qc: and {len(found.problems) - SHOWN} more of that kind")
    run = found.chosen(name)
    if run is None:
        leave_without(found, name)
    told = told_by(run.text())
    if not output:
        show_codes(run, told, console())
    elif output.endswith(".csv"):
        write(map(str, images), output, [as_csv(told)])
    else:       # as it is without a terminal
        shown = StringIO()
        show_codes(run, told, console(shown, colour=False))
        write(map(str, images), output, [shown.getvalue().encode()])
    leave(*status_of_codes(found, run, told, name))


def collect(images):
    """The codes of all images that can be read."""
    from quietcore.camera.collected import Collected
    from quietcore.camera.images import Unreadable, codes_in

    found = Collected()
    for path in images:
        try:
            found.add(str(path), *codes_in(path))
        except Unreadable as why:
            found.problems.append(f"{path}: {why}")
    return found


def leave_without(found, name: str | None) -> None:
    """Leaves: there is no run, or none of that name."""
    if found.newer and not found.runs:
        leave(Status.VERSION, "the codes are newer than this qc")
    if name and found.runs:
        leave(Status.USAGE, f"no code is of run '{name}'; there are: {', '.join(found.runs)}")
    leave(Status.NO_LOG, "no picture shows a code of a run: photograph the "
          "last pages of the screen, sharp and whole")


def show_codes(run, told, to) -> None:
    """The page, what follows, the rows, what there is to say of the codes."""
    from quietcore.camera.shown import rows_table, run_of, units
    from quietcore.tables.page import Page, put_lines
    from quietcore.terminal.printing import say, show_grid

    for line in told.page or ["The code with the answer page is missing."]:
        say(to, line or " ")
    if told.rows:
        say(to, "")
        put_lines(Page(run_of(told, run.any.context)).concluded(), to)
        say(to, "")
        say(to, f"Medians in {units(told)}, where no other unit stands, and the interval of the "
            "clean rounds; of the rest the log alone tells.", "bold cyan")
        show_grid(rows_table(told), to)
    often = ", ".join(str(number) for number, times in sorted(run.seen.items()) if times > 1)
    say(to, f"Run {run.name}: {len(run.parts)} of {run.any.of} codes"
        + (f", more than once: {often}" if often else "") + ".")
    if told.left_out:
        say(to, f"The image had no room for {told.left_out} more rows.")


def status_of_codes(found, run, told, name: str | None) -> tuple[Status, str]:
    """What the pictures come to, the gravest first."""
    from quietcore.camera.collected import lacks

    missing = lacks(run)
    if found.newer:
        return Status.VERSION, "some codes are newer than this qc"
    if missing:
        return Status.INCOMPLETE, "\nqc: ".join(missing)
    if told.unknown or len(told.records) != told.sent:
        return Status.INCOMPLETE, (
            f"{len(told.records)} of {told.sent} rows were understood"
            + "".join(f"; not this line: {line}" for line in told.unknown[:1]))
    if len(found.runs) > 1 and not name:
        return Status.SEVERAL_RUNS, (f"the codes are of {len(found.runs)} runs: choose by --run "
                                     f"{' or '.join(found.runs)}")
    if told.status == "stopped":
        return Status.STOPPED, "a key ended the run"
    if told.status != "ok":
        return Status.RUN_FAILED, "the run failed"
    return Status.OK, ""
