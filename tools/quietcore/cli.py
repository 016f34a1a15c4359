# SPDX-License-Identifier: MIT
"""The command line: qc run, parse, trace, twin, targets, doctor."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import click

from quietcore.status import EXPLANATION, Status

LEAST_WIDTH = 136  # columns: the table is not cut where there is no terminal


class Blank(click.ParamType):
    """A type that takes an empty word for "not given" (make passes those)."""

    def __init__(self, inner: click.ParamType):
        self.inner, self.name = inner, inner.name

    def convert(self, value, param, ctx):
        if value is None or value == "":
            return None
        return self.inner.convert(value, param, ctx)


def console(file=None):
    """A console that keeps tables whole when it is not a terminal."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(file=file or sys.stdout, highlight=False,
                   width=None if terminal else LEAST_WIDTH,
                   force_terminal=terminal)


def leave(status: Status, text: str = "") -> None:
    """Ends the program, with a word on standard error."""
    if text:
        click.echo(f"qc: {text}", err=True)
    sys.exit(int(status))


@click.group(epilog=EXPLANATION,
             context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """quietcore's host tools: run the image, read its log."""


# ---- run -------------------------------------------------------------------------------


def default_smp() -> int:
    """As many as the host has, at least two."""
    return max(2, os.cpu_count() or 2)


def kernel_options(suite, bench, claim, args) -> str:
    """The image's command line; what the user adds comes last and wins."""
    words = [f"suite={suite}"]
    if claim:
        words.append(f"trust={claim}")
    if bench:
        words.append(f"bench={bench}")
    return " ".join(words + shlex.split(args or ""))


@main.command(epilog=EXPLANATION)
@click.option("--smp", type=Blank(click.IntRange(1, 1024)), metavar="N",
              help="Cores [default: the host's, at least 2].")
@click.option("--bench", default="", metavar="LIST",
              help="Experiments, parted by commas [default: all].")
@click.option("--args", default="", metavar="OPTIONS",
              help="Further options for the image, e.g. 'rounds=3 list'.")
@click.option("--accel", help="Accelerator [default: auto].",
              type=Blank(click.Choice(["auto", "tcg", "kvm", "icount"])))
@click.option("--firmware", help="Way in [default: direct].",
              type=Blank(click.Choice(["direct", "bios", "uefi"])))
@click.option("--suite", type=Blank(click.Choice(["quick", "full"])),
              help="How much [default: quick].")
@click.option("--timeout", type=Blank(click.FloatRange(1)), metavar="SECONDS",
              help="Give up after this long [default: 300, full: 7200].")
@click.option("--window", is_flag=True, help="Show the machine's screen.")
@click.option("--machine", default="q35", show_default=True,
              help="QEMU's machine model, or `hosted`: the Linux program.")
@click.option("--memory", default=512, show_default=True, metavar="MIB",
              type=click.IntRange(8), help="The machine's memory.")
@click.option("--qemu", default="", metavar="PATH", help="Another QEMU.")
@click.option("--qemu-arg", multiple=True, metavar="ARG",
              help="A further argument for QEMU; may be repeated.")
@click.option("--out", default="build/run", show_default=True,
              type=click.Path(path_type=Path, file_okay=False),
              help="Where serial.log and run.json go.")
def run(smp, bench, args, accel, firmware, suite, timeout, window, machine,
        memory, qemu, qemu_arg, out):
    """Boot the image in QEMU, follow it, show its results."""
    suite = suite or "quick"
    out = out if out.is_absolute() else root() / out
    timeout = timeout or (300 if suite == "quick" else 7200)
    if machine == "hosted":
        finish_run(the_twin(smp, kernel_options(suite, bench, "", args), out),
                   timeout)
        return
    from quietcore import qemu as q

    firmware = firmware or "direct"
    path = q.find_qemu(qemu)
    if not path:
        leave(Status.MISSING, f"no {qemu or 'qemu-system-x86_64'} is here: "
              "run tools/setup core, or give --qemu PATH")
    must_exist(q.ELF if firmware == "direct" else q.ISO,
               "make" if firmware == "direct" else "make iso")
    accelerator = q.choose(accel or "auto", path)
    click.echo(f"qc: accelerator {accelerator.name} ({accelerator.why})",
               err=True)
    finish_run(q.Machine(
        path, kernel_options(suite, bench, accelerator.claim, args),
        smp or default_smp(), machine, memory, firmware, accelerator, window,
        out / "serial.log", qemu_arg), timeout)


def root() -> Path:
    """The project's folder."""
    return Path(__file__).resolve().parents[2]


def must_exist(image: Path, how: str) -> None:
    """Leaves, naming the remedy, where something is not built."""
    if not image.exists():
        leave(Status.MISSING,
              f"{image.relative_to(root())} is not built: run {how}")


def the_twin(smp: int | None, options: str, out: Path):
    """The hosted twin on so many cores (None: all)."""
    from quietcore.hosted import PROGRAM, Hosted

    must_exist(PROGRAM, "make hosted")
    if smp:
        options += f" cores={smp}"
    return Hosted(options, out / "hosted.log")


def finish_run(boot, timeout: float) -> None:
    """Runs, shows, leaves with the run's status."""
    from quietcore.run import run_machine, write_run_json
    from quietcore.show import show_run

    try:
        outcome = run_machine(boot, timeout)
    except KeyboardInterrupt:
        leave(Status.INTERRUPTED, f"interrupted; the log so far: {boot.log}")
    write_run_json(boot, outcome)
    for found in outcome.runs:
        show_run(found, console())
    if outcome.status == Status.OK:
        click.echo(f"qc: {outcome.seconds:.1f} s in all; log: {boot.log}",
                   err=True)
        return
    if outcome.status in (Status.EMULATOR, Status.TIME_OUT) and outcome.tail:
        click.echo("qc: the last lines of the log:", err=True)
        for line in outcome.tail:
            click.echo(f"  | {line[:200]}", err=True)
    leave(outcome.status, f"{outcome.reason}; log: {boot.log}")


# ---- parse -----------------------------------------------------------------------------


def read_runs(log: str):
    """The runs of a file or, for "-", of standard input."""
    from quietcore.log import read_stream

    if log == "-":
        return read_stream(sys.stdin.buffer)
    try:
        with open(log, "rb") as stream:
            return read_stream(stream)
    except OSError as error:
        leave(Status.NO_LOG, f"cannot read {log}: {error.strerror}")


def status_of(runs) -> tuple[Status, str]:
    """What a file's runs come to, the gravest first."""
    if not all(r.complete for r in runs):
        return Status.INCOMPLETE, "the log is incomplete: " + \
            next(r for r in runs if not r.complete).problems[0]
    if not all(r.ok for r in runs):
        return Status.RUN_FAILED, "the run failed"
    if len(runs) > 1:
        return Status.SEVERAL_RUNS, f"the log holds {len(runs)} runs"
    return Status.OK, ""


@main.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("--format", "form", default="table", show_default=True,
              type=click.Choice(["table", "json", "csv"]))
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
def parse(log, form, output):
    """Check a log (- for standard input) and show or convert it."""
    from quietcore.export import as_csv, as_json

    runs = read_runs(log)
    if not runs:
        empty = log != "-" and os.path.getsize(log) == 0
        leave(Status.NO_LOG, f"{log} is empty" if empty
              else f"{log} holds no record (no line of the form "
              '{"q":1,...,"crc":"..."})')
    pieces = {"json": as_json, "csv": as_csv, "table": as_table}[form](runs)
    try:
        with click.open_file(output or "-", "wb") as out:
            out.writelines(pieces)
    except OSError as error:
        leave(Status.USAGE, f"cannot write {output or 'standard output'}: "
              f"{error.strerror}")
    status, why = status_of(runs)
    leave(status, why)


def as_table(runs):
    """All runs as text; in colour where standard output is a terminal."""
    import io

    from quietcore.show import show_run

    for index, found in enumerate(runs):
        target = console(io.StringIO())
        if len(runs) > 1:
            target.print(f"[bold]-- run {index + 1} of {len(runs)} --[/]")
        show_run(found, target)
        yield target.file.getvalue().encode()


# ---- trace -----------------------------------------------------------------------------


@main.command(epilog=EXPLANATION)
@click.argument("log", metavar="LOG")
@click.option("-o", "--output", metavar="FILE",
              help="Where to write [default: standard output].")
def trace(log, output):
    """Convert a log's timelines for a trace viewer (ui.perfetto.dev)."""
    from quietcore.trace import as_trace

    runs = read_runs(log)
    if not any(r.of("trace") for r in runs):
        leave(Status.NO_LOG, f"{log} holds no trace record: run "
              "bench=primes, with the option trace for every executor")
    try:
        with click.open_file(output or "-", "wb") as out:
            out.write(as_trace(runs))
    except OSError as error:
        leave(Status.USAGE, f"cannot write {output or 'standard output'}: "
              f"{error.strerror}")
    status, why = status_of(runs)
    leave(status, why)


# ---- twin ------------------------------------------------------------------------------


def must_be_whole(log: Path, runs: list) -> None:
    """Leaves, with the reason, if these of the log cannot be shown."""
    status, why = status_of(runs) if runs else (Status.NO_LOG, "no record")
    if status != Status.OK:
        leave(status, f"{log}: {why}")


def one_run(log: Path):
    """The only run of a log, whole; leaves otherwise."""
    runs = read_runs(str(log))
    must_be_whole(log, runs)
    return runs[0]


def whole_runs(log: Path) -> list:
    """The runs of a log, at least one, all whole; leaves otherwise."""
    runs = read_runs(str(log))
    for one in runs or [None]:
        must_be_whole(log, [one] if one else [])
    return runs


def must_go_well(machine, timeout: float):
    """Runs a machine; its run, or the end with the reason."""
    from quietcore.run import run_machine, write_run_json

    outcome = run_machine(machine, timeout)
    write_run_json(machine, outcome)
    if outcome.status != Status.OK:
        leave(outcome.status, f"{outcome.reason}; log: {machine.log}")
    return outcome.runs[0]


@main.command(epilog=EXPLANATION)
@click.argument("logs", nargs=-1, metavar="[BARE LINUX]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--smp", type=Blank(click.IntRange(1, 1024)), metavar="N",
              help="Cores of both [default: the host's].")
@click.option("--bench", default="", metavar="LIST", help="As for run.")
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--suite", type=Blank(click.Choice(["quick", "full"])),
              help="As for run.")
