# SPDX-License-Identifier: MIT
"""What a run reached, as multiples of the floors measured in the same run."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quietcore.log import Run
from quietcore.show import number
from quietcore.trust import banner


@dataclass(frozen=True)
class Floor:
    """A floor of the hardware: a result of experiment `floor`."""

    variant: str
    share: float = 1    # of one operation: a line goes there and back


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


FLOORS = {"RMW": Floor("rmw"), "CALL": Floor("call"),
          "LINE": Floor("line", 0.5), "STAMP": Floor("stamp")}

TARGETS = (
    *(Target("lock", name, 1, ("RMW",), 1.1, what="lock + unlock, alone")
      for name in ("tas", "ttas", "backoff", "ticket", "clh")),
    *(Target("lock", name, 1, ("RMW", "RMW"), 1.1,
             what="lock + unlock, alone") for name in ("mcs", "qspin")),
    Target("lock", "ticket/handover", 2, ("LINE",), 1.3, 0.5,
           what="one hand-over"),
    *(Target("lock", f"{name}/handover", 2, ("LINE",), 2, 0.5,
             what="one hand-over") for name in ("mcs", "clh")),
    Target("queue", "ring/pair", 1, ("RMW", "RMW"), 1.1, what="push + pop"),
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

#: What a run needs to measure for the floors and all targets, as options.
OPTIONS = ("bench=" + ",".join(dict.fromkeys(
               ["floor", *(t.experiment for t in TARGETS)]))
           + " variant=" + ",".join(dict.fromkeys(
               [*(f.variant for f in FLOORS.values()),
                *(t.variant for t in TARGETS)])))


def median(run: Run, experiment: str, variant: str, cores: int,
           params: tuple[tuple[str, int], ...] = ()) -> float | None:
    """p50 per operation, from batches where there are some."""
    found = [r for r in run.of("result")
             if (r["experiment"], r["variant"], r["cores"]) ==
             (experiment, variant, cores)
             and all(r["params"].get(name) == value for name, value in params)]
    found.sort(key=lambda r: r["batch"])
    return found[-1]["p50"] if found else None


def floors_of(run: Run) -> dict[str, float]:
    """Ticks of each floor that the run measured."""
    ticks = {}
    for name, floor in FLOORS.items():
        for cores in (1, 2):
            p50 = median(run, "floor", floor.variant, cores)
            if p50 is not None:
                ticks[name] = p50 * floor.share
    return ticks


@dataclass(frozen=True)
class Reached:
    """How a target came out."""

    target: Target
    ticks: float
    floor: float

    @property
    def ratio(self) -> float:
        """Multiple of its floors."""
        return self.ticks / self.floor

    @property
    def met(self) -> bool:
        """Within the goal."""
        return self.ratio <= self.target.times


def reached(run: Run) -> list[Reached]:
    """All targets that the run has both sides of."""
    floors = floors_of(run)
    found = []
    for target in TARGETS:
        p50 = median(run, target.experiment, target.variant, target.cores,
                     target.params)
        if p50 is not None and all(name in floors for name in target.floors):
            found.append(Reached(target, p50 * target.share,
                                 sum(floors[n] for n in target.floors)))
    return found


def show_targets(run: Run, console: Console) -> None:
    """Floors, then one row a target."""
    if banner(run.context):
        console.print(Text(banner(run.context), style="bold yellow"))
    floors = floors_of(run)
    console.print("Floors in ticks, measured in this run: " + ", ".join(
        f"{name} {number(ticks)}" for name, ticks in floors.items()))
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("experiment", "variant", "what"):
        table.add_column(name, no_wrap=True)
    for name in ("ticks", "ratio", "target"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("of")
    table.add_column("")
    results = reached(run)
    for one in results:
        t = one.target
        table.add_row(t.experiment, t.variant, t.what, number(one.ticks),
                      f"{one.ratio:.2f}", f"{t.times:g}", " + ".join(t.floors),
                      Text("met", style="green") if one.met
                      else Text("missed", style="yellow"))
    console.print(table)
    met = sum(one.met for one in results)
    console.print(f"{met} of {len(results)} targets met.")
