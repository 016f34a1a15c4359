# SPDX-License-Identifier: MIT
"""The image on many machines: what must come up, and how it must end."""

import json
import re
import struct
import subprocess
import zlib

import pytest
from qemu import (EXIT_FAILED, EXIT_OK, Monitor, all_of, boot, qemu_command,
                  read_log, symbol)
from whole_run import FEW, SHORT, check_whole_run

@pytest.mark.full
@pytest.mark.parametrize("cores", [2, 3, pytest.param(
    8, marks=pytest.mark.nightly)])
def test_direct_boot_measures_on_every_core_count(cores):
    """On a `pc` with one core it is tests/twin/test_program.py that looks."""
    few = FEW + all_of(cores) if cores > 2 else ""
    check_whole_run(boot(SHORT + few, smp=str(cores), machine="q35"), cores)


@pytest.mark.parametrize("cores", [pytest.param(
    1, marks=pytest.mark.full), 2])
def test_bios_boot_from_the_disc(cores):
    run = boot(SHORT + "suite=quick end=off " + (FEW if cores > 1 else ""),
               smp=str(cores), firmware="bios")
    check_whole_run(run, cores)
    assert "end=stay" in run.context["cmdline"]  # GRUB's, before QEMU's


def test_sparse_apic_ids_are_no_indices():
    """Two sockets of three: the second begins at APIC ID 4."""
    run = boot(SHORT + all_of(6) +
               "bench=wake,timer variant=rdtsc/lfence,ipi/each",
               smp="6,sockets=2,cores=3,threads=1")
    assert run.context["apic_ids"] == [0, 1, 2, 4, 5, 6]
    assert {c["package"] for c in run.of("core")} == {0, 1}
    assert run.end["status"] == "ok"
    assert {r["variant"] for r in run.of("result")} == {"rdtsc/lfence",
                                                        "ipi/each"}
    assert {row[0] for s in run.of("series") for row in s["rows"]} == \
        set(range(6))


def test_disabled_entries_are_not_started():
    run = boot(SHORT + "bench=switch", smp="2,maxcpus=6")
    assert run.context["cores_started"] == run.context["cores_asked"] == 2
    assert run.status == EXIT_OK


def test_threads_of_a_core_are_told_apart():
    run = boot(SHORT + "probe", smp="4,sockets=1,cores=2,threads=2")
    places = [(c["core_id"], c["thread"]) for c in run.of("core")]
    assert places == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_cores_know_their_memory_node():
    run = boot("probe", smp="4", extra=(
        "-object", "memory-backend-ram,id=a,size=128M",
        "-object", "memory-backend-ram,id=b,size=128M",
        "-numa", "node,nodeid=0,cpus=0-1,memdev=a",
        "-numa", "node,nodeid=1,cpus=2-3,memdev=b"))
    assert [c["node"] for c in run.of("core")] == [0, 0, 1, 1]
    assert {c["node"] for c in boot("probe").of("core")} == {None}


@pytest.mark.full
def test_sixty_four_cores_come_up():
    run = boot("probe", smp="64")
    assert run.context["cores_started"] == 64
    assert sorted(i for part in run.of("context")
                  for i in part["apic_ids"]) == list(range(64))


def test_a_core_that_does_not_answer_is_named_and_the_run_goes_on():
    run = boot(SHORT + "nosipi=1 bench=wake variant=hlt,timer", smp="3")
    failed = [c for c in run.of("core") if c["state"] == "failed"]
    assert [c["apic_id"] for c in failed] == [1]
    assert "INIT-SIPI-SIPI" in failed[0]["reason"]
    assert "APIC ID 1 did not start" in run.text
    assert run.context["cores_asked"] == 3
    assert run.context["apic_ids"] == [0, 2]
    assert run.end["status"] == "ok" and run.of("result")


def told(run) -> str:
    """What people read, its lines joined."""
    return " ".join(run.text.split())


def test_every_bad_word_is_named_with_what_there_is_and_nothing_is_run():
    """tests/twin/test_names.py has the cases; this is the bare screen."""
    run = boot("colour=red roundz=3 cores=0 end=never bench=queue,quue "
               "lock=mcz", smp="1")
    assert run.status == EXIT_FAILED and run.end["status"] == "failed"
    bad = [w["text"] for w in run.warned("bad_option")]
    bad += [w["text"] for w in run.warned("bad_experiment")]
    for text, parts in zip(bad, (
            ("colour=red: no option is called 'colour'; there are: apic bench",
             " serial ", " trust variant"),
            ("roundz=3: ", "(did you mean 'rounds'?)"),
            ("cores=0: at least 1",),
            ("end=never: one of these is needed: off reboot stay",),
            ("lock=mcz: no lock is called 'mcz' (did you mean 'mcs'?); "
             "there are: backoff clh mcs ",),
            ("bench=quue: no experiment is called 'quue' (did you mean "
             "'queue'?); there are: dispatch floor ",)), strict=True):
        assert all(part in text for part in parts), text
        assert text in told(run)
    assert run.of("result") == []


