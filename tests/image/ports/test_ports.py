# SPDX-License-Identifier: MIT
"""Which serial port carries the log, on machines with odd ones or none."""

import struct
import subprocess
import tempfile
from pathlib import Path

import pytest
from qemu import EXIT_OK, Monitor, Run, boot, qemu_command, read_log, symbol
from quietcore.running.qemu_here import find_ovmf

FULL = pytest.mark.full
NEEDS_OVMF = pytest.mark.skipif(not find_ovmf(), reason="no OVMF")
#: The board's COM1 is away; what the devices write is on the line.
NO_COM1 = ("-serial", "none")
COM1 = ("-serial", "chardev:line")
COM2 = ("-device", "isa-serial,chardev=line,iobase=0x2f8,irq=3")


def boot_on(devices: tuple[str, ...], options: str = "probe",
            **kwargs) -> Run:
    """The log that comes out of the character device `line`."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "serial.log"
        command = qemu_command(options, smp="1", **kwargs)
        done = subprocess.run(
            [*command, "-chardev", f"file,id=line,path={log}", *devices],
            timeout=300, check=False, capture_output=True, text=True)
        text = log.read_text(errors="replace").replace("\r", "")
    assert done.returncode == EXIT_OK, done.stderr + text
    return Run(done.returncode, text, read_log(text))


def check_found(run: Run) -> None:
    assert run.end["status"] == "ok" and run.context["cores_started"] == 1
    assert not [w for w in run.of("warning") if "serial" in w["code"]]


# ---- the usual ports, and cards ---------------------------------------------


def device(words: str) -> tuple[str, ...]:
    return *NO_COM1, "-device", words


@pytest.mark.parametrize("devices, more", [
    (device("isa-serial,chardev=line,iobase=0x2f8,irq=3"), {}),
    (device("pci-serial,chardev=line"), {}),
    (device("pci-serial-2x,chardev1=line"), {}),
    # A card behind bridges.
    ((*device("pcie-root-port,id=root"), "-device",
      "pcie-pci-bridge,id=bridge,bus=root", "-device",
      "pci-serial,chardev=line,bus=bridge,addr=3"), {"machine": "q35"}),
    # COM1 comes first, and an option before all.
    ((*COM1, "-device", "pci-serial,chardev=other", "-chardev",
      "null,id=other"), {}),
    (device("isa-serial,chardev=line,iobase=0x1f8,irq=3"),
     {"options": "probe serial=io:0x1f8"}),
    *(pytest.param(device(words), {}, marks=FULL) for words in (
        "isa-serial,chardev=line,iobase=0x3e8,irq=3",
        "isa-serial,chardev=line,iobase=0x2e8,irq=3",
        "pci-serial-4x,chardev1=line")),
    # No BIOS has found them there.
    *(pytest.param((*NO_COM1, *devices), {"firmware": "uefi", "machine": "q35"},
                   marks=[FULL, NEEDS_OVMF])
      for devices in (COM2, ("-device", "pci-serial,chardev=line")))])
def test_the_log_comes_by_the_port_that_is_there(devices, more):
    check_found(boot_on(devices, **more))


# ---- no port ----------------------------------------------------------------


def ring_of(machine: Monitor) -> str:
    data = machine.memory(symbol("log_ring"), 16 + 65536)
    return data[16:].partition(b"\0")[0].decode()


@pytest.mark.parametrize("machine", ["pc", "microvm"])
def test_without_a_port_the_run_ends_and_says_so(machine):
    with Monitor("probe end=stay", smp="1", machine=machine,
                 extra=NO_COM1) as monitor:
        text = monitor.wait_for(lambda: (
            ring_of(monitor) if '"record":"end"' in ring_of(monitor)
            else None), 120)
    assert "no_serial" in [r.get("code") for r in read_log(text)]


# ---- the firmware's console -------------------------------------------------


def spcr(port: int, speed: int = 7, space: int = 1) -> bytes:
    """A table that names this port; QEMU sets its length and checksum."""
    table = bytearray(44)
    table[4:16] = struct.pack("<BBBBQ", space, 8, 0, 1, port)
    table[22] = speed
    table[28:32] = b"\xff\xff\xff\xff"  # no card
    return bytes(table)


def boot_with(sign: str, table: bytes, devices: tuple[str, ...], folder: Path,
              **more) -> Run:
    data = folder / "table"
    data.write_bytes(table)
    return boot_on(("-acpitable", f"sig={sign},rev=2,data={data}", *devices),
                   **more)


@pytest.mark.parametrize("space, place, reason", [
    (0, 0x300000, "memory is there, no port"),
    (0, 1 << 45, "the processor cannot reach that address"),
    (1, 0x1003f8, "there is no port of such a number"),
    (1, 0x2e8, "io:0x2e8: no port answers there")])
def test_a_console_where_none_can_be_leaves_the_log_on_com1(space, place, reason,
                                                            tmp_path):
    run = boot_with("SPCR", spcr(place, space=space), COM1, tmp_path)
    [warning] = run.warned("spcr_silent")
    assert reason in warning["text"]


def test_a_table_may_name_an_address_that_the_processor_has_not(tmp_path):
    """QEMU's processor has 40 bits. To read there would be a fault."""
    table = struct.pack("<IBBBBQI", 0, 0, 64, 0, 0, 1 << 41, 0)
    run = boot_with("HPET", table, COM1, tmp_path, machine="pc,hpet=off")
    assert run.context["tsc_source"] == "pm-timer"


def test_the_firmware_s_console_comes_before_com1(tmp_path):
    com1 = tmp_path / "com1"
    check_found(boot_with("SPCR", spcr(0x2F8), ("-serial", f"file:{com1}", *COM2),
                          tmp_path))
    assert "firmware's console from here on: io:0x2f8" in com1.read_text()
    assert '{"q"' not in com1.read_text()


def test_com1_as_console_keeps_the_log(tmp_path):
    run = boot_with("SPCR", spcr(0x3F8, 3), COM1, tmp_path)
    check_found(run)
    assert "from here on" not in run.text


# ---- what the option names --------------------------------------------------


@pytest.mark.parametrize("word, reason", [
    ("com1", "it takes auto, off, io:PORT"),
    ("io:0x3f8,115201", "it takes auto, off, io:PORT"),
    ("io:0xfff9", "it takes auto, off, io:PORT"),
    ("io:0x3f8,7000", "does not divide 115200"),
    ("io:0x2e8", "no port answers there"),
    ("mmio:0x200000", "memory is there, no port"),
    ("mmio:0xfff0000000000000", "the processor cannot reach that address"),
    ("mmio32:0xfe000000", "no port answers there")])
def test_a_bad_serial_port_is_named_and_the_usual_one_serves(word, reason):
    run = boot(f"probe serial={word}", smp="1")
    assert run.status == EXIT_OK and run.warned("no_serial") == []
    [warning] = run.warned("bad_serial")
    assert f"serial={word}: " in warning["text"] and reason in warning["text"]
    assert "\n" + warning["text"] in run.text
