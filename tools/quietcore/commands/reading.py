# SPDX-License-Identifier: MIT
"""qc show, parse, judge, certificate, trace and published: what logs say."""

from __future__ import annotations

import io
import os
from pathlib import Path

import click

from quietcore.commands.logs import concludes, leave_unless_ok, leave_broken, read_runs, runs_once
from quietcore.commands.options import Blank, Choice, near, shown, wanted_unit, wide
from quietcore.commands.output import console, leave, tell, write
from quietcore.export.rows import KINDS
from quietcore.status import EXPLANATION, Status
from quietcore.terminal.layout import orders


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.argument("experiment", required=False, metavar="[EXPERIMENT]")
@shown
@concludes
def show(log, experiment):
    """Show what a run found, on one page of 80 x 24.

    With an EXPERIMENT: its conclusions, its own tables with sparklines, its histograms. With
    "proven": what is timed beside what was proven of it. LOG may be - for standard input. Of
    several runs in one log the last is shown.
    """
    from quietcore.silence.certificate import show_answer
    from quietcore.tables.show import experiments_of, show_experiment
    from quietcore.tables.listing import show_listed
    from quietcore.tables.proven import NAME, show_proven

    runs = read_runs(log)
    run = runs[-1]
    names = experiments_of(run)
    if experiment == NAME and NAME not in names:
        if not names:
            leave_broken(log, runs)
        show_proven(run, console())
    elif experiment:
        must_have(experiment, names, log, runs)
        show_experiment(run, experiment, console(), wanted_unit())
    else:
        show_listed(run, console())
        show_answer(run, console())
    leave_unless_ok(log, runs)


def must_have(experiment: str, names: list[str], log: str, runs) -> None:
    """Leaves, naming the nearest and all, where the log has no such one; a shell's pattern may
    have given a second log for it. Where nothing of the log can be read, it says that."""
    if experiment not in names and os.path.isfile(experiment):
        leave(Status.USAGE, f"show takes one log, and {experiment} is another: "
              "qc judge LOG... takes several boots, qc report LOG... all")
    if not names:
        leave_broken(log, runs)
    if experiment not in names:
        there = f"there are: {', '.join(names)}" if names else "it has none at all"
        leave(Status.USAGE, f"the log has no experiment '{experiment}'; "
              f"{near(experiment, names)}{there}")


ORDERS = "\n".join([
    "\b", "What goes first where a table is wider than the terminal (of quiet "
    "a mark stays):", *orders()])


@click.command(epilog=f"{ORDERS}\n\n{EXPLANATION}")
@click.argument("log", metavar="LOG")
@click.option("--format", "form", default="table", show_default=True,
              type=Choice(["table", "json", "csv", "jsonl"]),
              help="json: one document with all records; csv and jsonl: one "
                   "table, a line a row (docs/export.md).")
@click.option("--what", type=Choice(tuple(KINDS)),
              help="Which table csv and jsonl have [default: results].")
@click.option("--published", is_flag=True, help="Add other people's figures "
              "for dispatch to json and to csv's and jsonl's results.")
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output].")
@shown
@concludes
def parse(log, form, what, published, output):
    """Check a log (- for standard input) and show or convert it."""
    if form in ("table", "json") and what:
        leave(Status.USAGE, f"--what goes with csv and jsonl, not with {form}")
    if form == "table" and published or published and what not in (None, "results"):
        leave(Status.USAGE, "--published goes with json and with csv's and jsonl's results")
    from quietcore.export.formats import as_csv, as_json, as_json_lines

    runs = read_runs(log)
    if form == "table":
        made = as_table(runs, None if output in (None, "-") else False)
    elif form == "json":
        made = as_json(runs, published)
    else:
        made = (as_csv if form == "csv" else as_json_lines)(runs, what or "results", published)
    write([log], output, made)
    leave_unless_ok(log, runs)


