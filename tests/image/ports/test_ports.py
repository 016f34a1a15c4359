# SPDX-License-Identifier: MIT
"""Which serial port carries the log, on machines with odd ones or none."""

import struct
from pathlib import Path

import pytest
from qemu import EXIT_OK, Monitor, Run, boot
from quietcore.running.qemu_here import find_ovmf
from shown import records_in_memory

#: The board's COM1 is away; what the devices write is on the line.
NO_COM1 = ("-serial", "none")
COM1 = ("-serial", "chardev:line")
COM2 = ("-device", "isa-serial,chardev=line,iobase=0x2f8,irq=3")


def ok(run: Run) -> Run:
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert not [w for w in run.of("warning") if "serial" in w["code"]]
    return run


# ---- the usual ports, and cards ---------------------------------------------


@pytest.mark.parametrize("devices, more", [
    ((*NO_COM1, *COM2), {}),
    # A card behind bridges.
    ((*NO_COM1, "-device", "pcie-root-port,id=root", "-device",
      "pcie-pci-bridge,id=bridge,bus=root", "-device",
      "pci-serial-2x,chardev1=line,bus=bridge,addr=3"), {"machine": "q35"}),
    # COM1 comes first, and an option before all.
    ((*COM1, "-device", "pci-serial,chardev=other", "-chardev",
      "null,id=other"), {}),
    (("-serial", "null", "-device", "isa-serial,chardev=line,iobase=0x1f8,irq=3"),
     {"options": "probe serial=io:0x1f8,57600"}),
    # No BIOS has found them there.
    *(pytest.param((*NO_COM1, *devices), {"firmware": "uefi", "machine": "q35"},
                   marks=[pytest.mark.full, pytest.mark.skipif(
                       not find_ovmf(), reason="no OVMF")])
      for devices in (COM2, ("-device", "pci-serial,chardev=line")))])
def test_the_log_comes_by_the_port_that_is_there(devices, more):
    ok(boot(**{"options": "probe", "smp": "1", "serial": devices, **more}))


def test_a_microvm_without_a_port_ends_and_says_so():
    """A pc does, too: tests/image/test_boot.py."""
    with Monitor("probe end=stay", smp="1", machine="microvm",
                 extra=NO_COM1) as machine:
        records = machine.wait_for(lambda: records_in_memory(machine), 120)
    assert "no_serial" in [r.get("code") for r in records]


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
    run = boot("probe", smp="1", serial=(
        "-acpitable", f"sig={sign},rev=2,data={data}", *devices), **more)
    assert run.status == EXIT_OK
    return run


@pytest.mark.parametrize("space, place, reason", [
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
    ok(boot_with("SPCR", spcr(0x2F8), ("-serial", f"file:{com1}", *COM2), tmp_path))
    assert "firmware's console from here on: io:0x2f8" in com1.read_text()
    assert '{"q"' not in com1.read_text()


def test_com1_as_console_keeps_the_log(tmp_path):
    run = ok(boot_with("SPCR", spcr(0x3F8, 3), COM1, tmp_path))
    assert "from here on" not in run.text


# ---- what the option names --------------------------------------------------


@pytest.mark.parametrize("word, reason", [
    ("com1", "it takes auto, off, io:PORT"),
    ("mmio:0x200000", "memory is there, no port"),
    ("mmio:0xfff0000000000000", "the processor cannot reach that address"),
    ("mmio32:0xfe000000", "no port answers there")])
def test_a_bad_serial_port_is_named_and_the_usual_one_serves(word, reason):
    """Words that are none have unit tests."""
    run = boot(f"probe serial={word}", smp="1")
    assert run.status == EXIT_OK and run.warned("no_serial") == []
    [warning] = run.warned("bad_serial")
    assert f"serial={word}: " in warning["text"] and reason in warning["text"]
    assert "\n" + warning["text"] in run.text
