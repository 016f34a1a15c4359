# SPDX-License-Identifier: MIT
"""A log as tables for other programs: one row a result, a finding, ...

docs/export.md describes every column; tests hold it to this file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quietcore.conclusions.asking import concluded
from quietcore.log.reading import Run
from quietcore.log.trust import lesser
from quietcore.tables.published import references

DECIMALS = 4    # of nanoseconds

Row = dict[str, object]

#: What every row begins with: which run, and what it ran on.
RUN = ("run", "run_id", "complete", "trust", "machine", "cpu", "version", "git", "suite",
       "lock", "queue", "tsc_hz")
#: Figures of a result in its unit; each has a column in nanoseconds, too.
FIGURES = ("min", "p50", "p90", "p99", "p999", "max", "mean", "mad", "overhead")
SUBJECT = ("experiment", "variant", "cores")
RESULT = (*SUBJECT, "method", "unit", "per", "batch", "n", *FIGURES,
          *(f"{name}_ns" for name in FIGURES), "quiet", "proven", "stop", "grade_before",
          "grade_after", "slope", "accumulate_mean", "repeated", "jain", "together",
          "passes_differ", "tasks", "workers", "work_mean", "wall_ticks", "all_in")
FINDING = ("experiment", "name", "value", "unit", "verdict", "low", "high", "subjects", "text",
           "claim", "cores", "reason", "threshold", "ratio", "ratio_low", "ratio_high", "winners")
VALIDATION = (*SUBJECT, "verdict", "property", "reason")
NOISE = ("ticks_watched", "gaps", "lost_ppm", "max", "smi", "grade", "p9999", "clock_permille")


def about(index: int, run: Run) -> Row:
    """The columns RUN of a run; None where its context does not tell."""
    return picked(run.context, RUN) | {
        "run": index, "run_id": run.id, "complete": run.complete, "trust": lesser(run.context)}


def wide(record: dict, field: str = "params", prefix: str = "param_") -> Row:
    """A column for each entry of an object of the record."""
    return {f"{prefix}{name}": value for name, value in record.get(field, {}).items()}


def picked(record: dict, names: tuple[str, ...]) -> Row:
    """The columns of a record; None where it has none of that name."""
    return {name: record.get(name) for name in names}


def grades(run: Run) -> dict[tuple[str, str], dict[int, str]]:
    """The grade of each core by experiment and moment, the worst of several."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for record in run.of("noise"):
        cores = found.setdefault((record["experiment"], record["when"]), {})
        for core, grade in zip(record["cores"], record["grade"]):
            cores[core] = max(cores.get(core, "A"), grade)
    return found


def results(run: Run) -> Iterator[Row]:
    """One row a result."""
    audits = grades(run)
    hz = run.context.get("tsc_hz") or 0
    for r in run.each("result"):
        row = picked(r, RESULT)
        if r["unit"] == "ticks" and hz:
            row |= {f"{name}_ns": round(r[name] * 1e9 / hz, DECIMALS)
                    for name in FIGURES if r[name] is not None}
        for when in ("before", "after"):
            seen = audits.get((r["experiment"], when), {})
            row[f"grade_{when}"] = max((g for core, g in seen.items() if core < r["cores"]),
                                       default=None)
        yield row | wide(r)


def findings(run: Run) -> Iterator[Row]:
    """One row a finding."""
    for f in concluded(run):
        lists = {name: ";".join(f.get(name, ())) for name in ("subjects", "winners")}
        yield picked(f, FINDING) | lists | wide(f)


def validations(run: Run) -> Iterator[Row]:
    """One row a validation."""
    for v in run.each("validation"):
        yield picked(v, VALIDATION) | wide(v, "counts", "count_")


def warnings(run: Run) -> Iterator[Row]:
    """One row a warning."""
    return ({"code": w["code"], "text": w["text"]} for w in run.each("warning"))


def noise(run: Run) -> Iterator[Row]:
    """One row a core and audit."""
    for record in run.each("noise"):
        for at, core in enumerate(record["cores"]):
            yield {"experiment": record["experiment"], "when": record["when"], "core": core} \
                | {name: record[name][at] for name in NOISE if name in record}


def series(run: Run) -> Iterator[Row]:
    """One row a cell of a series; rows count from 0 in each record."""
    for s in run.each("series"):
        head, params = picked(s, SUBJECT) | {"part": s.get("part", 1)}, wide(s)
        for at, cells in enumerate(s["rows"]):
            for name, value in zip(s["columns"], cells):
                yield head | {"row": at, "column": name, "value": value} | params


def histograms(run: Run) -> Iterator[Row]:
    """One row a bin."""
    for h in run.each("histogram"):
        head, params = picked(h, SUBJECT), wide(h)
        for lower, count in h["bins"]:
            yield head | {"lower": lower, "count": count} | params


@dataclass(frozen=True)
class Kind:
    """A table: its rows, its columns after RUN, and what prefixes the last."""

    rows: Callable[[Run], Iterator[Row]]
    columns: tuple[str, ...]
    prefix: str = ""        # of columns that the log names; "" for none


KINDS = {
    "results": Kind(results, RESULT, "param_"),
    "findings": Kind(findings, FINDING, "param_"),
    "validations": Kind(validations, VALIDATION, "count_"),
    "warnings": Kind(warnings, ("code", "text")),
    "noise": Kind(noise, ("experiment", "when", "core", *NOISE)),
    "series": Kind(series, (*SUBJECT, "part", "row", "column", "value"), "param_"),
    "histograms": Kind(histograms, (*SUBJECT, "lower", "count"), "param_"),
}


def published(runs: list[Run]) -> Iterator[Row]:
    """Rows of other people's, marked as such where the trust label stands."""
    for row in references(runs):
        yield picked(row, ("experiment", "variant", "tasks", "workers")) | {
            "trust": row["mark"], "unit": "ticks", "per": "task", "mean": row["overhead"],
            "work_mean": row["work"], "param_n": row["n"]}


def rows_of(what: str, runs: list[Run], further: bool) -> Iterator[Row]:
    """All rows of a table; `further`: published ones after the results."""
    for index, run in enumerate(runs):
        head = about(index, run)
        for row in KINDS[what].rows(run):
            yield head | row
    if further and what == "results":
        yield from published(runs)


def columns_of(what: str, runs: list[Run], further: bool) -> list[str]:
    """The table's columns: those that are always there, then, sorted, those
    that the log names."""
    kind = KINDS[what]
    named = {name for row in rows_of(what, runs, further) for name in row
             if kind.prefix and name.startswith(kind.prefix)}
    return [*RUN, *kind.columns, *sorted(named)]
