# SPDX-License-Identifier: MIT
"""Golden runs: options, and all that the program says, on the counted machine.

A file NAME.txt has in its first lines what is run, then what that said:

    options  bench=lock variant=mcs
    machine  cores=3 pauses=31     words of MACHINE (tests/machine/machine.h)
    program  wrong                 with what is wrong, too; left out: without
    terminal                       to a terminal; left out: to a pipe
    shows    whole                 all lines; left out: but for the usual ones
    shows    log                   no page, of which others show each kind of row

The usual lines are those of the runs that show the whole: a run's frame, where
nothing is odd. Of records that is left out which differs by build, place or
order alone; those of the machine stand in the runs of `probe` only. A status
stands where it is not 0.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from places import BUILD, ROOT

HERE = Path(__file__).resolve().parent
#: Which differ by build, place or order alone.
LEFT_OUT = ("q", "seq", "run", "crc", "image_crc")
#: Records of the machine, which is the same in all runs.
MACHINES = ("context", "core")
#: Seconds until a run is given up.
SECONDS = 120
WHOLE, LOG = "whole", "log"
HEAD = ("options", "machine", "program", "terminal", "shows")


class Run(NamedTuple):
    """What is run: the first lines of a file."""

    options: str
    machine: str = ""
    program: str = ""
    terminal: bool = False
    shows: str = ""

    def head(self) -> str:
        said = {"options": self.options, "machine": self.machine,
                "program": self.program,
                "terminal": "yes" if self.terminal else "",
                "shows": self.shows}
        return "".join(f"{name:8} {value}\n" for name, value in said.items()
                       if value)


def run_of(text: str) -> Run:
    """The run that a file's first lines name. Raises ValueError otherwise."""
    said = {}
    for line in text.partition("\n\n")[0].splitlines():
        name, _, value = line.partition(" ")
        if name not in HEAD:
            raise ValueError(f"no golden run has a line {name!r}")
        said[name] = value.strip()
    return Run(said.get("options", ""), said.get("machine", ""),
               said.get("program", ""), "terminal" in said,
               said.get("shows", ""))


def files() -> list[Path]:
    return sorted(HERE.glob("*.txt"))


def shown_whole() -> list[Path]:
    return [file for file in files() if run_of(
        file.read_text(encoding="utf-8")).shows == WHOLE]


def usual() -> frozenset[str]:
    """The lines of all that is shown whole."""
    return frozenset(line for file in shown_whole() for line in
                     file.read_text(encoding="utf-8").splitlines() if line)


def record_shown(record: dict) -> str:
    return json.dumps({name: value for name, value in record.items()
                       if name not in LEFT_OUT}, ensure_ascii=False,
                      separators=(",", ":"))


def odd(lines: Iterable[str]) -> Iterator[str]:
    """Those that are not usual. What gaps alone part stays parted."""
    known, gaps, left_out = usual(), 0, True
    for line in lines:
        if not line:
            gaps += 1
        elif line in known:
            left_out = True
        else:
            if not left_out:
                yield from [""] * gaps
            yield line
            gaps, left_out = 0, False


def lines(said: str, run: Run) -> Iterator[str]:
    """What was said, a line each, as it is compared."""
    probes = "probe" in run.options.split()
    for line in said.replace("\r\n", "\n").splitlines():
        try:
            record = json.loads(line) if line.startswith("{") else None
        except json.JSONDecodeError:
            record = None
        if record is None:
            if run.shows != LOG:
                yield line.rstrip()
        elif probes or record.get("record") not in MACHINES:
            yield record_shown(record)


#: Starts a command in an environment, its two streams to these; its status.
Start = Callable[[list[str], dict[str, str], int, int], int | None]


def started(command: list[str], environment: dict[str, str], stdout: int,
            stderr: int) -> int | None:
    """Raises subprocess.TimeoutExpired where it does not end."""
    return subprocess.run(command, env=environment, stdout=stdout,
                          stderr=stderr, stdin=subprocess.DEVNULL, check=False,
                          timeout=SECONDS, cwd=ROOT).returncode


def read_all(master: int, into: list[bytes]) -> None:
    """What is written to the terminal, until its other end is closed."""
    try:
        while some := os.read(master, 1 << 16):
            into.append(some)
    except OSError:
        pass


def on_terminal(start: Callable[[int, int], int | None]
                ) -> tuple[int | None, str]:
    """A program's status and what it writes to a terminal."""
    master, slave = os.openpty()
    said: list[bytes] = []
    reader = threading.Thread(target=read_all, args=(master, said))
    reader.start()
    try:
        status = start(slave, slave)
    finally:
        os.close(slave)
        reader.join()
        os.close(master)
    return status, b"".join(said).decode(errors="replace")


def on_files(start: Callable[[int, int], int | None]
             ) -> tuple[int | None, str]:
    """A program's status, its text and then its log: they are two streams."""
    with tempfile.TemporaryFile() as log, tempfile.TemporaryFile() as text:
        status = start(log.fileno(), text.fileno())
        said = b""
        for file in (text, log):
            file.seek(0)
            said += file.read()
        return status, said.decode(errors="replace")


def said_by(run: Run, build: Path = BUILD, start: Start = started) -> str:
    """What the run's file keeps of all that the run says now."""
    program = "quietcore-wrong" if run.program == "wrong" else "quietcore"
    command = [str(build / "machine" / program), *run.options.split()]
    environment = {"TERM": "xterm", "MACHINE": run.machine}
    status, said = (on_terminal if run.terminal else on_files)(
        lambda stdout, stderr: start(command, environment, stdout, stderr))
    told = lines(said, run)
    shown = [*(told if run.shows == WHOLE else odd(told))]
    if status != 0:
        shown.append(f"status {status}")
    return "".join(f"{line}\n" for line in shown)


def text_of(run: Run) -> str:
    """What the run's file should have."""
    return f"{run.head()}\n{said_by(run)}"
