# SPDX-License-Identifier: MIT
"""A run as text, or all that it says of one experiment: conclusions, tables, pictures."""

from __future__ import annotations

from rich.console import Console

from quietcore.conclusions.asking import conclusions
from quietcore.log.reading import Run
from quietcore.log.trust import banner, clock_doubt
from quietcore.tables.articles import (
    show_pools, show_published, show_seconds, show_series, show_shares, show_works)
from quietcore.tables.dispatch import show_dispatched, show_metg, show_ratios
from quietcore.tables.headline import show_findings, show_headline
from quietcore.tables.listing import show_listed
from quietcore.tables.machine import build_line, machine_line, memory_line, worst_grades
from quietcore.tables.matrix import show_matrices
from quietcore.tables.results import parameters, quantities_table, results_table
from quietcore.tables.units import refusal, units_of
from quietcore.terminal.numbers import counted, number
from quietcore.terminal.printing import say, show_grids
from quietcore.terminal.text import bar

PROBLEMS_SHOWN = 12
#: Of the last line, by how the run ended.
END_STYLES = {"ok": "bold green", "failed": "bold red", "stopped": "bold yellow"}
#: Fields of the context: what the scheduler and the executor `shared` use.
SWAPS = ("lock", "queue", "executor")


def heading(run: Run, console: Console) -> None:
    """Machine, cores, clock, trust; the warning where it is emulated."""
    context = run.context
    if not context:
        say(console, "The context record is missing: nothing is known of the machine.", "bold red")
        return
    say(console, build_line(context), "bold cyan")
    hz = context["tsc_hz"]
    clock = f"{hz / 1e6:.3f} MHz ({context['tsc_source']})" if hz else "clock unknown"
    swaps = ", ".join(f"{name} {context[name]}" for name in SWAPS if context.get(name))
    say(console, f"{context['cpu']}  {context['cores_started']} of "
        f"{counted(context['cores_asked'], 'core')}  {clock}  suite {context['suite']}"
        + (f"  scheduler's {swaps}" if swaps else ""))
    for line in (machine_line(run), memory_line(run)):
        if line:
            say(console, line)
    warn_of_clock(context, console)


def warn_of_clock(context: dict, console: Console) -> None:
    """What makes every time doubtful."""
    for text in (clock_doubt(context), banner(context)):
        if text:
            say(console, text, "bold yellow")


def noise_lines(run: Run) -> list[str]:
    """The worst grade of each core over the run's audits."""
    worst = worst_grades(run.each("noise"))
    if not worst:
        return []
    grades = " ".join(f"{core}:{grade}" for core, grade in sorted(worst.items()) if core < 32)
    more = f" and {len(worst) - 32} more" if len(worst) > 32 else ""
    return [f"Noise grade by core (A silent .. F useless): {grades}{more}"]


def validation_text(record: dict) -> str:
    """What was not shown to be right, with what was counted."""
    said = {"failed": "WRONG ANSWERS", "not_proven": "Not proven"}[record["verdict"]]
    counts = ", ".join(f"{name} {count}" for name, count in record["counts"].items())
    parts = [f"{record['experiment']} {record['variant']} on {counted(record['cores'], 'core')}"]
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
        say(console, f"PANIC on core {record['core']}: {record['text']}, during "
            f"{record['experiment']} {record['variant']}, rip {record['rip']}", "bold red")
    for line in noise_lines(run):
        say(console, line)


def remarks_of(run: Run, console: Console) -> None:
    """What was skipped, and what is not right."""
    for record in run.of("skipped"):
        say(console, f"Skipped {record['experiment']} {record['variant']}: {record['reason']}")
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
        say(console, "INCOMPLETE LOG: what is shown above is what survived.", "bold red")
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
        END_STYLES[end["status"]])


