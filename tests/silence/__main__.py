#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How quiet is the image, and how quiet is Linux on the same machine?

usage: silence [--kernel FILE] [--watch SECONDS] [--out FOLDER] [NAME...]
       silence --from FOLDER [--record] [--docs]

Boots both in QEMU: one core with its instructions counted, then two cores, and
by KVM where the processor has it. Prints gaps, tails, and what was found of
interruptions that were planted; keeps logs, table.md and silence.svg in build/
silence. make silence [KERNEL=FILE] does that. A NAME may have * and ?. With
--from nothing is booted: the logs of a former run are read. --record keeps them
in tests/silence/recorded, each in the place of the one of its name. --docs puts
all figures and the picture into docs/, those of the logs that are recorded.

Status 1: the image had a gap where instructions are counted, one that was
planted there was not found, or Linux named too few causes to the twin. 6: a tool or a kernel is missing. 7: a machine did
not end well.
"""

from __future__ import annotations

import argparse
import fnmatch
import gzip
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "tools")]

from quietcore import places, signals  # noqa: E402  (found by the path above)
from quietcore.log.opening import Unreadable, runs_in  # noqa: E402
from quietcore.log.reading import Run  # noqa: E402
from quietcore.running.qemu import no_kvm  # noqa: E402
from quietcore.running.follower import Limits  # noqa: E402
from quietcore.running.outcome import run_machine  # noqa: E402
from quietcore.running.qemu_here import find_ovmf, find_qemu  # noqa: E402
from quietcore.status import Status  # noqa: E402
from silence import document, initrd, package  # noqa: E402
from silence.machines import LINUX, TWIN, Boot, boots, machine_of  # noqa: E402
from silence.measured import (  # noqa: E402
    found_of, gaps_of, named_of, silent, unnamed)
from silence.plot import picture  # noqa: E402
from silence.table import tables  # noqa: E402

WATCH = 10          # seconds of a core's own clock: 10^10 counted instructions
DOCS = HERE.parents[1] / "docs"
RECORDED = HERE / "recorded"
PLANTED_WATCH = 2   # of a run in which interruptions are planted
#: Seconds that a run takes, about, without load: for each that it watches, and
#: besides; where instructions are counted, and elsewhere.
PACE = {"icount": (3, 5), "tcg": (1, 10), "kvm": (1, 10), "here": (1, 1)}
KEPT = 30           # until the stick has booted by UEFI, instructions counted


class Failed(Exception):
    """What cannot be done; the text says why, `status` how this ends."""

    def __init__(self, text: str, status: Status):
        super().__init__(text)
        self.status = status


def watch_of(boot: Boot, watch: int) -> int:
    """Planted interruptions need less."""
    return min(watch, PLANTED_WATCH) if boot.planting else watch


def minutes(wanted: list[Boot], watch: int) -> int:
    """That all of it takes, about."""
    seconds = 0
    for boot in wanted:
        each, besides = PACE[boot.accelerator.name]
        seconds += each * watch_of(boot, watch) + besides + KEPT * boot.kept
    return seconds // 60 + 1


def here(kvm: bool) -> list[Boot]:
    """All that this host can boot."""
    kept = bool(find_ovmf())
    if not kept:
        print("silence: no boot with services kept: no OVMF is here",
              file=sys.stderr)
    return boots(kvm, kept, len(os.sched_getaffinity(0)))


def chosen(names: list[str], kvm: bool) -> list[Boot]:
    """Those that are named, or all."""
    found = [boot for boot in here(kvm) if not names or any(
        fnmatch.fnmatch(boot.name, name) for name in names)]
    if not found:
        there = " ".join(boot.name for boot in boots(True))
        raise Failed(f"nothing is called {' '.join(names)}; there are: {there}",
                     Status.USAGE)
    return found


# ---- running -----------------------------------------------------------------


def guest_files(wanted: list[Boot], kernel: str, folder: Path
                ) -> tuple[Path, Path] | None:
    """Kernel and initrd, where a guest is wanted."""
    if not any(boot.side == LINUX for boot in wanted):
        return None
    try:
        found = package.kernel(kernel, folder / "kernel")
    except package.NoKernel as why:
        raise Failed(str(why), Status.MISSING) from why
    if not (folder / "init").exists():
        raise Failed(f"{places.short(folder)} has no init of the guest: make "
                     "silence builds it in build/silence", Status.MISSING)
    return found, initrd.make(folder / "init", places.program(),
                              folder / "initrd")


def boot_one(boot: Boot, qemu: str, files: tuple[Path, Path] | None,
             watch: int, folder: Path) -> Run:
    """Boots it, and waits no longer than it may take."""
    log = folder / boot.name / "serial.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    print(f"silence: {boot.name} (at most {boot.seconds} s)", file=sys.stderr,
          flush=True)
    outcome = run_machine(machine_of(boot, qemu, files, watch, log),
                          Limits(boot.seconds))
    if outcome.status != Status.OK:
        why = "; ".join([outcome.reason, *outcome.errors])
        raise Failed(f"{boot.name}: {why}; see {places.short(log.parent)}",
                     Status.EMULATOR)
    document.keep_facts(folder, {boot.name: document.facts_here(qemu)})
    return outcome.runs[0]


def booted(given: argparse.Namespace, folder: Path) -> list[tuple[Boot, Run]]:
    """All that is wanted, one after the other."""
    qemu = find_qemu("")
    if not qemu:
        raise Failed("no qemu-system-x86_64 is here: tools/build/setup core "
                     "installs it, or names the package", Status.MISSING)
    why = no_kvm(qemu)
    if why:
        print(f"silence: no KVM: {why}", file=sys.stderr)
    wanted = chosen(given.names, not why)
    print(f"silence: {len(wanted)} machines, about "
          f"{minutes(wanted, given.watch)} minutes", file=sys.stderr, flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    files = guest_files(wanted, given.kernel, folder)
    return [(boot, boot_one(boot, qemu, files, watch_of(boot, given.watch),
                            folder)) for boot in wanted]


def logs_in(folder: Path) -> list[tuple[Boot, Path]]:
    """The logs of a former run: NAME/serial.log, or NAME.log.gz."""
    return [(boot, path) for boot in boots(True)
            for path in (folder / boot.name / "serial.log",
                         folder / f"{boot.name}.log.gz") if path.exists()]


def record(folder: Path) -> None:
    """Keeps them here; the same logs give the same bytes."""
    for boot, path in logs_in(folder):
        (RECORDED / f"{boot.name}.log.gz").write_bytes(
            gzip.compress(path.read_bytes(), mtime=0))
    document.keep_facts(RECORDED, document.facts_in(folder))


def read(folder: Path) -> list[tuple[Boot, Run]]:
    """All of them."""
    found = [(boot, runs_in(str(path))[0]) for boot, path in logs_in(folder)]
    if not found:
        raise Failed(f"{folder} has no logs: make silence makes them",
                     Status.NO_LOG)
    return found


# ---- what came of it ---------------------------------------------------------


def planted_wrong(boot: Boot, run: Run) -> str:
    """What is wrong with what was found of it; "" if nothing."""
    if boot.side == TWIN:
        asked, there = named_of(boot, run)
        return f"{asked} planted, {there} named" * unnamed(boot, run)
    found = found_of(boot, run)
    long = f", of {found.length:,.0f} ticks" * found.off
    return "" if found.right else \
        f"{found.planted} planted, {found.found} found{long}"


def complaints(runs: list[tuple[Boot, Run]]) -> list[str]:
    """What is not as it has to be."""
    wrong = []
    for boot, run in runs:
        gaps = gaps_of(run)
        if not gaps:
            wrong.append(f"{boot.name}: it did not watch")
        elif not silent(boot, gaps):
            wrong.append(f"{boot.name}: {gaps.gaps} gaps, and none was planted")
        elif boot.kept and run.context.get("boot_services") != "kept":
            wrong.append(f"{boot.name}: the firmware's services were left")
        elif boot.planting and (why := planted_wrong(boot, run)):
            wrong.append(f"{boot.name}: {why}")
    return wrong


def tell(runs: list[tuple[Boot, Run]], folder: Path) -> int:
    """Writes and prints the tables, draws the picture."""
    text = tables(runs)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "table.md").write_text(text)
    (folder / "silence.svg").write_bytes(picture(runs))
    print(text)
    print(f"silence: {places.short(folder)} has table.md, silence.svg and the "
          "logs", file=sys.stderr)
    wrong = complaints(runs)
    for each in wrong:
        print(f"silence: {each}", file=sys.stderr)
    return int(bool(wrong))


def write_docs() -> None:
    """What is recorded into docs/silence.md, between its marks, and beside."""
    page, runs = DOCS / "silence.md", read(RECORDED)
    page.write_text(document.filled(page.read_text(), runs,
                                    document.facts_in(RECORDED)))
    (DOCS / "silence.svg").write_bytes(picture(runs))


def seconds(word: str) -> int:
    """At least one."""
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"'{word}' is no number from 1 up")
    return int(word)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="silence", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel", metavar="FILE",
                        default=os.environ.get("QC_SILENCE_KERNEL", ""))
    parser.add_argument("--watch", type=seconds, metavar="SECONDS",
                        default=os.environ.get("QC_SILENCE_WATCH") or
                        str(WATCH))
    parser.add_argument("--out", type=Path, metavar="FOLDER",
                        default=places.build() / "silence")
    parser.add_argument("--from", type=Path, metavar="FOLDER", dest="logs")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    given = parser.parse_args()
    given.out = given.out.resolve()
    try:
        runs = read(given.logs) if given.logs else booted(given, given.out)
        if given.record:
            record(given.logs or given.out)
        if given.docs:
            write_docs()
        return tell(runs, given.out)
    except (Failed, Unreadable) as why:
        print(f"silence: {why}", file=sys.stderr)
        return int(getattr(why, "status", Status.NO_LOG))


if __name__ == "__main__":
    signals.catch()
    signals.release()
    try:
        sys.exit(main())
    except signals.Stopped as stop:
        sys.exit(128 + stop.number)
