# SPDX-License-Identifier: MIT
"""A firmware that does not come back from a stick, and a stick that is gone:
docs/stick.md."""

import struct

import picture
import pytest
from qemu import Machine
from quietcore.running.qemu_here import find_ovmf
from sticks import PARTITION_AT, SECTOR, Stick, lines_of_log

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(not find_ovmf(), reason="no OVMF")]

LEFT = "the firmware did not answer for 20 s, and is left alone"
GONE = ("the stick is not there any more, read-only or full",
        "it cannot be written: the stick is full, or gone")
ASKING = "Asking where the log goes. If this stays, start again with log=off."
SOME_SECONDS = "suite=quick bench=floor,timer end=stay"
BEGUN = '"record":"result"'  # the first records are on the stick by then
#: Nothing comes any more, and nothing is refused.
STUCK = "block_set_io_throttle stick 1 0 0 0 0 0"


@pytest.fixture
def stick(tmp_path) -> Stick:
    return Stick(tmp_path)


def loop_the_folder(stick: Stick) -> None:
    """In both FATs the cluster of our folder is followed by itself."""
    data = bytearray(stick.path.read_bytes())
    each = data[PARTITION_AT + 13] * SECTOR  # BPB_SecPerClus
    reserved, fats = struct.unpack_from("<HB", data, PARTITION_AT + 14)
    [fat] = struct.unpack_from("<I", data, PARTITION_AT + 36)
    clusters = PARTITION_AT + (reserved + fats * fat) * SECTOR
    folder = (data.find(b"LOGS-G~1") - clusters) // each + 2
    for number in range(fats):
        at = PARTITION_AT + (reserved + number * fat) * SECTOR + 4 * folder
        struct.pack_into("<I", data, at, folder)
    stick.path.write_bytes(data)


def on_screen(machine: Machine, stick: Stick) -> list[str]:
    """Its rows, while it shows glyphs of ours and nothing else."""
    path = stick.folder / "screen.ppm"
    machine.say(f'screendump "{path}"')
    try:
        return picture.text_of(picture.cells(picture.read_picture(path)))
    except AssertionError:
        return [""]


def test_a_looped_folder_is_left_before_the_run(stick):
    """EDK II reads on in it for ever."""
    loop_the_folder(stick)
    stick.menu("probe end=stay", before="insmod all_video")
    before = stick.path.read_bytes()
    with Machine(stick.command(debug_exit=False)) as machine:
        machine.wait_for(lambda: on_screen(machine, stick)[0] == ASKING, 200)
        machine.wait_for(lambda: '"record":"end"' in stick.said(), 200)
        machine.wait_for(lambda: f"no log is kept: {LEFT}" in
                         on_screen(machine, stick))
    [text] = [r["text"] for r in stick.records()
              if r["record"] == "warning" and r["code"] == "log_not_kept"]
    assert text == f"no log is kept: {LEFT}"
    assert stick.records()[-1]["status"] == "ok"
    assert stick.path.read_bytes() == before


def test_a_medium_that_hangs_is_left_after_the_run(stick):
    with Machine(stick.command(SOME_SECONDS, medium="virtio",
                               debug_exit=False)) as machine:
        machine.wait_for(lambda: BEGUN in stick.said(), 200)
        machine.say(STUCK)
        machine.wait_for(lambda: "is not whole" in stick.said(), 200)
        machine.wait_for(lambda: LEFT in stick.said())
    assert stick.records()[-1]["status"] == "ok"
    first = lines_of_log(stick.text())
    assert first and first == lines_of_log(stick.said())[:len(first)]


def test_a_stick_that_is_pulled_out_is_said(stick):
    """The firmware sees it if it is asked late enough: it looks once a second of
    its own time. Else it waits for the stick, and is left."""
    with Machine(stick.command(SOME_SECONDS, smp="1",
                               debug_exit=False)) as machine:
        machine.wait_for(lambda: BEGUN in stick.said(), 200)
        machine.say("device_del plugged")
        # The reason has a line of its own: no word is cut at the screen's edge.
        machine.wait_for(lambda: any(
            f"The log on the stick is not whole:\n{why}\n" in stick.said()
            for why in (*GONE, LEFT)), 200)
    assert stick.records()[-1]["status"] == "ok"
    first = lines_of_log(stick.text())
    assert first and first == lines_of_log(stick.said())[:len(first)]
