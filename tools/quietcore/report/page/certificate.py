# SPDX-License-Identifier: MIT
"""How far the cores and the proofs can be trusted, of one log."""

from __future__ import annotations

from dataclasses import dataclass

from quietcore.report.page.tables import Shown, of_grid
from quietcore.report.pictures.logs import Log
from quietcore.silence.certificate import SOURCES, grids, sentences
from quietcore.tables.show import noise_lines, validation_text
from quietcore.terminal.numbers import number

LIMITS = ("A: no gap. B: 10 ppm lost, 10 us at most. C: 100 ppm, 50 us. "
          "D: 1,000 ppm, 200 us. E: 10,000 ppm, 1 ms. F: more.")
MOST_CORES = 32     # of a row of the table


@dataclass
class Certificate:
    """Grades, gaps, proofs."""

    name: str
    silence: list[str]          # what the experiment `silence` found
    quiet: list[Shown]          # its tables
    sources: str                # of the published figures in them
    grades: list[str]           # a line on the worst of each core
    table: Shown | None         # by experiment and moment
    proofs: str                 # how many there were, how many are right
    doubts: list[str]           # what is wrong or not proven
    skipped: list[str]
    panics: list[str]


def row_of(record: dict) -> list[tuple[str, str]]:
    """A hunt: the worst of its cores."""
    grades = record["grade"][:MOST_CORES]
    more = "…" if len(record["grade"]) > MOST_CORES else ""
    smi = [count for count in record.get("smi", ()) if count is not None]
    worst = max(record["grade"], default="-")
    cells = [record["experiment"], record["when"], " ".join(grades) + more,
             str(sum(record["gaps"])), number(max(record["max"], default=None)),
             number(max(record["lost_ppm"], default=None)),
             str(sum(smi)) if smi else "-"]
    return [(cell, "doubt" if worst in "DEF" and i == 2 else "")
            for i, cell in enumerate(cells)]


def certificate_of(log: Log) -> Certificate:
    """The whole of it."""
    run = log.run
    rows = [row_of(record) for record in run.each("noise")]
    table = Shown(["experiment", "when", "grades by core", "gaps",
                   f"longest, {log.unit}", "lost, ppm, at most", "SMIs"],
                  rows) if rows else None
    proofs = run.of("validation")
    right = sum(p["verdict"] == "ok" for p in proofs)
    panics = [f"PANIC on core {p['core']}: {p['text']}, during "
              f"{p['experiment']} {p['variant']}" for p in run.of("panic")]
    absent = [f"core with APIC ID {c['apic_id']} {c['state']}: "
              f"{c.get('reason', '?')}" for c in run.of("core")
              if c["state"] != "started"]
    quiet = [shown for grid in grids(run) if (shown := of_grid(grid))]
    return Certificate(
        log.name, sentences(run), quiet, SOURCES if quiet else "",
        noise_lines(run), table,
        f"{right} of {len(proofs)} checks before timing say: right."
        if proofs else "No check is in this log.",
        [validation_text(p) for p in proofs if p["verdict"] != "ok"],
        [f"{s['experiment']} {s['variant']}: {s['reason']}"
         for s in run.of("skipped")] + absent, panics)
