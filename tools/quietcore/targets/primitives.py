# SPDX-License-Identifier: MIT
"""What a run reached, as multiples of the floors measured in the same run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.console import Console

from quietcore.conclusions.rounds import Span
from quietcore.log.reading import Run
from quietcore.log.trust import banner
from quietcore.tables.units import units_of
from quietcore.targets.spans import over, among, word_of
from quietcore.terminal.layout import ORDER, Cell, Column, Grid, words
from quietcore.terminal.numbers import counted, median_of, number
from quietcore.terminal.printing import say, show_grid


@dataclass(frozen=True)
class Target:
    """One row of our goals: at most `times` the floors, per operation."""

    experiment: str
    variant: str
    cores: int
    floors: tuple[str, ...]     # summed
    times: float
    share: float = 1            # of one operation that the goal is about
    what: str = ""
    params: tuple[tuple[str, int], ...] = ()


#: Floors of the hardware: the share of an operation of a variant of experiment `floor`. A line
#: goes there and back.
FLOORS = {"RMW": 1, "XST": 1, "CALL": 1, "LINE": 0.5, "STAMP": 1}

TARGETS = (
    Target("workqueue", "pair", 1, ("XST", "XST"), 1.05,
           what="enqueue + dequeue"),
    *(Target("lock", name, 1, ("XST",), 1.05, what="lock + unlock, alone")
      for name in ("tas", "ttas", "backoff", "ticket", "clh")),
    *(Target("lock", name, 1, ("RMW", "RMW"), 1.1,
             what="lock + unlock, alone") for name in ("mcs", "qspin")),
    Target("lock", "ticket/handover", 2, ("LINE",), 1.3, 0.5,
           what="one hand-over"),
    *(Target("lock", f"{name}/handover", 2, ("LINE",), 2, 0.5,
             what="one hand-over") for name in ("mcs", "clh")),
    Target("queue", "ring/pair", 1, ("XST", "XST"), 1.1, what="push + pop"),
    Target("queue", "mpmc/pair", 1, ("RMW", "RMW"), 1.15, what="push + pop"),
    Target("queue", "deque/pair", 1, ("RMW", "RMW"), 1.15,
           what="push + pop"),
    Target("queue", "deque/steal", 2, ("LINE",), 1.7, what="steal of one"),
    Target("queue", "deque/steal32", 2, ("LINE",), 0.85,
           what="an item of a batch"),
    Target("queue", "spsc/across", 2, ("LINE",), 0.3, what="an item across",
           params=(("bulk", 1),)),
    Target("queue", "mpmc/across", 2, ("LINE",), 0.3, what="an item across",
           params=(("bulk", 1),)),
    Target("switch", "inline", 1, ("CALL",), 1.1, 0.5,
           what="one switch, inlined"),
    Target("switch", "call", 1, ("CALL",), 1.9, 0.5,
           what="one switch, out of line"),
    Target("switch", "yield", 1, ("CALL",), 5, what="one yield",
           params=(("fibers", 2),)),
    Target("switch", "spawn", 1, ("CALL",), 4, what="spawn + run + end"),
)

#: The same of `metg`, which takes longer than all the others.
LONG_TARGETS = tuple(
    Target("metg", f"steal/{pattern}", 2, (floor,), times,
           what="task at half of the peak", params=(("percent", 50),))
    for pattern, floor, times in (("trivial", "CALL", 60),
                                  ("stencil_1d", "LINE", 5)))

#: What a run needs to measure for the floors and all targets, as options; no
#: more than that, so that a target is measured soon after its floors.
OPTIONS = ("bench=" + ",".join(dict.fromkeys(
               ["floor", *(t.experiment for t in TARGETS)]))
           + " variant=" + ",".join(dict.fromkeys(
               f"{name}." for name in (*map(str.lower, FLOORS), *(t.variant for t in TARGETS)))))


def row_among(results: list[dict], experiment: str, variant: str, cores: int,
              params: tuple[tuple[str, int], ...] = ()) -> dict | None:
    """The result that speaks for an operation: batches where there are some."""
    found = [r for r in results
             if (r["experiment"], r["variant"], r["cores"]) == (experiment, variant, cores)
             and r["p50"] is not None
             and all(r["params"].get(name) == value for name, value in params)]
    return max(reversed(found), key=lambda r: r["batch"], default=None)


def floor_rows(run: Run) -> dict[str, dict]:
    """The result of each floor that the run measured."""
    results = run.of("result")
    return {name: row for cores in (1, 2) for name in FLOORS
            if (row := row_among(results, "floor", name.lower(), cores))}


def floors_of(run: Run) -> dict[str, float]:
    """Ticks of each floor that the run measured."""
    return {name: row["p50"] * FLOORS[name] for name, row in floor_rows(run).items()}


def doubt_of(rows: list[dict]) -> str:
    """Why nothing is concluded from some results; "" if nothing hinders."""
    if any(row.get("proven", "ok") != "ok" for row in rows):
        return "not proven"
    if any(row.get("crowded") for row in rows):
        return "in turns"
    return "disturbed" if any(row["quiet"] != "clean" for row in rows) else ""


def mark(word: str) -> Cell:
    """The last word of a row."""
    return Cell(word, "green" if word == "met" else "yellow")


@dataclass(frozen=True)
class Reached:
    """How a target came out in one run, or in the middle of several."""

    target: Target
    ticks: float
    ratio: Span                 # to its floors, measured in the same run
    doubt: str = ""             # why it is neither met nor missed
    rounds: int = 0             # in all runs

    @property
    def word(self) -> str:
        """met, missed, within noise, or the doubt."""
        return self.doubt or word_of(self.ratio, self.target.times, self.rounds)


def reached(run: Run) -> list[Reached]:
    """All targets that the run has both sides of."""
    results, floors, found = run.of("result"), floor_rows(run), []
    for target in (*TARGETS, *LONG_TARGETS):
        row = row_among(results, target.experiment, target.variant, target.cores, target.params)
        if not row or not {*target.floors} <= {*floors}:
            continue
        below = [floors[name] for name in target.floors]
        shares = [FLOORS[name] for name in target.floors]
        ticks = row["p50"] * target.share
        least = sum(each["p50"] * share for each, share in zip(below, shares))
        rounds = [[value * share for value in each["rounds"]]
                  for each, share in zip(below, shares)]
        found.append(Reached(target, ticks, over(ticks / least, row["rounds"], rounds,
                                                 target.share),
                             doubt_of([row, *below]), len(row["rounds"])))
    return found


def reached_in(runs: list[Run]) -> list[Reached]:
    """Medians and intervals over the runs that leave no doubt; where all do, over all. Each ratio
    is one run's own: a machine that has two speeds, or two ways from core to core, has them run by
    run."""
    found: dict[Target, list[Reached]] = {}
    for run in runs:
        for one in reached(run):
            found.setdefault(one.target, []).append(one)
    sure = [[one for one in every if not one.doubt] or every for every in found.values()]
    return [replace(every[0], ticks=median_of([one.ticks for one in every]),
                    ratio=among([one.ratio for one in every]),
                    rounds=sum(one.rounds for one in every)) for every in sure]


def show_floors(runs: list[Run], console: Console) -> None:
    """One line; of several runs the range, as it says what they differ in."""
    every = [floors_of(run) for run in runs]
    texts = []
    for name in FLOORS:
        ticks = [floors[name] for floors in every if name in floors]
        if ticks:
            low, high = number(min(ticks)), number(max(ticks))
            texts.append(f"{name} {low}" + f" to {high}" * (low != high))
    if not texts:
        say(console, "No floor of the hardware was measured (bench=floor): no "
            "target can be shown.", "yellow")
        return
    say(console, f"Floors in {unit_of_all(runs)}, measured in the same run"
        + "s" * (len(runs) > 1) + ": " + ", ".join(texts))


def unit_of_all(runs: list[Run]) -> str:
    """What the figures of all of them are in."""
    return " or ".join(dict.fromkeys(filter(None, (
        units_of(run.of("result"), run.context, "ticks")
        for run in runs)))) or "ticks"


def show_targets(runs: list[Run], console: Console) -> None:
    """Floors, then one row a target."""
    for warning in dict.fromkeys(banner(run.context) for run in runs):
        if warning:
            say(console, warning, "bold yellow")
    show_floors(runs, console)
    results = reached_in(runs)
    if not results:
        return
    grid = Grid([*words("experiment", "variant", "what"), Column(unit_of_all(runs), key="ticks"),
                 "ratio", "from", "to", "target", *words("of", "")], ORDER["targets"])
    for one in results:
        t = one.target
        grid.add(t.experiment, t.variant, t.what, number(one.ticks), *map(number, one.ratio),
                 f"{t.times:g}", " + ".join(t.floors), mark(one.word))
    show_grid(grid, console)
    say(console, tally([one.word for one in results], "target"))


def tally(said: list[str], what: str, than: str = "") -> str:
    """How many targets came out how."""
    others = [(said.count(word), word) for word in ("missed", "within noise")]
    untold = len(said) - said.count("met") - sum(n for n, _ in others)
    return f"{said.count('met')} of {counted(len(said), what)}{than} met" + "".join(
        f", {n} {word}" for n, word in (*others, (untold, "cannot be told")) if n) + "."
