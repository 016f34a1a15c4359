# SPDX-License-Identifier: MIT
"""All results of a run as one table, and what is to be doubted of a row: words,
and a mark where there is no room, as in the image's tables (bench/report/table.c).
"""

from __future__ import annotations

from quietcore.conclusions.rounds import NO_ROUND, reach_of
from quietcore.conclusions.rows import round_of
from quietcore.conclusions.sentence import figure
from quietcore.log.runs import Run
from quietcore.tables.units import unit_of
from quietcore.terminal.layout import ORDER, Cell, Column, Grid
from quietcore.terminal.numbers import number
from quietcore.terminal.sparks import sparkline

VALUES = ("min", "p50", "p90", "p99", "p999", "max", "mean", "mad")
HEADINGS = ("min", "p50", "p90", "p99", "p99.9", "max", "mean", "mad")
NAME_LEAST = 28  # columns of a name before it goes on below

#: So that a row of them keeps to a line. bench/report/table.c has the same.
SHORTER = {"producers": "p", "consumers": "c", "inside": "in", "outside": "out"}

MARKS = {"disturbed": "~", "turns": "<", "oversubscribed": "<",
         "not_proven": "?", "failed": "!"}
MEAN = "~ disturbed, < cores take turns; ranked nowhere: ? not proven, ! wrong"


def quiet_words(result: dict) -> list[str]:
    """Nothing of a row in which nothing disturbed."""
    disturbed = result.get("quiet", "clean") != "clean"
    turns = "oversubscribed" if result.get("oversubscribed") else "turns"
    return ["disturbed"] * disturbed + [turns] * bool(result.get("crowded"))


def proven_words(result: dict) -> list[str]:
    """Nothing of a row that is right."""
    proven = result.get("proven", "ok")
    return [proven] * (proven != "ok")


def cell_of(words: list[str], style: str, otherwise: str) -> Cell:
    """The words in that style, or what stands where there are none."""
    if not words:
        return Cell(otherwise)
    return Cell(", ".join(words), style,
                "".join(MARKS.get(word, "") for word in words))


def parameters(result: dict) -> str:
    """`params` as words; the mode is told by the batch column."""
    return " ".join(f"{SHORTER.get(key, key)}={value}"
                    for key, value in result["params"].items()
                    if key != "mode")


def quiet_cell(result: dict) -> Cell:
    """A word, in yellow where something disturbed."""
    return cell_of(quiet_words(result), "yellow", "clean")


def proven_cell(result: dict) -> Cell:
    """A word, in red where the row is ranked nowhere."""
    return cell_of(proven_words(result), "bold red", "ok")


def results_table(run: Run, wanted: str = "ticks",
                  pictured: str | None = "") -> Grid:
    """One row a result, under the name of its experiment; with a sparkline of
    its rounds in that encoding, where there is one."""
    doubted = any(map(proven_words, run.of("result")))
    grid = Grid([Column("experiment, variant", left=True, least=NAME_LEAST),
                 *(Column(name) for name in ("cores", "batch", "n", *HEADINGS)),
                 Column("quiet", left=True),
                 *[Column("proven", left=True)] * doubted,
                 *[Column("rounds", left=True)] * bool(pictured)],
                ORDER["experiment" if pictured else "results"],
                elsewhere="qc parse --format csv", marks=MEAN)
    last = None
    for r in run.of("result"):
        if r["experiment"] != last:
            last = r["experiment"]
            grid.add(Cell(last, "bold cyan"))
        unit = unit_of(r, run.context, wanted)
        grid.add(f"  {r['variant']} {parameters(r)}".rstrip(), str(r["cores"]),
                 str(r["batch"]), str(r["n"]),
                 *(number(unit.of(r[name])) for name in VALUES),
                 quiet_cell(r), *[proven_cell(r)] * doubted,
                 *[sparkline(r["rounds"], pictured)] * bool(pictured))
    return grid


def quantities_table(run: Run) -> Grid | None:
    """One row a quantity, each in its own unit; None where there is none."""
    rows = [*run.of("quantity")]
    doubted = any(map(proven_words, rows))
    grid = Grid([Column("experiment, variant", left=True, least=NAME_LEAST),
                 *map(Column, ("cores", "median", "low", "high", "clean")),
                 Column("unit", left=True),
                 *[Column("proven", left=True)] * doubted],
                ("proven", "clean"), elsewhere="qc parse --format csv",
                marks=MEAN)
    last = None
    for row in rows:
        if row["experiment"] != last:
            last = row["experiment"]
            grid.add(Cell(last, "bold cyan"))
        clean = [each for each in map(round_of, row["rounds"])
                 if each != NO_ROUND]
        grid.add(f"  {row['variant']} {parameters(row)}".rstrip(),
                 str(row["cores"]), *map(figure, reach_of(clean)),
                 f"{len(clean)} of {len(row['rounds'])}", row["unit"],
                 *[proven_cell(row)] * doubted)
    return grid if rows else None
