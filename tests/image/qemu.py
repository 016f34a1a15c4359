# SPDX-License-Identifier: MIT
"""Boots the image in QEMU for a test and reads what it left behind.

The reader here is strict and on its own: it shares no code with tools/, so that
a mistake in one does not hide in the other.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path

from busy import waited_for
from places import BUILD, ROOT  # noqa: F401  (ROOT is for those who boot)
from concluded import findings
from our_records import objection
from quietcore.running.qemu_here import find_ovmf

ELF = BUILD / "quietcore.elf"
ISO = BUILD / "quietcore.iso"

#: Instructions are counted, and the clock is made of them; exact on one core.
#: QEMU 10 dies of x2APIC here.
ICOUNT = ("-cpu", "max,-x2apic", "-icount", "shift=0,sleep=off", "-rtc",
          "base=2000-01-01T00:00:00,clock=vm")
#: The disc's menu (boot/grub.cfg) then waits for nobody.
NO_MENU = "type=1,serial=quietcore: no menu"
EXIT_OK = 33      # (0x10 << 1) | 1: the image wrote "ok" to isa-debug-exit
EXIT_FAILED = 35  # (0x11 << 1) | 1
#: What a busy host may bring about; no other warning is right in a good run.
HOST_BUSY = {"crowded", "late", "tsc_skew_unknown"}


class BadLog(AssertionError):
    """A log that the contract (docs/log-format.md) does not allow."""


def fields(pairs: list[tuple]) -> dict:
    """An object's, of which each stands once."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise BadLog(f"a field stands twice: {str(pairs)[:80]}")
    return dict(pairs)


def read_log(text: str) -> list[dict]:
    """All records of one whole run, in order; raises BadLog otherwise."""
    records = []
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        body, mark, rest = line.rpartition(',"crc":"')
        if not mark or rest[8:] != '"}':
            raise BadLog(f"no crc at the end of: {line[:80]}")
        if zlib.crc32(body.encode()) != int(rest[:8], 16):
            raise BadLog(f"wrong crc: {line[:80]}")
        if len(line) >= 4000:
            raise BadLog(f"a line of {len(line)} bytes: {line[:80]}")
        if not line.isascii() or not line.startswith('{"q":'):
            raise BadLog(f"not of ASCII, or q is not first: {line[:80]}")
        record = json.loads(line, object_pairs_hook=fields)
        if record["q"] != 3 or record["seq"] != len(records):
            raise BadLog(f"seq {record['seq']} where {len(records)} was due")
        if records and record["run"] != records[0]["run"]:
            raise BadLog(f"seq {record['seq']} is of another run")
        wrong = objection(record)
        if wrong:
            raise BadLog(f"seq {record['seq']}: {wrong}")
        records.append(record)
    if not records or records[0]["record"] not in ("context", "panic"):
        raise BadLog("the log does not begin with context")
    end = records[-1]
    if end["record"] != "end" or end["records"] != len(records):
        raise BadLog(f"the log does not end with a right end record: {end}")
    for kind in ("result", "warning", "panic"):
        if end[f"{kind}s"] != sum(r["record"] == kind for r in records):
            raise BadLog(f"end miscounts {kind} records")
    return records


@dataclass
class Run:
    """What a boot left: exit status, text of the serial line, its records."""

    status: int
    text: str
    records: list[dict] = field(default_factory=list)

    def of(self, kind: str) -> list[dict]:
        return [r for r in self.records if r["record"] == kind]

    @functools.cached_property
    def concluded(self) -> list[dict]:
        """What the host concludes."""
        return findings(self.records)

    @property
    def context(self) -> dict:
        return self.of("context")[0]

    @property
    def end(self) -> dict:
        return self.records[-1]

    def warned(self, code: str) -> list[dict]:
        return [w for w in self.of("warning") if w["code"] == code]

    def findings(self) -> dict[str, dict]:
        """By name; one experiment's, in which a name stands once."""
        found = {f["name"]: f for f in self.concluded}
        assert len(found) == len(self.concluded), "one name, two findings"
        return found


def by_variant(run: Run, kind: str = "result") -> dict[str, dict]:
    return {r["variant"]: r for r in run.of(kind)}


def reasons(run: Run) -> dict[str, str]:
    """Why a row was skipped."""
    return {r["variant"]: r["reason"] for r in run.of("skipped")}


def all_of(cores: int) -> str:
    """The option that keeps them: of more than two some may be left out."""
    return f"cores={cores} " if cores > 2 else ""


def qemu_command(options: str, *, smp: str = "2", machine: str = "pc",
                 firmware: str = "direct", memory: int | str = 256,
                 cpu: str = "max", extra: tuple[str, ...] = (),
                 qemu: str = "qemu-system-x86_64",
                 accel: str = "tcg,thread=multi", debug_exit: bool = True,
                 elf: Path = ELF) -> list[str]:
    """The command line of one boot; options go to the kernel."""
    command = [qemu, "-machine", machine, "-cpu", cpu, "-accel", accel,
               "-smp", smp, "-m", str(memory), "-display", "none", "-no-reboot"]
    if debug_exit:
        command += ["-device", "isa-debug-exit,iobase=0xf4,iosize=0x04"]
    if firmware.startswith("uefi"):
        command += ["-drive", "if=pflash,format=raw,readonly=on,file="
                    f"{find_ovmf()}"]
    if firmware == "direct":
        # The image gets this word unquoted: a blank would end it.
        command += ["-kernel", os.path.relpath(elf), "-append", options]
    elif firmware.endswith("disc"):  # options are in its menu
        command += ["-cdrom", options]
    else:
        doubled = options.replace(",", ",,")  # QEMU's own separator
        command += ["-cdrom", str(ISO), "-smbios", NO_MENU, "-fw_cfg",
                    f"name=opt/quietcore/cmdline,string={doubled}"]
    return command + list(extra)


