# SPDX-License-Identifier: MIT
"""What the log says of machine, memory, cores and caches: a machine a row. What
can be told of others has unit tests."""

import struct
import zlib

import pytest
from qemu import ELF, EXIT_OK, boot, symbol

#: A type and its texts, as QEMU's SMBIOS tables are told to hold them.
SOLD = ("-smbios", "type=0,vendor=Firm,version=1.2,date=03/01/2021",
        "-smbios", "type=1,manufacturer=Maker,product=Product 3,"
        "serial=SECRET1,uuid=12345678-1234-1234-1234-123456789abc",
        "-smbios", "type=2,product=Board,serial=SECRET2")
NAMES = ("maker", "product", "board", "firmware")
SOLD_AS = dict(zip(NAMES, ("Maker", "Product 3", "Board", "Firm 1.2 03/01/2021")))
NODES = ("-object", "memory-backend-ram,id=a,size=128M",
         "-object", "memory-backend-ram,id=b,size=128M",
         "-numa", "node,nodeid=0,cpus=0-1,memdev=a",
         "-numa", "node,nodeid=1,cpus=2-3,memdev=b")
#: QEMU's translator has no newer cache leaf of AMD's.
INTEL = "Icelake-Server"
PLACE = ("package", "die", "core_id", "thread")


@pytest.mark.parametrize("machine, context", [
    # By the entry point of 32 bits and by that of 64.
    ({"extra": SOLD}, SOLD_AS),
    ({"machine": "q35,smbios-entry-point-type=64", "extra": SOLD}, SOLD_AS),
    ({"machine": "microvm"}, dict.fromkeys(NAMES) | {"watchdog": "timer"}),
    ({"cpu": "max,level=1,xlevel=0x80000004", "warned": {"cpuid_limited"}},
     {"caches": None}),
    # The lesser label counts.
    ({"options": "trust=metal apic=x2apic", "cpu": "max,-x2apic",
      "warned": {"trust_mismatch", "apic"}},
     {"trust": "tcg", "trust_claimed": "metal"}),
    ({"options": "trust=tcg", "cpu": "max,-hypervisor"},
     {"hypervisor": "", "trust": "tcg"})])
def test_the_context_tells_the_machine(machine, context):
    machine = dict(machine)
    options, warned = machine.pop("options", ""), machine.pop("warned", set())
    run = boot(f"probe {options}", smp="1", **machine)
    assert run.status == EXIT_OK
    assert context.items() <= run.context.items()
    assert {w["code"] for w in run.of("warning")} & {
        "trust_mismatch", "apic", "smbios_damaged", "cpuid_limited"} == warned
    assert "SECRET" not in run.text and "123456789abc" not in run.text
    assert "trust: tcg" in run.text and "EMULATED" in run.text


def test_the_memory_map_holds_all_memory():
    run = boot("probe", smp="1", memory=5120, machine="q35")
    ranges = [r for part in run.of("context") for r in part["memory_map"]]
    usable = [(base, length) for base, length, kind in ranges if kind == 1]
    total = sum(length for _, length in usable)
    assert 5100 << 20 < total <= 5120 << 20
    assert 0 <= total - run.context["memory_bytes"] < 1 << 20
    assert any(base == 4 << 30 for base, _ in usable)
    assert {kind for _, _, kind in ranges} >= {1, 2}
    assert run.context["watchdog"] == "nmi"


def test_the_crc_of_the_image_is_that_of_the_file():
    """image_crc covers what was loaded: .text and .rodata as in the ELF."""
    elf = ELF.read_bytes()
    start, end = symbol("image_start"), symbol("image_code_end")
    offset, address = struct.unpack_from("<QQ", elf, struct.unpack_from(
        "<Q", elf, 32)[0] + 8)
    assert address == start
    crc = zlib.crc32(elf[offset:offset + end - start])
    context = boot("probe", smp="1").context
    assert context["image_crc"] == f"{crc:08x}"
    assert (context["watchdog"], context["tsc_skew_ticks"]) == ("nmi", 0)


# ---- cores and caches ---------------------------------------------------------------


@pytest.mark.parametrize("smp, more, field, found", [
    ("4,sockets=1,dies=2,cores=1,threads=2", {"cpu": INTEL}, PLACE,
     [(0, 0, 0, 0), (0, 0, 0, 1), (0, 1, 0, 0), (0, 1, 0, 1)]),
    # Older leaves tell.
    ("4,cores=2,threads=2", {"cpu": "Penryn"}, ("package", "core_id", "thread"),
     [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]),
    ("4", {"extra": NODES}, ("node",), [(0,), (0,), (1,), (1,)]),
    ("2,maxcpus=6", {}, ("node", "state"), [(None, "started")] * 2)])
def test_the_log_tells_where_a_core_sits(smp, more, field, found):
    run = boot("probe", smp=smp, **more)
    assert [tuple(core[name] for name in field) for core in run.of("core")] \
        == found
    assert run.context["cores_started"] == run.context["cores_asked"] == len(found)
    skew = run.context["tsc_skew_ticks"]
    # A busy host lets a core wait for seconds.
    assert run.warned("tsc_skew_unknown") if skew is None \
        else 0 < skew < run.context["tsc_hz"]


@pytest.mark.parametrize("smp, cpu", [
    # QEMU's packages have a third level of their own.
    ("4,sockets=2,cores=2", INTEL), ("2", "phenom")])
def test_caches_tell_which_cores_share_them(smp, cpu):
    told = boot("probe", smp=smp, cpu=cpu).context["caches"]
    assert [(c["level"], c["type"], c["shared"]) for c in told] == [
        (1, "data", 1), (1, "code", 1), (2, "unified", 1), (3, "unified", 2)]
    assert all(c["bytes"] > 0 and c["line"] == 64 and c["ways"] > 0
               for c in told)


# ---- clocks -------------------------------------------------------------------------


@pytest.mark.parametrize("machine, source, sure", [
    ("pc,pit=off", "hpet", True), ("pc,pit=off,hpet=off", "pm-timer", True),
    ("pc,acpi=off", "pit", True),
    # A microvm has no port 61h: the PIT counts in channel 0 all the same.
    ("microvm", "pit", False), ("microvm,pit=off", "rtc", False)])
def test_without_a_clock_the_next_one_serves(machine, source, sure):
    """Without ACPI nobody tells where HPET and PM timer are. A single one is
    told to be unchecked."""
    run = boot("probe trust=tcg", machine=machine, smp="1")
    assert run.status == EXIT_OK
    if run.context["tsc_source"] == "none":  # a busy host: it must be told
        assert run.warned("clock_unsteady")
        return
    assert run.context["watchdog"] == ("nmi" if source == "hpet" else "timer")
    assert run.context["tsc_source"] == source and run.context["tsc_hz"] > 0
    assert sure or run.warned("clock_unchecked")
    spread = run.context["tsc_spread_ppm"]
    if source == "pit" and not sure and spread:
        assert spread <= 5000
        assert f"differ by {spread} ppm" in run.warned("clock_unchecked")[0]["text"]
