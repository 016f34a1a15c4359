# SPDX-License-Identifier: MIT
"""QEMU's command line for one boot of the image, and which of its accelerators to take."""

from __future__ import annotations

import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from quietcore.log.reading import read_stream
from quietcore.places import elf, iso
from quietcore.running import process
from quietcore.running.process import last_line
from quietcore.running.qemu_here import OVMF, find_ovmf, machine_models, unknown_model, version

#: The disc's menu (boot/grub.cfg) then waits for nobody.
NO_MENU = "type=1,serial=quietcore: no menu"
EXIT_OK = 33      # what QEMU leaves with when the image wrote "ok" (0x10)
EXIT_FAILED = 35  # ... and "failed" (0x11) to isa-debug-exit


@dataclass(frozen=True)
class Accelerator:
    """How QEMU is to run, and what the image is told to claim of it."""

    name: str           # tcg, kvm, icount
    claim: str          # the trust label the runner claims
    arguments: tuple[str, ...]
    why: str = ""


TCG = Accelerator("tcg", "tcg", ("-accel", "tcg,thread=multi", "-cpu", "max"))
KVM = Accelerator("kvm", "kvm", ("-accel", "kvm", "-cpu", "host"))
#: Everything that could vary is fixed: the same ELF gives the same log. No
#: x2APIC: where QEMU 10 has it, it dies of "Bad icount read".
ICOUNT = Accelerator(
    "icount", "tcg-icount",
    ("-accel", "tcg,thread=single", "-cpu", "max,-x2apic", "-icount",
     "shift=0,sleep=off", "-rtc", "base=2000-01-01T00:00:00,clock=vm"))


def escaped(text: str) -> str:
    """A value in one of QEMU's lists, where a comma begins the next."""
    return text.replace(",", ",,")


@dataclass
class Machine:
    """One boot, as the options of `qc run` describe it."""

    qemu: str
    options: str
    smp: int
    machine: str
    memory: int
    firmware: str
    accelerator: Accelerator
    window: bool
    log: Path
    extra: tuple[str, ...] = ()

    name = "QEMU"
    log_is_output = False
    exits = (EXIT_OK, EXIT_FAILED)

    def facts(self) -> dict:
        """For run.json."""
        return {"qemu": version(self.qemu), "accelerator": self.accelerator.name,
                "accelerator_why": self.accelerator.why}

    @property
    def directory(self) -> Path:
        """Where QEMU starts: in the folder of what it boots.

        There the file's name is enough. A path with a blank could not be told from the options
        that follow it on a Multiboot command line.
        """
        return self.image().parent

    def image(self) -> Path:
        """The file it boots."""
        return elf() if self.firmware == "direct" else iso()

    def explain(self, stderr: str) -> str:
        """QEMU's complaint in words that name the remedy, where it is known."""
        most = re.search(
            r"(?:exceeds max CPUs|Invalid SMP CPUs \d+\. The max CPUs)"
            r".*?(\d+)(?:\)|$)", stderr, re.MULTILINE)
        if most:
            return (f"SMP={self.smp} is more than the machine model "
                    f"'{self.machine}' takes (at most {most[1]})")
        if "unsupported machine type" in stderr:
            return unknown_model(self.machine, machine_models(self.qemu))
        return last_line(stderr)

    def command(self) -> list[str]:
        """The whole command line."""
        command = [self.qemu, "-machine", self.machine, "-smp", str(self.smp), "-m",
                   str(self.memory), *self.accelerator.arguments, "-serial", f"file:{self.log}",
                   "-no-reboot", "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"]
        if not self.window:
            command += ["-display", "none"]
        return command + self.boot_arguments() + list(self.extra)

    def boot_arguments(self) -> list[str]:
        """How the image and its options get in."""
        if self.firmware == "direct":
            return ["-kernel", self.image().name, "-append", self.options]
        arguments = ["-cdrom", self.image().name, "-smbios", NO_MENU, "-fw_cfg",
                     f"name=opt/quietcore/cmdline,string={escaped(self.options)}"]
        if self.firmware == "uefi":
            code = find_ovmf() or OVMF[0]
            arguments += ["-drive", f"if=pflash,format=raw,readonly=on,file={escaped(code)}"]
        return arguments


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
        machine = Machine(qemu, "probe trust=kvm", 1, "pc", 128, "direct", KVM, False, log)
        try:
            with process.running(machine.command(), cwd=machine.directory,
                                 stdout=process.NOTHING,
                                 stderr=process.NOTHING) as child:
                if not process.wait(child, PROBE_SECONDS):
                    return (f"a probe boot did not end within {PROBE_SECONDS} s")
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
    return replace(KVM, why=f"{hardware_virtualisation()} is there and a probe boot went well")