def as_table(runs, colour):
    """All runs as text, one after the other."""
    from quietcore.tables.show import show_run
    from quietcore.terminal.printing import say

    for index, found in enumerate(runs):
        target = console(io.StringIO(), colour)
        if len(runs) > 1:
            say(target, f"-- run {index + 1} of {len(runs)} --", "bold")
        show_run(found, target, wanted_unit())
        yield target.file.getvalue().encode(errors="backslashreplace")


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...",
                type=click.Path(path_type=Path, dir_okay=False))
@wide
@concludes
def judge(logs):
    """Judge the findings of several boots of one build together.

    From six boots on each boot gives its median, and finer differences than one boot's are
    claimed. `qc run --boots N` boots and judges at once.
    """
    from quietcore.compare.alike import unlike
    from quietcore.conclusions.questions import further
    from quietcore.tables.boots import show_over_boots

    logs, runs = zip(*runs_once(logs, "boot"))
    if found := unlike(runs):
        at, why = found
        leave(Status.USAGE, f"{logs[at]} is of {why} as in {logs[0]}: judge boots of one build on "
              "one machine")
    for log, run in zip(logs, runs):
        if further(run.log) != further(runs[0].log):
            leave(Status.USAGE, f"the questions beside {log} are not those beside {logs[0]}: "
                  "--questions FILE asks the same of all")
    show_over_boots([*runs], console())


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@wide
def certificate(log):
    """Show how quiet a machine is: gaps by core, length and cause.

    The log is of a run of the experiment `silence` (bench=silence watch=60; on a real machine the
    boot menu has it). Of several runs the last is shown.
    """
    from quietcore.silence.certificate import show_certificate

    runs = read_runs(log)
    watched = [run for run in runs if run.of("silence")]
    if not watched:
        leave(Status.NO_LOG, f"{log} holds no record of the experiment "
              "silence; make run ARGS='bench=silence watch=60' writes some")
    show_certificate(watched[-1], console())
    leave_unless_ok(log, runs)


#: How a file's name ends that holds Perfetto's own format.
OWN = (".pftrace", ".perfetto-trace", ".perfetto", ".pb")


@click.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("--format", "form", type=Blank(Choice(["perfetto", "chrome"])),
              help="Perfetto's own, or Chrome's JSON [default: by the output's "
              "name: perfetto for .pftrace, else chrome].")
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output].")
def trace(log, form, output):
    """Convert a log's timelines for a trace viewer.

    Open the file at ui.perfetto.dev (nothing is sent anywhere), or chrome.json at
    chrome://tracing. A traced run is a process, a core a track.
    """
    from quietcore.export.chrome import as_chrome
    from quietcore.export.perfetto import as_perfetto

    runs = read_runs(log)
    if not any(r.count("trace") for r in runs):
        leave_broken(log, runs)
        leave(Status.NO_LOG, f"{log} holds no trace record; make run "
              "BENCH=primes writes some (on many cores with ARGS=trace: every executor)")
    form = form or ("perfetto" if (output or "").endswith(OWN) else "chrome")
    write([log], output, as_perfetto(runs) if form == "perfetto" else [as_chrome(runs)])
    leave_unless_ok(log, runs)


LOGS_MOST = 4   # columns which a table can hold


@click.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, required=True, metavar="LOG...",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("-o", "--output", metavar="FILE", help="Where to write [default: standard output].")
@click.option("--whole", is_flag=True, help="Status 1 where a log lacks a row, which is named.")
@concludes
def published(logs, output, whole):
    """Set what five articles published beside logs of ours.

    Writes Markdown, a column a log: docs/published.md is made by it, from full runs of the Linux
    program and of the image.
    """
    from quietcore.published.catalogue import catalogue
    from quietcore.published.page import missing, page

    runs = runs_once(logs, "run")
    if len(runs) > LOGS_MOST:
        leave(Status.USAGE, f"{len(runs)} runs are given: at most {LOGS_MOST} fit into a table")
    write(map(str, logs), output, [page(catalogue(), [run for _, run in runs]).encode()])
    lacking = [(log, missing(run, catalogue())) for log, run in runs if whole]
    for log, names in lacking:
        if names:
            tell(f"qc: {log} lacks {', '.join(names)}")
    if any(names for _, names in lacking):
        leave(Status.RUN_FAILED)
