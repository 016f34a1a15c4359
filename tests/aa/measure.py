# SPDX-License-Identifier: MIT
"""Equal runs of the Linux program, calm and under load; their logs stay."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

from quietcore.compare.alike import unlike
from quietcore.log.opening import Unreadable, runs_in
from quietcore.log.reading import Run
from quietcore.running import process
from quietcore.running.folders import FolderError, named_folder
from quietcore.running.follower import Limits
from quietcore.running.hosted import Hosted
from quietcore.running.outcome import run_machine
from quietcore.status import Status

TIMEOUT = 600   # seconds for a run, loaded or not
BUSY = [sys.executable, "-c", "while True: pass"]


class Failed(Exception):
    """A run did not go well; the text says why."""


@contextlib.contextmanager
def load(loops: int) -> Iterator[None]:
    """So many loops that never sleep, ended afterwards."""
    with contextlib.ExitStack() as stack:
        for _ in range(loops):
            stack.enter_context(process.running(BUSY))
        yield


def run_of(log: Path) -> Run | None:
    """The whole run of a log; None where there is none, or it is damaged."""
    try:
        runs = runs_in(str(log))
    except Unreadable:
        return None
    return runs[0] if len(runs) == 1 and runs[0].ok else None


def folder_for(base: Path) -> Path:
    """A folder for a run: what is left of one that was cut stays beside."""
    for attempt in range(100):
        with contextlib.suppress(FolderError):
            return named_folder(base if not attempt
                                else base.with_name(f"{base.name}-{attempt}"))
    raise Failed(f"{base.parent} cannot be written")


def measured(options: str, base: Path) -> tuple[Run, str]:
    """A run of the program, and what to say of it: the one that is there is
    taken where that is whole."""
    for old in sorted(base.parent.glob(f"{base.name}*/hosted.log")):
        run = run_of(old)
        if run:
            return run, f" was there: of {run.context.get('git')}"
    log = folder_for(base) / "hosted.log"
    outcome = run_machine(Hosted(options, log), Limits(TIMEOUT))
    if outcome.status != Status.OK:
        raise Failed(f"{log}: {outcome.reason}")
    return outcome.runs[0], ""


def campaign(options: str, folder: Path, runs: int, loops: int) -> list[Run]:
    """So many runs, under so many busy loops."""
    found = []
    with load(loops):
        for number in range(1, runs + 1):
            run, said = measured(options, folder / f"{number:02d}")
            found.append(run)
            print(f"aa: {folder.name}: run {number} of {runs}{said}",
                  file=sys.stderr, flush=True)
    other = unlike(found)
    if other:
        raise Failed(f"{folder}: run {other[0] + 1} is of {other[1]}: remove "
                     "the folder, or name another one (--out)")
    return found
