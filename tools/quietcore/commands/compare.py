# SPDX-License-Identifier: MIT
"""qc compare: whether new runs are slower than old ones."""

from __future__ import annotations

import click

from quietcore.commands.options import Choice, wide
from quietcore.commands.output import console, leave, tell, write
from quietcore.status import EXPLANATION, Status

SEPARATOR = "vs"


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="OLD... vs NEW...")
@click.option("--baseline", metavar="DIR", help="The old logs: those of this "
              "folder that are of the new ones' machine. All LOGs are new.")
@click.option("--format", "form", default="text", show_default=True,
              type=Choice(["text", "markdown", "json", "junit"]))
@click.option("--all", "everything", is_flag=True, help="Show the rows, too, "
              "that are neither slower nor faster.")
@click.option("--force", is_flag=True, help="Compare what is unlike all the "
              "same; the status stays 3.")
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output].")
@wide
def compare(logs, baseline, form, everything, force, output):
    """Compare new runs with old ones, row by row.

    A log, or a folder with logs, on each side; several with the word `vs` between them: qc compare
    old/*.log vs new/*.log. With several boots on both sides the boot is the unit, else the round.
    Logs that count instructions are compared exactly.
    """
    from quietcore.compare.alike import likeness
    from quietcore.compare.verdict import compare as compared

    old, new = both_sides(list(logs), baseline)
    like = likeness(old, new)
    if like.refused and not force:
        for text in like.refused:
            tell(f"qc: {text}")
        leave(Status.INCOMPLETE, "these do not compare (--force does it all the same)")
    found = compared(old, new, like)
    show(found, form, everything, output)
    leave(*status_of(found))


# ---- which logs ----------------------------------------------------------------


def both_sides(words: list[str], baseline: str | None) -> tuple:
    """The old and the new side; leaves where the words do not part."""
    from quietcore.compare.gathering import matching

    if baseline:
        new = gathered("new", words)
        return matching(gathered("old", [baseline]), new), new
    if SEPARATOR in words:
        at = words.index(SEPARATOR)
        old, new = words[:at], words[at + 1:]
    elif len(words) == 2:
        old, new = words[:1], words[1:]
    else:
        old, new = [], []
    if not old or not new or SEPARATOR in new:
        leave(Status.USAGE, "which are old, which new? Give two logs or folders, or several with "
              "the word vs between them: OLD... vs NEW..., or --baseline DIR NEW...")
    return gathered("old", old), gathered("new", new)


def gathered(name: str, places: list[str]):
    """A side of these files and folders; leaves where one cannot be read."""
    from quietcore.compare.gathering import Foreign, gather
    from quietcore.log.opening import Unreadable

    try:
        side, passed_over = gather(name, places)
    except Foreign as error:
        leave(Status.VERSION, str(error))
    except Unreadable as error:
        leave(Status.NO_LOG, str(error))
    for text in passed_over:
        tell(f"qc: left out: {text}")
    return side


# ---- what is said --------------------------------------------------------------


def show(found, form: str, everything: bool, output: str | None) -> None:
    """Writes the comparison; leaves where that cannot be done."""
    from quietcore.compare.showing import FORMS, show_comparison

    if form == "text" and output in (None, "-"):
        show_comparison(found, console(), everything)
        return
    text = FORMS[form](found, everything)
    write([*found.old.logs, *found.new.logs], output, [text.encode(errors="backslashreplace")])


def status_of(found) -> tuple[Status, str]:
    """What the shell gets, and a word with it."""
    from quietcore.compare.measured import LEFT_OUT, SLOWER
    from quietcore.terminal.numbers import counted

    if found.count(SLOWER):
        return Status.RUN_FAILED, f"{counted(found.count(SLOWER), 'row')} slower"
    if found.like.refused:
        return Status.INCOMPLETE, "compared though unlike (--force)"
    if not found.rows:
        return Status.INCOMPLETE, "the two sides have no row in common"
    if found.count(LEFT_OUT):
        return Status.INCOMPLETE, f"{counted(found.count(LEFT_OUT), 'row')} not compared"
    return Status.OK, ""
