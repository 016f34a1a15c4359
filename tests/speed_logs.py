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

LONGEST = 120           # seconds of a command

Row = tuple[str, str, str]  # what, is, should be at most


def several(folder: Path, log: Path, count: int) -> tuple[Path, Path]:
    """So many logs like this one in a folder, and in one file: qc show takes one."""
    logs, whole = folder / f"{count}", folder / f"{count}.log"
    for at in range(count):
        (logs / f"run-{at}").mkdir(parents=True)
        try:
            os.link(log, logs / f"run-{at}/serial.log")     # without room of its own
        except OSError:
            shutil.copy(log, logs / f"run-{at}")
    whole.write_bytes(log.read_bytes() * count)
    return logs, whole


def taken(words: tuple, fine: tuple[Status, ...]) -> str:
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
    for count in (1, MOST_RUNS, 100, 1000):
        logs, whole = several(folder, log, count)
        few = count <= MOST_RUNS
        for what, most, fine, words in (
                ("show, one file", "2 s" if count == 1 else "60 s",
                 (Status.OK, Status.SEVERAL_RUNS), ("show", whole)),
                ("report" if few else f"report: refused, {MOST_RUNS} at most", "",
                 (Status.OK if few else Status.USAGE,),
                 ("report", *logs.glob("*/serial.log"), "-o", folder / "report.html")),
                ("export, CSV", "", (Status.OK,),
                 ("export", logs, "-o", folder / f"{count}.csv")),
                ("export, Parquet", "60 s", (Status.OK,),
                 ("export", logs, "--format", "parquet", "-o", folder / f"{count}.set")),
                # Some rows are incomplete.
                ("compare with itself", "", (Status.OK, Status.INCOMPLETE),
                 ("compare", logs, logs, "-o", folder / "compared.txt"))):
            yield f"qc {what}, runs: {count:,}", taken(words, fine), most