def twin(logs, smp, bench, args, suite):
    """Run the image and the Linux program; show both side by side.

    With two logs, of the image and of the program, nothing is run.
    """
    from quietcore import qemu as q
    from quietcore.twin import show_twins

    if len(logs) not in (0, 2):
        leave(Status.USAGE, "give two logs, the image's and the program's, "
              "or none")
    if logs:
        show_twins(one_run(logs[0]), one_run(logs[1]), console())
        return
    smp, suite = smp or os.cpu_count() or 1, suite or "quick"
    path = q.find_qemu("")
    if not path:
        leave(Status.MISSING, "no qemu-system-x86_64 is here: run "
              "tools/setup core")
    must_exist(q.ELF, "make")
    accelerator = q.choose("auto", path)
    out = root() / "build" / "twin"
    timeout = 300 if suite == "quick" else 7200
    bare = must_go_well(q.Machine(
        path, kernel_options(suite, bench, accelerator.claim, args), smp,
        "q35", 512, "direct", accelerator, False, out / "serial.log"), timeout)
    linux = must_go_well(the_twin(
        smp, kernel_options(suite, bench, "", args), out), timeout)
    show_twins(bare, linux, console())


# ---- targets ---------------------------------------------------------------------------


#: A run of the primitives takes half a second, one of the executors ten.
SHORT_RUNS = 4


