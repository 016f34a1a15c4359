# SPDX-License-Identifier: MIT
"""Experiments `line` and `wake`: what follows from several of their rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low

from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import FAILED, FIT, Subject
from quietcore.conclusions.rounds import NO_ROUND, thousandths
from quietcore.conclusions.rows import FITNESS, Row, Rows
from quietcore.terminal.numbers import counted

# ---- clusters ---------------------------------------------------------------------
# Which cores sit close together, told from measured distances alone: what CPUID
# claims is not asked, so the two can be compared. Single linkage: cores are joined
# from the shortest distance upwards, and the joining stops before the largest
# relative jump. Without a jump worth the name all cores belong together, and so do
# two, which have a single distance.

#: A jump below this is noise, in thousandths: the next distance by the last.
JUMP = 1400
Pair = tuple[int, int]      # from, to
Distances = Mapping[Pair, float]


def joined(cores: Iterable[int], distances: Distances,
           most: float) -> tuple[dict[int, int], list[float]]:
    """The first core of each core's cluster, joined by distances up to `most`;
    and those that joined two."""
    of, links = {core: core for core in cores}, []
    for distance, pair in sorted((each, pair) for pair, each in
                                 distances.items() if each <= most):
        first, other = sorted(of[core] for core in pair)
        if first != other:
            links.append(distance)
            of = {core: first if its == other else its
                  for core, its in of.items()}
    return of, links


def clusters(cores: Iterable[int], distances: Distances) -> dict[int, int]:
    """The first core of each core's cluster. Of the two ways of a pair the
    shorter one counts, since disturbances only ever lengthen."""
    cores = sorted(cores)
    _, links = joined(cores, distances, math.inf)
    longest, largest = math.inf, JUMP
    for low, high in pairwise(links):
        if (jump := int(high * 1000 // (low or 1))) >= largest:
            longest, largest = low, jump
    return joined(cores, distances, longest)[0]


# ---- line: all pairs of cores ---------------------------------------------------

#: How two cores lie, by what CPUID says of them; nearest first.
PLACES = ("threads of one core", "cores of one die", "dies of one package",
          "two packages", "places unknown")
#: Levels of CPUID: together are cores that lie so, or nearer.
LEVELS = {"packages": 2, "dies": 1, "cores": 0}


def place_of(a: dict, b: dict) -> int:
    """How two cores lie, of PLACES; by their records."""
    if None in (a.get("package"), b.get("package")):
        return 4
    if a["package"] != b["package"]:
        return 3
    if a["die"] != b["die"]:
        return 2
    return int(a["core_id"] != b["core_id"] or a["core_id"] is None)


@dataclass(frozen=True)
class Matrix:
    """All pairs by the first way to hand over."""

    row: Row                        # of all of them
    ticks: dict[Pair, float]        # the median
    rounds: dict[Pair, list[int]]   # thousandths; NO_ROUND: disturbed
    places: dict[Pair, int]
    calm_most: float                # a pair above was disturbed

    @property
    def cores(self) -> list[int]:
        """Their numbers."""
        return sorted({core for pair in self.ticks for core in pair})

    @property
    def by_round(self) -> list[dict[Pair, int]]:
        """The pairs of each round that were not disturbed."""
        return [{pair: each for pair, each in zip(self.rounds, ticks)
                 if each != NO_ROUND} for ticks in zip(*self.rounds.values())]

    def asked(self, subjects: list[Subject], **bound: object) -> Asked:
        """What is asked of it. Cores up to the last one take part."""
        unit = self.row.record["unit"]
        return Asked({"unit": unit} | bound, subjects, self.cores[-1] + 1, unit)


def rounds_of(found: dict[Pair, list[float]], calm: float
              ) -> dict[Pair, list[int]]:
    """Of each pair's row in the log. A log of one round may have no column of
    it; those that were not done are 0 of every pair."""
    of = {pair: row[5:] or [row[2] if row[2] <= calm else 0]
          for pair, row in found.items()}
    done = max((at for row in of.values() for at, each in enumerate(row, 1)
                if each), default=1)
    return {pair: [thousandths(each) if each else NO_ROUND
                   for each in row[:done]] for pair, row in of.items()}


def matrices(rows: Rows) -> Iterator[Matrix]:
    """None or one."""
    for row in rows.find("line", lambda row: row.variant.startswith(
            "handover/") and not row.params)[:1]:
        parts = [part for part in rows.run.each("series") if
                 (part["experiment"], part["variant"], part["cores"]) ==
                 ("line", row.variant, row.cores)]
        core = {each["core"]: each for each in rows.run.each("core")}
        found = {(each[0], each[1]): each for part in parts
                 for each in part["rows"]}
        calm = parts[0].get("calm_most", math.inf) if parts else 0
        if found:
            yield Matrix(row, {pair: each[2] for pair, each in found.items()},
                         rounds_of(found, calm),
                         {(a, b): place_of(core.get(a, {}), core.get(b, {}))
                          for a, b in found}, calm)


def line_chosen(rows: Rows) -> Iterator[Asked]:
    """Where there were more cores than all pairs are measured of."""
    for matrix in matrices(rows):
        if "chosen_of" in matrix.row.record:
            yield Asked({"of": matrix.row.record["chosen_of"]},
                        [Subject("", FIT, [matrix.row.cores * 1000])], 0,
                        "cores")


def line_places(rows: Rows) -> Iterator[Asked]:
    """The median pair of each place."""
    for matrix in matrices(rows):
        lie = matrix.places
        for place in sorted({*lie.values()}):
            clean = [[each for pair, each in pairs.items()
                      if lie[pair] == place] for pairs in matrix.by_round]
            yield matrix.asked(
                [Subject(matrix.row.variant, matrix.row.fitness,
                         [median_low(each) if each else NO_ROUND
                          for each in clean])], place=PLACES[place],
                pairs=counted([*lie.values()].count(place), "pair"))


def line_ends(rows: Rows) -> Iterator[Asked]:
    """The fastest pair and the slowest, where there are two."""
    for matrix in matrices(rows):
        calm = [pair for pair, ticks in matrix.ticks.items()
                if ticks <= matrix.calm_most]
        if len(calm) > 1:
            ends = (min(calm, key=matrix.ticks.get),
                    max(reversed(calm), key=matrix.ticks.get))
            yield matrix.asked([
                Subject("core {} to {}".format(*end), matrix.row.fitness,
                        matrix.rounds[end]) for end in ends])


def beside_cpuid(matrix: Matrix, found: list[dict[int, int]]) -> str:
    """Whether CPUID says the same as the clusters of each round."""
    lie = matrix.places
    if 4 in lie.values():
        return "; CPUID does not say where the cores are"
    for level, most in LEVELS.items():
        if found and all((of[a] == of[b]) == (place <= most) for of in found
                         for (a, b), place in lie.items()):
            return f", the same as CPUID's {level}"
    return ", unlike CPUID's " + ", ".join(
        f"{level} ({len({*joined(matrix.cores, lie, most)[0].values()})})"
        for level, most in LEVELS.items())


def line_clusters(rows: Rows) -> Iterator[Asked]:
    """How many clusters the cores of a matrix form."""
    for matrix in matrices(rows):
        cores = matrix.cores
        found = [clusters(cores, pairs) if all(
            {(a, b), (b, a)} & pairs.keys() for a, b in matrix.ticks) else {}
            for pairs in matrix.by_round]
        if len(cores) > 2:      # two have one distance
            yield matrix.asked(
                [Subject(matrix.row.variant, matrix.row.fitness, [
                    len({*of.values()}) * 1000 if of else NO_ROUND
                    for of in found])],
                cpuid=beside_cpuid(matrix, [of for of in found if of]))


# ---- wake -----------------------------------------------------------------------


def wake_ways(rows: Rows) -> Iterator[Asked]:
    """Each way to wait for a wake-up beside polling, on the same core."""
    for row in rows.find("wake", lambda row: row.variant in (
            "hlt", "futex", "mwait")):
        partner = row.params["partner"]
        polled = rows.best("wake", "poll", 2, partner=partner)
        if polled:
            hint = f" hint {row.params['hint']}" if "hint" in row.params \
                else ""
            yield Asked({"way": row.variant + hint, "partner": partner},
                        [Subject(each.variant, each.ranked, each.rounds())
                         for each in (polled, row)], 2, row.record["unit"])


def rank(row: Row) -> str:
    """How fit a barrier is on so many cores. What is wrong on any number is
    wrong; a proof on more cores that was short of meetings leaves this one's."""
    return FAILED if row.any_cores == FAILED else row.unless_turns(
        FITNESS[row.record.get("proven", "ok")])


def wake_barriers(rows: Rows) -> Iterator[Asked]:
    """All barriers on a number of cores; one that is wrong is named."""
    found: dict[int, list[Row]] = {}
    for row in rows.find("wake", lambda row: row.variant.startswith(
            "barrier/")):
        found.setdefault(row.cores, []).append(row)
    for cores, barriers in found.items():
        wrong = {name for name in rows.failed.get("wake", ())
                 if name.startswith("barrier/")}
        wrong -= {row.variant for row in barriers}
        yield Asked({"cores": cores, "on_cores": counted(cores, "core")},
                    [*(Subject(row.variant, rank(row), row.rounds())
                       for row in barriers),
                     *(Subject(name, FAILED, []) for name in sorted(wrong))],
                    cores, barriers[0].record["unit"])


#: By the names that the table of questions has: from a run's rows, what is asked.
BY_NAME = {"line_chosen": line_chosen, "line_places": line_places,
           "line_ends": line_ends, "line_clusters": line_clusters,
           "wake_ways": wake_ways, "wake_barriers": wake_barriers}