def test_a_variant_that_nothing_is_called_is_named():
    run = boot("bench=lock,queue variant=pair,mcs,foo", smp="1")
    assert run.status == EXIT_FAILED and not run.of("result")
    pair, foo = (w["text"] for w in run.warned("bad_variant"))
    assert pair.startswith("variant=pair: no variant of lock,queue is called")
    assert "variant=foo: " in foo and " mcs " in foo and " ring " in foo


def test_list_tells_all_and_ends_well():
    run = boot("list", smp="1")
    assert run.status == EXIT_OK and run.of("result") == []
    listed = {(r["what"], r["name"]) for r in run.of("listed")}
    assert {("experiment", "queue"), ("variant", "ring/pair"),
            ("lock", "mcs"), ("queue", "ring"), ("barrier", "sense"),
            ("executor", "loop"), ("design", "fixed"),
            ("option", "serial")} <= listed
    for _, name in listed:
        assert f"\n  {name} " in run.text
    assert max(map(len, run.text[run.text.index("Experiments"):]
                   .split("{")[0].splitlines())) < 80


def test_more_cores_asked_than_started_is_a_warning():
    run = boot(SHORT + "bench=switch cores=9", smp="2")
    assert run.status == EXIT_OK
    [warning] = run.warned("fewer_cores")
    assert "cores=9" in warning["text"] and "2 started" in warning["text"]


def test_fewer_cores_can_be_asked_for():
    run = boot(SHORT + "cores=2 bench=wake variant=hlt,timer", smp="4")
    assert {r["cores"] for r in run.of("result")} == {1, 2}


def test_a_wish_for_an_absent_x2apic_is_a_warning():
    run = boot(SHORT + "bench=switch apic=x2apic", cpu="max,-x2apic")
    assert run.status == EXIT_OK
    assert "no x2APIC" in run.warned("apic")[0]["text"]
    assert "apic=xapic" in run.context["signs"]


def test_the_second_serial_port():
    run = boot(SHORT + "bench=switch serial=io:0x2f8,57600", serial="second")
    assert run.status == EXIT_OK


def test_the_trust_label_is_detected_and_the_lesser_counts():
    run = boot("probe trust=metal")
    assert run.context["trust"] == "tcg"
    assert run.context["trust_claimed"] == "metal"
    assert "trust: tcg" in run.text and "EMULATED" in run.text
    assert run.warned("trust_mismatch")
    hidden = boot("probe trust=tcg", cpu="max,-hypervisor")
    assert hidden.context["hypervisor"] == ""
    assert hidden.context["trust"] == "tcg"


def comes_to_the_top(text: str, memory: int) -> bool:
    """Whether a machine that stays shows it in its screen's first row, where
    the firmware has written before."""
    with Monitor("", smp="1", memory=memory) as machine:
        return machine.wait_for(lambda: text in rows_of(
            machine.memory(VGA_TEXT, 160))[0])


def test_less_memory_than_the_image_is_told_on_screen_and_line(tmp_path):
    """Most of .bss is not there, and the loader says nothing."""
    log = tmp_path / "serial.log"
    done = subprocess.run([*qemu_command("", memory=4),
                           "-serial", f"file:{log}"], timeout=300, check=False)
    assert done.returncode == EXIT_FAILED
    there, needed = map(int, re.fullmatch(
        r"quietcore: not enough memory: (\d+) KiB are there, the image alone "
        r"needs (\d+) KiB\n", log.read_text()).groups())
    assert there == 4096 and needed == symbol("image_end") // 1024
    assert comes_to_the_top("not enough memory: 4096 KiB", 4)


