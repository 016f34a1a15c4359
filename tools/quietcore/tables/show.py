# SPDX-License-Identifier: MIT
"""A run as a person reads it: one table, then what else there is to say."""

from __future__ import annotations

from rich.console import Console

from quietcore.log.reading import Run
from quietcore.log.trust import banner, clock_doubt, lesser
from quietcore.tables.dispatch import show_dispatched
from quietcore.tables.findings import show_findings
from quietcore.tables.headline import show_headline
from quietcore.tables.inject import show_pools
from quietcore.tables.listing import show_listed
from quietcore.tables.machine import machine_line, memory_line
from quietcore.tables.matrix import show_matrices
from quietcore.tables.results import quantities_table, results_table
from quietcore.tables.series import show_series
from quietcore.tables.units import refusal, units_of
from quietcore.terminal.numbers import counted
from quietcore.terminal.printing import say, show_grid

PROBLEMS_SHOWN = 12
#: Of the last line, by how the run ended.
STYLES = {"ok": "bold green", "failed": "bold red", "stopped": "bold yellow"}
#: Fields of the context: what the scheduler and the executor `shared` use.
SWAPS = ("lock", "queue", "executor")


def heading(run: Run, console: Console) -> None:
    """Machine, cores, clock, trust; the warning where it is emulated."""
    context = run.context
    if not context:
        say(console, "The context record is missing: nothing is known of the "
            "machine.", "bold red")
        return
    dirty = "+changes" if context["dirty"] else ""
    say(console, f"quietcore {context['version']} ({context['git']}{dirty})  "
        f"{context['machine']} machine  trust: {lesser(context)}", "bold cyan")
    hz = context["tsc_hz"]
    clock = f"{hz / 1e6:.3f} MHz ({context['tsc_source']})" if hz \
        else "clock unknown"
    swaps = ", ".join(f"{name} {context[name]}" for name in SWAPS
                      if context.get(name))
    say(console, f"{context['cpu']}  {context['cores_started']} of "
        f"{counted(context['cores_asked'], 'core')}  {clock}  "
        f"suite {context['suite']}"
        + (f"  scheduler's {swaps}" if swaps else ""))
    for line in (machine_line(run), memory_line(run)):
        if line:
            say(console, line)
    for text in (clock_doubt(context), banner(context)):
        if text:
            say(console, text, "bold yellow")


def noise_lines(run: Run) -> list[str]:
    """The worst grade of each core over the run's audits."""
    worst: dict[int, str] = {}
    for record in run.of("noise"):
        for core, grade in zip(record["cores"], record["grade"]):
            worst[core] = max(worst.get(core, "A"), grade)
    if not worst:
        return []
    grades = " ".join(f"{core}:{grade}" for core, grade in sorted(worst.items())
                      if core < 32)
    more = f" and {len(worst) - 32} more" if len(worst) > 32 else ""
    return [f"Noise grade by core (A silent .. F useless): {grades}{more}"]


def validation_text(record: dict) -> str:
    """What was not shown to be right, with what was counted."""
    said = {"failed": "WRONG ANSWERS", "not_proven": "Not proven"}[
        record["verdict"]]
    counts = ", ".join(f"{name} {count}" for name, count
                       in record["counts"].items())
    parts = [f"{record['experiment']} {record['variant']} on "
             f"{counted(record['cores'], 'core')}"]
    parts += [record["property"]] if record.get("property") else []
    parts += [record["reason"]] if record.get("reason") else []
    return f"{said}: {': '.join(parts)}" + (f" ({counts})" if counts else "")


def remarks(run: Run, console: Console) -> None:
    """Everything that is not a number: what failed, what to doubt, findings."""
    for core in run.of("core"):
        if core["state"] != "started":
            say(console, f"Core with APIC ID {core['apic_id']} "
                f"{core['state']}: {core.get('reason', '?')}", "yellow")
    remarks_of(run, console)
    show_findings(run, console)
    for record in run.of("warning"):
        say(console, f"Warning ({record['code']}): {record['text']}", "yellow")
    for record in run.of("panic"):
        say(console, f"PANIC on core {record['core']}: {record['text']}, "
            f"during {record['experiment']} {record['variant']}, rip "
            f"{record['rip']}", "bold red")
    for line in noise_lines(run):
        say(console, line)


def remarks_of(run: Run, console: Console) -> None:
    """What was skipped, and what is not right."""
    for record in run.of("skipped"):
        say(console, f"Skipped {record['experiment']} {record['variant']}: "
            f"{record['reason']}")
    for record in run.of("validation"):
        if record["verdict"] != "ok":
            say(console, validation_text(record), "bold red"
                if record["verdict"] == "failed" else "yellow")


def verdict(run: Run, console: Console) -> None:
    """The last lines: whole or not, ok or not."""
    if run.foreign:
        say(console, f"{run.foreign} LOG: {run.problems[0]}", "bold red")
        return
    if not run.complete:
        say(console, "INCOMPLETE LOG: what is shown above is what survived.",
            "bold red")
        for problem in run.problems[:PROBLEMS_SHOWN]:
            say(console, f"  {problem}", "red")
        if len(run.problems) > PROBLEMS_SHOWN:
            say(console, f"  and {len(run.problems) - PROBLEMS_SHOWN} more")
        return
    end = run.end
    say(console, f"Run {end['status']}: {counted(end['results'], 'result')}, "
        f"{counted(end['warnings'], 'warning')}, "
        f"{counted(end['records'], 'record')}, "
        + (f"{end['seconds']} s" if end["seconds"] is not None
           else "no clock told the time") + ".",
        STYLES[end["status"]])


def show_results(run: Run, console: Console, wanted: str) -> None:
    """The table of results under a line on its unit."""
    results = run.of("result")
    if not results:
        return
    refused = refusal(results, run.context, wanted)
    if refused:
        say(console, refused, "yellow")
    say(console, f"All figures in {units_of(results, run.context, wanted)} per "
        "operation; - where a figure would mean nothing (docs/method.md).")
    if wanted != "ticks" and not refused:
        say(console, "Sentences and other tables that name their unit keep "
            "to it.")
    say(console, "")
    show_grid(results_table(run, wanted), console)
    say(console, "")


def show_quantities(run: Run, console: Console) -> None:
    """What was measured and is no time of an operation."""
    grid = quantities_table(run)
    if grid:
        say(console, "Quantities, each in its unit; low and high: the interval "
            "of its clean rounds.")
        say(console, "")
        show_grid(grid, console)
        say(console, "")


def show_run(run: Run, console: Console, wanted: str = "ticks") -> None:
    """The whole of it, on the console; figures in the unit wanted (UNITS)."""
    if run.foreign:
        verdict(run, console)
        return
    heading(run, console)
    show_listed(run, console)
    show_headline(run, console, wanted)
    show_results(run, console, wanted)
    show_quantities(run, console)
    show_matrices(run, console, wanted)
    show_dispatched(run, console, wanted)
    show_pools(run, console)
    show_series(run, console, wanted)
    remarks(run, console)
    verdict(run, console)
