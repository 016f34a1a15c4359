# SPDX-License-Identifier: MIT
"""The image on many machines: what must come up, and how it must end."""

import json
import re
import struct
import subprocess

import pytest
from qemu import (EXIT_FAILED, EXIT_OK, Monitor, all_of, boot, qemu_command,
                  read_log, symbol)
from whole_run import FEW, SHORT, check_whole_run

RING_SIZE = 65536
VGA_TEXT = 0xB8000
FULL = pytest.mark.full


# ---- cores --------------------------------------------------------------------------


@FULL
@pytest.mark.parametrize("cores", [3, pytest.param(
    8, marks=pytest.mark.nightly)])
def test_direct_boot_measures_on_every_core_count(cores):
    """On one core and on two: tests/image/experiments/test_as_linux.py."""
    few = FEW + all_of(cores)
    check_whole_run(boot(SHORT + few, smp=str(cores), machine="q35"), cores)


@pytest.mark.parametrize("cores", [1, pytest.param(2, marks=FULL)])
def test_bios_boot_from_the_disc(cores):
    run = boot(SHORT + "suite=quick end=off " + FEW, smp=str(cores),
               firmware="bios")
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


@FULL
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


@pytest.mark.parametrize("asked, there, measured", [(9, 2, 2), (2, 4, 2)])
def test_other_cores_are_asked_for_than_there_are(asked, there, measured):
    run = boot(SHORT + f"bench=wake variant=hlt,timer cores={asked}",
               smp=str(there))
    assert run.status == EXIT_OK
    assert {r["cores"] for r in run.of("result")} == {1, measured}
    told = [w["text"] for w in run.warned("fewer_cores")]
    assert bool(told) == (asked > there)
    assert all("cores=9" in text and "2 started" in text for text in told)


# ---- options ------------------------------------------------------------------------


def told(run) -> str:
    """What people read, its lines joined."""
    return " ".join(run.text.split())


def test_every_bad_word_is_named_with_what_there_is_and_nothing_is_run():
    """tests/twin/test_names.py has the cases; this is the bare screen."""
    run = boot("colour=red cores=0 end=never bench=queue,quue lock=mcz", smp="1")
    assert run.status == EXIT_FAILED and run.end["status"] == "failed"
    bad = [w["text"] for w in run.warned("bad_option")]
    bad += [w["text"] for w in run.warned("bad_experiment")]
    for text, parts in zip(bad, (
            ("colour=red: no option is called 'colour'; there are: apic bench",
             " serial ", " trust variant"),
            ("cores=0: at least 1",),
            ("end=never: one of these is needed: off reboot stay",),
            ("lock=mcz: no lock is called 'mcz' (did you mean 'mcs'?); "
             "there are: backoff clh mcs ",),
            ("bench=quue: no experiment is called 'quue' (did you mean "
             "'queue'?); there are: dispatch floor ",)), strict=True):
        assert all(part in text for part in parts), text
        assert text in told(run)
    assert run.of("result") == []


def test_list_tells_all_and_ends_well():
    run = boot("list", smp="1")
    assert run.status == EXIT_OK and run.of("result") == []
    listed = {(r["what"], r["name"]) for r in run.of("listed")}
    assert {("experiment", "queue"), ("variant", "ring/pair"), ("lock", "mcs"),
            ("executor", "loop"), ("design", "fixed"),
            ("option", "serial")} <= listed
    assert all(f"\n  {name} " in run.text for _, name in listed)


# ---- memory -------------------------------------------------------------------------


def comes_to_the_top(text: str, memory: int) -> bool:
    """Whether a machine that stays shows it in its screen's first row, where
    the firmware has written before."""
    with Monitor("", smp="1", memory=memory) as machine:
        return machine.wait_for(lambda: text in rows_of(
            machine.memory(VGA_TEXT, 160))[0])


@pytest.mark.parametrize("spare, said", [
    (None, r"(\d+) KiB are there, the image alone needs (\d+) KiB"),
    # The image fits, and nothing beside it.
    (124, r"(\d+) KiB are free, a stack alone needs (\d+) KiB")])
def test_less_memory_than_the_image_is_told_and_no_panic(spare, said, tmp_path):
    """Most of .bss is not there, and the loader says nothing."""
    log, needs = tmp_path / "serial.log", symbol("image_end") // 1024
    memory = 4 if spare is None else f"{needs + spare}K"
    done = subprocess.run([*qemu_command("", memory=memory),
                           "-serial", f"file:{log}"], timeout=300, check=False)
    assert done.returncode == EXIT_FAILED and "PANIC" not in log.read_text()
    there, needed = map(int, re.search(
        rf"quietcore: not enough memory: {said}\n", log.read_text()).groups())
    assert there < needed
    if spare is None:
        assert (there, needed) == (4096, needs)
        assert comes_to_the_top("not enough memory: 4096 KiB", 4)


def test_memory_for_the_image_alone_is_told_from_enough():
    run = boot(SHORT, memory=6)
    assert run.status == EXIT_FAILED and not run.of("result")
    [warning] = run.warned("no_memory")
    there, needed = map(int, re.fullmatch(
        r"(\d+) KiB of memory are free, (\d+) KiB are needed: nothing can be "
        "measured", warning["text"]).groups())
    assert there < needed < 3072
    assert warning["text"] in told(run)


