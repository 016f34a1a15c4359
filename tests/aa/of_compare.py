# SPDX-License-Identifier: MIT
"""The tables of `make aa COMPARE=1`: how honest and how fine qc compare is."""

from __future__ import annotations

from collections import Counter

from quietcore.log.reading import Run
from quietcore.terminal.numbers import counted
from resampled import (
    BOOTS, DRAWS, LEAST_FOUND, MOST_FALSE, PLANTED_ONE, PLANTED_TWO, Tally,
    false_verdicts, must_be_alike, power, power_of_experiments)
from rich.console import Console

#: What is recorded: short, with rows of one core and of several.
OPTIONS = "suite=quick bench=workqueue,lock,floor,switch"
#: What a run takes, calm and loaded, and the comparisons drawn of all.
SECONDS, SECONDS_LOADED, SECONDS_DRAWN = 6, 25, 150


def minutes(runs: int, loaded: bool) -> int:
    """How long a campaign will take about, rounded up."""
    each = SECONDS_LOADED if loaded else SECONDS
    return -(-(runs * each + SECONDS_DRAWN) // 60)


def say(console: Console, text: str) -> None:
    """A line as it is."""
    console.print(text, markup=False, soft_wrap=True)


def show_compared(title: str, runs: list[Run], console: Console) -> bool:
    """Draws comparisons of the runs; whether too many verdicts are false."""
    refused = must_be_alike(runs) or (
        f"{counted(len(runs), 'boot')} are too few: {2 * BOOTS} are drawn at once"
        if len(runs) < 2 * BOOTS else "")
    if refused:
        say(console, f"{title}: {refused}")
        return True
    bad = False
    for boots, unit in ((BOOTS, f"{BOOTS} boots a side"), (1, "one boot a side")):
        tally = false_verdicts(runs, boots)
        bad |= tally.share > MOST_FALSE
        say(console, f"{title}, {unit}, nothing planted: {tally.false} of "
            f"{tally.experiments} experiments have a false verdict, "
            f"{100 * tally.share:.2f} % (at most {100 * MOST_FALSE:g} %; "
            f"{DRAWS} comparisons of {len(runs)} boots).")
        for key, count in tally.named.most_common(3):
            say(console, f"    {key.experiment} {key.name} ({key.cores}): {count}")
    show_power(title, power(runs), console)
    for (experiment, cores), share in power_of_experiments(runs).items():
        say(console, f"{title}, planted in all rows of {cores} of {experiment}: "
            f"a row of them is found in {100 * share:.1f} %.")
    return bad


def show_power(title: str, tally: Tally, console: Console) -> None:
    """What was found of the planted; rows that were often missed."""
    for cores, planted in ((1, PLANTED_ONE), (2, PLANTED_TWO)):
        say(console, f"{title}, {BOOTS} boots a side, {100 * planted:g} % "
            f"planted in rows of {cores}: {100 * tally.power(cores):.1f} % are "
            f"found (goal: {100 * LEAST_FOUND:g} %).")
    missed: Counter[tuple[str, int]] = Counter()
    planted_in = Counter()
    for key, count in tally.chosen.items():
        planted_in[key.experiment, key.cores] += count
        missed[key.experiment, key.cores] += tally.named[key]
    for (experiment, cores), count in planted_in.items():
        found = 1 - missed[experiment, cores] / count
        say(console, f"    {experiment}, rows of {cores}: {100 * found:.1f} %")
    say(console, f"    false among the others: {tally.false} of {tally.rows} " "rows")

