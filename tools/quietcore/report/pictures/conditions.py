# SPDX-License-Identifier: MIT
"""How quiet the cores were: grades and gaps over the run."""

from __future__ import annotations

from quietcore.report.draw.model import Cell, Drawing, Heat
from quietcore.report.pictures.logs import Log, emulated, measure
from quietcore.report.pictures.making import Value, dots_of

GRADES = "ABCDEF"


def grades(logs: list[Log]) -> list[Drawing]:
    """A map of each log: cores and experiments, the worse of two grades."""
    found = []
    for i, log in enumerate(logs):
        worst: dict[tuple[int, str], str] = {}
        for record in log.run.each("noise"):
            for core, grade in zip(record["cores"], record["grade"]):
                key = (core, record["experiment"])
                worst[key] = max(worst.get(key, "A"), grade)
        cores = sorted({core for core, _ in worst})
        names = list(dict.fromkeys(name for _, name in worst))
        cells = [Cell(names.index(name), cores.index(core),
                      GRADES.index(grade), "", "", grade)
                 for (core, name), grade in worst.items() if core in cores]
        if not cells:
            continue
        of = f", {log.name}" if len(logs) > 1 else ""
        found.append(Drawing(
            f"noise-grades-{i + 1}" if i else "noise-grades",
            f"Noise grades{of}",
            "The worse grade of each core before and after each experiment: "
            "A is silent, F is useless.",
            Heat(names, [str(core) for core in cores], cells,
                 "", emulated("experiment", [log]), "core", log=False,
                 bounds=(0, 5),
                 ends=("A", "F"))))
    return found


def gaps(logs: list[Log]) -> list[Drawing]:
    """The longest pause of any core, by experiment."""
    def figures(log: Log):
        for record in log.run.each("noise"):
            longest = max((m for m in record["max"] if m), default=0)
            if longest:
                yield record["experiment"], record["when"], Value(longest)

    shape = dots_of(logs, f"{measure(logs)}, longest pause", figures,
                    log=True)
    return [Drawing("noise-gaps", "The longest pauses",
                    "The longest pause that any core saw, before and after "
                    "each experiment.", shape)] if shape else []


PICTURES = (
    ("noise-grades", "", "Noise grades", grades, "noise records"),
    ("noise-gaps", "", "The longest pauses", gaps, "noise records with gaps"),
)
