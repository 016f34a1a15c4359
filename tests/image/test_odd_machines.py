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
    [warning] = run.warned("cpuid_limited")
    assert "CPUID ends at leaf 1h" in warning["text"]
    assert {c["package"] for c in run.of("core")} == {0}  # 8000_0008h tells


def test_places_that_no_leaf_tells_are_unknown():
    run = boot("probe", smp="1", cpu="Nehalem,level=1")
    [core] = run.of("core")
    assert core["package"] is core["core_id"] is core["thread"] is None


@pytest.mark.parametrize("cpu, smp, places", [
    ("core2duo", "4,sockets=2,cores=2",
     [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)]),
    ("Penryn", "4,cores=2,threads=2",
     [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]),
    ("phenom", "3,cores=3", [(0, 0, 0), (0, 1, 0), (0, 2, 0)]),
    ("Opteron_G1", "2,sockets=2", [(0, 0, 0), (1, 0, 0)])])
def test_older_leaves_tell_where_a_core_sits(cpu, smp, places):
    run = boot("probe", smp=smp, cpu=cpu)
    assert [(c["package"], c["core_id"], c["thread"])
            for c in run.of("core")] == places


def test_a_cpuid_limited_to_leaf_0_is_named():
    [warning] = boot("probe", smp="1", cpu="max,level=0").warned("cpuid_limited")
    assert "CPUID ends at leaf 0h" in warning["text"]


def test_a_whole_cpuid_is_not_called_limited():
    assert boot("probe").warned("cpuid_limited") == []


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


# ---- faults before the first record -----------------------------------------


@pytest.mark.parametrize("kind, vector", [
    ("ud", 6), ("gp", 13), ("pf", 14), ("panic", None)])
def test_a_fault_in_the_boot_is_on_the_serial_line(kind, vector):
    run = boot(f"fault=boot:{kind}")
    assert run.status == EXIT_FAILED
    assert run.records[0]["record"] == "panic"
    assert run.records[0]["vector"] == vector
    assert "PANIC on core 0" in run.text


def test_a_fault_that_the_boot_cannot_have_is_named():
    run = boot("fault=boot:null")
    assert run.status == EXIT_FAILED
    assert "fault=boot:null: takes" in run.of("panic")[0]["text"]


# ---- the serial port's option -----------------------------------------------


@pytest.mark.parametrize("word, reason", [
    ("com1", "it takes auto, off, io:PORT"),
    ("io:0x3f8,115201", "it takes auto, off, io:PORT"),
    ("io:0x3f8,7000", "does not divide 115200"),
    ("io:0x2e8", "no port answers there")])
def test_a_bad_serial_port_is_named_and_the_usual_one_serves(word, reason):
    run = boot(f"probe serial={word}")
    assert run.status == EXIT_OK
    [warning] = run.warned("bad_serial")
    assert f"serial={word}: " in warning["text"] and reason in warning["text"]
    assert "\n" + warning["text"] in run.text
    assert run.warned("no_serial") == []


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


def test_without_a_clock_locks_are_timed_and_not_accused():
    check_without_clock(boot(
        SHORT + "bench=lock,dispatch variant=mcs.,mcs/contend,loop,steal",
        machine="microvm,pit=off,rtc=off"))


def test_without_a_clock_milliseconds_are_unknown():
    """They were divided by zero."""
    run = boot(SHORT + "suite=full bench=dispatch variant=loop cores=1",
               machine="microvm,pit=off,rtc=off", smp="1")
    check_without_clock(run)
    assert {r["wall_ms"] for r in run.of("result")} == {None}


def test_without_a_clock_no_timer_is_proven_to_keep_pace():
    """Nothing told its pace, and the log said it was proven."""
    run = boot(SHORT + "bench=timer cores=1",
               machine="microvm,pit=off,rtc=off", smp="1")
    check_without_clock(run)
    assert "lapic" in {r["variant"] for r in run.of("result")}
    assert "lapic" not in {v["variant"] for v in run.of("validation")}


@pytest.mark.full
def test_without_a_clock_the_quick_suite_ends_well():
    run = boot("suite=quick trust=tcg", machine="microvm,pit=off,rtc=off",
               timeout=400)
    check_without_clock(run)
    skipped = {r["experiment"] for r in run.of("skipped")
               if "frequency is not known" in r["reason"]}
    assert skipped == {"inject", "threads"}


def test_a_single_clock_is_told_to_be_unchecked():
    """A microvm has no port 61h: the PIT counts in channel 0 all the same."""
    run = boot("probe", machine="microvm")
    if run.context["tsc_source"] == "none":  # a busy host: it must be told
        assert run.warned("clock_unsteady")
    else:
        assert run.context["tsc_source"] == "pit"
        spread = run.context["tsc_spread_ppm"]
        assert spread is None or spread <= 5000
        [warning] = run.warned("clock_unchecked")
        assert not spread or f"differ by {spread} ppm" in warning["text"]


@pytest.mark.parametrize("machine", ["microvm,pit=off",
                                     "pc,pit=off,hpet=off,acpi=off"])
def test_the_real_time_clock_serves_where_nothing_else_counts(machine):
    run = boot("probe", machine=machine, smp="1")
    if run.context["tsc_source"] == "none":  # a busy host: it must be told
        assert run.warned("clock_unsteady")
    else:
        assert run.context["tsc_source"] == "rtc"
        assert run.context["tsc_hz"] > 0
        assert run.warned("clock_unchecked")


@pytest.mark.parametrize("machine, sources", [
    ("pc,hpet=off", {"pm-timer"}), ("pc,hpet=off,acpi=off", {"pit"}),
    ("pc,acpi=off", {"pit"})])
def test_without_a_clock_the_next_one_serves(machine, sources):
    """Without ACPI nobody tells where HPET and PM timer are."""
    run = boot("probe", machine=machine, smp="1")
    if run.context["tsc_source"] == "none":  # a busy host: it must be told
        assert run.warned("clock_unsteady")
    else:
        assert run.context["tsc_source"] in sources
