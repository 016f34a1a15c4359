# SPDX-License-Identifier: MIT
"""Machines whose firmware is limited, damaged or old. More of them: tests/matrix."""

import struct

import pytest
from qemu import boot, disc_with
from verdicts import nothing_wrong
from whole_run import SHORT

# ---- CPUID limited by the firmware ------------------------------------------


def test_a_limited_cpuid_is_named_and_the_machine_measures():
    """XSAVE is offered, its leaf 0Dh is not there: XSETBV would fault."""
    run = boot(SHORT + "bench=switch variant=call,sse,xsave", smp="1",
               cpu="max,level=1")
    assert run.end["status"] == "ok" and nothing_wrong(run.of("validation"))
    assert {r["variant"] for r in run.of("result")} >= {"call", "sse"}
    assert {c["package"] for c in run.of("core")} == {0}  # 8000_0008h tells
    lower = boot("probe", smp="1", cpu="max,level=0")
    for level, limited in enumerate((lower, run)):
        [warning] = limited.warned("cpuid_limited")
        assert f"CPUID ends at leaf {level}h" in warning["text"]


# ---- processor tables -------------------------------------------------------


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
@pytest.mark.parametrize("table, code", [
    (madt(FOUR), None), (wrong_sum(madt(FOUR)), "madt_checksum"),
    (madt(FOUR[:8] + bytes(4) + FOUR[8:]), "madt_damaged"),
    (madt(FOUR[8:]), "madt_without_boot_core")],
    ids=["whole", "checksum", "length-0", "no-boot-core"])
def test_a_damaged_madt_costs_no_core(table, code, tmp_path):
    run = boot_with_madt(table, tmp_path, "4")
    warned = [w["code"] for w in run.of("warning") if "madt" in w["code"]]
    assert warned == ([code] if code else [])
    assert run.context["cores_started"] == run.context["cores_asked"] == 4
    assert run.context["apic_ids"] == [0, 1, 2, 3]


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


def test_without_a_clock_neither_milliseconds_nor_a_pace_are_known():
    """They were divided by zero; and a timer was said to be proven."""
    run = boot(SHORT + "suite=full bench=dispatch,timer "
               "variant=loop.,rdtsc.,lapic", machine="microvm,pit=off,rtc=off",
               smp="1")
    check_without_clock(run)
    rows = run.of("result")
    assert "loop" in {r["variant"] for r in rows}
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
