# SPDX-License-Identifier: MIT
"""QEMU's command line and what its accelerators are good for here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from quietcore.log import read_stream

ROOT = Path(__file__).resolve().parents[2]
#: Where make has put what is to run: build/, or elsewhere with USER=.
IMAGES = ROOT / os.environ.get("QUIETCORE_IMAGES", "build")
ELF = IMAGES / "quietcore.elf"
ISO = IMAGES / "quietcore.iso"
OVMF = ("/usr/share/OVMF/OVMF_CODE.fd", "/usr/share/OVMF/OVMF_CODE_4M.fd",
        "/usr/share/edk2/x64/OVMF_CODE.fd",
        "/usr/share/edk2/ovmf/OVMF_CODE.fd")

EXIT_OK = 33      # what QEMU leaves with when the image wrote "ok" (0x10)
EXIT_FAILED = 35  # ... and "failed" (0x11) to isa-debug-exit

PROBE_SECONDS = 5


@dataclass(frozen=True)
class Accelerator:
    """How QEMU is to run, and what the image is told to claim of it."""

    name: str           # tcg, kvm, icount
    claim: str          # the trust label the runner claims
    arguments: tuple[str, ...]
    why: str = ""


TCG = Accelerator("tcg", "tcg", ("-accel", "tcg,thread=multi", "-cpu", "max"))
KVM = Accelerator("kvm", "kvm", ("-accel", "kvm", "-cpu", "host"))
#: Everything that could vary is fixed: the same ELF gives the same log.
ICOUNT = Accelerator(
    "icount", "tcg-icount",
    ("-accel", "tcg,thread=single", "-cpu", "max", "-icount",
     "shift=0,sleep=off", "-rtc", "base=2000-01-01T00:00:00,clock=vm"))


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

    def explain(self, stderr: str) -> str:
        """QEMU's complaint in words that name the remedy, where it is known."""
        most = re.search(
            r"(?:exceeds max CPUs|Invalid SMP CPUs \d+\. The max CPUs)"
            r".*?(\d+)(?:\)|$)", stderr, re.MULTILINE)
        if most:
            return (f"SMP={self.smp} is more than the machine model "
                    f"'{self.machine}' takes (at most {most[1]})")
        lines = [line for line in stderr.splitlines() if line.strip()]
        return lines[-1] if lines else "it said nothing"

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
            return ["-kernel", str(ELF), "-append", self.options]
        doubled = self.options.replace(",", ",,")  # QEMU's own separator
        arguments = ["-cdrom", str(ISO), "-fw_cfg",
                     f"name=opt/quietcore/cmdline,string={doubled}"]
        if self.firmware == "uefi":
            code = next((p for p in OVMF if os.path.exists(p)), OVMF[0])
            arguments += ["-drive",
                          f"if=pflash,format=raw,readonly=on,file={code}"]
        return arguments


def find_qemu(wanted: str) -> str | None:
    """Path of the QEMU to use; None if there is none."""
    return shutil.which(wanted or "qemu-system-x86_64")


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
            subprocess.run(machine.command(), timeout=PROBE_SECONDS,
                           capture_output=True, check=False)
        except subprocess.TimeoutExpired:
            return f"a probe boot did not end within {PROBE_SECONDS} s"
        if not log.exists():
            return "a probe boot left no log"
        with log.open("rb") as stream:
            runs = read_stream(stream)
    return "" if runs and runs[0].ok else "a probe boot did not end well"


def choose(name: str, qemu: str) -> Accelerator:
    """The accelerator for a wish (auto, tcg, kvm, icount), with its reason."""
    wished = {"tcg": TCG, "icount": ICOUNT, "kvm": KVM}.get(name)
    if wished:
        return Accelerator(wished.name, wished.claim, wished.arguments,
                           "asked for")
    flag = hardware_virtualisation()
    if not flag:
        why = "the processor shows neither vmx nor svm"
    elif not os.access("/dev/kvm", os.R_OK | os.W_OK):
        why = "/dev/kvm cannot be opened"
    else:
        why = kvm_probe(qemu)
        if not why:
            return Accelerator("kvm", "kvm", KVM.arguments,
                               f"{flag} is there and a probe boot went well")
    return Accelerator("tcg", "tcg", TCG.arguments, f"no KVM: {why}")


def version(qemu: str) -> str:
    """QEMU's own version line."""
    done = subprocess.run([qemu, "--version"], capture_output=True, text=True,
                          timeout=20, check=False)
    return (done.stdout.splitlines() or ["unknown"])[0]
