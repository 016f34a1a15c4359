# SPDX-License-Identifier: MIT
"""What the logs say: gaps by length, tails, and what was found of the planted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from quietcore.log.reading import Run

from silence.machines import IMAGE, Boot, Planting

#: Lengths of gaps, in ticks: of a class up to here. Powers of two, where bins
#: of the log begin, so that no bin is of two classes.
CLASSES = (1 << 13, 1 << 16, 1 << 20)
#: What is told of operations: as it is called, experiment, variant, parameters.
OPERATIONS = (
    ("enqueue", "workqueue", ("enqueue",), {}),
    ("dequeue", "workqueue", ("dequeue",), {}),
    ("lock", "lock", ("backoff",), {}),
    ("yield", "switch", ("yield/trip",), {}),
    ("wake", "wake", ("hlt", "futex"), {}),
    ("dispatch", "dispatch", ("shared",), {"n": 0}),
)
NAMED = 0.95    # share of causes to be named: two may come in one gap
NEAR = 0.01     # share by which the length of what is planted may be off
FIGURES = ("p50", "p99", "p999", "p9999", "max")


@dataclass(frozen=True)
class Gaps:
    """Of all cores of a run; lengths in ticks."""

    watched: int            # of all cores together
    seconds: float          # of one core, by its own clock
    hz: int
    cores: int
    gaps: int
    lost: int
    longest: int
    lengths: tuple[tuple[int, int], ...]    # from this length on, so many

    @property
    def ppm(self) -> float:
        """Share of time lost."""
        return self.lost * 1e6 / self.watched

    def least(self, length: int) -> int:
        """Gaps of at least so many ticks: where a bin begins."""
        return sum(count for begin, count in self.lengths if begin >= length)

    def classes(self) -> list[int]:
        """How many of each class, the last one without an end."""
        above = [self.gaps, *(self.least(end) for end in CLASSES)]
        return [here - there for here, there in zip(above, [*above[1:], 0])]


def of_cores(run: Run) -> list[dict]:
    """The records of the watch, a core each."""
    return list(run.each("silence"))


def gaps_of(run: Run) -> Gaps | None:
    """None: it did not watch."""
    cores = of_cores(run)
    if not cores:
        return None
    bins: dict[int, int] = {}
    for core in cores:
        for begin, count in core["lengths"]:
            bins[begin] = bins.get(begin, 0) + count
    hz = run.context["tsc_hz"]
    watched = sum(core["watched"] for core in cores)
    return Gaps(watched, watched / len(cores) / hz, hz, len(cores),
                sum(core["gaps"] for core in cores),
                sum(core["lost"] for core in cores),
                max(core["max"] for core in cores),
                tuple(sorted(bins.items())))


def row_of(run: Run, experiment: str, variants: tuple[str, ...],
           params: dict) -> dict | None:
    """The result of single operations, on the fewest cores."""
    rows = [row for row in run.each("result")
            if row["experiment"] == experiment and row["variant"] in variants
            and row["batch"] == 1
            and all(row["params"].get(key) == value
                    for key, value in params.items())]
    return min(rows, key=lambda row: row["cores"], default=None)


def tails_of(run: Run) -> Iterator[tuple[str, dict | None]]:
    """Each operation and its row; None where it could not be measured."""
    for name, *where in OPERATIONS:
        yield name, row_of(run, *where)


def interrupt_row(boot: Boot, run: Run) -> dict | None:
    """Interrupts that a core sent itself, as an operation; None: the log has
    not the length of each."""
    lengths = [length for core in of_cores(run) for _, length
               in core["longest"]]
    if not boot.planting or boot.planting.how != "ipi" \
            or len(lengths) != boot.planting.count:
        return None
    return {"n": len(lengths), "p50": median(lengths), "max": max(lengths)}


# ---- what was planted --------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What the detector made of what was planted."""

    planted: int
    found: int
    others: int             # gaps besides
    exact: bool             # nothing else could be taken for it
    length: float = 0       # ticks that one was seen to take; 0: not known
    off: bool = False       # and that is wrong

    @property
    def right(self) -> bool:
        """Where it is exact it has to be: each found, none twice, and each as
        long as it is."""
        return not self.exact or self.found == self.planted and not self.off


def at_once(cores: list[dict], ticks: float) -> int:
    """Gaps of core 0, at least that long, in which each other core had one."""
    def long(core: dict) -> list[tuple[int, int]]:
        return [(at, at + length) for at, length in core["longest"]
                if length >= ticks]

    first, *others = cores
    return sum(all(any(begin < end_ and begin_ < end for begin_, end_
                       in long(core)) for core in others)
               for begin, end in long(first))


def length_of(core: dict, count: int) -> float:
    """The median of so many gaps, the longest; fewer where the log has fewer."""
    lengths = sorted((length for _, length in core["longest"]), reverse=True)
    return median(lengths[:count] or [0])


def found_of(boot: Boot, run: Run) -> Found:
    """An interruption that comes while another one is there shortens what is
    left of it: half of its length is enough, as nothing else is so long. On the
    image nothing else comes, and its length has to be right."""
    planting, cores = boot.planting, of_cores(run)
    assert planting and cores
    gaps = gaps_of(run)
    assert gaps
    length = length_of(cores[0], planting.count)
    if planting.how == "ipi":
        taken = sum(core["ipis"] for core in cores)
        return Found(planting.count, min(taken, gaps.gaps),
                     max(gaps.gaps - taken, 0), True, length)
    ticks = planting.microseconds * gaps.hz / 1e6
    if len(cores) > 1 and planting.how == "all":
        return Found(planting.count, at_once(cores, ticks / 2),
                     gaps.gaps - planting.count * len(cores), False)
    found = gaps.least(bin_from(ticks / 2))
    return Found(planting.count, found, gaps.gaps - found,
                 boot.accelerator.name == "icount", length,
                 boot.side == IMAGE and abs(length - ticks) > ticks * NEAR)


def named_of(boot: Boot, run: Run) -> tuple[int, int]:
    """Of so many that were asked for, those that were planted and named."""
    assert boot.planting
    return boot.planting.count, sum(core["planted_named"] for core
                                    in of_cores(run))


def unnamed(boot: Boot, run: Run) -> bool:
    """Were too few named?"""
    asked, there = named_of(boot, run)
    return there < NAMED * asked


def bin_from(ticks: float) -> int:
    """The next length at which a bin of the log begins: four a power of two."""
    power = 1 << int(ticks).bit_length() - 1
    return next(begin for quarter in range(4, 9)
                if (begin := power * quarter // 4) >= ticks)


def silent(boot: Boot, gaps: Gaps) -> bool:
    """Is it as it has to be? The image, where instructions are counted."""
    return boot.side != IMAGE or boot.accelerator.name != "icount" \
        or boot.planting is not None or not gaps.gaps


def planting_words(planting: Planting) -> str:
    """For people."""
    what = {"core": "one core looks away", "ipi": "an interrupt of its own",
            "all": "all cores at once, as an SMI",
            "switch": "context switch", "fault": "page fault",
            "timer": "timer", "migration": "migration"}[planting.how]
    return what + (f", {planting.microseconds} us" if planting.microseconds
                   else "")
