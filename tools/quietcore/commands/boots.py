# SPDX-License-Identifier: MIT
"""Several boots of one machine, and what they say together."""

from __future__ import annotations

from dataclasses import replace

import click

from quietcore.commands.booting import leave_failed, run_folder
from quietcore.commands.output import console, leave, tell
from quietcore.places import short
from quietcore.signals import Stopped
from quietcore.status import Status
from quietcore.terminal.numbers import counted

MOST_BOOTS = 100


def finish_boots(machine, count: int, timeout: float) -> None:
    """Boots so often, each with a log of its own, shows what all say together,
    leaves with the gravest status. What ends it early loses no boot."""
    whole: list = []
    try:
        failed = boot_all(machine, count, timeout, whole)
    except Stopped as stop:
        failed = Status(128 + stop.number)
    show(machine, whole, count)
    if isinstance(failed, Status):
        leave(failed, f"{failed.text}; the logs so far: "
              f"{short(machine.log.parent)}")
    if failed:
        leave_failed(*failed)


def boot_all(machine, count: int, timeout: float, whole: list):
    """Boots one after the other; `whole` gets their runs. The outcome and log
    of the first that fails, where the rest is not tried; else None."""
    from quietcore.running.outcome import run_machine

    for boot in range(1, count + 1):
        one = of_boot(machine, boot)
        outcome = run_machine(one, timeout)
        if outcome.status != Status.OK:
            tell(f"qc: boot {boot} of {count} failed")
            return outcome, one.log
        whole += outcome.runs
        tell(f"qc: boot {boot} of {count}: {outcome.seconds:.1f} s; log: "
             f"{short(one.log)}")
    return None


def of_boot(machine, boot: int):
    """The machine with a folder of this boot's own, below its folder."""
    folder = run_folder("", machine.log.parent / f"boot-{boot}")
    return replace(machine, log=folder / machine.log.name)


def show(machine, whole: list, count: int) -> None:
    """What the boots that are whole say together, and how to see it again."""
    from quietcore.tables.findings import show_over_boots
    from quietcore.tables.show import heading

    if not whole:
        return
    heading(whole[0], console())
    show_over_boots(whole, console())
    click.echo(f"qc: whole: {len(whole)} of {counted(count, 'boot')}; again: tools/qc "
               f"judge {short(machine.log.parent)}/boot-*/{machine.log.name}",
               err=True)
