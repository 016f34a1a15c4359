# SPDX-License-Identifier: MIT
"""How long qc takes over one log and over many: part of `make speed`.

Each command is a process of its own, as a user starts it, and has LONGEST
seconds: one that takes longer is told as that.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from places import ROOT, python_of
from quietcore.commands.report import MOST_RUNS
from quietcore.status import Status

MANY = (1, 100, 1000)
LONGEST = 120           # seconds of a command

Row = tuple[str, str, str]


def folder_of(folder: Path, log: Path, count: int) -> Path:
    """So many logs like this one, without room of their own on the disc where
    that can be done."""
    for at in range(count):
        one = folder / f"{count}" / f"run-{at}" / "serial.log"
        one.parent.mkdir(parents=True)
        try:
            os.link(log, one)
        except OSError:
            shutil.copy(log, one)
    return folder / f"{count}"


def in_one(folder: Path, log: Path, count: int) -> Path:
    """A file that holds so many runs: qc show takes one file."""
    path, text = folder / f"{count}.log", log.read_bytes()
    with path.open("wb") as out:
        for _ in range(count):
            out.write(text)
    return path


def taken(*words, fine: tuple[Status, ...] = (Status.OK,)) -> str:
    """The seconds of a command; what became of one that did not go well."""
    begin = time.monotonic()
    try:
        done = subprocess.run(
            [python_of("extra"), "-m", "quietcore", *map(str, words)],
            cwd=ROOT / "tools", check=False, capture_output=True,
            timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"over {LONGEST} s"
    seconds = f"{time.monotonic() - begin:.1f} s"
    return seconds if done.returncode in fine else \
        f"{seconds}, status {done.returncode}"


def over_logs(folder: Path, log: Path) -> Iterator[Row]:
    """The rows of the table; `log` is a quick run's."""
    python_of("extra")  # made before anything is timed
    for count in MANY:
        logs = folder_of(folder, log, count)
        name = f"{count:,} log{'s' * (count > 1)}"
        yield (f"qc show, a file of {count:,} run{'s' * (count > 1)}",
               taken("show", in_one(folder, log, count),
                     fine=(Status.OK, Status.SEVERAL_RUNS)),
               {1: "2 s", MANY[-1]: "60 s"}.get(count, ""))
        many = count > MOST_RUNS
        yield (f"qc report, {name}" + f": refused, {MOST_RUNS} at most" * many,
               taken("report", *logs.glob("*/serial.log"), "-o",
                     folder / "report.html",
                     fine=(Status.USAGE if many else Status.OK,)), "")
        yield (f"qc export, {name}, CSV",
               taken("export", logs, "-o", folder / f"{count}.csv"), "")
        yield (f"qc export, {name}, Parquet",
               taken("export", logs, "--format", "parquet", "-o",
                     folder / f"{count}.set"),
               "60 s" if count == MANY[-1] else "")
        yield (f"qc compare, {name} with {count:,}",
               taken("compare", logs, logs, "-o", folder / "compared.txt",
                     fine=(Status.OK, Status.INCOMPLETE)), "")  # some rows
    logs = [*folder_of(folder, log, MOST_RUNS).glob("*/serial.log")]
    yield (f"qc report, {MOST_RUNS} logs",
           taken("report", *logs, "-o", folder / "report.html"), "")