@main.command(epilog=EXPLANATION)
@click.argument("log", required=False, metavar="[LOG]",
                type=click.Path(path_type=Path, dir_okay=False))
@click.option("--args", default="", metavar="OPTIONS", help="As for run.")
@click.option("--runs", default=5, type=click.IntRange(1, 100), metavar="N",
              show_default=True, help="Runs of the executors that the medians "
              f"are taken of, and {SHORT_RUNS} times as many of the "
              "primitives.")
def targets(log, args, runs):
    """Show what a run reached, as multiples of its own floors.

    Of a log with several runs, the median of each figure. Without a log the
    Linux program is run.
    """
    from quietcore import dispatch_targets as dispatch
    from quietcore.targets import OPTIONS, show_targets

    out = console()
    if log:
        found = whole_runs(log)
        show_targets(found, out)
        dispatch.show_dispatch(found, out)
        return

    def measured(name: str, suite: str, options: str, times: int):
        folder = root() / "build" / "bench"
        out.print(f"Medians of {times} runs of the {name}.")
        return [must_go_well(the_twin(
            None, kernel_options(suite, "", "", f"{options} {args}"),
            folder / f"{name}-{i + 1}"), 300) for i in range(times)]

    show_targets(measured("primitives", "quick", f"{OPTIONS} rounds=5",
                          SHORT_RUNS * runs), out)
    dispatch.show_dispatch(
        measured("dispatch", "full",
                 f"{dispatch.OPTIONS} rounds=5 budget=100", runs), out)


# ---- doctor ----------------------------------------------------------------------------


@main.command()
def doctor():
    """Say which tools and accelerators are here and what is missing."""
    from quietcore.doctor import examine

    leave(Status.OK if examine(console()) else Status.MISSING)
