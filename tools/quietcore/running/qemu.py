# SPDX-License-Identifier: MIT
"""QEMU's command line for one boot of the image."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from quietcore.places import elf, iso
from quietcore.running.process import last_line
from quietcore.running.qemu_here import (
    OVMF, find_ovmf, machine_models, unknown_model, version)

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
        return {"qemu": version(self.qemu),
                "accelerator": self.accelerator.name,
                "accelerator_why": self.accelerator.why}

    @property
    def directory(self) -> Path:
        """Where QEMU starts: in the folder of what it boots.

        There the file's name is enough. A path with a blank could not be told
        from the options that follow it on a Multiboot command line.
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
        command = [self.qemu, "-machine", self.machine, "-smp", str(self.smp),
                   "-m", str(self.memory), *self.accelerator.arguments,
                   "-serial", f"file:{self.log}", "-no-reboot", "-device",
                   "isa-debug-exit,iobase=0xf4,iosize=0x04"]
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
            arguments += ["-drive",
                          f"if=pflash,format=raw,readonly=on,file={escaped(code)}"]
        return arguments
