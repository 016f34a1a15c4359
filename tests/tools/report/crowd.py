# SPDX-License-Identifier: MIT
"""A log of many cores, made to order: no machine here has them."""

from __future__ import annotations

import random

import make_log
from in_process import read
from quietcore.report.pictures.logs import Log, named

CLUSTER = 8     # cores that are near each other
PART = 100      # rows of a record, which ends below 4,000 bytes
PART_CORES = 16     # cores of a record, as the image has them


def ways(cores: int, variant: str, of: random.Random) -> list[dict]:
    """From each core to each other, in several records."""
    rows = [[giver, taker, round((60 if giver // CLUSTER == taker // CLUSTER
                                  else 240) * of.uniform(0.8, 1.2), 1)]
            for giver in range(cores) for taker in range(cores)
            if giver != taker]
    return in_parts(f"handover/{variant}", cores, "from to ticks", rows,
                    batch=64, lines=8, calm_most=280)


def in_parts(variant: str, cores: int, columns: str, rows: list[list], **more) -> list[dict]:
    """A series of `line`, so many rows a record."""
    return [make_log.series("line", columns, rows[at:at + PART], variant=variant, cores=cores,
                            part=at // PART + 1, parts=-(-len(rows) // PART), **more)
            for at in range(0, len(rows), PART)]


def noise(cores: int, experiment: str) -> list[dict]:
    """An audit of all cores: every seventh is disturbed."""
    def part(of: range) -> dict:
        loud = [core % 7 == 0 for core in of]
        return make_log.noise("".join("AC"[each] for each in loud), experiment=experiment,
                              cores=[*of], ticks_watched=[10**6] * len(of),
                              gaps=[*map(int, loud)], max=[900 * each for each in loud])

    return [part(range(at, min(at + PART_CORES, cores))) for at in range(0, cores, PART_CORES)]


def rows_of(cores: int) -> list[dict]:
    """Locks and queues by cores, with each core's share."""
    widths = [n for n in (1, 2, 4, 8, 16, 32, 64, 128, 255) if n <= cores]
    return [make_log.result(
        experiment=experiment, variant=variant, cores=n, p50=20 * n + at,
        jain=0.9, together=n * 0.9, per_core=[100 + core % 5 for core in range(n)])
        for experiment, variants in (
            ("lock", ("mcs/contend", "tas/contend", "ticket/contend")),
            ("queue", ("ring/pair", "mpmc/pair")))
        for at, variant in enumerate(variants) for n in widths]


def crowd(cores: int, seed: int = 17) -> list[Log]:
    """The log's run, as a report has it."""
    of = random.Random(seed)
    experiments = ("floor timer line lock queue switch spawn wake dispatch metg inject primes "
                   "threads workloads workqueue").split()
    body = [*map(make_log.core, range(cores)),
            *(part for name in experiments for part in noise(cores, name)), *rows_of(cores),
            *ways(cores, "cas", of), *ways(cores, "store", of)]
    lines = make_log.lines(body, trust="metal", trust_claimed="", cores_asked=cores,
                           cores_started=cores, apic_ids=[*range(min(cores, 32))])
    return named([("crowd", run) for run in read(b"".join(lines))])