def show_results(run: Run, console: Console, wanted: str, pictured: bool = False) -> None:
    """The table of results under a line on its unit; `pictured`: with sparklines."""
    results = run.of("result")
    if not results:
        return
    refused, units = refusal(results, run.context, wanted), units_of(results, run.context, wanted)
    if refused:
        say(console, refused, "yellow")
    if pictured:
        say(console, f"All rows, {units} per operation; rounds: the medians of its rounds in "
            "their order, lowest to highest.")
    else:
        say(console, f"All figures in {units} per operation; - where a figure would mean "
            "nothing (docs/method.md).")
        if wanted != "ticks" and not refused:
            say(console, "Sentences and other tables that name their unit keep to it.")
        say(console, "")
    show_grids(console, results_table(run, wanted, console.encoding if pictured else ""))


def show_quantities(run: Run, console: Console) -> None:
    """What was measured and is no time of an operation."""
    grid = quantities_table(run)
    if grid:
        say(console, "Quantities, each in its unit; low and high: the interval "
            "of its clean rounds.")
        say(console, "")
        show_grids(console, grid)


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
    for show in (show_matrices, show_dispatched, show_pools, show_series):
        show(run, console, wanted)
    remarks(run, console)
    verdict(run, console)


# ---- histograms --------------------------------------------------------------------


ROWS = 12       # of a picture at most
BAR = 48        # columns of the longest
LABEL = 7


def grouped(bins: list[list[float]]) -> list[list[float]]:
    """Neighbours put together, so that at most ROWS are left, each from its first one's start."""
    step = -(-len(bins) // ROWS) or 1
    return [[bins[at][0], sum(n for _, n in bins[at:at + step])]
            for at in range(0, len(bins), step)]


def show_histogram(record: dict, console: Console) -> None:
    """One of them."""
    rows = grouped(record["bins"])
    if not rows:
        return
    total, most = sum(n for _, n in rows), max(n for _, n in rows)
    say(console, f"{record['variant']} {parameters(record)}".rstrip()
        + f" on {counted(record['cores'], 'core')}: "
        f"{counted(int(total), 'sample')}, from so many "
        f"{record.get('unit') or 'ticks'} on", "bold cyan")
    for low, n in rows:
        drawn = bar(n / most if most else 0, BAR, console.encoding)
        say(console, f"{number(low):>{LABEL}} {drawn:<{BAR}} "
            f"{number(100 * n / total if total else 0):>5} %")
    say(console, "")


def show_histograms(run: Run, console: Console) -> None:
    """All of them, the parts of each put together."""
    whole: dict[tuple, dict] = {}
    for record in run.of("histogram"):
        key = (record["variant"], record["cores"], *sorted(map(str, record["params"].items())))
        whole.setdefault(key, record | {"bins": []})["bins"] += record["bins"]
    for record in whole.values():
        show_histogram(record, console)


# ---- one experiment ----------------------------------------------------------------


#: Kinds of record that tell of an experiment.
KINDS = ("result", "quantity", "skipped", "validation", "series", "histogram", "trace")


def experiments_of(run: Run) -> list[str]:
    """Those of a log, in its order."""
    return [*dict.fromkeys(record["experiment"] for record in run.records
                           if record["record"] in KINDS and record.get("experiment"))]


def part_of(run: Run, experiment: str) -> Run:
    """The same run, as if it had had no other experiment."""
    return run.kept(record["record"] not in KINDS or record.get("experiment") == experiment
                    for record in run.records)


def show_experiment(run: Run, experiment: str, console: Console, wanted: str = "ticks") -> None:
    """Conclusions first, then the tables that the image has on its screen, then all rows."""
    part = part_of(run, experiment)
    warn_of_clock(part.context, console)
    show_headline(part, console, wanted)
    show_findings(part, console)
    if not conclusions(part):
        say(console, "Nothing is concluded.")
    say(console, "")
    for show in (show_ratios, show_shares, show_seconds, show_works,
                 show_matrices, show_dispatched, show_metg, show_pools):
        show(part, console, wanted)
    show_published(part, console)
    show_results(part, console, wanted, pictured=True)
    show_quantities(part, console)
    show_histograms(part, console)
    remarks_of(part, console)
