# SPDX-License-Identifier: MIT
"""Several boots of one machine, what they say together, and their report."""

from __future__ import annotations

import shlex
from dataclasses import replace

import click

from quietcore.commands.booting import leave_failed, run_folder, write_report
from quietcore.commands.output import console, leave, tell
from quietcore.commands.report import MOST_RUNS
from quietcore.places import short
from quietcore.running.limits import Limits
from quietcore.signals import Stopped
from quietcore.status import Status
from quietcore.terminal.numbers import counted

MOST_BOOTS = 100


def finish_boots(machine, count: int, limits: Limits,
                 everything: bool = False) -> None:
    """Boots so often, each with a log of its own, shows what all say together,
    leaves with the gravest status. What ends it early loses no boot."""
    whole: list = []
    try:
        failed = boot_all(machine, count, limits, whole)
    except Stopped as stop:
        failed = Status(128 + stop.number)
    if whole:
        show(machine, whole, count, everything)
    if isinstance(failed, Status):
        leave(failed, f"{failed.text}; the logs so far: "
              f"{short(machine.log.parent)}")
    if failed:
        leave_failed(*failed)


def boot_all(machine, count: int, limits: Limits, whole: list):
    """Boots one after the other; `whole` gets logs and runs. The outcome and
    log of the first that fails, where the rest is not tried; else None."""
    from quietcore.running.outcome import run_machine

    for boot in range(1, count + 1):
        one = of_boot(machine, boot)
        outcome = run_machine(one, limits)
        if outcome.status != Status.OK:
            tell(f"qc: boot {boot} of {count} failed")
            return outcome, one.log
        whole += [(one.log, run) for run in outcome.runs]
        tell(f"qc: boot {boot} of {count}: {outcome.seconds:.1f} s; log: "
             f"{short(one.log)}")
    return None


def of_boot(machine, boot: int):
    """The machine with a folder of this boot's own, below its folder."""
    folder = run_folder("", machine.log.parent / f"boot-{boot}")
    return replace(machine, log=folder / machine.log.name)


def show(machine, whole: list, count: int, everything: bool) -> None:
    """What the boots that are whole say together: their page (before it every
    conclusion, if asked for), and the report of as many as it has room for."""
    from quietcore.tables.boots_page import boots_page
    from quietcore.tables.findings import show_over_boots
    from quietcore.tables.page import put_page

    folder, runs = machine.log.parent, [run for _, run in whole]
    click.echo(f"qc: whole: {len(whole)} of {counted(count, 'boot')}; all "
               f"conclusions: tools/qc judge {shlex.quote(short(folder))}"
               f"/boot-*/{machine.log.name}", err=True)
    if len(whole) > MOST_RUNS:
        tell(f"qc: the report shows the first {MOST_RUNS}: more curves nobody "
             "tells apart")
    if everything:
        show_over_boots(runs, console())
    put_page(boots_page(runs), console())
    write_report(whole[:MOST_RUNS], folder)