def test_memory_without_a_stack_is_told_and_no_panic(tmp_path):
    """The image fits, and nothing beside it."""
    log = tmp_path / "serial.log"
    kib = symbol("image_end") // 1024 + 124
    done = subprocess.run([*qemu_command("", memory=f"{kib}K"),
                           "-serial", f"file:{log}"], timeout=300, check=False)
    assert done.returncode == EXIT_FAILED
    free, needed = map(int, re.search(
        r"quietcore: not enough memory: (\d+) KiB are free, a stack alone "
        r"needs (\d+) KiB\n", log.read_text()).groups())
    assert free < needed and "PANIC" not in log.read_text()


def test_memory_for_the_image_alone_is_told_from_enough():
    run = boot(SHORT, memory=6)
    assert run.status == EXIT_FAILED and not run.of("result")
    [warning] = run.warned("no_memory")
    there, needed = map(int, re.fullmatch(
        r"(\d+) KiB of memory are free, (\d+) KiB are needed: nothing can be "
        "measured", warning["text"]).groups())
    assert there < needed < 3072
    assert warning["text"] in told(run)


@pytest.mark.parametrize("options", ["bench=switch", pytest.param(
    "", marks=pytest.mark.full)])
def test_eight_megabytes_are_enough(options):
    """Rows that want more are skipped, and say how much."""
    run = boot(SHORT + options, smp="2", memory=8, timeout=300)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert not run.of("panic") and not run.warned("validation_failed")
    yields = next(s for s in run.of("skipped") if s["variant"] == "yield")
    assert re.fullmatch(r"not enough memory for 256 fibers: \d+ KiB are "
                        r"needed, \d+ KiB are free", yields["reason"])


# ---- machines without a port or a screen ----------------------------------------------

RING_SIZE = 65536
VGA_TEXT = 0xB8000


def log_of_ring(ring: bytes) -> str:
    """The log in the memory ring (kernel/console/log_ring.h)."""
    magic, written = struct.unpack_from("<8sQ", ring)
    assert magic == b"QCRING1\n"
    data = ring[16:16 + RING_SIZE]
    assert written <= RING_SIZE, "the short run fits the ring"
    return data[:written].decode("ascii")


def rows_of(cells: bytes) -> list[str]:
    """Rows of a text buffer: characters without their attributes."""
    text = cells[::2].decode("cp437").replace("\0", " ")
    return [text[i:i + 80].rstrip() for i in range(0, len(text), 80)]


@pytest.mark.parametrize("vga", ["none", "std"])
def test_without_a_port_the_log_is_in_memory_and_the_table_on_the_screen(vga):
    with Monitor(SHORT + "bench=switch end=stay",
                 extra=("-serial", "none", "-vga", vga)) as machine:
        def finished():
            ring = machine.memory(symbol("log_ring"), RING_SIZE + 16)
            return b'"record":"end"' in ring and ring
        records = read_log(log_of_ring(machine.wait_for(finished)))
        def shown():
            rows = rows_of(machine.memory(symbol("screen_shadow"), 25 * 160))
            return ("run complete" in rows[24]
                    and rows[24].endswith("EMULATED ticks") and rows)
        rows = machine.wait_for(shown)
        adapter = rows_of(machine.memory(VGA_TEXT, 25 * 160))
    assert records[-1]["status"] == "ok"
    assert rows[0].startswith("quietcore 0.") and "bare machine" in rows[0]
    assert rows[2].startswith("EMULATED")
    assert any(row.startswith("switch ") for row in rows)
    assert all(len(row) <= 80 for row in rows)
    if vga == "std":
        assert adapter == rows


@pytest.mark.parametrize("machine", ["pc", "q35"])
@pytest.mark.parametrize("end", ["off", "reboot"])
def test_without_the_debug_port_the_machine_ends_as_asked(machine, end, tmp_path):
    """By ACPI, or by the reset register: QEMU then leaves by itself."""
    command = qemu_command(f"probe trust=tcg end={end}", machine=machine)
    cut = command.index("-device")
    del command[cut:cut + 2]
    log = tmp_path / "serial.log"
    done = subprocess.run([*command, "-serial", f"file:{log}"], timeout=300,
                          check=False)
    assert done.returncode == 0
    assert read_log(log.read_text())[-1]["status"] == "ok"


def test_a_histogram_holds_every_sample():
    run = boot(SHORT + "bench=lock,queue variant=tas.,tas/contend,spsc/pop "
               "histogram")
    def key(r):
        return (r["cores"], r["variant"], *r["params"].items())
    bins = {}
    for h in run.of("histogram"):
        bins.setdefault(key(h), []).extend(h["bins"])
    for result in run.of("result"):
        own = bins.pop(key(result))
        assert sum(count for _, count in own) == result["n"]
        lowers = [lower for lower, _ in own]
        assert lowers == sorted(lowers)  # in the log's four digits
        assert lowers[0] <= result["min"] < lowers[0] * 1.001 + 1
        seen = 0
        for lower, count in own:
            seen += count
            if seen * 2 >= result["n"]:
                assert lower <= result["p50"] <= lower * 1.001 + 0.001
                break
    assert not bins


