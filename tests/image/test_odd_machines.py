# SPDX-License-Identifier: MIT
"""Machines whose firmware is limited, damaged or old."""

import struct
import subprocess

import pytest
from qemu import EXIT_FAILED, EXIT_OK, boot, disc_with, qemu_command
from verdicts import nothing_wrong
from whole_run import FEW, SHORT, check_whole_run

# ---- CPUID limited by the firmware ------------------------------------------


def test_a_limited_cpuid_is_named_and_the_machine_measures():
    """XSAVE is offered, its leaf 0Dh is not there: XSETBV would fault."""
    run = boot(SHORT + FEW, smp="1", cpu="max,level=1")
    check_whole_run(run, 1)
    assert {c["package"] for c in run.of("core")} == {0}  # 8000_0008h tells
    lower = boot("probe", smp="1", cpu="max,level=0")
    for level, limited in enumerate((lower, run)):
        [warning] = limited.warned("cpuid_limited")
        assert f"CPUID ends at leaf {level}h" in warning["text"]
    assert boot("probe", smp="1").warned("cpuid_limited") == []


@pytest.mark.parametrize("cpu, lacks", [("qemu32", "long mode"),
                                        ("qemu64,-sse2", "SSE2")])
def test_a_processor_that_cannot_run_it_is_told_on_the_line(tmp_path, cpu,
                                                            lacks):
    log = tmp_path / "serial.log"
    done = subprocess.run([*qemu_command("", smp="1", cpu=cpu),
                           "-serial", f"file:{log}"], timeout=300, check=False)
    assert done.returncode == EXIT_FAILED
    assert log.read_text() == ("quietcore needs a 64-bit x86 processor "
                               f"(no {lacks} here).\n")


# ---- processor tables -------------------------------------------------------


@pytest.mark.parametrize("machine, smp", [
    ("pc", "2"), ("pc", "4,sockets=2,cores=2"), ("pc", "3,sockets=3"),
    ("microvm", "2")])
def test_without_acpi_all_cores_come_up(machine, smp):
    """SeaBIOS' MP tables name one core a package, the others CPUID. This
    microvm has no MP tables either."""
    run = boot("probe", machine=f"{machine},acpi=off", smp=smp)
    assert run.warned("no_madt")
    assert run.context["cores_asked"] == int(smp[0])
    assert run.context["cores_started"] == int(smp[0])


def madt(entries: bytes) -> bytes:
    """A MADT of these entries, its checksum right."""
    table = bytearray(struct.pack("<4sIBB6s8sI4sIII", b"APIC",
                                  44 + len(entries), 3, 0, b"TEST  ",
                                  b"TESTTEST", 1, b"TEST", 1, 0xFEE00000, 1)
                      + entries)
    table[9] = -sum(table) % 256
    return bytes(table)


def local_apic(apic_id: int) -> bytes:
    return bytes([0, 8, apic_id, apic_id, 1, 0, 0, 0])


def local_x2apic(apic_id: int) -> bytes:
    return struct.pack("<BBHIII", 9, 16, 0, apic_id, 1, apic_id)


def boot_with_madt(table: bytes, folder, smp: str):
    disc = disc_with("probe trust=tcg", folder,
                     "acpi --exclude=APIC /madt.bin",
                     files={"madt.bin": table})
    return boot(disc, firmware="disc", smp=smp)


def wrong_sum(table: bytes) -> bytes:
    return table[:9] + bytes([table[9] ^ 1]) + table[10:]


FOUR = b"".join(local_apic(i) for i in range(4))


@pytest.mark.full
@pytest.mark.parametrize("entries, spoil, code", [
    (FOUR, bytes, None),
    (FOUR, wrong_sum, "madt_checksum"),
    (FOUR[:8] + bytes(4) + FOUR[8:], bytes, "madt_damaged"),
    (FOUR + bytes([0, 9, 4, 4, 1, 0, 0, 0]), bytes, "madt_damaged"),
    (FOUR[8:], bytes, "madt_without_boot_core"),
    (b"", bytes, "madt_damaged")],
    ids=["whole", "checksum", "length-0", "over-the-end", "no-boot-core",
         "empty"])
def test_a_damaged_madt_costs_no_core(entries, spoil, code, tmp_path):
    run = boot_with_madt(spoil(madt(entries)), tmp_path, "4")
    warned = [w["code"] for w in run.of("warning") if "madt" in w["code"]]
    assert warned == ([code] if code else [])
    assert run.context["cores_started"] == run.context["cores_asked"] == 4
    assert run.context["apic_ids"] == [0, 1, 2, 3]


@pytest.mark.full
def test_cores_for_whose_stacks_there_is_no_memory_are_skipped():
    """The program's own stack has room, whatever many cores ask for."""
    run = boot("probe", smp="64", memory="7")
    assert run.status == EXIT_OK
    skipped = [c for c in run.of("core") if c["state"] == "skipped"]
    assert 0 < len(skipped) < 63
    assert {c["reason"] for c in skipped} == {"no memory for its stack"}


@pytest.mark.full
def test_a_core_beyond_xapics_reach_is_skipped(tmp_path):
    """Cut to eight bits, ID 256 is core 0, which would reset itself."""
    table = madt(FOUR[:16] + local_x2apic(256) + local_x2apic(255))
    run = boot_with_madt(table, tmp_path, "2")
    assert run.context["apic_ids"] == [0, 1]
    skipped = [c for c in run.of("core") if c["state"] == "skipped"]
    assert [c["apic_id"] for c in skipped] == [256, 255]
    assert all("takes x2APIC mode" in c["reason"] for c in skipped)
    assert run.end["status"] == "ok"


# ---- clocks -----------------------------------------------------------------


def check_without_clock(run):
    assert run.end["status"] == "ok" and run.of("panic") == []
    assert run.context["tsc_hz"] == 0 and run.context["tsc_source"] == "none"
    assert run.end["seconds"] is None
    assert run.warned("no_clock") and not run.warned("validation_failed")
    assert nothing_wrong(run.of("validation"))
    assert run.of("result")
    assert "time stamp of unknown frequency" in run.text


@pytest.mark.full
def test_without_a_clock_locks_are_timed_and_not_accused():
    check_without_clock(boot(
        SHORT + "bench=lock,dispatch variant=mcs.,mcs/contend,loop,steal",
        machine="microvm,pit=off,rtc=off"))


def test_without_a_clock_neither_milliseconds_nor_a_pace_are_known():
    """They were divided by zero; and a timer was said to be proven."""
    run = boot(SHORT + "suite=full bench=dispatch,timer "
               "variant=loop.,rdtsc.,lapic", machine="microvm,pit=off,rtc=off",
               smp="1")
    check_without_clock(run)
    rows = run.of("result")
    assert {r["wall_ms"] for r in rows if r["variant"] == "loop"} == {None}
    assert "lapic" in {r["variant"] for r in rows}
    assert "lapic" not in {v["variant"] for v in run.of("validation")}


@pytest.mark.full
def test_without_a_clock_the_quick_suite_ends_well():
    run = boot("suite=quick trust=tcg", machine="microvm,pit=off,rtc=off",
               timeout=400)
    check_without_clock(run)
    skipped = {r["experiment"] for r in run.of("skipped")
               if "frequency is not known" in r["reason"]}
    assert skipped == {"inject", "threads"}