@pytest.mark.parametrize("options, smp", [
    ("bench=switch", "2"), pytest.param("", "1", marks=FULL)])
def test_eight_megabytes_are_enough(options, smp):
    """Rows that want more are skipped, and say how much."""
    run = boot(SHORT + options, smp=smp, memory=8, timeout=300)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert not run.of("panic") and not run.warned("validation_failed")
    yields = next(s for s in run.of("skipped") if s["variant"] == "yield")
    assert re.fullmatch(r"not enough memory for 256 fibers: \d+ KiB are "
                        r"needed, \d+ KiB are free", yields["reason"])


# ---- machines without a port or a screen ----------------------------------------------


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


def finished(machine: Monitor) -> bytes:
    """The ring, once the log in it has its end."""
    ring = machine.memory(symbol("log_ring"), RING_SIZE + 16)
    return ring if b'"record":"end"' in ring else b""


@pytest.mark.parametrize("vga", ["none", "std"])
def test_without_a_port_the_log_is_in_memory_and_the_table_on_the_screen(vga):
    with Monitor(SHORT + "bench=switch end=stay", smp="1",
                 extra=("-serial", "none", "-vga", vga)) as machine:
        records = read_log(log_of_ring(machine.wait_for(
            lambda: finished(machine))))
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


def test_the_second_serial_port():
    assert boot("probe serial=io:0x2f8,57600", smp="1",
                serial="second").status == EXIT_OK


def test_serial_off_writes_nothing_there(tmp_path):
    log = tmp_path / "serial.log"
    with Monitor("probe serial=off end=stay",
                 extra=("-serial", f"file:{log}")) as machine:
        machine.wait_for(lambda: finished(machine))
    assert '{"q"' not in log.read_text()


@pytest.mark.parametrize("machine, end", [
    ("pc", "off"), ("q35", "reboot"),
    pytest.param("pc", "reboot", marks=FULL), pytest.param("q35", "off", marks=FULL)])
def test_without_the_debug_port_the_machine_ends_as_asked(machine, end, tmp_path):
    """By ACPI, or by the reset register: QEMU then leaves by itself."""
    log = tmp_path / "serial.log"
    command = qemu_command(f"probe trust=tcg end={end}", machine=machine,
                           debug_exit=False)
    done = subprocess.run([*command, "-serial", f"file:{log}"], timeout=300,
                          check=False)
    assert done.returncode == 0
    assert read_log(log.read_text())[-1]["status"] == "ok"


# ---- what stands in records -----------------------------------------------------------


def of_row(run, kind: str, field: str) -> dict[tuple, list]:
    """By row: what its records of that kind hold, their parts joined."""
    found: dict[tuple, list] = {}
    for r in run.of(kind):
        key = (r["cores"], r["variant"], *r["params"].items())
        found.setdefault(key, []).extend(r[field])
    return found


def at(value: float):
    """In the log's four digits."""
    return pytest.approx(value, rel=1e-3, abs=0.001)


def test_histogram_and_raw_samples_are_those_of_the_result():
    """Sorted, they give the result's own figures."""
    run = boot(SHORT + "bench=lock,queue variant=tas.,tas/contend,spsc/pop "
               "histogram samples=raw", smp="1")
    bins = of_row(run, "histogram", "bins")
    samples = of_row(run, "series", "rows")
    results = of_row(run, "result", "rounds")
    assert results.keys() == bins.keys() == samples.keys() and results
    for result in run.of("result"):
        key = (result["cores"], result["variant"], *result["params"].items())
        lowers = [lower for lower, _ in bins[key]]
        assert sum(count for _, count in bins[key]) == result["n"]
        assert lowers == sorted(lowers)
        assert lowers[0] <= result["min"] < lowers[0] * 1.001 + 1
        assert len(samples[key]) == result["n"] > 0
        ticks = sorted(row[2] / result["batch"] for row in samples[key])
        assert ticks[0] == at(result["min"])
        assert ticks[(len(ticks) - 1) // 2] == at(result["p50"])


def test_fairness_and_stamps_are_told():
    run = boot(SHORT + "bench=lock variant=mcs.,mcs/contend")
    assert all(c["stamp_ticks"] > 0 for c in run.of("core"))
    for result in run.of("result"):
        assert ("jain" in result) == (result["cores"] > 1)
        if result["cores"] > 1:
            share = result["per_core"]
            assert len(share) == result["cores"]
            assert result["jain"] == pytest.approx(
                sum(share) ** 2 / (len(share) * sum(x * x for x in share)),
                abs=0.002)
        assert ("quiet" in result) == ("disturbed_by" in result)
    certificate = re.findall(r"^  core (\d+) +([A-F])  (.+)$", run.text, re.M)
    assert [int(core) for core, _, _ in certificate] == [0, 1]
    assert all((why == "no gap") == (grade == "A") for _, grade, why in certificate)


def test_records_are_ascii_json_without_duplicates():
    for line in boot("probe", smp="1").text.splitlines():
        if line.startswith("{"):
            assert line.isascii()
            keys = [k for k, _ in json.loads(line, object_pairs_hook=list)]
            assert len(keys) == len(set(keys))
            assert keys[0] == "q" and keys[-1] == "crc"
