# SPDX-License-Identifier: MIT
"""Runs build/quietcore-peers, and writes what it measured as rows.

usage: $(tools/venv tests) peers/peer_runs.py [--args OPTIONS] FOLDER

FOLDER gets the logs, one for each group of rows, and peers.jsonl, a row a line.
Each group is a run with the floors in it, so that each ratio is one run's own.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import click
import peer_log
import peer_rows as rows

from quietcore import places
from quietcore.log.reading import read_stream
from quietcore.log.runs import Run
from quietcore.running.reasons import wrong_words

#: Seconds after which a run counts as hung.
PATIENCE = 900
#: Of locks and queues, these ways of theirs; "" is the plain row.
LOCK_WAYS = ("", "/contend")
QUEUE_WAYS = ("/pair", "/pair32", "/across", "/steal", "/steal32")
EXECUTORS = ("loop", "shared", "steal", "spsc", "adaptive", "static", "chunk")


def run_of(program: Path, words: list[str], log: Path) -> Run:
    """One run to its end, well or not: a guest that is wrong is a row."""
    log.unlink(missing_ok=True)
    try:
        status = subprocess.run([program, *words, "--log", log], check=False,
                                stdout=subprocess.DEVNULL,
                                timeout=PATIENCE).returncode
        ended = f"ended with status {status} and no whole log"
    except subprocess.TimeoutExpired:
        ended = f"has not ended after {PATIENCE} seconds"
    runs = read_stream(io.BytesIO(log.read_bytes())) if log.exists() else []
    if not runs or not runs[-1].complete:
        damage = f" ({runs[-1].problems[0]})" if runs else ""
        sys.exit(f"peers: {program} {ended}: {places.short(log)} has what "
                 f"there is{damage}")
    if wrong := wrong_words(runs[-1]):
        sys.exit(f"peers: {wrong[0]}")
    return runs[-1]


def measured(program: Path, words: list[str], log: Path) -> Run:
    """The same of a run that has to have results."""
    run = run_of(program, words, log)
    if not run.of("result"):
        said = "; ".join(each["text"] for each in run.of("warning"))
        sys.exit(f"peers: {program} measures nothing: "
                 f"{said or ' '.join(words)}")
    return run


def listed(program: Path, log: Path) -> set[tuple[str, str]]:
    """Experiment and variant of each row that the program has."""
    return {(each["experiment"], each["name"])
            for each in run_of(program, ["--list"], log).of("listed")
            if each["what"] == "variant"}


def wanted(experiment: str, variant: str) -> bool:
    """Is it of a row of the table, or a floor?"""
    name, _, way = variant.partition("/")
    guest = rows.is_guest(name)
    way = f"/{way}" if way else ""
    if experiment == "lock":
        return way in LOCK_WAYS and (guest or name in rows.LOCKS)
    if experiment == "queue":
        return way in QUEUE_WAYS and (guest or name in rows.QUEUES)
    if experiment == "dispatch":
        return not way and (guest or name in EXECUTORS)
    if experiment == "metg":
        return guest or name in EXECUTORS
    if experiment == "floor":
        return True
    return variant in rows.OTHERS


#: The experiments that are measured together.
GROUPS = (("floor", "lock"), ("floor", "queue"),
          ("floor", "switch", "spawn", "wake"), ("floor", "dispatch"),
          ("floor", "metg"))


def options(group: tuple[str, ...], known: set[tuple[str, str]],
            args: str) -> list[str]:
    """The words of a group's run."""
    names = dict.fromkeys(f"{variant}." for experiment, variant in sorted(known)
                          if experiment in group
                          and wanted(experiment, variant))
    return ["suite=quick", "cores=2", f"bench={','.join(group)}",
            f"variant={','.join(names)}", *args.split()]


@click.command()
@click.option("--args", default="", metavar="OPTIONS",
              help="Further options of the program.")
@click.option("--program", type=click.Path(path_type=Path, exists=True),
              default=lambda: places.images() / "quietcore-peers")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(args: str, program: Path, folder: Path) -> None:
    """Measures all rows into FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / "peers.jsonl"
    made.unlink(missing_ok=True)  # an earlier call's
    load = " ".join(f"{each:.2f}" for each in os.getloadavg())
    said = [f"{time.strftime('%Y-%m-%d %H:%M')}, load before {load}"]
    known, records = listed(program, folder / "list.log"), []
    for group in GROUPS:
        print(f"  RUN     {program.name} {','.join(group)}", file=sys.stderr)
        log = folder / f"{group[1]}.log"
        run = measured(program, options(group, known, args), log)
        said += peer_log.machine(run.context) if group == GROUPS[0] else []
        for record in rows.records_of(run):
            if record["row"] != "floor" or group == GROUPS[0]:
                records.append(record)
    made.write_text("".join(f"{json.dumps(record)}\n"
                            for record in ({"said": said}, *records)))


if __name__ == "__main__":
    main()
