# SPDX-License-Identifier: MIT
"""From a command's options to a machine, and from its boots to a page, a report, an end of qc."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import click

from quietcore.commands.options import wanted_unit
from quietcore.commands.output import console, leave, must_exist, tell
from quietcore.commands.report import MOST_RUNS
from quietcore.places import build, elf, iso, program, short
from quietcore.running import host
from quietcore.running.follower import LIMITS, Limits
from quietcore.signals import Stopped
from quietcore.status import Status
from quietcore.terminal.numbers import counted

REPORT = "report.html"  # beside the log of a run
LONGER = "; --timeout (make: TIMEOUT=) gives it longer"


def suite_of(suite: str, args: str) -> str:
    """The suite that will run: a word of the user's own wins. One that is no suite is refused by
    the image itself."""
    own = (word.removeprefix("suite=") for word in args.split() if word.startswith("suite="))
    return next((word for word in reversed([*own]) if word in LIMITS), suite)


def kernel_options(suite: str, bench: str, claim: str, args: str) -> str:
    """The image's command line; what the user adds comes last and wins."""
    words = [f"suite={suite}"]
    if claim:
        words.append(f"trust={claim}")
    if bench:
        words.append(f"bench={bench}")
    return " ".join(words + args.split())


# ---- machines ------------------------------------------------------------------


def qemu_path(wanted: str = "") -> str:
    """The QEMU to use; leaves where there is none."""
    from quietcore.running.qemu_here import find_qemu

    path = find_qemu(wanted)
    if not path:
        leave(Status.MISSING, f"no {wanted or 'qemu-system-x86_64'} is here: "
              "run tools/build/setup core, or give --qemu PATH")
    return path


def chosen_accelerator(name: str, path: str):
    """The accelerator for a wish, told to the user; leaves without it."""
    from quietcore.running.qemu import NoAccelerator, choose

    try:
        accelerator = choose(name, path)
    except NoAccelerator as error:
        leave(Status.MISSING, f"no KVM: {error}; --accel tcg (make: ACCEL=tcg) "
              "emulates, and its figures are labelled so")
    click.echo(f"qc: accelerator {accelerator.name} ({accelerator.why})", err=True)
    return accelerator


def must_have_firmware(firmware: str) -> None:
    """Leaves where what boots the image is not there."""
    from quietcore.running.qemu_here import find_ovmf

    if firmware == "direct":
        must_exist(elf(), "make")
        return
    must_exist(iso(), "make iso")
    if firmware == "uefi" and not find_ovmf():
        leave(Status.MISSING, "no UEFI firmware for QEMU is here: install the package ovmf")


def the_twin(smp: int | None, options: str, folder: Path):
    """The hosted twin on so many cores (None: all)."""
    from quietcore.running.hosted import Hosted

    if smp:
        options += f" cores={smp}"
    return Hosted(options, folder / "hosted.log")


def must_have_twin() -> None:
    """Leaves where the Linux program is not built."""
    must_exist(program(), "make hosted")


# ---- folders -------------------------------------------------------------------


def run_folder(label: str, out: Path | None = None) -> Path:
    """The folder of a run, named by the user or a new one; leaves without."""
    from quietcore.running.folders import FolderError, named_folder, new_folder

    try:
        folder = named_folder(out) if out else new_folder(build(), label)
    except FolderError as error:
        leave(Status.UNWRITABLE, str(error))
    put_questions(folder)
    return folder


def put_questions(folder: Path) -> None:
    """Puts what is asked further beside the log to come, where each command finds it. Leaves where
    another table is there; raises QuestionError."""
    from quietcore.conclusions.questions import FURTHER, NAME, own, read

    text, copy = "\n".join((FURTHER.get() or {}).values()), folder / NAME
    if text and copy.exists() and read(copy) != text:
        leave(Status.UNWRITABLE, f"{copy} asks otherwise: name another folder, or remove it")
    if text:
        copy.write_text(text, encoding="utf-8")
    if copy.exists():
        own(read(copy), str(copy))


# ---- runs ----------------------------------------------------------------------


def run_or_leave(machine, limits: Limits):
    """Runs a machine to an outcome; leaves where a signal ends it."""
    from quietcore.running.outcome import run_machine

    try:
        return run_machine(machine, limits)
    except Stopped as stop:
        status = Status(128 + stop.number)
        leave(status, f"{status.text}; the log so far: {short(machine.log)}")


def leave_failed(outcome, log: Path, has_timeout: bool = True) -> None:
    """The way out of a run that is not ok: what was wrong, and its log; what gives it longer, if
    the command has that option. Of one that was too slow the page tells more than the last lines
    of its log."""
    if outcome.tail and (outcome.status == Status.EMULATOR
                         or outcome.status == Status.TIME_OUT
                         and not outcome.runs):
        click.echo("qc: the last lines of the log:", err=True)
        for line in outcome.tail:
            tell(f"  | {line}")
    for error in outcome.errors:
        tell(f"qc: error: {error}")
    longer = LONGER if outcome.status == Status.TIME_OUT and has_timeout else ""
    leave(outcome.status, f"{outcome.reason}{longer}; log: {short(log)}")


