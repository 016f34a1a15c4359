# SPDX-License-Identifier: MIT
"""A program for tests: its log is what a test wrote beside it."""

from pathlib import Path

import make_log

#: Appends its words to a file, and copies a log of its list or of its figures.
SCRIPT = """#!/usr/bin/env python3
import pathlib, sys
here = pathlib.Path({here!r})
words = sys.argv[1:]
with open(here / "words", "a") as file:
    print(*words, file=file)
log = here / ("list" if "--list" in words else "figures")
pathlib.Path(words[-1]).write_bytes(log.read_bytes())
sys.exit(1)     # of a guest that is wrong
"""


def make(folder: Path, listed: list[dict], figures: list[dict]) -> Path:
    """In that folder."""
    make_log.write(folder / "list", listed)
    make_log.write(folder / "figures", figures)
    program = folder / "program"
    program.write_text(SCRIPT.format(here=str(folder)))
    program.chmod(0o755)
    return program


def variant(experiment: str, name: str) -> dict:
    """A record of the list."""
    return {"record": "listed", "what": "variant", "experiment": experiment,
            "name": name, "summary": "a row", "yours": False}


def words(program: Path) -> list[str]:
    """Of each run a line."""
    return (program.parent / "words").read_text().splitlines()