@pytest.mark.full
def test_raw_samples_are_those_of_the_result():
    """Sorted, they give the result's own figures."""
    run = boot("bench=lock variant=mcs.,mcs/contend samples=40 samples=raw "
               "rounds=4 trust=tcg", smp="2")
    def key(r):
        return (r["cores"], r["variant"], *r["params"].items())
    samples = {}
    for series in run.of("series"):
        assert series["columns"] == ["core", "round", "ticks"]
        samples.setdefault(key(series), []).extend(series["rows"])
    for result in run.of("result"):
        rows = samples.pop(key(result))
        assert len(rows) == result["n"] > 0
        # A core that came late, when another had all of its own, has none.
        assert {row[0] for row in rows} <= set(range(result["cores"]))
        ticks = sorted(row[2] / result["batch"] for row in rows)
        assert ticks[0] == pytest.approx(result["min"], rel=1e-3, abs=0.001)
        assert ticks[(len(ticks) - 1) // 2] == \
            pytest.approx(result["p50"], rel=1e-3, abs=0.001)
    assert not samples


def test_fairness_and_stamps_are_told():
    run = boot(SHORT + "bench=lock variant=mcs.,mcs/contend,tas.,tas/contend")
    assert all(c["stamp_ticks"] > 0 for c in run.of("core"))
    for result in run.of("result"):
        assert ("jain" in result) == (result["cores"] > 1)
        if result["cores"] > 1:
            share = result["per_core"]
            assert len(share) == result["cores"]
            expected = sum(share) ** 2 / (len(share) *
                                          sum(x * x for x in share))
            assert result["jain"] == pytest.approx(expected, abs=0.002)
        assert ("quiet" in result) == ("disturbed_by" in result)
    certificate = re.findall(r"^  core (\d+) +([A-F])  (.+)$", run.text, re.M)
    assert [int(core) for core, _, _ in certificate] == [0, 1]
    for _, grade, why in certificate:
        assert (why == "no gap") == (grade == "A")


@pytest.mark.parametrize("machine, source", [
    ("pc,pit=off,hpet=off", "pm-timer"), ("q35,i8042=off,hpet=off", "pm-timer"),
    ("pc,pit=off", "hpet")])
def test_machines_without_legacy_chips_get_a_clock(machine, source):
    run = boot("probe trust=tcg", machine=machine)
    assert run.context["tsc_source"] == source
    assert not run.warned("no_clock")
    assert run.status == EXIT_OK


def test_cores_agree_on_the_time_within_a_bound():
    run = boot("probe", smp="4")
    if run.warned("tsc_skew_unknown"):  # the host let a core wait for seconds
        assert run.context["tsc_skew_ticks"] is None
    else:
        assert 0 < run.context["tsc_skew_ticks"] < run.context["tsc_hz"]
    assert boot("probe", smp="1").context["tsc_skew_ticks"] == 0


def test_serial_off_writes_nothing_there():
    with Monitor("probe serial=off end=stay",
                 extra=("-serial", "null")) as machine:
        def finished():
            ring = machine.memory(symbol("log_ring"), RING_SIZE + 16)
            return b'"record":"end"' in ring
        machine.wait_for(finished)


def test_the_crc_of_the_image_is_that_of_the_file():
    """image_crc covers what was loaded: .text and .rodata as in the ELF."""
    from qemu import ELF
    elf = ELF.read_bytes()
    start, end = symbol("image_start"), symbol("image_code_end")
    offset, address = struct.unpack_from("<QQ", elf, struct.unpack_from(
        "<Q", elf, 32)[0] + 8)
    assert address == start
    crc = zlib.crc32(elf[offset:offset + end - start])
    assert boot("probe").context["image_crc"] == f"{crc:08x}"


def test_records_are_ascii_json_without_duplicates():
    run = boot("probe")
    for line in run.text.splitlines():
        if line.startswith("{"):
            assert line.isascii()
            keys = [k for k, _ in json.loads(line, object_pairs_hook=list)]
            assert len(keys) == len(set(keys))
            assert keys[0] == "q" and keys[-1] == "crc"
