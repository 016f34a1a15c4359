# SPDX-License-Identifier: MIT
"""What a command writes, where, and how it leaves; packages that only one command needs."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterable
from itertools import chain, islice
from pathlib import Path

import click

from quietcore.commands.options import WIDTH, asked_for
from quietcore.places import ROOT, short
from quietcore.status import Status
from quietcore.terminal.text import plain


def console(file=None, colour=None):
    """Where tables go.

    As wide as --width, else COLUMNS, else the terminal, else WIDTH. `colour` None: where standard
    output is a terminal.
    """
    from rich.console import Console

    terminal = sys.stdout.isatty()
    given = os.environ.get("COLUMNS", "")
    width = asked_for("width")
    if not width and not terminal:
        width = int(given) if given.isdigit() and int(given) else WIDTH
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    return Console(file=file or sys.stdout, highlight=False, markup=False, emoji=False,
                   width=width, force_terminal=terminal if colour is None else colour)


def tell(text: str) -> None:
    """Lines of text, foreign or not, on standard error."""
    for line in text.split("\n"):
        click.echo(plain(line), err=True)


def leave(status: Status, text: str = "") -> None:
    """Ends the program, with a word on standard error."""
    if text:
        tell(f"qc: {text}")
    sys.exit(int(status))


def needs_checkout() -> None:
    """Leaves where qc is installed alone: nothing is there that it could run."""
    if not (ROOT / "tools" / "qc").is_file():
        leave(Status.MISSING, "this needs a checkout of quietcore: run "
              "tools/qc in one. Without it qc reads logs: parse LOG, judge "
              "LOG..., compare OLD NEW, export LOG..., trace LOG, targets "
              "LOG, twin LOG LOG; capture PORT, watch FILE, scan IMAGE..., flash IMAGE DEVICE")


def must_exist(image: Path, how: str) -> None:
    """Leaves, naming the remedy, where something is not built."""
    if not image.exists():
        leave(Status.MISSING, f"{short(image)} is not built: run {how}")


def write(logs: Iterable[str], output: str | None, pieces: Iterable[bytes]) -> None:
    """Writes what was made of logs; leaves where that cannot be done, or one would be lost."""
    if output not in (None, "-") and os.path.exists(output) and any(
            log != "-" and os.path.exists(log) and os.path.samefile(log, output) for log in logs):
        leave(Status.USAGE, f"{output} is the log itself: give another file")
    pieces = iter(pieces)
    first = [*islice(pieces, 1)]    # before anything is written over
    try:
        with click.open_file(output or "-", "wb") as out:
            out.writelines(chain(first, pieces))
            out.flush()  # standard output is not closed here
    except OSError as error:
        leave(Status.UNWRITABLE, f"cannot write {output or 'standard output'}: {error.strerror}")


#: Packages whose module is called otherwise.
PACKAGES = {"PIL": "Pillow", "serial": "pyserial", "zxingcpp": "zxing-cpp"}


def must_have(module: str, extra: str, what: str) -> None:
    """Leaves, with the remedy, where a module is missing."""
    if importlib.util.find_spec(module) is not None:
        return
    leave(Status.MISSING, f"{what} needs the package "
          f"{PACKAGES.get(module, module)}, which is not here: {remedy(extra)}")


def remedy(extra: str) -> str:
    """What brings an extra: in a checkout, and where qc is installed."""
    return "tools/venv extra, once" if (ROOT / "tools/venv").exists() \
        else f"pip install 'quietcore[{extra}]'"
