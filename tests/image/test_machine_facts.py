# SPDX-License-Identifier: MIT
"""What the log says of machine, memory, cores and caches: a machine a row."""

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
PLACEHOLDERS = ("-smbios", "type=1,manufacturer=To Be Filled By O.E.M.,"
                "product=System Product Name", "-smbios", "type=2,product= ")
NODES = ("-object", "memory-backend-ram,id=a,size=128M",
         "-object", "memory-backend-ram,id=b,size=128M",
         "-numa", "node,nodeid=0,cpus=0-1,memdev=a",
         "-numa", "node,nodeid=1,cpus=2-3,memdev=b")
#: QEMU's translator has no newer cache leaf of AMD's.
INTEL = "Icelake-Server"
CPUID = dict(cpu="max,level=1,xlevel=0x80000004")


# ---- names and kinds ----------------------------------------------------------------


@pytest.mark.parametrize("machine, more, context", [
    # By the entry point of 32 bits and by that of 64.
    ("pc", {"extra": SOLD}, SOLD_AS),
    ("q35,smbios-entry-point-type=64", {"extra": SOLD}, SOLD_AS),
    ("pc", {"extra": PLACEHOLDERS}, dict.fromkeys(NAMES[:3])),
    ("microvm", {}, dict.fromkeys(NAMES) | {"watchdog": "timer"}),
    # Without ACPI nobody tells where the HPET is.
    ("pc", {}, {"watchdog": "nmi", "tsc_skew_ticks": 0}),
    ("q35", {}, {"watchdog": "nmi"}),
    ("pc,hpet=off", {}, {"watchdog": "timer"}),
    ("pc,acpi=off", {}, {"watchdog": "timer"}),
    ("pc", CPUID, {"caches": None}),
    # The lesser label counts.
    ("pc", {"options": "trust=metal", "warned": {"trust_mismatch"}},
     {"trust": "tcg", "trust_claimed": "metal"}),
    ("pc", {"options": "trust=tcg", "cpu": "max,-hypervisor"},
     {"hypervisor": "", "trust": "tcg"}),
    ("pc", {"options": "apic=x2apic", "cpu": "max,-x2apic",
            "warned": {"apic"}}, {})])
def test_the_context_tells_the_machine(machine, more, context):
    more = dict(more)
    options, warned = more.pop("options", ""), more.pop("warned", set())
    run = boot(f"probe {options}", machine=machine, smp="1", **more)
    assert run.status == EXIT_OK
    assert context.items() <= run.context.items()
    assert {w["code"] for w in run.of("warning")} & {
        "trust_mismatch", "apic", "smbios_damaged"} == warned
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


def test_the_crc_of_the_image_is_that_of_the_file():
    """image_crc covers what was loaded: .text and .rodata as in the ELF."""
    elf = ELF.read_bytes()
    start, end = symbol("image_start"), symbol("image_code_end")
    offset, address = struct.unpack_from("<QQ", elf, struct.unpack_from(
        "<Q", elf, 32)[0] + 8)
    assert address == start
    crc = zlib.crc32(elf[offset:offset + end - start])
    assert boot("probe", smp="1").context["image_crc"] == f"{crc:08x}"


# ---- cores and caches ---------------------------------------------------------------


@pytest.mark.parametrize("smp, more, field, found", [
    ("4,sockets=1,cores=2,threads=2", {}, ("core_id", "thread"),
     [(0, 0), (0, 1), (1, 0), (1, 1)]),
    ("4,sockets=1,dies=2,cores=2", {"cpu": INTEL},
     ("package", "die", "core_id", "module"),
     [(0, 0, 0, None), (0, 0, 1, None), (0, 1, 0, None), (0, 1, 1, None)]),
    # Older leaves tell, or none does.
    ("4,sockets=2,cores=2", {"cpu": "core2duo"},
     ("package", "core_id", "thread"),
     [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]),
    ("4,cores=2,threads=2", {"cpu": "Penryn"},
     ("package", "core_id", "thread"),
     [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]),
    ("3,cores=3", {"cpu": "phenom"}, ("package", "core_id", "thread"),
     [(0, 0, 0), (0, 1, 0), (0, 2, 0)]),
    ("2,sockets=2", {"cpu": "Opteron_G1"}, ("package", "core_id", "thread"),
     [(0, 0, 0), (1, 0, 0)]),
    ("1", {"cpu": "Nehalem,level=1"}, ("package", "core_id", "thread"),
     [(None, None, None)]),
    ("4", {"extra": NODES}, ("node",), [(0,), (0,), (1,), (1,)]),
    ("2,maxcpus=6", {}, ("node", "state"), [(None, "started")] * 2)])
def test_the_log_tells_where_a_core_sits(smp, more, field, found):
    run = boot("probe", smp=smp, **more)
    assert [tuple(core[name] for name in field) for core in run.of("core")] \
        == found
    assert run.context["cores_started"] == run.context["cores_asked"] == len(found)


@pytest.mark.parametrize("smp, cpu, caches", [
    # QEMU's packages have a third level of their own.
    ("4,sockets=2,cores=2", INTEL, [
        (1, "data", 1), (1, "code", 1), (2, "unified", 1), (3, "unified", 2)]),
    ("2", "phenom", [(1, "data", 1), (1, "code", 1), (2, "unified", 1),
                     (3, "unified", 2)])])
def test_caches_tell_which_cores_share_them(smp, cpu, caches):
    told = boot("probe", smp=smp, cpu=cpu).context["caches"]
    assert [(c["level"], c["type"], c["shared"]) for c in told] == caches
    assert all(c["bytes"] > 0 and c["line"] == 64 and c["ways"] > 0
               for c in told)
    if cpu == "phenom":
        assert [(c["bytes"] >> 10, c["ways"]) for c in told] == [
            (64, 2), (64, 2), (512, 16), (16384, 16)]


def test_cores_agree_on_the_time_within_a_bound():
    run = boot("probe", smp="4")
    if run.warned("tsc_skew_unknown"):  # the host let a core wait for seconds
        assert run.context["tsc_skew_ticks"] is None
    else:
        assert 0 < run.context["tsc_skew_ticks"] < run.context["tsc_hz"]


# ---- clocks -------------------------------------------------------------------------


@pytest.mark.parametrize("machine, source, sure", [
    ("pc,pit=off", "hpet", True), ("pc,pit=off,hpet=off", "pm-timer", True),
    ("q35,i8042=off,hpet=off", "pm-timer", True),
    ("pc,hpet=off,acpi=off", "pit", True), ("pc,acpi=off", "pit", True),
    # A microvm has no port 61h: the PIT counts in channel 0 all the same.
    ("microvm", "pit", False), ("microvm,pit=off", "rtc", False),
    ("pc,pit=off,hpet=off,acpi=off", "rtc", False)])
def test_without_a_clock_the_next_one_serves(machine, source, sure):
    """Without ACPI nobody tells where HPET and PM timer are. A single one is
    told to be unchecked."""
    run = boot("probe trust=tcg", machine=machine, smp="1")
    assert run.status == EXIT_OK
    if run.context["tsc_source"] == "none":  # a busy host: it must be told
        assert run.warned("clock_unsteady")
        return
    assert run.context["tsc_source"] == source and run.context["tsc_hz"] > 0
    assert sure or run.warned("clock_unchecked")
    spread = run.context["tsc_spread_ppm"]
    if source == "pit" and not sure and spread:
        assert spread <= 5000
        assert f"differ by {spread} ppm" in run.warned("clock_unchecked")[0]["text"]
