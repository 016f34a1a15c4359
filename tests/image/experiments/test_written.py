# SPDX-License-Identifier: MIT
"""What a byte costs on the screen and at the port, both given back."""

import pytest
from concluded import findings
from verdicts import nothing_wrong
from qemu import EXIT_OK, boot
from quietcore.running.qemu_here import find_ovmf

SHORT = "bench=floor rounds=2 samples=20 trust=tcg"


@pytest.fixture(scope="module")
def run():
    return boot(SHORT, smp="1")


def test_screen_and_port_are_measured_and_given_back(run):
    """A log that is whole came by the port that was measured."""
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert nothing_wrong(run.of("validation"))
    proven = {v["variant"] for v in run.of("validation")
              if v["verdict"] == "ok"}
    assert {"written/text", "written/port", "written/memory"} <= proven
    measured = {r["variant"] for r in run.of("result")}
    assert {"written/text", "written/port", "written/memory"} <= measured
    assert run.records[-1]["record"] == "end"


def test_what_the_machine_lacks_is_said(run):
    said = {s["variant"]: s["reason"] for s in run.of("skipped")}
    assert said["written/pixel"] == "the screen is not of pixels"
    assert "file system" in said["written/file"]
    assert "terminal" in said["written/terminal"]


def test_each_sink_is_held_against_memory(run):
    found = {f["name"]: f for f in findings(run.records)}
    assert found.keys() == {"written/text", "written/port"}
    for name, f in found.items():
        assert f["claim"] == "ratio"
        assert f["subjects"] == ["written/memory", name]


@pytest.mark.skipif(not find_ovmf(), reason="no OVMF")
def test_a_pixel_is_measured_where_the_screen_is_pixels():
    run = boot(SHORT + " variant=written/memory,written/pixel,written/text",
               smp="1", firmware="uefi", extra=("-vga", "std"))
    assert run.status == EXIT_OK
    [proven] = [v for v in run.of("validation")
                if v["variant"] == "written/pixel"]
    assert proven["verdict"] == "ok"
    assert "written/pixel" in {r["variant"] for r in run.of("result")}
    assert {s["variant"]: s["reason"] for s in run.of("skipped")} == {
        "written/text": "the screen is no text memory"}
