# SPDX-License-Identifier: MIT
"""The answer page of several boots: what they say together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from quietcore.conclusions.asking import conclusions
from quietcore.conclusions.contradictions import by_key, contradicted
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.rows import rows_of
from quietcore.log.reading import Run
from quietcore.conclusions.answers import Answer, answers
from quietcore.tables.findings import (
    fineness, judged_over, of_the_work_queue)
from quietcore.tables.headline import laid_out, sentences_over, table_over
from quietcore.tables.page import DIM, GOOD, Line, Page, WARN, cut
from quietcore.terminal.numbers import counted
from quietcore.terminal.text import counted_list, plain

BOOTS_MORE = "tools/qc judge LOG...: all conclusions; tools/qc show LOG: one boot"
CONTRADICT = "Single boots contradict each other"


@dataclass
class BootsPage(Page):
    """What boots of one build on one machine say. `run` is the first: what
    stands of the machine is the same in all."""

    runs: list[Run] = field(default_factory=list)

    @cached_property
    def by_boot(self) -> dict[tuple, dict[int, Finding]]:
        """Findings by what they are of, then by boot."""
        return by_key(map(conclusions, self.runs))

    @cached_property
    def judged(self) -> dict[tuple, Finding]:
        """What the boots say together."""
        return judged_over(self.by_boot)

    def machine(self) -> Iterator[Line]:
        """And how fine so many boots are."""
        yield from super().machine()
        yield cut(fineness(len(self.runs))), ""

    def headline_says(self) -> list[str]:
        """Over all boots."""
        return sentences_over(self.runs, of_the_work_queue(self.judged))

    def headline_table(self) -> list[str]:
        """Without intervals: those of qc judge are wider than a page."""
        return laid_out(table_over(
            self.runs, of_the_work_queue(self.judged), False))

    @cached_property
    def answers(self) -> list[Answer]:
        """Of all boots; rows are those of the first."""
        return answers([*self.judged.values()], rows_of(self.runs[0]))

    def each(self, kind: str) -> Iterator[dict]:
        """Of all boots."""
        return chain.from_iterable(run.each(kind) for run in self.runs)

    def contradictions(self) -> Iterator[Line]:
        """What single boots were sure of, and not of the same."""
        names = [plain(f"{experiment} {name}") for (experiment, name, _), boots
                 in self.by_boot.items() if contradicted(boots)]
        if names:
            yield (f"{CONTRADICT} ({len(names)}): " + counted_list(
                names, 70 - len(CONTRADICT))), WARN

    def end(self) -> Iterator[Line]:
        """All of them are whole and ok: the first other one ends them."""
        yield from self.contradictions()
        skips, results, warnings = (
            sum(run.count(kind) for run in self.runs)
            for kind in ("skipped", "result", "warning"))
        skipped = f", {skips} skipped" if skips else ""
        yield (f"{counted(len(self.runs), 'boot')} ok, in all: "
               f"{counted(results, 'result')}{skipped}, "
               f"{counted(warnings, 'warning')}."), GOOD
        yield BOOTS_MORE, DIM


def boots_page(runs: list[Run]) -> BootsPage:
    """The page of at least one boot."""
    return BootsPage(runs[0], runs)
