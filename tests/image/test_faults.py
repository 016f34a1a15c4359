# SPDX-License-Identifier: MIT
"""Faults, panics and lost cores: what the image says before it ends."""

import re

import pytest
from qemu import EXIT_FAILED, ICOUNT, boot

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "

#: The function that each kind of fault is found in.
WHERE = {"ud": "invalid_opcode", "gp": "general_protection",
         "pf": "page_fault", "null": "null_pointer", "stack": "deeper"}


@pytest.mark.parametrize("core", [0, 1])
@pytest.mark.parametrize("kind, vector", [
    ("ud", 6), ("gp", 13), ("pf", 14), ("null", 14), ("stack", 14)])
def test_a_fault_is_dumped_with_core_and_experiment(core, kind, vector):
    run = boot(SHORT + f"bench=queue fault={core}:{kind}", smp="2")
    assert run.status == EXIT_FAILED
    [panic] = run.of("panic")
    assert (panic["core"], panic["vector"]) == (core, vector)
    assert panic["experiment"] == "queue"
    assert re.fullmatch(WHERE[kind] + r" \+ \d+", panic["function"])
    assert int(panic["rip"], 16) > 0 and len(panic["registers"]) == 19
    assert f"PANIC on core {core}" in run.text and "rip " in run.text
    assert re.search(r"\n    at [0-9a-f]{16}, " + WHERE[kind] + r" \+ \d+"
                     rf"\r?\n    image .*, CRC {run.context['image_crc']}\r?\n",
                     run.text)
    assert run.end["status"] == "failed" and run.end["panics"] == 1


def test_a_panic_by_call_has_no_vector():
    run = boot(SHORT + "fault=1:panic", smp="2")
    [panic] = run.of("panic")
    assert panic["vector"] is panic["function"] is None and "fault=" in panic["text"]


@pytest.mark.parametrize("fault", ["1:nothing", "7:ud", "ud", "1"])
def test_a_fault_that_cannot_be_made_is_named(fault):
    run = boot(f"bench=floor variant=call fault={fault}", smp="2")
    assert run.status == EXIT_FAILED
    assert f"fault={fault}: takes CORE:KIND" in run.of("panic")[0]["text"]


def test_a_core_that_is_lost_is_named_and_comes_back():
    """It halts deaf to interrupts. Virtual time: the minute it is waited for is
    short. What follows runs on it again."""
    run = boot(SHORT + "bench=queue variant=ring/pair fault=2:hang cores=4 "
               "", smp="4", accel="tcg,thread=single",
               extra=ICOUNT)
    assert run.status == EXIT_FAILED and not run.of("panic")
    [hung] = run.warned("hung")
    assert re.match(r"queue ring/\w+ on 1 core: core 2 has not come back for "
                    r"60 s; .*core 2 at [0-9a-f]{16}", hung["text"])
    assert run.of("noise") and run.end["status"] == "failed"


@pytest.mark.parametrize("fault", ["0:nothing", "0"])
def test_a_probe_names_a_fault_that_cannot_be_made(fault):
    run = boot(f"probe fault={fault}", smp="1")
    assert run.status == EXIT_FAILED
    assert f"fault={fault}: takes CORE:KIND" in run.of("panic")[0]["text"]


def test_a_panic_leaves_alone_what_the_firmware_has_parked():
    """Memory is short and not all cores are started: those left wait in the
    firmware, where an NMI finds no handler and would start the machine again."""
    run = boot("probe fault=0:panic", smp="16", memory=6, machine="q35")
    assert run.status == EXIT_FAILED
    assert "fault=" in run.of("panic")[0]["text"]
    assert any(core["state"] == "skipped" for core in run.of("core"))
