# SPDX-License-Identifier: MIT
"""docs/silence.md: what stands between its marks comes from the logs."""

from __future__ import annotations

import io
import json
import platform
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.running.qemu_here import version
from quietcore.silence.certificate import show_certificate

from silence.machines import ICOUNT, TWIN, Boot
from silence.measured import gaps_of, tails_of
from silence.table import Runs, lines, tables, whole

FACTS = "facts.json"        # beside the logs: of each, when and where
EXAMPLE = "tcg-quietcore"   # whose certificate is shown
WIDTH = 100
NOT_KEPT = "not kept"       # by a run from before facts were


def mark(name: str, end: bool = False) -> str:
    """A line of the page."""
    return f"<!-- {name}: {'end' if end else 'begin'} -->\n"


# ---- when and where ----------------------------------------------------------


def processor() -> str:
    """Of this host, as Linux calls it."""
    rows = Path("/proc/cpuinfo").read_text().splitlines()
    return next((row.partition(":")[2].strip() for row in rows
                 if row.startswith("model name")), platform.machine())


def facts_here(qemu: str) -> dict:
    """Of a run that begins now."""
    return {"date": time.strftime("%Y-%m-%d", time.gmtime()),
            "processor": processor(), "kernel": platform.release(),
            "qemu": version(qemu).removeprefix("QEMU emulator version ")}


def facts_in(folder: Path) -> dict:
    """By name of the boot."""
    path = folder / FACTS
    return json.loads(path.read_text()) if path.exists() else {}


def keep_facts(folder: Path, facts: dict) -> None:
    """Beside those of other boots: a line each."""
    rows = [f"{json.dumps(name)}: {json.dumps(of, sort_keys=True)}" for name, of
            in sorted((facts_in(folder) | facts).items())]
    (folder / FACTS).write_text("{\n" + ",\n".join(rows) + "\n}\n")


def build_of(run: Run) -> str:
    """Which commit."""
    context = run.context
    return context["git"] + " and changes" * context["dirty"]


def recorded_row(boot: Boot, run: Run, facts: dict) -> tuple[str, ...]:
    """All that a log and what was kept beside it tell of its origin."""
    kernel = run.context.get("granted", {}).get("kernel", "-")
    qemu = facts.get("qemu", NOT_KEPT) if boot.side != TWIN else "-"
    return (facts.get("date", NOT_KEPT), facts.get("processor", NOT_KEPT),
            qemu, kernel, build_of(run))


def recorded(runs: Runs, facts: dict) -> Iterator[str]:
    """A row for all logs of one origin."""
    rows: dict[tuple[str, ...], int] = {}
    for boot, run in runs:
        row = recorded_row(boot, run, facts.get(boot.name, {}))
        rows[row] = rows.get(row, 0) + 1
    yield from lines(["recorded on", "host's processor", "QEMU",
                      "Linux", "build", "logs"],
                     [[*row, str(count)] for row, count in rows.items()])


# ---- what was found ----------------------------------------------------------


def watched(runs: Runs) -> dict[str, Run]:
    """Runs that planted nothing, by name."""
    return {boot.name: run for boot, run in runs if not boot.planting}


def counted(runs: Runs) -> Iterator[str]:
    """One line each machine whose instructions are counted."""
    for boot, run in runs:
        gaps = gaps_of(run)
        if boot.planting or boot.accelerator != ICOUNT or not gaps:
            continue
        number = whole(gaps.gaps) if gaps.gaps else "no"
        yield (f"- {boot.title}: {number} gap{'s' * (gaps.gaps != 1)} in "
               f"{whole(gaps.watched)} instructions, "
               f"{gaps.ppm / 1e4:.2g} % of them lost. The longest pause took "
               f"{whole(gaps.longest)}.")


def slowest(runs: Runs) -> Iterator[str]:
    """Of an enqueue, on both sides."""
    found = [(boot.title, dict(tails_of(run))["enqueue"]) for boot, run in runs
             if not boot.planting and boot.accelerator == ICOUNT]
    rows = [f"{whole(row['max'])} instructions on {title} (of "
            f"{whole(row['n'])})" for title, row in found if row]
    if rows:
        yield f"- The slowest enqueue took {', and '.join(rows)}."


def emulated(runs: Runs) -> Iterator[str]:
    """What host and emulator take, in all rows of plain TCG."""
    lost = [f"{boot.title} {gaps.ppm / 1e4:.2g} %" for boot, run in runs
            if boot.mode == "tcg-2" and not boot.planting
            and (gaps := gaps_of(run))]
    if lost:
        yield f"- On two cores under plain TCG was lost: {'; '.join(lost)}."


def certificate(runs: Runs) -> Iterator[str]:
    """As qc certificate prints it."""
    run = watched(runs).get(EXAMPLE)
    if run:
        out = io.StringIO()
        show_certificate(run, Console(file=out, width=WIDTH, highlight=False,
                                      markup=False, emoji=False))
        yield "```text"
        yield from (row.rstrip() for row in out.getvalue().splitlines())
        yield "```"


# ---- the page ----------------------------------------------------------------


def filled(page: str, runs: Runs, facts: dict) -> str:
    """The page with these runs between its marks."""
    parts = {"found": [*counted(runs), *slowest(runs), *emulated(runs)],
             "certificate": certificate(runs),
             "recorded": recorded(runs, facts)}
    texts = {name: "\n".join(part) + "\n" for name, part in parts.items()}
    for name, text in (texts | {"silence": tables(runs)}).items():
        before, rest = page.split(mark(name))
        _, after = rest.split(mark(name, end=True))
        page = before + mark(name) + text + mark(name, end=True) + after
    return page
