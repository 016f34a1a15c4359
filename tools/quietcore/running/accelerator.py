# SPDX-License-Identifier: MIT
"""Which of QEMU's accelerators can be used here, and which one to take."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from quietcore.log.reading import read_stream
from quietcore.running import process
from quietcore.running.qemu import ICOUNT, KVM, TCG, Accelerator, Machine

PROBE_SECONDS = 5


def hardware_virtualisation() -> str:
    """The CPU flag that says KVM is hardware here; "" if there is none."""
    try:
        flags = Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return ""
    return next((flag for flag in ("vmx", "svm") if flag in flags), "")


def kvm_probe(qemu: str) -> str:
    """Boots the image under KVM for a moment; "" if that works, else why not."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "serial.log"
        machine = Machine(qemu, "probe trust=kvm", 1, "pc", 128, "direct", KVM,
                          False, log)
        try:
            with process.running(machine.command(), cwd=machine.directory,
                                 stdout=process.NOTHING,
                                 stderr=process.NOTHING) as child:
                if not process.wait(child, PROBE_SECONDS):
                    return ("a probe boot did not end within "
                            f"{PROBE_SECONDS} s")
        except process.NotStarted as error:
            return str(error)
        if not log.exists():
            return "a probe boot left no log"
        with log.open("rb") as stream:
            runs = read_stream(stream)
    return "" if runs and runs[0].ok else "a probe boot did not end well"


def no_kvm(qemu: str) -> str:
    """Why KVM cannot be used here; "" if it can.

    A /dev/kvm that opens is not enough: without vmx or svm it is software.
    """
    if not hardware_virtualisation():
        return "the processor shows neither vmx nor svm"
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return "/dev/kvm cannot be opened"
    return kvm_probe(qemu)


class NoAccelerator(Exception):
    """What was asked for cannot be used; the text says why."""


def choose(name: str, qemu: str) -> Accelerator:
    """The accelerator for a wish (auto, tcg, kvm, icount), with its reason.

    Raises NoAccelerator where KVM is asked for and cannot be used.
    """
    if name in ("tcg", "icount"):
        return replace(TCG if name == "tcg" else ICOUNT, why="asked for")
    why = no_kvm(qemu)
    if name == "kvm" and why:
        raise NoAccelerator(why)
    if name == "kvm":
        return replace(KVM, why="asked for, and a probe boot went well")
    if why:
        return replace(TCG, why=f"no KVM: {why}")
    return replace(KVM, why=f"{hardware_virtualisation()} is there and a "
                   "probe boot went well")
