# SPDX-License-Identifier: MIT
"""What several boots say together: every finding, and the answer page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from rich.console import Console

from quietcore.conclusions.answers import Answer, answers
from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.boots import FINEST, over_boots
from quietcore.conclusions.contradictions import by_key, contradicted
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import NONE, SURE, TIE, UNSURE
from quietcore.conclusions.headline import WORK_QUEUE
from quietcore.conclusions.rounds import LEAST
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run
from quietcore.tables.headline import (WIDEST, say_finding, show_headline_over)
from quietcore.tables.page import DIM, GOOD, WARN, Line, Page, cut
from quietcore.terminal.numbers import counted
from quietcore.terminal.printing import say
from quietcore.terminal.text import counted_list, plain

BOOTS_MORE = "tools/qc judge LOG...: all conclusions; tools/qc show LOG: one boot"
CONTRADICT = "Single boots contradict each other"


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


def show_contradicted(key: tuple, boots: dict[int, Finding], console: Console) -> None:
    """Boots that each were sure, and not of the same."""
    pairs = contradicted(boots)
    if pairs:
        where = ", ".join(f"{a + 1} and {b + 1}" for a, b in pairs[:3])
        more = f" and {counted(len(pairs) - 3, 'more pair')}" if pairs[3:] else ""
        say(console, f"{'':<{WIDEST}}  {key[0]} {key[1]}: single boots "
            f"contradict each other ({where}{more}).", "yellow")


def show_over_boots(runs: list[Run], console: Console) -> None:
    """The findings of all boots together; of those that one boot lacks, of the others."""
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
    counts = ", ".join(f"{said[word]} {word}" for word in (SURE, TIE, UNSURE, NONE) if said[word])
    say(console, f"Findings: {counts or 'none that a gate judged'}.", "bold")


class BootsPage(Page):
    """What boots of one build on one machine say. What stands of the machine is the same in all."""

    @cached_property
    def by_boot(self) -> dict[tuple, dict[int, Finding]]:
        """Findings by what they are of, then by boot."""
        return by_key(map(conclusions, self.runs))

    @cached_property
    def judged(self) -> dict[tuple, Finding]:
        """What the boots say together."""
        return judged_over(self.by_boot)

    @cached_property
    def work_queue(self) -> dict[str, Finding]:
        """Over all boots. The table has no intervals: those of qc judge are wider than a page."""
        return of_the_work_queue(self.judged)

    def machine(self) -> Iterator[Line]:
        """And how fine so many boots are."""
        yield from super().machine()
        yield cut(fineness(len(self.runs))), ""

    @cached_property
    def answers(self) -> list[Answer]:
        """Of all boots; rows are those of the first."""
        return answers([*self.judged.values()], rows_of(self.run))

    def contradictions(self) -> Iterator[Line]:
        """What single boots were sure of, and not of the same."""
        names = [plain(f"{experiment} {name}") for (experiment, name, _), boots
                 in self.by_boot.items() if contradicted(boots)]
        if names:
            yield (f"{CONTRADICT} ({len(names)}): "
                   + counted_list(names, 70 - len(CONTRADICT))), WARN

    def end(self) -> Iterator[Line]:
        """All of them are whole and ok: the first other one ends them."""
        yield from self.contradictions()
        skips, results, warnings = (sum(run.count(kind) for run in self.runs)
                                    for kind in ("skipped", "result", "warning"))
        skipped = f", {skips} skipped" if skips else ""
        yield (f"{counted(len(self.runs), 'boot')} ok, in all: {counted(results, 'result')}"
               f"{skipped}, {counted(warnings, 'warning')}."), GOOD
        yield BOOTS_MORE, DIM