def finish_run(machine, limits: Limits, everything: bool = False) -> None:
    """Runs, shows the answer page (and before it every row), leaves with the run's status. One
    line alone follows a page: a terminal has 24."""
    from quietcore.silence.certificate import show_answer
    from quietcore.tables.show import show_run

    if taken := host.others_now():
        tell(f"qc: the host is busy: other programs take {taken}. Figures will be inconclusive")
    begin = host.use()
    outcome = run_or_leave(machine, limits)
    if taken := host.others(begin, host.use()):
        tell(f"qc: the host was busy: other programs took {taken}. Figures may be inconclusive")
    if outcome.status == Status.OK:
        tell_of_timelines(outcome, machine.log)
        click.echo(f"qc: {outcome.seconds:.1f} s in all; log: {short(machine.log)}", err=True)
    for found in outcome.runs:
        if outcome.status == Status.USAGE and not found.count("result"):
            continue
        if everything or found.count("listed"):
            show_run(found, console(), wanted_unit())
        if not found.count("listed"):
            show_answer(found, console())
    if outcome.status != Status.OK:
        leave_failed(outcome, machine.log)
    write_report([(machine.log, run) for run in outcome.runs])


def write_report(runs: list[tuple[Path, object]], folder: Path | None = None) -> None:
    """The report of runs, in a folder or beside the last one's log, named in the last line. They
    are over, and ok: what goes wrong here is told and fails nothing."""
    from quietcore.report.page.assemble import report
    from quietcore.report.pictures.logs import named

    where = (folder or runs[-1][0].parent) / REPORT
    try:
        where.write_bytes(report(named([
            (str(log.relative_to(folder)) if folder else log.name, run)
            for log, run in runs])))
    except Exception as error:
        tell(f"qc: no report: {type(error).__name__}: {error}; tools/qc report "
             f"{' '.join(short(log) for log, _ in runs)} tries again")
        return
    tell(f"qc: report: {short(where)} (open it in a browser)")


def tell_of_timelines(outcome, log: Path) -> None:
    """How the timelines of a run are looked at, if it has any."""
    if any(run.count("trace") for run in outcome.runs):
        click.echo(f"qc: timelines: tools/qc trace {shlex.quote(short(log))} -o run.pftrace, then "
                   "open run.pftrace at https://ui.perfetto.dev", err=True)


def must_go_well(machine, limits: Limits):
    """Runs a machine; its run, or the end with the reason."""
    outcome = run_or_leave(machine, limits)
    if outcome.status != Status.OK:
        leave_failed(outcome, machine.log, has_timeout=False)
    return outcome.runs[0]


# ---- several boots -----------------------------------------------------------------


MOST_BOOTS = 100


def finish_boots(machine, count: int, limits: Limits, everything: bool = False) -> None:
    """Boots so often, each with a log of its own, shows what all say together, leaves with the
    gravest status. What ends it early loses no boot."""
    whole: list = []
    try:
        failed = boot_all(machine, count, limits, whole)
    except Stopped as stop:
        failed = Status(128 + stop.number)
    if whole:
        show_boots(machine, whole, count, everything)
    if isinstance(failed, Status):
        leave(failed, f"{failed.text}; the logs so far: {short(machine.log.parent)}")
    if failed:
        leave_failed(*failed)


def boot_all(machine, count: int, limits: Limits, whole: list):
    """Boots one after the other; `whole` gets logs and runs. The outcome and log of the first that
    fails, where the rest is not tried; else None."""
    from quietcore.running.outcome import run_machine

    for boot in range(1, count + 1):
        folder = run_folder("", machine.log.parent / f"boot-{boot}")
        one = replace(machine, log=folder / machine.log.name)
        outcome = run_machine(one, limits)
        if outcome.status != Status.OK:
            tell(f"qc: boot {boot} of {count} failed")
            return outcome, one.log
        whole += [(one.log, run) for run in outcome.runs]
        tell(f"qc: boot {boot} of {count}: {outcome.seconds:.1f} s; log: {short(one.log)}")
    return None


def show_boots(machine, whole: list, count: int, everything: bool) -> None:
    """What the boots that are whole say together: their page (before it every conclusion, if asked
    for), and the report of as many as it has room for."""
    from quietcore.tables.boots import BootsPage, show_over_boots
    from quietcore.tables.page import put_lines

    folder, runs = machine.log.parent, [run for _, run in whole]
    click.echo(f"qc: whole: {len(whole)} of {counted(count, 'boot')}; all conclusions: tools/qc "
               f"judge {shlex.quote(short(folder))}/boot-*/{machine.log.name}", err=True)
    if len(whole) > MOST_RUNS:
        tell(f"qc: the report shows the first {MOST_RUNS}: more curves nobody tells apart")
    if everything:
        show_over_boots(runs, console())
    put_lines(BootsPage(*runs).lines(), console())
    write_report(whole[:MOST_RUNS], folder)
