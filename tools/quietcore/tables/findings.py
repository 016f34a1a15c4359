# SPDX-License-Identifier: MIT
"""Findings with their verdict: what is not sure must not look like a fact."""

from __future__ import annotations

from collections import Counter

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.boots import FINEST, over_boots
from quietcore.conclusions.contradictions import by_key, contradicted
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, SURE, TIE, UNSURE
from quietcore.conclusions.headline import WORK_QUEUE
from quietcore.conclusions.rounds import LEAST
from quietcore.log.reading import Run
from quietcore.tables.headline import show_headline_over
from quietcore.terminal.numbers import counted
from quietcore.terminal.printing import say

STYLES = {SURE: "green", TIE: "green", UNSURE: "dim", NONE: "dim"}
WIDEST = max(map(len, STYLES))


def say_finding(console: Console, verdict: str, experiment: str,
                text: str) -> None:
    """One conclusion under its verdict."""
    say(console, f"{verdict:<{WIDEST}}  {experiment}: {text}",
        STYLES[verdict])


def show_findings(run: Run, console: Console) -> None:
    """All findings of a run."""
    for each in conclusions(run):
        say_finding(console, each.judged.verdict, each.experiment, each.text)


# ---- several boots --------------------------------------------------------------


def judged_over(found: dict[tuple, dict[int, Finding]]) -> dict[tuple, Finding]:
    """What all boots that have a finding say together."""
    return {key: over_boots([*boots.values()]) for key, boots in found.items()}


def of_the_work_queue(judged: dict[tuple, Finding]) -> dict[str, Finding]:
    """Those that the headline is made of, by name."""
    return {name: whole for (experiment, name, _), whole in judged.items()
            if experiment == WORK_QUEUE}


def fineness(boots: int) -> str:
    """What so many boots can claim."""
    if boots < LEAST:
        return (f"{counted(boots, 'boot')}, all rounds together. Fewer than "
                f"{LEAST} claim nothing finer than one does.")
    return (f"{boots} boots, the median of each. A difference is claimed from "
            f"{FINEST / 10:g} % on.")


def show_contradicted(key: tuple, boots: dict[int, Finding],
                      console: Console) -> None:
    """Boots that each were sure, and not of the same."""
    pairs = contradicted(boots)
    if pairs:
        where = ", ".join(f"{a + 1} and {b + 1}" for a, b in pairs[:3])
        more = f" and {counted(len(pairs) - 3, 'more pair')}" if pairs[3:] else ""
        say(console, f"{'':<{WIDEST}}  {key[0]} {key[1]}: single boots "
            f"contradict each other ({where}{more}).", "yellow")


def show_over_boots(runs: list[Run], console: Console) -> None:
    """The findings of all boots together; of those that one boot lacks, of
    the others."""
    say(console, fineness(len(runs)), "bold")
    said: Counter[str] = Counter()
    found = by_key(map(conclusions, runs))
    judged = judged_over(found)
    show_headline_over(runs, of_the_work_queue(judged), console)
    for key, boots in found.items():
        whole = judged[key]
        verdict = whole.judged.verdict
        said[verdict] += 1
        few = f" (in {len(boots)} of {counted(len(runs), 'boot')})" \
            if len(boots) < len(runs) else ""
        say_finding(console, verdict, whole.experiment, whole.text + few)
        show_contradicted(key, boots, console)
    counts = ", ".join(f"{said[word]} {word}"
                       for word in (SURE, TIE, UNSURE, NONE) if said[word])
    say(console, f"Findings: {counts or 'none that a gate judged'}.", "bold")
