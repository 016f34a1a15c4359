# SPDX-License-Identifier: MIT
"""How many threads there may be: the designs' curves over tasks a core."""

from __future__ import annotations

from quietcore.report.draw.model import Drawing, Rule
from quietcore.report.pictures.logs import Log, column, emulated, measure
from quietcore.report.pictures.making import (
    Value, chart_of, counts_axis, dots_of, found_value)

NAME = "threads"
PURE = "/pure"


def curves(logs: list[Log], field: str, pure: bool, axis: str,
           rules: list[Rule] | None = None, share: float = 1):
    """A column of the series by tasks a core, a curve a design."""
    def places(log: Log):
        for s in log.series_of(NAME, "k", "tasks"):
            if s["variant"].endswith(PURE) != pure \
                    or field not in s["columns"]:
                continue
            for k, y in zip(column(s, "k"), column(s, field)):
                if y is not None:
                    yield (s["variant"].removesuffix(PURE), k,
                           Value(y * share))

    every = [k for log in logs for s in log.series_of(NAME, "k", "tasks")
             if s["variant"].endswith(PURE) == pure for k in column(s, "k")]
    return chart_of(logs, counts_axis("tasks a core (k)", every, log=True),
                    axis, places, rules)


def took(logs: list[Log]) -> list[Drawing]:
    """The curves of the article: completion time by tasks a core."""
    shape = curves(logs, "took", False, f"{measure(logs)}, all tasks")
    return [Drawing("threads-took", "Tasks that sleep: until all are done",
                    "How long all tasks take together, by how many there are "
                    "for each core and by design.", shape,
                    ["Published: flat to about 10 a core, fixed pools take "
                     "k times as long."])] if shape else []


def pure(logs: list[Log]) -> list[Drawing]:
    """The same where tasks only compute."""
    shape = curves(logs, "took", True, f"{measure(logs)}, all tasks")
    return [Drawing("threads-pure", "Tasks that compute: until all are done",
                    "How long all tasks take together where none sleeps.",
                    shape, ["Published: more threads than cores gain "
                            "nothing."])] if shape else []


def waited(logs: list[Log]) -> list[Drawing]:
    """Starvation."""
    shape = curves(logs, "waited", False,
                   f"{measure(logs)}, longest wait")
    return [Drawing("threads-waited", "The longest wait of a ready task",
                    "The longest that a begun task was ready and did not run.",
                    shape)] if shape else []


def late(logs: list[Log]) -> list[Drawing]:
    """Everybody else."""
    shape = curves(logs, "late", False, f"{measure(logs)} too late")
    return [Drawing("threads-late", "Bystanders",
                    "The longest that a bystander on each core overslept.",
                    shape)] if shape else []


def workers(logs: list[Log]) -> list[Drawing]:
    """What they take of memory."""
    shape = curves(logs, "stack_kib", False,
                   emulated("KiB of stacks", logs))
    return [Drawing("threads-memory", "Memory for stacks",
                    "How much memory the workers' stacks take.", shape)] \
        if shape else []


def utilisation(logs: list[Log]) -> list[Drawing]:
    """The share of their time that tasks computed."""
    shape = curves(logs, "share_ppm", False,
                   emulated("% of their time that tasks computed", logs),
                   [Rule(100 / 18, "published: 1/18")], 1e-4)
    return [Drawing("threads-share", "Utilisation",
                    "The share of their time that tasks computed.", shape)] \
        if shape else []


#: Of findings on a task beside sleeping threads.
SLEEPERS = {"asleep": "asleep throughout", "wake_once": "all wake at once",
            "wake_random": "wake by chance"}


def sleepers(logs: list[Log]) -> list[Drawing]:
    """A task that computes beside threads that sleep."""
    def figures(log: Log):
        for finding in log.found(NAME, ""):
            if finding["name"] in SLEEPERS:
                yield SLEEPERS[finding["name"]], "", found_value(finding)

    shape = dots_of(logs, emulated("a task's time, alone = 1", logs), figures,
                    [Rule(1, "published: not slower")])
    return [Drawing("threads-sleepers", "Beside sleeping threads",
                    "How many times as long a task takes beside threads that "
                    "sleep.", shape, [INTERVALS])] if shape else []


def flat_to(logs: list[Log]) -> list[Drawing]:
    """Where each design's curve begins to rise."""
    def figures(log: Log):
        for finding in log.found(NAME, "flat_to_"):
            yield finding["name"].removeprefix("flat_to_"), "", \
                found_value(finding)

    shape = dots_of(logs, emulated("tasks a core (k)", logs), figures,
                    [Rule(10, "published: unbounded"),
                     Rule(18, "published: by the formula")])
    return [Drawing("threads-flat", "Flat to",
                    "Up to how many tasks a core the tasks take no longer "
                    "together than one a core.", shape, [INTERVALS])] \
        if shape else []


INTERVALS = "Whiskers are the intervals of the findings."
NEEDS = "series by tasks a core"
PICTURES = (
    ("threads-took", NAME, "Tasks that sleep: until all are done", took,
     NEEDS),
    ("threads-pure", NAME, "Tasks that compute: until all are done", pure,
     NEEDS),
    ("threads-waited", NAME, "The longest wait of a ready task", waited,
     NEEDS),
    ("threads-late", NAME, "Bystanders", late, NEEDS),
    ("threads-memory", NAME, "Memory for stacks", workers, NEEDS),
    ("threads-sleepers", NAME, "Beside sleeping threads", sleepers,
     "findings on sleeping threads"),
    ("threads-flat", NAME, "Flat to", flat_to,
     "findings on where curves rise"),
    ("threads-share", NAME, "Utilisation", utilisation, NEEDS),
)
