# SPDX-License-Identifier: MIT
"""Experiments `line` and `wake`: what follows from several of their rows."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.asked import Asked
from quietcore.conclusions.gate import FAILED, FIT, Subject
from quietcore.conclusions.rows import FITNESS, Row, Rows, round_of
from quietcore.terminal.numbers import counted

# ---- line: all pairs of cores ---------------------------------------------------


def matrices(rows: Rows) -> list[Row]:
    """All pairs by the first way to hand over, in one row."""
    return rows.find("line", lambda row: "places" in row.record)


def to_the_last(row: Row) -> int:
    """Cores up to the last one of those whose pairs were measured."""
    return max(row.record.get("chosen", [row.cores - 1])) + 1


def asked_of(row: Row, subjects: list[Subject], **bound: object) -> Asked:
    """What is asked of a matrix."""
    unit = row.record["unit"]
    return Asked({"unit": unit} | bound, subjects, to_the_last(row), unit)


def line_chosen(rows: Rows) -> Iterator[Asked]:
    """Where there were more cores than all pairs are measured of."""
    for row in matrices(rows):
        if "chosen" in row.record:
            yield Asked({"of": row.record["chosen_of"]},
                        [Subject("", FIT, [row.cores * 1000])], 0, "cores")


def line_places(rows: Rows) -> Iterator[Asked]:
    """The median pair of each place."""
    for row in matrices(rows):
        for place, pairs, rounds in zip(*(row.record[name] for name in (
                "places", "place_pairs", "place_rounds"))):
            yield asked_of(
                row, [Subject(row.variant, row.fitness,
                              [*map(round_of, rounds)])],
                place=place, pairs=counted(pairs, "pair"))


def line_ends(rows: Rows) -> Iterator[Asked]:
    """The fastest pair and the slowest, where there are two."""
    for row in matrices(rows):
        if "fastest" in row.record:
            yield asked_of(row, [
                Subject("core {} to {}".format(*row.record[end]), row.fitness,
                        row.rounds(f"{end}_rounds"))
                for end in ("fastest", "slowest")])


def beside_cpuid(row: Row) -> str:
    """Whether CPUID says the same as the clusters."""
    if "levels" not in row.record:
        return "; CPUID does not say where the cores are"
    if "cluster_level" in row.record:
        return f", the same as CPUID's {row.record['cluster_level']}"
    return ", unlike CPUID's packages ({}), dies ({}), cores ({})".format(
        *row.record["levels"])


def line_clusters(rows: Rows) -> Iterator[Asked]:
    """How many clusters the cores of a matrix form."""
    for row in matrices(rows):
        if "cluster_rounds" in row.record:
            yield asked_of(row, [Subject(row.variant, row.fitness,
                                         row.rounds("cluster_rounds"))],
                           cpuid=beside_cpuid(row))


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
