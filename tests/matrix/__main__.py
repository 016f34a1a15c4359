#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Boots quietcore on each machine of rows.txt, and prints a line a machine.

usage: tests/matrix [--jobs N] [--again] [--docs] [NAME...]
       make matrix [JOBS=N] [ROWS="NAME..."]

A NAME may have * and ?. Rows that were right with this image and these tables
are not booted again, so that what was ended goes on where it was; --again boots
them all the same. What came of each stands below BUILD/matrix/rows. --docs
writes the table of docs/hardware.md. The status is 0 if no row is wrong.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import difflib
import fnmatch
import hashlib
import json
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "image"), str(HERE.parent),
                str(HERE.parents[1] / "tools")]

import media  # noqa: E402  (found by the paths above)
import report  # noqa: E402
from booted import outcome_of  # noqa: E402
from table import Row, rows  # noqa: E402


def key(row: Row) -> str:
    """Changes with the image and with the row."""
    said = media.ELF.read_bytes() + f"{row!r}".encode()
    return hashlib.sha256(said).hexdigest()


def kept(row: Row) -> Path:
    return media.FOLDER / "rows" / f"{row.name}.json"


def last(row: Row) -> dict:
    """What came of it the last time."""
    if not kept(row).exists():
        return {"key": "", "wrong": [], "skipped": "not booted"}
    return json.loads(kept(row).read_text())


def is_known(row: Row) -> bool:
    """Was it right, with this image?"""
    outcome = last(row)
    return outcome["key"] == key(row) and report.word(outcome) == "right"


def go(row: Row, again: bool) -> dict:
    """Boots it, or takes what is known; says how it went."""
    outcome = last(row)
    if again or not is_known(row):
        begun = time.monotonic()
        outcome = {"key": key(row), **outcome_of(row)}
        outcome["seconds"] = round(time.monotonic() - begun, 1)
        kept(row).parent.mkdir(parents=True, exist_ok=True)
        kept(row).write_text(json.dumps(outcome))
    print(report.line(row, outcome), flush=True)
    return outcome


def chosen(names: list[str]) -> list[Row]:
    found = [row for row in rows() if not names or any(
        fnmatch.fnmatch(row.name, name) for name in names)]
    if not found:
        near = difflib.get_close_matches(names[0], [r.name for r in rows()], 1)
        hint = f"did you mean '{near[0]}'? " if near else ""
        sys.exit(f"matrix: no row is called {' '.join(names)}; {hint}"
                 "tests/matrix/rows.txt has them all")
    return found


def boot_all(wanted: list[Row], jobs: int, again: bool) -> list[dict]:
    """So many at once; Ctrl-C leaves out those that have not begun."""
    pool = concurrent.futures.ThreadPoolExecutor(jobs)
    try:
        return list(pool.map(lambda row: go(row, again), wanted))
    finally:
        pool.shutdown(cancel_futures=True)


def at_least_one(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"'{word}' is no number from 1 up")
    return int(word)


def main() -> int:
    parser = argparse.ArgumentParser(prog="matrix", description=__doc__,
                                     formatter_class=argparse.
                                     RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=at_least_one, metavar="N",
                        default=os.environ.get("QC_MATRIX_JOBS") or "2")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME", default=(
        os.environ.get("QC_MATRIX_ROWS", "").split()))
    options = parser.parse_args()
    wanted = chosen(options.names)
    if options.docs:
        report.write(rows(), [last(row) for row in rows()])
        return 0
    known = 0 if options.again else sum(map(is_known, wanted))
    print(report.beforehand(len(wanted), known, options.jobs, len(rows())),
          flush=True)
    outcomes = boot_all(wanted, options.jobs, options.again)
    print(report.table(wanted, outcomes))
    return 1 if any(outcome["wrong"] for outcome in outcomes) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
