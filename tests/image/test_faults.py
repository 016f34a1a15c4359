# SPDX-License-Identifier: MIT
"""Faults, panics and lost cores: what the image says before it ends."""

import re

import pytest
from qemu import EXIT_FAILED, ICOUNT, boot

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "

#: The vector of each kind of fault, and the function that it is found in.
FAULTS = {"ud": (6, "invalid_opcode"), "gp": (13, "general_protection"),
          "pf": (14, "page_fault"), "null": (14, "null_pointer"),
          "stack": (14, "deeper")}


def panic_of(options: str, smp: str = "2", **machine):
    """The run, and the only panic in it."""
    run = boot(options, smp=smp, **machine)
    assert run.status == EXIT_FAILED
    [panic] = run.of("panic")
    assert run.end["status"] == "failed" and run.end["panics"] == 1
    return run, panic


@pytest.mark.parametrize("core, kind", [
    *((0, kind) for kind in FAULTS), (1, "stack"), (1, "gp"), *(pytest.param(
        1, kind, marks=pytest.mark.full) for kind in ("ud", "pf", "null"))])
def test_a_fault_is_dumped_with_core_and_experiment(core, kind):
    run, panic = panic_of(SHORT + f"bench=queue fault={core}:{kind}")
    vector, where = FAULTS[kind]
    assert (panic["core"], panic["vector"]) == (core, vector)
    assert panic["experiment"] == "queue"
    assert re.fullmatch(where + r" \+ \d+", panic["function"])
    assert int(panic["rip"], 16) > 0 and len(panic["registers"]) == 19
    assert f"PANIC on core {core}" in run.text and "rip " in run.text
    assert re.search(r"\n    at [0-9a-f]{16}, " + where + r" \+ \d+"
                     rf"\r?\n    image .*, CRC {run.context['image_crc']}\r?\n",
                     run.text)


@pytest.mark.parametrize("kind, vector", [
    *((kind, FAULTS[kind][0]) for kind in ("ud", "gp", "pf")), ("panic", None)])
def test_a_fault_in_the_boot_is_on_the_serial_line(kind, vector):
    """Before the first record. Each boot has a run's name of its own."""
    run, panic = panic_of(f"fault=boot:{kind}", "1")
    assert run.records[0] == panic and panic["vector"] == vector
    assert re.fullmatch("[0-9a-f]{16}", panic["run"])
    assert "PANIC on core 0" in run.text


@pytest.mark.parametrize("options, smp", [
    *((f"bench=floor variant=call fault={fault}", "2")
      for fault in ("1:nothing", "7:ud", "ud")),
    ("probe fault=0", "1"), ("fault=boot:null", "1")])
def test_a_fault_that_cannot_be_made_is_named(options, smp):
    _, panic = panic_of(options, smp)
    fault = options.partition("fault=")[2]
    assert f"fault={fault}: takes" in panic["text"]


def test_a_panic_by_call_has_no_vector():
    _, panic = panic_of(SHORT + "fault=1:panic")
    assert panic["vector"] is panic["function"] is None
    assert "fault=" in panic["text"]


def test_a_panic_leaves_alone_what_the_firmware_has_parked():
    """Memory is short and not all cores are started: those left wait in the
    firmware, where an NMI finds no handler and would start the machine again."""
    run, panic = panic_of("probe fault=0:panic", "16", memory=6, machine="q35")
    assert "fault=" in panic["text"]
    assert any(core["state"] == "skipped" for core in run.of("core"))


def test_a_core_that_is_lost_is_named_and_comes_back():
    """It halts deaf to interrupts. Virtual time: the minute it is waited for is
    short. What follows runs on it again."""
    run = boot(SHORT + "bench=queue variant=ring/pair fault=2:hang cores=4",
               smp="4", accel="tcg,thread=single", extra=ICOUNT)
    assert run.status == EXIT_FAILED and not run.of("panic")
    [hung] = run.warned("hung")
    assert re.match(r"queue ring/\w+ on 1 core: core 2 has not come back for "
                    r"60 s; .*core 2 at [0-9a-f]{16}", hung["text"])
    assert run.of("noise") and run.end["status"] == "failed"
