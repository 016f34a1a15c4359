# SPDX-License-Identifier: MIT
"""A network of a test's own: a namespace with a bridge, a tap for each machine,
a DHCP server and a TFTP server. Nothing of the host's network is seen or
changed. Only root can make it: servers change their groups."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from busy import waited_for
from qemu import NO_MENU
from quietcore.running.qemu_here import find_ovmf

SERVER, ROUTER = "10.77.0.1", "10.77.0.254"
#: Ends by itself if a test is killed.
MOST_SECONDS = 900
NEEDED = ("ip", "unshare", "nsenter", "dnsmasq", "in.tftpd")
#: Debian puts servers where only root looks.
PATH = os.environ.get("PATH", "") + os.pathsep + "/usr/sbin:/sbin"


def missing() -> str:
    """What is not on this machine; empty: nothing."""
    lacks = [name for name in NEEDED if not shutil.which(name, path=PATH)]
    if lacks:
        return f"not here: {', '.join(lacks)}"
    if not find_ovmf():
        return "no OVMF"
    if os.geteuid() != 0:
        return "a network of our own needs root"
    done = subprocess.run(
        ["unshare", "--net", "ip", "tuntap", "add", "dev", "t", "mode", "tap"],
        env=environment(), capture_output=True, text=True, timeout=60,
        check=False)
    return done.stderr.strip() and f"no network of our own: {done.stderr.strip()}"


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": PATH}


class Lan:
    """The network, and what serves in it."""

    def __init__(self, folder: Path, tree: Path):
        self.folder, self.tree = folder, tree
        self.holder = subprocess.Popen(
            ["unshare", "--net", "sleep", str(MOST_SECONDS)],
            env=environment())
        self.router: subprocess.Popen | None = None
        self.servers: list[subprocess.Popen] = []

    def begin(self, machines: int) -> None:
        """Its bridge and taps, once the holder is in it."""
        name = Path(f"/proc/{self.holder.pid}/comm")
        waited_for(lambda: name.read_text(encoding="ascii") == "sleep\n",
              "a network namespace")
        self.ip("link set lo up")
        self.ip("link add lan type bridge forward_delay 0")
        self.ip(f"addr add {SERVER}/24 dev lan")
        self.ip("link set lan up")
        for n in range(machines):
            self.ip(f"tuntap add dev tap{n} mode tap")
            self.ip(f"link set tap{n} master lan up")

    def inside(self, *command: str) -> list[str]:
        return ["nsenter", "--target", str(self.holder.pid), "--net", "--",
                *command]

    def ip(self, words: str) -> None:
        subprocess.run(self.inside("ip", *words.split()), check=True,
                       env=environment(), timeout=60)

    def serve(self, *command: str) -> None:
        self.start(command[0], *self.inside(*command))

    def start(self, name: str, *command: str) -> None:
        """A server, whose words go into a file of that name."""
        with open(self.folder / f"{name}.log", "wb") as said:
            self.servers.append(subprocess.Popen(
                command, stdout=said, stderr=said, env=environment()))

    def dnsmasq(self, *more: str) -> list[str]:
        """Its command line, whoever it serves."""
        return ["dnsmasq", "--keep-in-foreground", "--conf-file=/dev/null",
                "--port=0", "--user=root", "--log-facility=-", "--log-dhcp",
                "--no-ping", "--bind-interfaces", "--pid-file=", *more]

    def dhcp(self, *more: str) -> None:
        """Addresses, and the boot file by kind of firmware (docs/netboot.md)."""
        self.serve(*self.dnsmasq(
            "--interface=lan", "--dhcp-authoritative",
            f"--dhcp-leasefile={self.folder}/leases",
            "--dhcp-range=10.77.0.10,10.77.0.99,1h",
            "--dhcp-match=set:bios,option:client-arch,0",
            "--dhcp-boot=tag:bios,quietcore.0",
            "--dhcp-boot=tag:!bios,quietcore.efi", *more))

    def dhcp_beside_a_router(self) -> None:
        """The boot files only; addresses come from a computer of its own."""
        self.router = subprocess.Popen(
            self.inside("unshare", "--net", "sleep", str(MOST_SECONDS)),
            env=environment())
        name = Path(f"/proc/{self.router.pid}/comm")
        waited_for(lambda: name.read_text(encoding="ascii") == "sleep\n",
              "the router's namespace")
        self.ip(f"link add wire type veth peer name own netns {self.router.pid}")
        self.ip("link set wire master lan up")
        there = ["nsenter", "--target", str(self.router.pid), "--net", "--"]
        for words in (f"addr add {ROUTER}/24 dev own", "link set own up"):
            subprocess.run([*there, "ip", *words.split()], check=True,
                           env=environment(), timeout=60)
        self.start("router", *there, *self.dnsmasq(
            "--interface=own", f"--dhcp-leasefile={self.folder}/leases",
            "--dhcp-range=10.77.0.10,10.77.0.99,1h"))
        self.serve(*self.dnsmasq(
            "--interface=lan", "--dhcp-range=10.77.0.0,proxy",
            "--dhcp-match=set:bios,option:client-arch,0",
            f"--pxe-service=tag:bios,x86PC,quietcore,quietcore.0,{SERVER}",
            "--pxe-service=tag:!bios,x86-64_EFI,quietcore,quietcore.efi,"
            f"{SERVER}"))

    def tftp(self) -> None:
        """A server that takes files."""
        self.serve("in.tftpd", "--foreground", "--address", f"{SERVER}:69",
                   "--user", "root", "--create", "--secure", str(self.tree))

    def machine(self, n: int, options: str, *, firmware: str = "uefi",
                rom: bool = False) -> list[str]:
        """QEMU's command line of the machine at tap n. rom: by the card's own,
        which is iPXE; else by the firmware's network driver."""
        card = (f"virtio-net-pci,netdev=lan,mac=52:54:00:77:00:{n:02x},bootindex=0"
                + ("" if rom or firmware == "bios" else ",romfile="))
        command = [
            "qemu-system-x86_64", "-machine", "q35", "-accel",
            "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", "512",
            "-display", "none", "-no-reboot",
            "-device", "isa-debug-exit,iobase=0xf4,iosize=0x04",
            "-netdev", f"tap,id=lan,ifname=tap{n},script=no,downscript=no",
            "-device", card, "-smbios", NO_MENU,
            "-serial", f"file:{self.log(n)}", "-fw_cfg",
            "name=opt/quietcore/cmdline,string=" + options.replace(",", ",,")]
        if firmware == "uefi":
            command += ["-drive", "if=pflash,format=raw,readonly=on,file="
                        f"{find_ovmf()}"]
        return self.inside(*command)

    def log(self, n: int) -> Path:
        return self.folder / f"serial{n}.log"

    def said(self, n: int) -> str:
        path = self.log(n)
        return path.read_text(errors="replace") if path.exists() else ""

    def kept(self) -> dict[str, str]:
        """What the machines have sent, by name."""
        return {path.name: path.read_text(encoding="utf-8")
                for path in (self.tree / "quietcore").iterdir()}

    def end(self) -> None:
        for process in (*self.servers, self.router, self.holder):
            if process:
                process.kill()
                process.wait()


@contextmanager
def lan(folder: Path, tree: Path, machines: int = 1):
    """A network of so many machines; tree is what its servers hold."""
    network = Lan(folder, tree)
    try:
        network.begin(machines)
        yield network
    finally:
        network.end()
