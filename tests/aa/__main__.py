# SPDX-License-Identifier: MIT
"""Equal runs of the Linux program: do their statements contradict each other?

usage: aa [--runs N] [--loaded] [--options OPTIONS] [--out FOLDER] [--compare]
       aa [--compare] LOG...

A second call with the same folder goes on where the first one ended. With logs
nothing is run. make aa [RUNS=N] [LOADED=1] [COMPARE=1] has the folder build/aa.
With --compare (40 runs) comparisons are drawn from the runs: what qc compare
says of equal ones, and what it finds of what is planted (resampled.py).

Status 1: more than one pair of statements in a hundred contradicts itself, or
more than one statement in a hundred has to go until all agree; or, calm, a
planted difference of 60 % is not sure in 19 of 20. Status 3: most of the calm
runs warn of a busy host, so they tell nothing of a calm one.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]),
                str(Path(__file__).resolve().parents[2] / "tools")]

import resampled  # noqa: E402
from count import (  # noqa: E402
    CONTRADICTORY, ODD, PAIRS, VERDICTS, Count, by_experiment, planted)
from measure import Failed, campaign, run_of  # noqa: E402
from places import BUILD, ROOT, for_make, make  # noqa: E402
from quietcore import signals  # noqa: E402
from quietcore.conclusions.asking import conclusions  # noqa: E402
from quietcore.log.reading import Run  # noqa: E402
from quietcore.terminal.numbers import counted  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

MOST_CONTRADICTORY = 0.01
LEAST_POWER = 0.95
MOST_UNSURE = 1 / 3     # told, not demanded: the suite may gain questions
#: Its cheaper lock, and the options that measure both.
PLANTED, WINS = ROOT / "tests/aa/planted.c", {"light"}
PLANTED_OPTIONS = "suite=quick bench=lock variant=light.,heavy. cores=1"
#: Seconds of a run of --compare, calm and loaded, and of the comparisons.
SECONDS, SECONDS_LOADED, SECONDS_DRAWN = 6, 25, 150


def say(text: str) -> None:
    """A line as it is, at once."""
    print(text, flush=True)


def show(title: str, runs: list[Run]) -> Count:
    """The table of some equal runs, and what contradicts itself."""
    counts = by_experiment([conclusions(run) for run in runs])
    table = Table(box=None, pad_edge=False, title_justify="left",
                  title=f"{title}, {counted(len(runs), 'run')}")
    for name in ("experiment", *VERDICTS, "unsure", PAIRS, CONTRADICTORY, ODD):
        table.add_column(name, justify="left" if name == "experiment" else "right")
    for name, count in counts.items():
        table.add_row(name, *(str(count.of[word]) for word in VERDICTS),
                      f"{100 * count.unsure:.0f} %", *(
                          str(count.of[word]) for word in (PAIRS, CONTRADICTORY, ODD)))
    Console(width=100).print(table)
    whole = counts["all"]
    for example in whole.examples:
        say(example)
    say(f"{title}: {100 * whole.contradictory:.2f} % of the pairs contradict themselves, "
        f"{100 * whole.odd:.2f} % of the statements are odd ones: without them all agree "
        f"(at most {100 * MOST_CONTRADICTORY:g} %); {100 * whole.unsure:.0f} % are unsure "
        f"(goal: at most {100 * MOST_UNSURE:.0f} %).\n")
    return whole


def busy(title: str, runs: list[Run]) -> bool:
    """Most of them warn of a busy host; says so."""
    warned = sum(any(record["code"] == "host_busy"
                     for record in run.each("warning")) for run in runs)
    if 2 * warned > len(runs):
        say(f"{title}: {warned} of {counted(len(runs), 'run')} were on a busy host, as "
            "they warn: inconclusive of a calm one.")
    return 2 * warned > len(runs)


def dishonest(whole: Count) -> bool:
    """Too much contradicts itself, in pairs or in statements."""
    return max(whole.contradictory, whole.odd) > MOST_CONTRADICTORY


def compared(title: str, runs: list[Run]) -> bool:
    """What is drawn of the runs; whether too many verdicts are false."""
    lines = [(refused, True)] if (refused := resampled.refused(runs)) \
        else resampled.told(runs)
    bad = False
    for line, wrong in lines:
        say(f"{title}: {line}")
        bad |= wrong
    return bad


def power(folder: Path, runs: int, loops: int, title: str) -> float:
    """How often a planted difference is sure, of the runs made for it."""
    made = make(f"USER={for_make(PLANTED)}", for_make(BUILD / "user/quietcore-hosted"))
    if made.returncode:
        raise Failed(f"{PLANTED}: {made.stderr}")
    os.environ["QUIETCORE_IMAGES"] = str(BUILD / "user")
    found = campaign(PLANTED_OPTIONS, folder, runs, loops)
    right, all_ = planted([conclusions(run) for run in found], WINS)
    share = right / max(all_, 1)
    say(f"{title}: a planted difference of 60 % is sure in {right} of {all_} findings "
        f"({100 * share:.0f} %; at least {100 * LEAST_POWER:.0f} % calm).")
    return share


def of_logs(logs: list[str], compare: bool) -> int:
    """The same table of logs that are there."""
    runs = []
    for log in logs:
        run = run_of(Path(log))
        if not run:
            raise Failed(f"{log} is no whole log of one good run: tools/qc parse "
                         f"{log} says why")
        runs.append(run)
    return int(compared("logs", runs) if compare else dishonest(show("logs", runs)))


def of_comparisons(given: argparse.Namespace, ways: dict[str, int]) -> int:
    """Records boots for comparisons, and draws these."""
    bad = False
    for way, loops in ways.items():
        seconds = given.runs * (SECONDS_LOADED if loops else SECONDS) + SECONDS_DRAWN
        print(f"aa: {way}: {counted(given.runs, 'run')} and what is drawn of them "
              f"take about {-(-seconds // 60)} minutes", file=sys.stderr, flush=True)
        bad |= compared(way, campaign(resampled.OPTIONS, given.out / f"{way}-compare",
                                      given.runs, loops))
    return int(bad)


def of_statements(given: argparse.Namespace, ways: dict[str, int]) -> int:
    """Equal runs, and others with a planted difference."""
    bad = loaded = False
    for way, loops in ways.items():
        runs = campaign(given.options, given.out / way, given.runs, loops)
        whole = show(way, runs)
        if way == "calm":
            loaded = busy(way, runs)
        bad |= dishonest(whole) and not (way == "calm" and loaded)
    for way, loops in ways.items():
        share = power(given.out / f"{way}-planted", given.runs, loops, way)
        bad |= way == "calm" and share < LEAST_POWER and not loaded
    return 3 if loaded and not bad else int(bad)


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="aa", description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, metavar="N", help="[20; with --compare 40]")
    parser.add_argument("--compare", action="store_true", help="draw comparisons from them")
    parser.add_argument("--loaded", action="store_true",
                        help="the same again under a busy loop for each core")
    parser.add_argument("--options", default="suite=quick", help="of the program [suite=quick]")
    parser.add_argument("--out", type=Path, default=BUILD / "aa")
    parser.add_argument("logs", nargs="*", metavar="LOG")
    given = parser.parse_args()
    given.runs = given.runs or (40 if given.compare else 20)
    return given


def main() -> int:
    given = options()
    ways = {"calm": 0} | (
        {"loaded": len(os.sched_getaffinity(0))} if given.loaded else {})
    try:
        if given.logs:
            return of_logs(given.logs, given.compare)
        return (of_comparisons if given.compare else of_statements)(given, ways)
    except Failed as failure:
        print(f"aa: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    signals.catch()
    signals.release()
    try:
        sys.exit(main())
    except signals.Stopped as stop:
        print("aa: ended; a second call goes on from here", file=sys.stderr)
        sys.exit(128 + stop.number)
