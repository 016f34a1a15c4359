# SPDX-License-Identifier: MIT
"""The logs of a side: files, and all that lie below folders."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from quietcore.compare.alike import ALIKE, facts, unlike
from quietcore.compare.measured import Side
from quietcore.log.opening import Unreadable, runs_in
from quietcore.log.runs import Run
from quietcore.log.trust import lesser
from quietcore.log.workers import each_piece

LOGS = ("*.log", "*.log.gz")    # what a folder's logs are called
KINDS = ("context", "noise", "result", "end")   # of records that are compared


class Foreign(Exception):
    """A log is of a version that this qc does not read."""


def logs_of(place: str) -> list[str]:
    """A file itself; of a folder all logs below it, in the order of names."""
    folder = Path(place)
    if not folder.is_dir():
        return [place]
    return sorted({str(path) for pattern in LOGS
                   for path in folder.rglob(pattern) if path.is_file()})


def gather(name: str, places: list[str]) -> tuple[Side, list[str]]:
    """A side, and what of its folders is no log, with the reason.

    Raises Unreadable where a file that was named cannot be read or nothing is there at all, and
    Foreign.
    """
    side, passed_over = Side(name, [], []), []
    logs = [(place, log) for place in places for log in logs_of(place)]
    read = chain.from_iterable(each_piece(read_all, [log for _, log in logs]))
    for (place, log), runs in zip(logs, read):
        if isinstance(runs, list):
            add(side, log, runs, passed_over)
        elif log == place:
            raise Unreadable(runs)
        else:
            passed_over.append(runs)
    if not side.runs:
        raise Unreadable(f"no log of a run is in {', '.join(places)}"
                         if not passed_over else "nothing to compare: "
                         + "; ".join(passed_over[:3]))
    return side, passed_over


def read_all(logs: list[str]) -> list[list[Run] | str]:
    """Of each log what a comparison looks at, or why it cannot be read."""
    found: list[list[Run] | str] = []
    for log in logs:
        try:
            found.append([run.only(*KINDS) for run in runs_in(log)])
        except Unreadable as error:
            found.append(str(error))
    return found


def add(side: Side, log: str, runs: list, passed_over: list[str]) -> None:
    """Takes a log's runs; one without a context says nothing of itself."""
    for run in runs:
        if run.foreign:
            raise Foreign(f"{log}: {run.problems[0]}")
        if not run.context:
            passed_over.append(f"{log}: its context record is missing, which "
                               "says what ran where; run or capture it again")
            continue
        side.runs.append(run)
        side.logs.append(log)


def matching(baseline: Side, new: Side) -> Side:
    """Of a baseline what is of the new runs' machine and settings, and of one build: the first
    that matches; all of it where nothing does."""
    wanted = question(new)
    found = [at for at, run in enumerate(baseline.runs)
             if question(Side("", [run], [""])) == wanted]
    found = [at for at in found if not unlike([baseline.runs[found[0]], baseline.runs[at]])]
    if not found:
        return baseline
    return Side(baseline.name, [baseline.runs[at] for at in found],
                [baseline.logs[at] for at in found])


def question(side: Side) -> list[object]:
    """What both sides have to agree in."""
    told = facts(side.context)
    return [lesser(side.context), *(told.get(name) for name in ALIKE)]
