# SPDX-License-Identifier: MIT
"""Machines whose firmware is limited, damaged or old."""

import pytest
from qemu import EXIT_FAILED, EXIT_OK, boot
from test_boot import FEW, SHORT, check_whole_run

# ---- CPUID limited by the firmware ------------------------------------------


def test_a_limited_cpuid_is_named_and_the_machine_measures():
    """XSAVE is offered, its leaf 0Dh is not there: XSETBV would fault."""
    run = boot(SHORT + FEW, cpu="max,level=1")
    check_whole_run(run, 2)
    [warning] = run.warned("cpuid_limited")
    assert "CPUID ends at leaf 1h" in warning["text"]
    assert {c["package"] for c in run.of("core")} == {None}


def test_a_whole_cpuid_is_not_called_limited():
    assert boot("probe").warned("cpuid_limited") == []


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
