# SPDX-License-Identifier: MIT
"""The gap hunt is itself tested: else "no gaps" says nothing."""

import signal
import subprocess
import time

import pytest
from qemu import EXIT_OK, boot, counted, qemu_command, read_log

NS_PER_TICK = 1  # under -icount shift=0 an instruction is a nanosecond


@pytest.mark.parametrize("microseconds", [0, 50, pytest.param(
    2, marks=pytest.mark.full), pytest.param(900, marks=pytest.mark.full)])
def test_a_planted_gap_is_counted_exactly(microseconds):
    """With one core: of two, this emulator may stop one for the other."""
    gap = f" gap={microseconds}" if microseconds else ""
    run = counted(f"bench=floor variant=call rounds=1 samples=20{gap}")
    planted = microseconds * 1000 * NS_PER_TICK
    assert len(run.of("noise")) == 2
    for noise in run.of("noise"):
        assert noise["gaps"] == [bool(planted)]
        assert planted <= noise["max"][0] < planted + 200
        assert (noise["grade"] == ["A"]) == (noise["lost_ppm"] == [0]) \
            == (not planted)


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


@pytest.mark.full
def test_cores_on_one_thread_of_the_host_say_nothing_sure():
    """They meet in time, as each PAUSE hands the turn on: the rounds tell."""
    run = boot("bench=lock variant=tas.,tas/contend rounds=6 budget=10 "
               "samples=200 trust=tcg", smp="2", accel="tcg,thread=single")
    assert run.status == EXIT_OK
    shared = [r for r in run.of("result") if r["cores"] > 1]
    assert shared and all(r.get("crowded") or "turns" in r["disturbed_by"]
                          for r in shared)
    assert {v["verdict"] for v in run.of("validation")
            if v["cores"] > 1} == {"not_proven"}
    assert not [f for f in run.concluded if f["cores"] > 1
                and f["verdict"] in ("sure", "tie")]
