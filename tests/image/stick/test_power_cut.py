# SPDX-License-Identifier: MIT
"""Power cuts: the stick stays readable, the log up to some record, and of all
experiments that had ended.

A moment is drawn by a seed, as so many records on the serial line: a busy
machine comes to the same one.
"""

import random
import subprocess
import time

import pytest
from places import ROOT
from quietcore.log.reading import read_stream
from quietcore.running.qemu_here import find_ovmf
from sticks import FSCK, Stick, lines_of_log

pytestmark = [pytest.mark.full,
              pytest.mark.skipif(not find_ovmf(), reason="no OVMF"),
              pytest.mark.skipif(not FSCK, reason="no fsck.vfat")]

OPTIONS = "suite=quick bench=floor,timer,lock rounds=2 samples=60"
MOST = 120       # there are more records in any run
BEGUN = '"record":"noise"'  # the first are on the stick by then
HANGS = 300      # seconds: then the machine does
FIXED = (0, 1)   # of fsck.vfat: nothing was wrong, or it is set right


def moment(seed: int) -> tuple[int, float]:
    """After so many records, or (-1) when the last one is out and the rest is
    being written; then so many seconds."""
    draw = random.Random(seed)
    records = -1 if seed % 2 else draw.randrange(MOST)
    return records, draw.uniform(0, 0.3)


def reached(said: str, records: int) -> bool:
    if records < 0:
        return '"record":"end"' in said
    return BEGUN in said and len(lines_of_log(said)) >= records


def cut(stick: Stick, seed: int) -> None:
    """Runs until the moment, and kills."""
    records, more = moment(seed)
    cache = ("none", "writethrough")[seed // 2 % 2]
    process = subprocess.Popen(stick.command(OPTIONS, cache=cache),
                               stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + HANGS
        while not reached(stick.said(), records):
            assert time.monotonic() < end, stick.said()[-2000:]
            assert process.poll() is None, "it ended before its moment"
            time.sleep(0.01)
        time.sleep(more)
    finally:
        process.kill()
        process.wait()


def kept_at_least(said: list[str]) -> int:
    """How many records were on the serial line before the experiment began
    that the last of them is of: its first is how quiet the cores are."""
    return max((at for at, line in enumerate(said)
                if '"record":"noise"' in line and '"when":"before"' in line),
               default=0)


def whole_records(stick: Stick) -> str:
    """The log's text: what the serial line had, up to some record's end."""
    text = stick.text()
    assert text.endswith("\n")
    lines = text.splitlines()
    assert lines_of_log(stick.said())[:len(lines)] == lines
    assert len(lines) >= kept_at_least(lines_of_log(stick.said()))
    [run] = read_stream([text.encode()])
    assert run.context["suite"] == "quick"
    assert run.complete or [problem.partition(":")[0] for problem
                            in run.problems] == ["no end record"]
    return text


@pytest.mark.parametrize("seed", range(10))
def test_a_power_cut_leaves_whole_records_on_a_sound_stick(tmp_path, seed):
    stick = Stick(tmp_path)
    cut(stick, seed)
    text = whole_records(stick)
    shown = subprocess.run([ROOT / "tools/qc", "show", stick.copied],
                           capture_output=True, text=True, timeout=120,
                           check=False)
    assert ("incomplete" in shown.stdout + shown.stderr) == \
        ('"record":"end"' not in text), shown.stdout + shown.stderr
    repaired = stick.checked("-a")
    assert repaired.returncode in FIXED, repaired.stdout
    assert stick.checked("-n").returncode == 0
    assert whole_records(stick) == text
