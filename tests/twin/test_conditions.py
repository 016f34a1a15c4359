# SPDX-License-Identifier: MIT
"""The Linux program names what others do to it: busy programs, a quota, processors
taken away, a stop."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from busy import waited_for
from program import PROGRAM, of
from qemu import read_log

SHORT = ("bench=floor,lock", "variant=rmw,tas", "rounds=2", "samples=20")
#: Three seconds, in which something can be done to it.
LONG = ("bench=silence", "watch=3")
PATIENCE = 120
PR_SET_THP_DISABLE = 41     # prctl(2)
GROUPS = Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup")


def warned(records: list[dict], code: str) -> list[str]:
    """The texts of the warnings of that code."""
    return [w["text"] for w in of(records, "warning") if w["code"] == code]


def run(*words, **how) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, check=True,
                          timeout=PATIENCE, **how)


@contextlib.contextmanager
def meanwhile(tmp_path):
    """A run, once it measures; at the end its records are in the list."""
    log, records = tmp_path / "a.log", []
    with subprocess.Popen([PROGRAM, *LONG, "--log", log],
                          stdout=subprocess.DEVNULL) as process:
        waited_for(lambda: log.exists() and '"noise"' in log.read_text(),
                   "the first measurement", PATIENCE)
        time.sleep(0.2)
        yield process, records
        assert process.wait(PATIENCE) == 0
    records += read_log(log.read_text())


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one processor")
def test_a_stop_and_a_processor_that_is_taken_away_are_named(tmp_path):
    mine = sorted(os.sched_getaffinity(0))
    with meanwhile(tmp_path) as (process, records):
        process.send_signal(signal.SIGSTOP)
        time.sleep(1.2)
        process.send_signal(signal.SIGCONT)
        for thread in os.listdir(f"/proc/{process.pid}/task"):
            os.sched_setaffinity(int(thread), {mine[0]})
    [text] = warned(records, "stopped_meanwhile")
    assert text.startswith("silence: the program was stopped (SIGSTOP, Ctrl-Z) "
                           "for up to ")
    texts = warned(records, "affinity_changed")
    assert len(texts) == len(mine) - 1
    assert texts[0] == "silence: core 1 was moved away from processor " \
        f"{mine[1]} (taskset, a cpuset), and is there again"


def test_a_busy_host_is_named_before_and_after():
    forever = "import os; me = os.getppid()\nwhile os.getppid() == me: pass"
    busy = [subprocess.Popen([sys.executable, "-c", forever])
            for _ in os.sched_getaffinity(0) for _ in range(2)]
    try:
        time.sleep(0.5)
        done = run(PROGRAM, *SHORT, "budget=100", "rounds=6")
    finally:
        for each in busy:
            each.kill()
            each.wait()
    before, after = warned(read_log(done.stdout), "host_busy")
    said = done.stderr.index("The host is busy: other programs take ")
    assert before.startswith("the host is busy: other programs take ")
    assert before.endswith("before the run. Figures will be inconclusive")
    assert after.endswith("during the run: figures may be inconclusive")
    assert said < done.stderr.index("floor:")
    assert "The host was busy: other programs took " in done.stderr
    assert "\nRun ok, on a busy host: " in done.stderr


def test_a_quota_is_named_and_how_often_it_ran_out():
    group = next((g / "quietcore-test" for g in GROUPS
                  if (g / "cpu.cfs_quota_us").exists() or
                  (g / "cpu.max").exists()), None)
    try:
        group.mkdir(exist_ok=True)
        if (group / "cpu.max").exists():
            (group / "cpu.max").write_text("20000 100000")
        else:
            (group / "cpu.cfs_quota_us").write_text("20000")
    except (AttributeError, OSError) as error:
        pytest.skip(f"no control group of our own: {error}")
    done = run("sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh",
               PROGRAM, *SHORT)
    group.rmdir()
    limit, *often = warned(read_log(done.stdout), "cpu_quota")
    assert limit.startswith("this container or service may use 0.20 of ")
    assert often and "periods Linux stopped the program" in often[0]


def test_a_program_without_descriptors_still_counts_its_processors():
    done = run("sh", "-c", 'ulimit -n 3; exec "$@"', "sh", PROGRAM, *SHORT)
    cores = len(os.sched_getaffinity(0))
    assert f"{cores} of {cores} core" in done.stderr


def test_huge_pages_that_are_never_granted_are_none():
    def refuse():
        assert ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0) == 0

    done = run(PROGRAM, "probe", preexec_fn=refuse)
    [context] = of(read_log(done.stdout), "context")
    assert context["granted"]["huge_pages"] == "no: Linux grants none"
