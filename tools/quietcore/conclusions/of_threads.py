# SPDX-License-Identifier: MIT
"""Experiment `threads`: what follows from the rounds of its curves.

A design's curve is the time that k tasks a core take, over k. Figures are
published seconds: ticks, multiplied by the scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from quietcore.conclusions.asked import Asked, by_round, fitness_of
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.rows import ROUNDS, Row, Rows, round_of
from quietcore.terminal.numbers import counted

Reckoned = Iterator[Asked]
THREADS = "threads"
SLEEP_MS = 500      # published, behind each step but the last
PPM = 1_000_000
#: Of the cores that tasks ask for: nobody needs to wait long; all are busy.
FLAT_PERCENT, BUSY_PERCENT = 60, 100
#: Up to here a curve counts as flat: what one boot tells of several cores.
FLAT = (5, 4)


def ticks(value: int) -> int:
    """Of thousandths, what a record has."""
    return value // 1000


@dataclass(frozen=True)
class Task:
    """What all rows of a run are reckoned with."""

    scale: int
    ticks_a_ms: int
    cpu_ms: int     # published
    steps: int
    alone: int      # ticks

    def seconds(self, rounds: list[int], by: int = 1) -> list[int]:
        """Rounds in thousandths of a published second, C's division."""
        return by_round(lambda value: ticks(value) * self.scale
                        // self.ticks_a_ms // by, rounds)

    def asks_for(self, k: int, percent: int) -> bool:
        """So many tasks compute no more than this share of the time that one
        takes from its begin to its end."""
        whole = self.cpu_ms + (self.steps - 1) * SLEEP_MS
        return k * self.cpu_ms * 100 <= whole * percent


def task_of(rows: Rows) -> Task | None:
    """A run's task; None where it has none."""
    for row in rows.find(THREADS, lambda row: row.variant == "task"):
        return Task(**row.params, alone=ticks(row.rounds()[0]))
    return None


@dataclass(frozen=True)
class Curve:
    """A design in one of the two cases."""

    row: Row
    task: Task

    @property
    def points(self) -> dict[int, list[int]]:
        """By k, the rounds."""
        record = self.row.record
        further = [[round_of(entry) for entry in rounds]
                   for rounds in record["further_rounds"]]
        return dict(zip(record["k"], [self.row.rounds(), *further]))

    @property
    def first(self) -> int:
        """The least k."""
        return self.row.record["k"][0]

    @property
    def last(self) -> int:
        """The greatest k."""
        return self.row.record["k"][-1]

    @property
    def workers(self) -> int:
        """With the greatest k."""
        return self.row.params["workers"]

    def fullest(self, percent: int) -> int:
        """The greatest k that asks for no more than this share of the
        cores."""
        fit = [k for k in self.points if self.task.asks_for(k, percent)]
        return fit[-1] if fit else self.first

    def side(self, name: str, k: int, by: int = 1) -> Subject:
        """The seconds that all tasks of a point take."""
        return self.subject(name, self.task.seconds(self.points[k], by))

    def column(self, name: str, column: str) -> Subject:
        """Other seconds, of the greatest k."""
        return self.subject(name, self.task.seconds(self.row.rounds(column)))

    def subject(self, name: str, rounds: list[int]) -> Subject:
        """As fit as the row."""
        return Subject(name, fitness_of([self.row]), rounds)

    def asked(self, unit: str, *subjects: Subject, **bound: object) -> Asked:
        """On this curve's cores."""
        return Asked(bound, [*subjects], self.row.cores, unit)


def curves_of(rows: Rows, *variants: str) -> list[Curve] | None:
    """None unless all of them were measured."""
    task = task_of(rows)
    found = [row for variant in variants for row in rows.find(
        THREADS, lambda row: row.variant == variant and "k" in row.record)]
    return [Curve(row, task) for row in found] \
        if task and len(found) == len(variants) else None


def on(*variants: str) -> Callable[[Callable[..., Reckoned]],
                                   Callable[[Rows], Reckoned]]:
    """What is reckoned on curves is asked where all of them are there."""
    def made(reckon: Callable[..., Reckoned]) -> Callable[[Rows], Reckoned]:
        def asked(rows: Rows) -> Reckoned:
            curves = curves_of(rows, *variants)
            if curves:
                yield from reckon(*curves)
        return asked
    return made


# ---- tasks that only compute -----------------------------------------------------


@on("fixed/pure")
def together(fixed: Curve) -> Reckoned:
    """One task on each core, beside one task alone."""
    times = by_round(lambda value: value // fixed.task.alone,
                     fixed.points[fixed.first])
    yield fixed.asked("times", fixed.subject("fixed", times))


@on("fixed/pure")
def share_of_each(fixed: Curve) -> Reckoned:
    """The time by the tasks a core, with few and with many."""
    if fixed.first != fixed.last:
        yield fixed.asked(
            "times", fixed.side("1 a core", fixed.first, fixed.first),
            fixed.side("fixed", fixed.last, fixed.last))


def beside_fixed(column: str, fixed: Curve, many: Curve) -> Reckoned:
    """Another design with as many tasks as the fixed one has at most."""
    def side(name: str, curve: Curve) -> Subject:
        return curve.side(name, curve.last) if column == ROUNDS \
            else curve.column(name, column)

    design = many.row.variant.removesuffix("/pure")
    if fixed.last == many.last:
        yield many.asked("times", side("fixed", fixed), side(design, many),
                         k=many.last, tasks=counted(many.last, "task"))


# ---- tasks that sleep ------------------------------------------------------------


def rise(percent: int | None, curve: Curve) -> Reckoned:
    """A point of a curve over its first; the last one without a percentage."""
    k = curve.fullest(percent) if percent else curve.last
    if k != curve.first:
        yield curve.asked("times", curve.side("1 a core", curve.first),
                          curve.side(f"{k} a core", k))


def leaves_flat(ks: list[int], took: list[int]) -> int:
    """Where straight lines between the points of a round meet the greatest
    height that counts as flat, in thousandths of k."""
    height = ticks(took[0]) * FLAT[0] // FLAT[1] if took[0] != NO_ROUND else 0
    for at, value in enumerate(took):
        if value == NO_ROUND:
            return NO_ROUND
        if ticks(value) > height:
            low = ticks(took[at - 1])
            return ks[at - 1] * 1000 + (ks[at] - ks[at - 1]) * 1000 * (
                height - low) // (ticks(value) - low)
    return NEVER


def flat_to(curve: Curve) -> Reckoned:
    """Up to how many tasks a core they take no quarter longer than one."""
    points = curve.points
    ks, columns = [*points], [*points.values()]
    rounds = [leaves_flat(ks, [
        column[at] if at < len(column) else NO_ROUND for column in columns])
        for at in range(len(columns[0]))]
    name = curve.row.variant
    yield curve.asked("tasks a core", curve.subject(name, rounds),
                      most=curve.last)


@on("gated", "unbounded")
def gate(gated: Curve, many: Curve) -> Reckoned:
    """Where cores are just busy: further on all curves rise."""
    k = gated.fullest(BUSY_PERCENT)
    if k == many.fullest(BUSY_PERCENT):
        yield gated.asked("times", gated.side("gated", k),
                          many.side("unbounded", k), k=k)


@on("unbounded", "bounded")
def queue(many: Curve, bounded: Curve) -> Reckoned:
    """Where there are more tasks than workers."""
    if bounded.workers < many.workers:
        yield many.asked("times", many.side("unbounded", many.last),
                         bounded.side("bounded", bounded.last), k=many.last)


@on("steps")
def steps_workers(steps: Curve) -> Reckoned:
    """As many workers as cores, whatever the tasks."""
    yield steps.asked("workers a core", steps.subject(
        "steps", [steps.workers * 1000 // steps.row.cores]))


@on("virtual")
def utilisation(virtual: Curve) -> Reckoned:
    """Of a task where nobody waits: one on each core."""
    share = by_round(ticks, virtual.row.rounds("share_ppm_rounds"))
    yield virtual.asked("permille", virtual.subject("virtual", share))


@on("virtual")
def formula(virtual: Curve) -> Reckoned:
    """Threads by the number of cores over the utilisation."""
    cores = virtual.row.cores
    threads = by_round(
        lambda value: (cores * PPM * 1000 + ticks(value) // 2) // ticks(value)
        if value else 0, virtual.row.rounds("share_ppm_rounds"))
    yield virtual.asked("threads", virtual.subject("virtual", threads))


@on("virtual")
def best_k(virtual: Curve) -> Reckoned:
    """Which k does most work a second."""
    yield virtual.asked("published s a task", *(
        virtual.side(f"{k} a core", k, k) for k in virtual.points))


# ---- a task beside sleepers ------------------------------------------------------


def night(variant: str, who: str, rows: Rows) -> Reckoned:
    """The same task alone and beside sleepers."""
    task = task_of(rows)
    [*alone] = rows.find(THREADS, lambda row: row.variant == "asleep"
                         and row.params["sleepers"] == 0)
    [*beside] = rows.find(THREADS, lambda row: row.variant == variant
                          and row.params["sleepers"] != 0)
    for one, other in zip(alone, beside):
        sleepers = counted(other.params["sleepers"], "sleeper")
        yield Asked({}, [
            Subject("alone", one.fitness, task.seconds(one.rounds())),
            Subject(f"beside {sleepers}{who}", other.fitness,
                    task.seconds(other.rounds()))], other.cores, "times")


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME = {
    "threads_together": together,
    "threads_share_of_each": share_of_each,
    "threads_gate": gate,
    "threads_queue": queue,
    "threads_steps_workers": steps_workers,
    "threads_utilisation": utilisation,
    "threads_formula": formula,
    "threads_best_k": best_k,
    "threads_fixed_batch": on("fixed")(partial(rise, None)),
    "threads_asleep": partial(night, "asleep", ""),
    "threads_wake_once": partial(
        night, "asleep/once", " that wake at once"),
    "threads_wake_random": partial(
        night, "asleep/random", " that wake at random"),
} | {
    f"threads_{name}_{design}": on("fixed/pure", f"{design}/pure")(
        partial(beside_fixed, column))
    for design in ("unbounded", "virtual")
    for name, column in (("took", ROUNDS), ("earliest", "earliest_rounds"),
                         ("late", "late_rounds"))
} | {
    f"threads_{name}_{design}": on(design)(reckon)
    for design in ("unbounded", "bounded", "gated", "steps", "virtual",
                   "osthread")
    for name, reckon in (("rise", partial(rise, FLAT_PERCENT)),
                         ("flat_to", flat_to))
}
