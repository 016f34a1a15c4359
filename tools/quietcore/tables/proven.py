# SPDX-License-Identifier: MIT
"""What is timed beside what was proven of it: `qc show LOG proven`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console

from quietcore.log.runs import Run
from quietcore.terminal.layout import Grid, words
from quietcore.terminal.numbers import counted
from quietcore.terminal.printing import say, show_grids

#: The word after LOG, where an experiment could stand.
NAME = "proven"
#: What is timed: an experiment, a primitive, a number of cores.
Subject = tuple[str, str, int]


def subject_of(record: dict) -> Subject:
    """What a result or a validation is of."""
    return (record["experiment"], record.get("primitive", record["variant"]), record["cores"])


def bulk_of(result: dict) -> int:
    """How many items at once: `params` or the name's last word say it."""
    way = result["variant"][len(subject_of(result)[1]):]
    number = re.search(r"\d+$", way)
    return result["params"].get("bulk") or int(number[0] if number else 1)


def operations_of(result: dict) -> int:
    """Those of its samples."""
    return max(result.get("tasks", 0), result["n"] * result["batch"],
               sum(result.get("per_core", ())))


#: From the worst on: what failed while it was timed failed.
VERDICTS = ("failed", "not_proven", "ok")


def proof_of(subject: Subject, is_queue: bool, proofs: list[dict]) -> dict | None:
    """The worst verdict on as many cores; another experiment's where that has proven, and
    recorded, the same primitive, of a queue or of none. Else what more cores have shown of it:
    that it is right, or that it is wrong."""
    experiment, primitive, cores = subject
    fit = [p for p in proofs if subject_of(p)[1] == primitive and
           (p["experiment"] == experiment or ("capacities" in p) == is_queue)
           and (p["cores"] == cores or p["cores"] > cores and p["verdict"] != "not_proven")]
    return min(fit, default=None, key=lambda p: (
        p["cores"], p["experiment"] != experiment, VERDICTS.index(p["verdict"])))


def beside(run: Run) -> Iterator[tuple[Subject, list[dict], dict | None]]:
    """Each subject of an experiment that proves something: its results, the verdict."""
    proofs = run.of("validation")
    rows: dict[Subject, list[dict]] = {}
    for result in run.each("result"):
        if any(p["experiment"] == result["experiment"] for p in proofs):
            rows.setdefault(subject_of(result), []).append(result)
    for subject, results in rows.items():
        is_queue = any("capacity" in r for r in results)
        yield subject, results, proof_of(subject, is_queue, proofs)


def sizes(values) -> str:
    """In order, each once."""
    return " ".join(map(str, sorted({*values} - {None}))) or "-"


def show_proven(run: Run, console: Console) -> None:
    """A table for each experiment, two lines for each subject."""
    grids: dict[str, Grid] = {}
    for (experiment, name, cores), results, proof in beside(run):
        grid = grids.setdefault(experiment, Grid([
            *words(experiment), "cores", *words("is"), "operations",
            *words("capacities", "bulks", "")]))
        queues = [r for r in results if r.get("capacity")]
        grid.add(name, cores, "timed", f"{max(map(operations_of, results)):,}",
                 sizes(r["capacity"] for r in queues), sizes(map(bulk_of, queues)),
                 counted(len(results), "row"))
        proof = proof or {"verdict": "no verdict", "counts": {}}
        grid.add("", proof.get("cores", "-"), "proven",
                 f"{proof['counts'].get('operations', 0):,}", sizes(proof.get("capacities", ())),
                 sizes(proof.get("bulks", ())), proof["verdict"])
    show_grids(console, *grids.values())
    if not grids:
        say(console, "Nothing of what is timed was proven before.")
