# SPDX-License-Identifier: MIT
"""Which serial port carries the log, on machines with odd ones or none."""

import struct
import subprocess
import tempfile
from pathlib import Path

import pytest
from qemu import EXIT_OK, Monitor, Run, boot, qemu_command, read_log, symbol
from quietcore.running.qemu_here import find_ovmf

#: The board's COM1 is away; what the devices write is on the line.
NO_COM1 = ("-serial", "none")
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


@pytest.mark.parametrize("port", ["0x2f8", *(
    pytest.param(port, marks=pytest.mark.full) for port in ("0x3e8", "0x2e8"))])
def test_com2_to_com4_carry_the_log_where_there_is_no_com1(port):
    check_found(boot_on((*NO_COM1, "-device",
                         f"isa-serial,chardev=line,iobase={port},irq=3")))


@pytest.mark.parametrize("device", [
    "pci-serial,chardev=line", "pci-serial-2x,chardev1=line", pytest.param(
        "pci-serial-4x,chardev1=line", marks=pytest.mark.full)])
def test_a_card_carries_the_log_where_there_is_no_com_port(device):
    check_found(boot_on((*NO_COM1, "-device", device)))


def test_a_card_behind_bridges_carries_the_log():
    check_found(boot_on(
        (*NO_COM1, "-device", "pcie-root-port,id=root", "-device",
         "pcie-pci-bridge,id=bridge,bus=root", "-device",
         "pci-serial,chardev=line,bus=bridge,addr=3"), machine="q35"))


def test_com1_carries_the_log_where_there_are_others_too():
    check_found(boot_on(("-serial", "chardev:line", "-device", "pci-serial,"
                         "chardev=other", "-chardev", "null,id=other")))


def test_a_port_anywhere_carries_the_log_when_it_is_named():
    check_found(boot_on((*NO_COM1, "-device", "isa-serial,chardev=line,"
                         "iobase=0x1f8,irq=3"), "probe serial=io:0x1f8"))


@pytest.mark.full
@pytest.mark.skipif(not find_ovmf(), reason="no OVMF")
@pytest.mark.parametrize("devices", [COM2, (
    "-device", "pci-serial,chardev=line")], ids=["com2", "card"])
def test_under_uefi_other_ports_carry_the_log(devices):
    """No BIOS has found them there."""
    check_found(boot_on((*NO_COM1, *devices), firmware="uefi", machine="q35"))


# ---- no port ----------------------------------------------------------------


def ring_of(machine: Monitor) -> str:
    data = machine.memory(symbol("log_ring"), 16 + 65536)
    return data[16:].partition(b"\0")[0].decode()


@pytest.mark.parametrize("machine", ["pc", "microvm"])
def test_without_a_port_the_run_ends_and_says_so(machine):
    with Monitor("probe end=stay", smp="1", machine=machine,
                 extra=("-serial", "none")) as monitor:
        text = monitor.wait_for(lambda: (
            ring_of(monitor) if '"record":"end"' in ring_of(monitor)
            else None), 120)
    records = read_log(text)
    assert "no_serial" in [r.get("code") for r in records]


# ---- the firmware's console -------------------------------------------------


def spcr(port: int, speed: int = 7, card: bytes = b"\xff\xff\xff\xff") -> bytes:
    """A table that names this port; QEMU sets its length and checksum."""
    table = bytearray(44)
    table[4:16] = struct.pack("<BBBBQ", 1, 8, 0, 1, port)
    table[22] = speed
    table[28:28 + len(card)] = card
    return bytes(table)


def boot_with_spcr(table: bytes, devices: tuple[str, ...], folder: Path) -> Run:
    data = folder / "spcr"
    data.write_bytes(table)
    return boot_on(("-acpitable", f"sig=SPCR,rev=2,data={data}", *devices))


@pytest.mark.parametrize("space, place, reason", [
    (0, 0x300000, "memory is there, no port"),
    (0, 1 << 45, "the processor cannot reach that address"),
    (1, 0x1003f8, "there is no port of such a number")])
def test_a_console_where_none_can_be_is_not_written_to(space, place, reason,
                                                       tmp_path):
    table = bytearray(spcr(place))
    table[4] = space
    run = boot_with_spcr(bytes(table), ("-serial", "chardev:line"), tmp_path)
    [warning] = run.warned("spcr_silent")
    assert reason in warning["text"]


def test_a_table_may_name_an_address_that_the_processor_has_not(tmp_path):
    """QEMU's processor has 40 bits. To read there would be a fault."""
    data = tmp_path / "hpet"
    data.write_bytes(struct.pack("<IBBBBQI", 0, 0, 64, 0, 0, 1 << 41, 0))
    run = boot_on(("-serial", "chardev:line", "-acpitable",
                   f"sig=HPET,data={data}"),
                  machine="pc,hpet=off")
    assert run.context["tsc_source"] == "pm-timer"


def test_the_firmware_s_console_comes_before_com1(tmp_path):
    com1 = tmp_path / "com1"
    run = boot_with_spcr(spcr(0x2F8), ("-serial", f"file:{com1}", *COM2),
                         tmp_path)
    check_found(run)
    assert "firmware's console from here on: io:0x2f8" in com1.read_text()
    assert '{"q"' not in com1.read_text()


def test_a_console_that_does_not_answer_leaves_the_log_on_com1(tmp_path):
    run = boot_with_spcr(spcr(0x2E8), ("-serial", "chardev:line"), tmp_path)
    [warning] = run.warned("spcr_silent")
    assert "io:0x2e8: no port answers there" in warning["text"]


def test_com1_as_console_keeps_the_log(tmp_path):
    run = boot_with_spcr(spcr(0x3F8, 3), ("-serial", "chardev:line"), tmp_path)
    check_found(run)
    assert "from here on" not in run.text


# ---- what the option names --------------------------------------------------


@pytest.mark.parametrize("word, reason", [
    ("mmio:0x200000", "memory is there, no port"),
    ("mmio:0xfff0000000000000", "the processor cannot reach that address"),
    ("mmio32:0xfe000000", "no port answers there"),
    ("io:0xfff9", "it takes auto, off, io:PORT")])
def test_a_port_in_memory_that_is_none_is_named(word, reason):
    run = boot(f"probe serial={word}", smp="1")
    [warning] = run.warned("bad_serial")
    assert f"serial={word}: " in warning["text"] and reason in warning["text"]
