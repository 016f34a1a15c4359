# SPDX-License-Identifier: MIT
"""Cache lines: the way between any two cores, clusters, false sharing."""

from __future__ import annotations

from collections.abc import Iterator

from quietcore.conclusions.of_cores import clusters
from quietcore.report.draw.model import Axis, Cell, Drawing, Heat, Rule
from quietcore.report.pictures.logs import Log, coarsest
from quietcore.report.pictures.making import (
    WHISKERS, chart_of, per, value_of)
from quietcore.tables.matrix import Matrix, cores_of, matrices

NAME = "line"
#: Ways that differ by less look alike.
LEAST_SPAN = 2


def boxes(cores: list[int], of: dict[int, int]) -> list[tuple[int, int]]:
    """The first and last place of each cluster of cores in a row."""
    found: dict[int, list[int]] = {}
    for place, core in enumerate(cores):
        found.setdefault(of[core], []).append(place)
    return [(min(places), max(places)) for places in found.values()] \
        if len(found) > 1 else []


def heat_of(matrix: Matrix, log: Log) -> Heat:
    """A matrix, cores of one cluster side by side."""
    of = clusters(cores_of(matrix), matrix[2])
    cores = sorted(cores_of(matrix), key=lambda core: (of[core], core))
    place = {core: at for at, core in enumerate(cores)}
    names = [str(core) for core in cores]
    cells = [Cell(place[giver], place[taker], ticks,
                  "disturbed" if ticks > matrix[3] else "")
             for (giver, taker), ticks in matrix[2].items()]
    least, most = (pick(c.value for c in cells) for pick in (min, max))
    return Heat(names, names, cells, f"{log.unit} one way", "from core",
                "to core", boxes(cores, of),
                bounds=(least, max(most, LEAST_SPAN * least)))


def maps(logs: list[Log]) -> Iterator[Drawing]:
    """Each matrix of each log."""
    count = 0
    for log in logs:
        for matrix in matrices(log.run):
            if len(matrix[2]) < 2:
                continue
            count += 1
            of = f", {log.name}" if len(logs) > 1 else ""
            yield Drawing(
                f"line-matrix-{count}" if count > 1 else "line-matrix",
                f"{matrix[0]}: between any two cores{of}",
                "What a cache line's way takes from each core to each other; "
                "dark is far.", heat_of(matrix, log),
                ["Boxes are clusters: cores that are near each other."])


def sharing(logs: list[Log]) -> list[Drawing]:
    """Two counters on one line or on two."""
    def places(log: Log):
        for row in coarsest(log.of(NAME)):
            if row["variant"] == "false" and "distance" in row["params"]:
                yield "two cores count", row["params"]["distance"], \
                    value_of(row)

    rules = [Rule(row["p50"], "one core alone"
                  + (f" ({log.name})" if len(logs) > 1 else ""))
             for log in logs for row in coarsest(log.of(NAME))
             if row["variant"] == "false/alone" and row["p50"] is not None]
    shape = chart_of(logs, Axis("bytes between the two counters", names=[
        (d, str(d)) for d in (0, 64, 128, 256)]), per(logs, "increment"),
        places, rules)
    return [Drawing("line-sharing", "False sharing",
                    "An increment of two cores' own counters, by how far "
                    "apart these lie.", shape, [WHISKERS])] if shape else []


PICTURES = (
    ("line-matrix", NAME, "Between any two cores",
     lambda logs: list(maps(logs)), "a matrix, of two cores and more"),
    ("line-sharing", NAME, "False sharing", sharing,
     "rows `false`, of two cores and more"),
)
