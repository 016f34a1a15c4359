# SPDX-License-Identifier: MIT
"""What a photograph of a panic shows: what, where, which build. And the codes of
what was measured before it."""

from __future__ import annotations

import re
import socket

import picture
import pytest
from in_process import qc
from photographed import OPTIONS, Photographed, dump, medians
from qemu import Monitor, disc_with, symbol
from quietcore.status import Status

MODES = ("text", "640x480x24", "1280x1024x32")
SAMPLE = [("text", "ud"), ("640x480x24", "stack"), ("1280x1024x32", "panic"),
          ("640x480x24", "pf")]
#: The faults, what a dump calls them, and the function they are found in.
FAULTS = {"ud": ("invalid opcode", "invalid_opcode"),
          "pf": ("page fault", "page_fault"),
          "stack": ("page fault", "deeper"),
          "panic": ("asked for by the option fault=", None)}


def seen_rows(machine: Monitor, mode: str, folder) -> list[str]:
    """What stands on the screen: of one of pixels, read from its picture."""
    if mode == "text":
        return machine.rows()
    dump(machine, folder / "panic.png")
    return picture.text_of(picture.cells(
        picture.read_picture(folder / "panic.ppm")))


@pytest.mark.full
@pytest.mark.parametrize("mode, fault", [*SAMPLE, *(
    pytest.param(mode, fault, marks=pytest.mark.nightly) for mode in MODES
    for fault in FAULTS if (mode, fault) not in SAMPLE)])
def test_a_photograph_shows_what_where_and_which_build(mode, fault, tmp_path):
    """Each on a line of its own, which is as the serial line has it. They begin
    a page: so none has a part of them."""
    line = tmp_path / "serial.log"
    disc = disc_with(f"bench=lock fault=0:{fault} trust=tcg end=stay", tmp_path,
                     "insmod all_video", f"set gfxpayload={mode}")
    with Monitor(disc, smp="1", firmware="disc", extra=(
            "-vga", "std", "-serial", f"file:{line}")) as machine:
        machine.wait_for(lambda: "run FAILED" in machine.rows()[24], 120)
        machine.say("stop")     # or the page turns
        rows = seen_rows(machine, mode, tmp_path)
    what, where = FAULTS[fault]
    dumped = rows[:4 if where else 3]
    assert re.fullmatch(r"\*\*\* PANIC on core 0 \(APIC ID 0\): .*" + what,
                        dumped[0])
    assert dumped[1].startswith("    during lock")
    if where:
        assert re.fullmatch(rf"    at [0-9a-f]{{16}}, {where} \+ \d+", dumped[2])
    assert re.fullmatch(r"    image \S+ \([0-9a-f]{12}(\+changes)?\), "
                        r"CRC [0-9a-f]{8}", dumped[-1])
    said = [text.rstrip() for text in
            line.read_text(errors="replace").splitlines()]
    start = said.index(dumped[0])
    assert said[start:start + len(dumped)] == dumped


UD2 = "0f0b"    # an instruction that faults


def packet(body: str) -> bytes:
    """Of GDB's remote protocol."""
    return f"${body}#{sum(body.encode()) & 0xff:02x}".encode()


def broken(machine: Monitor, log) -> None:
    """Once some results are there, what is called next for a row faults: by
    QEMU's gdb server, as no option plants a fault so late."""
    machine.wait_for(lambda: log.exists() and
                     log.read_bytes().count(b'"record":"result"') >= 20, 120)
    path = str(log.with_name("gdb"))
    machine.say(f"gdbserver unix:{path},server=on,wait=off")
    with socket.socket(socket.AF_UNIX) as link:
        link.settimeout(10)
        link.connect(path)
        for body in (f"M{symbol('machine_note'):x},2:{UD2}", "D"):
            link.sendall(packet(body))
            answer = b""
            while b"$OK#9a" not in answer:
                answer += link.recv(4096) or pytest.fail(f"gdb: {answer}")
            link.sendall(b"+")
    machine.say("cont")


@pytest.mark.full
def test_a_panic_has_codes_of_what_was_before_it(tmp_path):
    # `dispatch` comes last: seconds in which the fault is sure to find a row.
    disc = disc_with(f"{OPTIONS},dispatch", tmp_path, "insmod all_video",
                     "set gfxpayload=1024x768x32")
    run = Photographed(disc, tmp_path, broken, firmware="disc",
                       extra=("-vga", "std"))
    done = qc("scan", *run.shots)
    assert done.exit_code == Status.RUN_FAILED, done.output
    assert "*** PANIC on core 0 (APIC ID 0): invalid opcode" in done.output
    assert re.search(r"    at [0-9a-f]{16}, machine_note \+ 0", done.output)
    assert re.search(r"    image \S+ \([0-9a-f]{12}(\+changes)?\), CRC ",
                     done.output)
    assert f"{run.codes} of {run.codes} codes." in done.output
    qc("scan", *run.shots, "-o", tmp_path / "x.csv")
    rows = (tmp_path / "x.csv").read_text().splitlines()[1:]
    assert len(rows) == len(medians(run)) >= 20
