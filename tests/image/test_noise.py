# SPDX-License-Identifier: MIT
"""The gap hunt is itself tested: else "no gaps" says nothing."""

import signal
import subprocess
import time

import pytest
from qemu import counted, qemu_command, read_log

NS_PER_TICK = 1  # under -icount shift=0 an instruction is a nanosecond


@pytest.mark.parametrize("microseconds", [
    2, pytest.param(900, marks=pytest.mark.full)])
def test_a_planted_gap_is_counted_exactly(microseconds):
    """With one core: of two, this emulator may stop one for the other. Without a
    gap there is none: test_icount.py."""
    run = counted("bench=floor variant=call rounds=1 samples=20 "
                  f"gap={microseconds}")
    planted = microseconds * 1000 * NS_PER_TICK
    assert len(run.of("noise")) == 2
    for noise in run.of("noise"):
        assert noise["gaps"] == [1] and noise["grade"] != ["A"]
        assert planted <= noise["max"][0] < planted + 200
        assert noise["lost_ppm"][0] > 0


@pytest.mark.full
def test_a_stopped_emulator_shows_as_a_disturbed_round(tmp_path):
    """50 ms away in the middle of a round: no repetition hides that."""
    log = tmp_path / "serial.log"
    command = qemu_command("bench=floor variant=call,rmw rounds=1 "
                           "samples=100000 budget=500 cores=1 trust=tcg", smp="1")
    process = subprocess.Popen([*command, "-serial", f"file:{log}"])
    try:
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.05)
            process.send_signal(signal.SIGCONT)
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    records = read_log(log.read_text())
    results = [r for r in records if r["record"] == "result"]
    assert "disturbed" in {r.get("quiet") for r in results}
    assert max(r.get("repeated", 0) for r in results) > 0
