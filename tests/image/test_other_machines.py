# SPDX-License-Identifier: MIT
"""Machines that need more than the core tools: a newer QEMU, Bochs."""

import itertools
import os
import shutil
import socket
import subprocess
import time

import pytest
from verdicts import nothing_wrong
from places import ROOT
from qemu import Run, boot, disc_with, read_log
from whole_run import FEW, SHORT, check_whole_run

pytestmark = pytest.mark.full


# ---- a newer QEMU: x2APIC without KVM --------------------------------------------------


@pytest.fixture(scope="session")
def newer() -> str:
    done = subprocess.run([ROOT / "tools/build/newer-qemu"], capture_output=True,
                          text=True, timeout=600, check=False)
    if done.returncode:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    return done.stdout.strip()


def test_x2apic_is_used_where_it_is(newer):
    run = boot(SHORT + FEW, qemu=newer)
    check_whole_run(run, 2)
    assert "apic=x2apic" in run.context["signs"]


def test_xapic_on_wish_where_x2apic_is(newer):
    run = boot(SHORT + FEW + "apic=xapic", qemu=newer)
    check_whole_run(run, 2)
    assert "apic=xapic" in run.context["signs"]


def test_apic_ids_above_255(newer):
    run = boot("probe", smp="288", machine="q35", qemu=newer, memory=512,
               extra=("-device", "intel-iommu"), timeout=300)
    assert run.context["cores_started"] == 288
    ids = [i for r in run.of("context") for i in r["apic_ids"]]
    assert ids == list(range(288))
    parts = [(r["part"], r["parts"]) for r in run.of("context")]
    assert parts == [(n, len(parts)) for n in range(1, len(parts) + 1)]
    assert len(parts) > 1


def test_direct_boot_by_a_newer_qemu(newer):
    check_whole_run(boot(SHORT + FEW, smp="3", machine="q35", qemu=newer), 3)


def test_qc_counts_instructions_with_a_newer_qemu(newer, tmp_path):
    """Its x2APIC cannot be used then: `Bad icount read`."""
    done = subprocess.run(
        [ROOT / "tools" / "qc", "run", "--accel", "icount", "--qemu", newer,
         "--smp", "2", "--bench", "lock", "--args", "variant=tas rounds=1",
         "--out", tmp_path / "run"], capture_output=True, text=True,
        timeout=300, check=False)
    assert done.returncode == 0 and "Run ok" in done.stdout, done.stderr


# ---- Bochs: an independent machine -----------------------------------------------------

BOCHSRC = """
cpu: model={cpu}, count={cores}, ips=50000000, reset_on_triple_fault=0
memory: guest=256, host=256
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/seabios/vgabios-stdvga.bin
vga: extension=vbe
pci: enabled=1, chipset=i440fx
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path={iso}, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev={log}
display_library: x
clock: sync=none
log: {folder}/bochs.log
panic: action=fatal
error: action=report
"""


DISPLAYS = itertools.count()


def wait_for_socket(path: str, seconds: float = 20) -> None:
    """Until somebody answers there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(path)
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"nobody answers at {path} after {seconds} s")


@pytest.fixture
def display():
    """An X server for Bochs, which has no headless display here.

    A number of our own: with -displayfd, Xvfb at times took :0 and then left.
    """
    number = 200 + next(DISPLAYS) + os.getpid() % 10000
    server = subprocess.Popen(["Xvfb", f":{number}", "-noreset", "-nolisten",
                               "tcp"], stderr=subprocess.DEVNULL)
    wait_for_socket(f"/tmp/.X11-unix/X{number}")
    yield f":{number}"
    server.terminate()  # not killed: it takes its lock and socket away
    server.wait(timeout=20)


def boot_bochs(options: str, folder, display: str, cores: int,
               cpu: str = "corei7_sandy_bridge_2600k",
               timeout: float = 240) -> Run:
    """Runs until the end record is in the log; Bochs itself stays."""
    log = folder / "serial.log"
    (folder / "bochsrc").write_text(BOCHSRC.format(
        cpu=cpu, cores=cores, iso=disc_with(options, folder), log=log,
        folder=folder))
    (folder / "continue").write_text("c\n")  # Debian's has its debugger on
    process = subprocess.Popen(
        ["bochs", "-q", "-f", folder / "bochsrc", "-rc", folder / "continue"],
        env=os.environ | {"DISPLAY": display}, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + timeout
        while time.monotonic() < end and process.poll() is None:
            text = log.read_text(errors="replace") if log.exists() else ""
            if '"record":"end"' in text and text.endswith("\n"):
                return Run(0, text, read_log(text))
            time.sleep(0.5)
    finally:
        process.kill()
        process.wait()
    said = "\n".join(line for line in (folder / "bochs.log").read_text(
        errors="replace").splitlines() if "[CPU" not in line)
    raise AssertionError(f"Bochs: no end record within {timeout} s:\n"
                         + (log.read_text() if log.exists() else said)[-2000:])


@pytest.mark.skipif(not shutil.which("bochs"), reason="bochs is not installed")
@pytest.mark.parametrize("cores", [1, 2])
def test_bochs_runs_the_same_disc(tmp_path, display, cores):
    run = boot_bochs("budget=20 samples=50 rounds=2 end=stay bench=floor,"
                     "timer,lock,queue,switch,spawn,wake " + FEW, tmp_path,
                     display, cores)
    assert run.end["status"] == "ok" and run.of("panic") == []
    assert run.context["trust"] == "bochs"
    assert run.context["hypervisor"] == ""
    assert "EMULATED" in run.text
    assert run.context["cores_started"] == cores
    assert nothing_wrong(run.of("validation"))
    assert {r["cores"] for r in run.of("result")} == set(range(1, cores + 1))
