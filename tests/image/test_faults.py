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
    (0, "ud"), (1, "gp"), (0, "pf"), (1, "null"), (0, "stack"), (1, "stack")])
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


@pytest.mark.parametrize("kind, vector", [("gp", 13), ("panic", None)])
def test_a_fault_in_the_boot_is_on_the_serial_line(kind, vector):
    """Before the first record. Each boot has a run's name of its own."""
    run, panic = panic_of(f"fault=boot:{kind}", "1")
    assert run.records[0] == panic and panic["vector"] == vector
    assert re.fullmatch("[0-9a-f]{16}", panic["run"])
    assert panic["run"] != panic_of(f"fault=boot:{kind}", "1")[1]["run"]
    assert "PANIC on core 0" in run.text


@pytest.mark.parametrize("options, smp", [
    ("bench=floor variant=call fault=1:nothing", "2"), ("probe fault=7:ud", "2"),
    ("fault=boot:null", "1")])
def test_a_fault_that_cannot_be_made_is_named(options, smp):
    _, panic = panic_of(options, smp)
    fault = options.partition("fault=")[2]
    assert f"fault={fault}: takes" in panic["text"]


def test_a_panic_by_call_leaves_alone_what_the_firmware_has_parked():
    """Memory is short and not all cores are started: those left wait in the
    firmware, where an NMI finds no handler and would start the machine again."""
    run, panic = panic_of("probe fault=0:panic", "16", memory=6, machine="q35")
    assert panic["vector"] is panic["function"] is None
    assert "fault=" in panic["text"]
    skipped = [core for core in run.of("core") if core["state"] == "skipped"]
    assert 0 < len(skipped) < 15
    assert {core["reason"] for core in skipped} == {"no memory for its stack"}


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
