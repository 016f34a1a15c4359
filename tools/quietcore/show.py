# SPDX-License-Identifier: MIT
"""A run as a person reads it: one table, then what else there is to say."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quietcore.log import Run
from quietcore.matrix import show_matrices
from quietcore.numbers import number
from quietcore.pool import pool_tables
from quietcore.published import (MARK, SOURCE, Row, beside, dispatched, load,
                                 own_row)
from quietcore.trust import banner, lesser

VALUES = ("min", "p50", "p90", "p99", "p999", "max", "mean", "mad")
HEADINGS = ("min", "p50", "p90", "p99", "p99.9", "max", "mean", "mad")
PROBLEMS_SHOWN = 12


#: So that a row of them keeps to a line.
SHORTER = {"producers": "p", "consumers": "c"}


def parameters(result: dict) -> str:
    """`params` as words; the mode is told by the batch column."""
    return " ".join(f"{SHORTER.get(key, key)}={value}"
                    for key, value in result["params"].items()
                    if key != "mode")


def heading(run: Run, console: Console) -> None:
    """Machine, cores, clock, trust; the warning where it is emulated."""
    context = run.context
    if not context:
        console.print("[bold red]The context record is missing:[/] nothing is "
                      "known of the machine.")
        return
    dirty = "+changes" if context["dirty"] else ""
    console.print(Text(
        f"quietcore {context['version']} ({context['git']}{dirty})  "
        f"{context['machine']} machine  trust: {lesser(context)}",
        style="bold cyan"))
    mhz = context["tsc_hz"] / 1e6
    console.print(Text(
        f"{context['cpu']}  {context['cores_started']} of "
        f"{context['cores_asked']} cores  {mhz:.3f} MHz "
        f"({context['tsc_source']})  suite {context['suite']}"))
    warning = banner(context)
    if warning:
        console.print(Text(warning, style="bold yellow"))


def results_table(run: Run) -> Table:
    """One row a result, under the name of its experiment."""
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False)
    table.add_column("experiment, variant", no_wrap=True)
    for name in ("cores", "batch", "n", *HEADINGS):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("quiet")
    last = None
    for r in run.of("result"):
        if r["experiment"] != last:
            last = r["experiment"]
            table.add_row(Text(last, style="bold cyan"))
        row = [f"  {r['variant']} {parameters(r)}".rstrip(), str(r["cores"]),
               str(r["batch"]), str(r["n"])]
        row += [number(r[name]) for name in VALUES]
        quiet = r["quiet"]
        table.add_row(*row, Text(quiet, style="" if quiet == "clean"
                                 else "yellow"))
    return table


DISPATCH_HEADINGS = ("n", "tasks", "overhead", "work", "price", "ovh. %",
                     "work %", "wall ms", "workers", "ovh. ms", "work ms")


def dispatch_cells(row: Row) -> list[str]:
    """The ten published columns of a row, as text."""
    return [str(row.n), str(row.tasks), *(number(x) for x in (
        row.overhead, row.work, row.price, row.overhead_percent,
        row.work_percent, row.wall_ms)), str(row.workers),
        number(row.overhead_ms), number(row.work_ms)]


def dispatch_table(run: Run) -> Table | None:
    """Ours on all cores, each row above the published one where there is one.

    None where the run has no `dispatch`.
    """
    results = dispatched(run)
    if not results:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold", expand=False,
                  title=f"dispatch on {results[0]['cores']} cores, beside "
                        f"figures {MARK}", title_justify="left")
    table.add_column("executor", no_wrap=True)
    for name in DISPATCH_HEADINGS:
        table.add_column(name, justify="right", no_wrap=True)
    for variant in dict.fromkeys(r["variant"] for r in results):
        published = beside(variant)
        theirs = {row.n: row for row in load(published)} if published else {}
        for r in (r for r in results if r["variant"] == variant):
            own = own_row(r, run.context.get("tsc_hz", 0))
            table.add_row(variant, *dispatch_cells(own))
            if own.n in theirs:
                table.add_row(f"  {published.name} ({MARK})",
                              *dispatch_cells(theirs[own.n]), style="dim")
    return table


#: Experiments whose series are short tables for people.
TABLES = ("threads",)


def series_tables(run: Run) -> list[Table]:
    """One table for each series that is one; its figures as they stand."""
    tables = []
    for series in run.of("series"):
        if series["experiment"] not in TABLES:
            continue
        title = (f"{series['experiment']} {series['variant']} on "
                 f"{series['cores']} cores  {parameters(series)}")
        table = Table(box=None, pad_edge=False, header_style="bold",
                      expand=False, title=title, title_justify="left")
        for name in series["columns"]:
            table.add_column(name, justify="right", no_wrap=True)
        for row in series["rows"]:
            table.add_row(*(number(n) if n > 99999 else str(n) for n in row))
        tables.append(table)
    return tables


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


def remarks(run: Run, console: Console) -> None:
    """Everything that is not a number: what failed, what to doubt, findings."""
    for core in run.of("core"):
        if core["state"] != "started":
            console.print(Text(f"Core with APIC ID {core['apic_id']} "
                               f"{core['state']}: {core.get('reason', '?')}",
                               style="yellow"))
    for record in run.of("skipped"):
        console.print(Text(f"Skipped {record['experiment']} "
                           f"{record['variant']}: {record['reason']}"))
    for record in run.of("finding"):
        console.print(Text(f"{record['experiment']}: {record['text']}",
                           style="green"))
    for record in run.of("warning"):
        console.print(Text(f"Warning ({record['code']}): {record['text']}",
                           style="yellow"))
    for record in run.of("panic"):
        console.print(Text(
            f"PANIC on core {record['core']}: {record['text']}, during "
            f"{record['experiment']} {record['variant']}, rip {record['rip']}",
            style="bold red"))
    for line in noise_lines(run):
        console.print(Text(line))


def verdict(run: Run, console: Console) -> None:
    """The last lines: whole or not, ok or not."""
    if run.newer:
        console.print(Text(f"NEWER LOG: {run.problems[0]}", style="bold red"))
        return
    if not run.complete:
        console.print(Text("INCOMPLETE LOG: what is shown above is what "
                           "survived.", style="bold red"))
        for problem in run.problems[:PROBLEMS_SHOWN]:
            console.print(Text(f"  {problem}", style="red"))
        if len(run.problems) > PROBLEMS_SHOWN:
            console.print(f"  and {len(run.problems) - PROBLEMS_SHOWN} more")
        return
    end = run.end
    style = "bold green" if end["status"] == "ok" else "bold red"
    console.print(Text(
        f"Run {end['status']}: {end['results']} results, {end['warnings']} "
        f"warnings, {end['records']} records, {end['seconds']} s.",
        style=style))


def show_run(run: Run, console: Console) -> None:
    """The whole of it, on the console."""
    if run.newer:
        verdict(run, console)
        return
    heading(run, console)
    if run.of("result"):
        unit = run.of("result")[0]["unit"]
        console.print(f"All figures in {unit} per operation; - where a figure "
                      "would mean nothing (docs/method.md).\n")
        console.print(results_table(run))
        console.print()
    show_matrices(run, console)
    dispatch = dispatch_table(run)
    if dispatch:
        console.print(dispatch)
        console.print(Text(f"Published: {SOURCE}.\n", style="dim"))
    pool_tables(run, console)
    for table in series_tables(run):
        console.print(table)
        console.print()
    remarks(run, console)
    verdict(run, console)