def left_by(options: str = "", *, timeout: float = 300,
            serial: tuple[str, ...] = ("-serial", "chardev:line"),
            **kwargs) -> Run:
    """Boots to the end; what came by the character device `line`, unread.
    timeout is a hang detector."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "serial.log"
        command = [*qemu_command(options, **kwargs), "-chardev",
                   f"file,id=line,path={log}", *serial]
        try:
            done = subprocess.run(command, timeout=timeout, check=False,
                                  capture_output=True, text=True)
        except subprocess.TimeoutExpired:
            tail = log.read_text(errors="replace")[-2000:]
            raise TimeoutError(f"no end after {timeout} s: "
                               f"{' '.join(command)}\n{tail}") from None
        text = log.read_text(errors="replace")
    assert done.returncode in (EXIT_OK, EXIT_FAILED), done.stderr + text[-2000:]
    return Run(done.returncode, text)


def boot(options: str = "", **kwargs) -> Run:
    """The same, and its log is read."""
    run = left_by(options, **kwargs)
    run.records = read_log(run.text)
    return run


def disc_with(options: str, folder: Path, before: str = "", after: str = "",
              files: dict[str, bytes] | None = None, elf: Path = ELF,
              loader: str = "multiboot2") -> str:
    """A disc whose only entry starts at once with these options: its path.

    before and after are lines of GRUB's around the one that loads the image;
    files go to the disc's root; elf is the image, loader GRUB's command.
    """
    tree = folder / "iso"
    (tree / "boot/grub").mkdir(parents=True)
    shutil.copy(elf, tree / "boot/quietcore.elf")
    for name, content in (files or {}).items():
        (tree / name).write_bytes(content)
    (tree / "boot/grub/grub.cfg").write_text(
        f"set timeout=0\nmenuentry test {{\n\t{before}\n"
        f"\t{loader} /boot/quietcore.elf {options}\n\t{after}\n}}\n")
    iso = folder / "test.iso"
    subprocess.run(["grub-mkrescue", "-o", iso, tree], check=True, timeout=120,
                   capture_output=True)
    return str(iso)


class Machine:
    """A machine that stays up, looked at through QEMU's monitor."""

    def __init__(self, command: list[str]):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "monitor")
        self.process = subprocess.Popen(
            [*command, "-monitor", f"unix:{path},server=on,wait=off"],
            stderr=subprocess.PIPE)
        self.socket = self._connect(path)

    def _connect(self, path: str) -> socket.socket:
        for _ in range(100):
            if self.process.poll() is not None:
                break
            try:
                link = socket.socket(socket.AF_UNIX)
                link.settimeout(10)
                link.connect(path)
                self._read(link)
                return link
            except OSError:
                time.sleep(0.1)
        self.process.kill()
        said = self.process.stderr.read().decode(errors="replace").strip()
        raise AssertionError("QEMU's monitor did not answer within 10 s, or "
                             f"QEMU ended: {said}")

    @staticmethod
    def _read(link: socket.socket) -> str:
        answer = b""
        while not answer.endswith(b"(qemu) "):
            answer += link.recv(65536)
        return answer.decode(errors="replace")

    def say(self, command: str) -> str:
        self.socket.sendall(command.encode() + b"\n")
        return self._read(self.socket)

    def memory(self, address: int, size: int) -> bytes:
        """Bytes of guest physical memory."""
        path = os.path.join(self.folder.name, "memory")
        self.say(f'pmemsave {address:#x} {size} "{path}"')
        return Path(path).read_bytes()

    def rows(self, address: int = 0) -> list[str]:
        """The text of the cells of record, or of text memory there."""
        cells = self.memory(address or symbol("screen_shadow"), 25 * 160)
        text = cells[::2].decode("cp437").replace("\0", " ")
        return [text[at:at + 80].rstrip() for at in range(0, len(text), 80)]

    def wait_for(self, look, seconds: float = 60):
        """look() until it gives something true; that is returned."""
        return waited_for(look, "what a test asks of a machine", seconds, 0.2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        self.socket.close()
        self.folder.cleanup()


class Monitor(Machine):
    """The same of one boot's options; the image stays where they say so."""

    def __init__(self, options: str, **kwargs):
        super().__init__(qemu_command(options, debug_exit=False, **kwargs))


def symbol(name: str) -> int:
    """Address of a symbol of the image."""
    for line in (BUILD / "quietcore.sym").read_text().splitlines():
        address, _, symbol_name = line.split()
        if symbol_name == name:
            return int(address, 16)
    raise AssertionError(f"the image has no symbol {name}")


def counted(options: str, attempt: int = 1, smp: str = "1",
            memory: int = 256) -> Run:
    """A boot whose instructions are counted; `attempt` tells two boots apart."""
    return counted_once(options, attempt, smp, memory)


@functools.cache
def counted_once(options: str, attempt: int, smp: str, memory: int) -> Run:
    """A cache takes an argument that is given for another than the default."""
    return boot(f"trust=tcg-icount {options}", smp=smp, memory=memory,
                accel="tcg,thread=single", extra=ICOUNT, timeout=300)


def repeats(options: str, smp: str = "1") -> bool:
    """Do two counted boots leave the same text? Where a core sleeps, QEMU 7.2
    moves the counted clock on in another thread: on a busy host a wake-up came
    6 instructions early, once in some hundred boots. So where they differ a
    third one has to be like one of them."""
    first, second = (counted(options, n, smp).text for n in (1, 2))
    return first == second or counted(options, 3, smp).text in (first, second)
