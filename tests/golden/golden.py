# SPDX-License-Identifier: MIT
"""Golden runs: options, and all that the program says, on the counted machine.

A file NAME.txt has in its first lines what is run, then what that said:

    options  bench=lock variant=mcs
    machine  cores=3 pauses=31     words of MACHINE (tests/machine/machine.h)
    program  wrong                 with what is wrong, too; left out: without
    terminal                       to a terminal; left out: to a pipe

Of records that is left out which differs by build, place or order alone; those
of the machine stand in the runs of `probe` only.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
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
HEAD = ("options", "machine", "program", "terminal")


class Run(NamedTuple):
    """What is run: the first lines of a file."""

    options: str
    machine: str = ""
    program: str = ""
    terminal: bool = False

    def head(self) -> str:
        said = {"options": self.options, "machine": self.machine,
                "program": self.program,
                "terminal": "yes" if self.terminal else ""}
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
               said.get("program", ""), "terminal" in said)


def files() -> list[Path]:
    return sorted(HERE.glob("*.txt"))


def record_shown(record: dict) -> str:
    return json.dumps({name: value for name, value in record.items()
                       if name not in LEFT_OUT}, ensure_ascii=False,
                      separators=(",", ":"))


def lines(said: str, probes: bool) -> Iterator[str]:
    """What was said, a line each, as it is compared."""
    for line in said.replace("\r\n", "\n").splitlines():
        try:
            record = json.loads(line) if line.startswith("{") else None
        except json.JSONDecodeError:
            record = None
        if record is None:
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
    """All that the run says now, and its status."""
    program = "quietcore-wrong" if run.program == "wrong" else "quietcore"
    command = [str(build / "machine" / program), *run.options.split()]
    environment = {"TERM": "xterm", "MACHINE": run.machine}
    status, said = (on_terminal if run.terminal else on_files)(
        lambda stdout, stderr: start(command, environment, stdout, stderr))
    shown = lines(said, "probe" in run.options.split())
    return "".join(f"{line}\n" for line in shown) + f"status {status}\n"


def text_of(run: Run) -> str:
    """What the run's file should have."""
    return f"{run.head()}\n{said_by(run)}"
