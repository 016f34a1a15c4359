# SPDX-License-Identifier: MIT
"""Builds other runtimes' programs, runs them and ours in turns, shows all.

usage: $(tools/venv tests) peers/runtimes/runtime_runs.py [--turns N] FOLDER

FOLDER gets what is built, the last turn's logs, and runtimes.jsonl.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
import peer_log
import peer_runs
import runtime_programs as programs
import runtime_rows as rows
import runtime_show
from runtime_programs import Failed, Runtime

from quietcore import places
from quietcore.conclusions.rounds import LEAST
from quietcore.log.runs import Run
from quietcore.status import Status

#: Seconds of a turn with all of them, for what is said before.
TURN_SECONDS = 12


@dataclass
class Session:
    """What is measured, and what is to be said of it."""

    program: Path
    folder: Path
    processors: list[int]
    runtimes: list[Runtime] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: bool = False

    def fail(self, why: str) -> None:
        """Is told at once, and again below the table."""
        print(f"runtimes: {why}", file=sys.stderr)
        self.notes.append(why)
        self.failed = True


def build_all(session: Session) -> None:
    """Those that are here; what is not is left out, with the remedy."""
    for runtime in programs.all_of(session.folder):
        missing = runtime.missing()
        if missing:
            session.notes.append(f"{runtime.name} is left out: "
                                 f"{'; '.join(missing)}")
            continue
        print(f"  BUILD   {runtime.name}", file=sys.stderr)
        try:
            versions = programs.build(runtime, session.folder)
        except Failed as why:
            session.fail(f"{runtime.name} cannot be built: {why}")
            continue
        session.runtimes.append(runtime)
        said = "; ".join((", ".join(versions), *(" ".join(command)
                          for command in runtime.commands())))
        session.said.append(f"{runtime.name}: {said}".replace(
            f"{places.base()}/", ""))


def lines_of(runtime: Runtime, measures: str,
             processors: list[int]) -> list[dict]:
    """What one of its programs prints."""
    command = [*runtime.programs[measures],
               *programs.words_of(runtime, measures, processors)]
    out = programs.run(command, programs.PATIENCE, runtime.environment)
    try:
        lines = [json.loads(line) for line in out.splitlines()]
    except ValueError as why:
        raise Failed(f"{command[0]} prints what is no JSON: {why}") from None
    if not lines:
        raise Failed(f"{command[0]} prints nothing")
    return lines


def theirs_of(session: Session) -> list[tuple[Runtime, list[dict]]]:
    """What all their programs print; who fails takes no part any more."""
    found = []
    for runtime in list(session.runtimes):
        for measures in runtime.programs:
            try:
                found.append((runtime, lines_of(runtime, measures,
                                                session.processors)))
            except Failed as why:
                session.fail(f"{runtime.name}, {measures}: {why}")
                session.runtimes.remove(runtime)
                break
    return found


def own_run(session: Session, words: Sequence[str]) -> Run:
    """Ours, which has to be there: everything is held against it."""
    return peer_runs.measured(session.program, list(words),
                              session.folder / "ours.log")


def turn(session: Session, number: int) -> rows.Figures:
    """Ours and theirs once; ours first in every other turn."""
    theirs = theirs_of(session) if number % 2 else []
    run = own_run(session, rows.WORDS)
    theirs = theirs or theirs_of(session)
    context = run.of("context")[0]
    if not number:
        session.said[1:1] = [
            *peer_log.machine(context), "processors " +
            ", ".join(map(str, session.processors)),
            f"ours: {' '.join(rows.WORDS)}"]
    figures = rows.own_figures(run)
    for runtime, lines in theirs:
        scale = 1 if runtime.clock == "ticks" else context["tsc_hz"] / 1e9
        figures |= rows.figures_of(lines, scale)
    return figures


def measure(session: Session, turns: int) -> list[dict]:
    """All turns, as rows."""
    figures = []
    for number in range(turns):
        print(f"  TURN    {number + 1} of {turns}: ours, "
              f"{', '.join(each.name for each in session.runtimes)}",
              file=sys.stderr)
        figures.append(turn(session, number))
    return rows.records_of(figures)


def start(program: Path, folder: Path) -> Session:
    """On the first two processors, which all that is started inherits."""
    processors = sorted(os.sched_getaffinity(0))[:rows.CORES]
    if len(processors) < rows.CORES:
        print("runtimes: two processors are needed, one may be used: see "
              "taskset -p $$", file=sys.stderr)
        sys.exit(Status.MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    return Session(program, folder, processors, said=[
        f"{time.strftime('%Y-%m-%d %H:%M')}, load before {load}"])


@click.command()
@click.option("--turns", default=9, show_default=True,
              type=click.IntRange(min=1),
              help="How often all of them run; six make intervals.")
@click.option("--program", type=click.Path(path_type=Path, exists=True),
              default=places.program)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(turns: int, program: Path, folder: Path) -> None:
    """Measures into FOLDER, shows the table."""
    session = start(program, folder)
    build_all(session)
    if not session.runtimes:
        print("runtimes: none is here:", *session.notes, sep="\n  ",
              file=sys.stderr)
        sys.exit(Status.RUN_FAILED if session.failed else Status.MISSING)
    if turns < LEAST:
        print(f"runtimes: of fewer than {LEAST} turns no target is told: "
              f"TURNS={LEAST}", file=sys.stderr)
    print(f"runtimes: {turns} turns, about {turns * TURN_SECONDS} seconds",
          file=sys.stderr)
    os.sched_setaffinity(0, session.processors)
    records = measure(session, turns)
    about = {"said": session.said, "notes": session.notes}
    (folder / "runtimes.jsonl").write_text(
        "".join(f"{json.dumps(each)}\n" for each in (about, *records)))
    runtime_show.show_all(about, records, runtime_show.console_of())
    sys.exit(Status.RUN_FAILED if session.failed else Status.OK)


if __name__ == "__main__":
    main()
