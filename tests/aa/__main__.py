# SPDX-License-Identifier: MIT
"""Equal runs of the Linux program: do their statements contradict each other?

usage: aa [--runs N] [--loaded] [--options OPTIONS] [--out FOLDER] [--compare]
       aa [--compare] LOG...

A second call with the same folder goes on where the first one ended. With logs
nothing is run. make aa [RUNS=N] [LOADED=1] [COMPARE=1] has the folder build/aa.
With --compare (40 runs) comparisons are drawn from the runs: what qc compare
says of equal ones, and what it finds of what is planted (of_compare.py).

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

from count import Count, by_experiment, in_all, planted  # noqa: E402
import of_compare  # noqa: E402
from measure import Failed, campaign, cores, run_of  # noqa: E402
from places import BUILD, ROOT, make  # noqa: E402
from quietcore import signals  # noqa: E402
from quietcore.conclusions.gate import NONE, SURE, TIE, UNSURE  # noqa: E402
from quietcore.log.reading import Run  # noqa: E402
from quietcore.conclusions.asking import conclusions  # noqa: E402
from quietcore.terminal.numbers import counted  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.table import Table  # noqa: E402

MOST_CONTRADICTORY = 0.01
LEAST_POWER = 0.95
MOST_UNSURE = 1 / 3     # told, not demanded: the suite may gain questions
PLANTED = ROOT / "tests/aa/planted.c"
#: The cheaper lock of PLANTED, and the options that measure both.
WINS = {"light"}
PLANTED_OPTIONS = "suite=quick bench=lock variant=light.,heavy. cores=1"
WORDS = (SURE, TIE, UNSURE, NONE)


def row(name: str, count: Count) -> list[str]:
    """A line of the table."""
    return [name, *(str(count.verdicts[word]) for word in WORDS),
            f"{100 * count.unsure:.0f} %", str(count.pairs),
            str(count.contradictory), str(count.odd)]


def show(title: str, runs: list[Run], console: Console) -> Count:
    """The table of some equal runs, and what contradicts itself."""
    counts = by_experiment([conclusions(run) for run in runs])
    whole = in_all(counts)
    table = Table(box=None, pad_edge=False, title_justify="left",
                  title=f"{title}, {counted(len(runs), 'run')}")
    for name in ("experiment", *WORDS, "unsure", "pairs", "contradictory", "odd ones"):
        table.add_column(name, justify="left" if name == "experiment" else "right")
    for name, count in counts.items():
        table.add_row(*row(name, count))
    table.add_row(*row("all", whole))
    console.print(table)
    for example in whole.examples:
        console.print(example, markup=False, soft_wrap=True)
    console.print(f"{title}: {100 * whole.share:.2f} % of the pairs contradict "
                  f"themselves, {100 * whole.odd_share:.2f} % of the "
                  "statements are odd ones: without them all agree (at most "
                  f"{100 * MOST_CONTRADICTORY:g} %); "
                  f"{100 * whole.unsure:.0f} % are unsure (goal: at most "
                  f"{100 * MOST_UNSURE:.0f} %).\n", markup=False, soft_wrap=True)
    return whole


def busy(title: str, runs: list[Run], console: Console) -> bool:
    """Most of them warn of a busy host; says so."""
    warned = sum(any(record["code"] == "host_busy"
                     for record in run.each("warning")) for run in runs)
    if 2 * warned <= len(runs):
        return False
    console.print(f"{title}: {warned} of {counted(len(runs), 'run')} were on a "
                  "busy host, as they warn: inconclusive of a calm one.",
                  markup=False, soft_wrap=True)
    return True


def dishonest(whole: Count) -> bool:
    """Too much contradicts itself, in pairs or in statements."""
    return max(whole.share, whole.odd_share) > MOST_CONTRADICTORY


def power(folder: Path, runs: int, loops: int, title: str, console: Console) -> float:
    """How often a planted difference is sure, of the runs made for it."""
    made = make(f"USER={PLANTED.relative_to(ROOT)}",
                f"{BUILD.relative_to(ROOT)}/user/quietcore-hosted"
                if BUILD.is_relative_to(ROOT)
                else f"{BUILD}/user/quietcore-hosted")
    if made.returncode:
        raise Failed(f"{PLANTED}: {made.stderr}")
    os.environ["QUIETCORE_IMAGES"] = str(BUILD / "user")
    found = campaign(PLANTED_OPTIONS, folder, runs, loops)
    right, all_ = planted([conclusions(run) for run in found], WINS)
    share = right / all_ if all_ else 0
    console.print(f"{title}: a planted difference of 60 % is sure in {right} of "
                  f"{all_} findings ({100 * share:.0f} %; at least "
                  f"{100 * LEAST_POWER:.0f} % calm).", markup=False,
                  soft_wrap=True)
    return share


def of_logs(logs: list[str], compare: bool, console: Console) -> int:
    """The same table of logs that are there."""
    runs = []
    for log in logs:
        run = run_of(Path(log))
        if not run:
            print(f"aa: {log} is no whole log of one good run: tools/qc parse "
                  f"{log} says why", file=sys.stderr)
            return 2
        runs.append(run)
    if compare:
        return int(of_compare.show_compared("logs", runs, console))
    return int(dishonest(show("logs", runs, console)))


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
    given, console = options(), Console(width=100)
    if given.logs:
        return of_logs(given.logs, given.compare, console)
    ways = {"calm": 0} | ({"loaded": cores()} if given.loaded else {})
    bad = loaded = False
    try:
        if given.compare:
            for way, loops in ways.items():
                print(f"aa: {way}: {counted(given.runs, 'run')} and what is "
                      "drawn of them take about "
                      f"{of_compare.minutes(given.runs, loops > 0)} minutes",
                      file=sys.stderr, flush=True)
            return int(any([of_compare.show_compared(way, campaign(
                of_compare.OPTIONS, given.out / f"{way}-compare", given.runs,
                loops), console) for way, loops in ways.items()]))
        for way, loops in ways.items():
            runs = campaign(given.options, given.out / way, given.runs, loops)
            whole = show(way, runs, console)
            if way == "calm":
                loaded = busy(way, runs, console)
            bad |= dishonest(whole) and not (way == "calm" and loaded)
        for way, loops in ways.items():
            share = power(given.out / f"{way}-planted", given.runs, loops, way, console)
            bad |= way == "calm" and share < LEAST_POWER and not loaded
    except Failed as failure:
        print(f"aa: {failure}", file=sys.stderr)
        return 2
    return 3 if loaded and not bad else int(bad)


if __name__ == "__main__":
    signals.catch()
    signals.release()
    try:
        sys.exit(main())
    except signals.Stopped as stop:
        print("aa: ended; a second call goes on from here", file=sys.stderr)
        sys.exit(128 + stop.number)
