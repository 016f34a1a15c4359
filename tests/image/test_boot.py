# SPDX-License-Identifier: MIT
"""What must come up, and how it must end. On less memory than it needs, and on many
more machines: tests/matrix."""

import re
import subprocess

import pytest
from qemu import (EXIT_FAILED, EXIT_OK, Monitor, all_of, boot, qemu_command,
                  read_log)
from shown import VGA_TEXT, records_in_memory
from whole_run import FEW, SHORT, check_whole_run

FULL = pytest.mark.full


# ---- cores --------------------------------------------------------------------------


@FULL
def test_direct_boot_measures_on_three_cores():
    """On one and on two: tests/image/experiments/test_as_linux.py."""
    few = FEW + all_of(3)
    check_whole_run(boot(SHORT + few, smp="3", machine="q35"), 3)


def test_bios_boot_from_the_disc():
    run = boot(SHORT + "suite=quick end=off " + FEW, smp="1", firmware="bios")
    check_whole_run(run, 1)
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


def test_a_core_that_does_not_answer_is_named_and_the_run_goes_on():
    run = boot(SHORT + "nosipi=1 bench=wake variant=hlt,timer", smp="3")
    [failed] = [c for c in run.of("core") if c["state"] == "failed"]
    assert failed["apic_id"] == 1 and "INIT-SIPI-SIPI" in failed["reason"]
    assert "APIC ID 1 did not start" in run.text
    assert run.context["cores_asked"] == 3
    assert run.context["apic_ids"] == [0, 2]
    assert run.end["status"] == "ok" and run.of("result")


def test_fewer_cores_than_asked_for_and_the_noise_of_each_are_told():
    run = boot(SHORT + "bench=lock variant=mcs.,mcs/contend cores=9")
    assert run.status == EXIT_OK
    [fewer] = run.warned("fewer_cores")
    assert "cores=9" in fewer["text"] and "2 started" in fewer["text"]
    assert {r["cores"]: "jain" in r for r in run.of("result")} == {
        1: False, 2: True}
    assert all(c["stamp_ticks"] > 0 for c in run.of("core"))
    certificate = re.findall(r"^  core (\d+) +([A-F])  (.+)$", run.text, re.M)
    assert [int(core) for core, _, _ in certificate] == [0, 1]
    assert all((why == "no gap") == (grade == "A") for _, grade, why in certificate)


def test_every_bad_word_is_named_and_nothing_is_run():
    """Unit tests and golden runs have the cases; this is the bare screen."""
    run = boot("colour=red bench=queue,quue", smp="1")
    assert run.status == EXIT_FAILED and run.end["status"] == "failed"
    [option], [experiment] = map(run.warned, ("bad_option", "bad_experiment"))
    assert option["text"].startswith(
        "colour=red: no option is called 'colour'; there are: apic bench")
    assert " serial " in option["text"]  # only the image's
    assert "quue' (did you mean 'queue'?)" in experiment["text"]
    told = " ".join(run.text.split())
    assert option["text"] in told and experiment["text"] in told
    assert run.of("result") == []


# ---- memory -------------------------------------------------------------------------


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


@pytest.mark.parametrize("vga, option", [("none", ""), ("std", "serial=off ")])
def test_without_a_line_the_log_is_in_memory_and_the_table_on_the_screen(
        vga, option, tmp_path):
    """Where there is no port, and where it is not to be used."""
    line = f"file:{tmp_path}/line" if option else "none"
    with Monitor(SHORT + option + "bench=switch end=stay", smp="1",
                 extra=("-serial", line, "-vga", vga)) as machine:
        records = machine.wait_for(lambda: records_in_memory(machine))

        def shown():
            rows = machine.rows()
            return ("run complete" in rows[24]
                    and rows[24].endswith("EMULATED ticks") and rows)
        rows = machine.wait_for(shown)
        adapter = machine.rows(VGA_TEXT)
    assert records[-1]["status"] == "ok"
    assert [r["code"] for r in records if r.get("code") == "no_serial"] \
        == ([] if option else ["no_serial"])
    assert rows[0].startswith("quietcore 0.") and "bare machine" in rows[0]
    assert rows[2].startswith("EMULATED")
    assert any(row.startswith("switch ") for row in rows)
    if vga == "std":
        assert adapter == rows
        assert '{"q"' not in (tmp_path / "line").read_text()


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
