# SPDX-License-Identifier: MIT
"""Locks and queues of the user's own, explored before they are built."""

import re
import subprocess

import places
import pytest
from concluded import findings
from places import ROOT
from qemu import boot, read_log
from user_files import BLOCKS, EXAMPLES, IMAGE, PROGRAM, SHORT, STUCK, make, warned
from verdicts import settled

pytestmark = pytest.mark.usefixtures("user_folder")


def explore(*files) -> subprocess.CompletedProcess:
    return subprocess.run([ROOT / "tools/build/user-explore", *files], cwd=ROOT,
                          env=places.clean_environment(), text=True,
                          check=False, capture_output=True, timeout=300)


@pytest.mark.full
def test_what_hangs_when_explored_is_left_out_until_it_is_mended(tmp_path):
    stuck = tmp_path / "stuck.c"
    text = (ROOT / "tests/user/stuck.c").read_text()
    stuck.write_text(text)
    done = explore(stuck)
    assert done.returncode == 1 and "deadlock" in done.stdout, done.stdout
    make([str(stuck)], "all")
    run = boot(STUCK.replace("stuck,", ""), smp="1", elf=IMAGE)
    [left_out] = run.warned("user_file")
    assert "hangs when explored (deadlock" in left_out["text"]
    assert {r["variant"] for r in run.of("result")} == {"tas"}
    stuck.write_text(text.replace(
        "(void)lock;", "atomic_store_release(&lock->held, 0);"))
    make([str(stuck)], "all")
    run = boot(STUCK, smp="1", elf=IMAGE)
    assert not run.warned("user_file") and not run.warned("explored_wrong")
    assert {r["variant"] for r in run.of("result")} >= {"stuck", "tas"}


def test_locks_and_queues_are_explored_others_are_not(tmp_path):
    for name, block in zip(EXAMPLES, BLOCKS, strict=True):
        (tmp_path / name).write_text(block)
    atomics = (tmp_path / "atomics.c")
    atomics.write_text(BLOCKS[1].replace(
        "atomic_swap_acquire(&lock->taken, 1)",
        "__atomic_exchange_n(&lock->taken, 1, __ATOMIC_ACQUIRE)"))
    done = explore(tmp_path / "counter.c", tmp_path / "patient.c", atomics,
                   "tests/user/leaky.c")
    said = [line for line in done.stdout.splitlines() if "EXPLORE" in line]
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.findall(r"EXPLORE \S*/(\w+\.c):", done.stdout) == [
        "counter.c", "patient.c", "atomics.c", "leaky.c"]
    assert "nothing to explore" in said[-4]
    assert "does not link: __tsan_atomic32_exchange is missing" in said[-2]
    assert "the compiler's own atomics (exchange of 32 bits)" in said[-2]
    assert explore("--unexplored", atomics).returncode == 0
    assert re.search(r"\d{4,} schedules of \d+ runs, all right; preemptions "
                     r"at most: sc \d.*, tso \d.*, c11 \d", said[-3])
    assert "WRONG" in said[-1] and "no order of these calls" in done.stdout


@pytest.mark.full
def test_what_the_explorer_found_wrong_is_marked_and_ranked_nowhere(tmp_path):
    """x86 forgives it: the validation is passed, and it is timed."""
    relaxed = tmp_path / "relaxed.c"
    relaxed.write_text(BLOCKS[1].replace("patient", "relaxed").replace(
        "atomic_store_release", "atomic_store_relaxed"))
    assert explore(relaxed).returncode == 1
    make([str(relaxed)])
    options = SHORT + "bench=lock variant=relaxed,tas."
    check_relaxed(lambda: boot(options, smp="2", elf=IMAGE).records)

    def program() -> list[dict]:
        """Its status is 1 where a run finds the fault, too."""
        return read_log(subprocess.run(
            [PROGRAM, *options.split()], text=True, capture_output=True,
            timeout=100, check=False).stdout)

    check_relaxed(program)


def check_relaxed(boot_once):
    """What the explorer said counts, whatever the validation says."""
    def look(_) -> dict[str, str]:
        records = boot_once()
        rows = {r["variant"]: r.get("proven", "ok") for r in records
                if r["record"] == "result"}
        assert rows["relaxed"] == "failed"
        [text] = warned(records, "explored_wrong")
        assert text.partition(": ")[2] == \
            "relaxed is wrong under some schedule: ranked nowhere"
        assert not any("relaxed" in f["text"] for f in findings(records)
                       if f["verdict"] == "sure")
        return rows

    settled(look, ["tas"], "ok")


def test_a_counter_example_is_whole_and_can_be_replayed():
    done = explore("tests/user/leaky.c")
    again = re.search(r"again: (make .*) && (\S+) --replay (\S+)$",
                      done.stdout, re.M)
    assert again and f"--replay {again[3]}\n" in done.stdout.split("again")[0]
    assert places.make(*again[1].split()[1:]).returncode == 0
    replayed = subprocess.run([ROOT / again[2], "--replay", again[3]],
                              text=True, capture_output=True, timeout=60,
                              check=False)
    trace = [line.strip() for line in replayed.stdout.splitlines()]
    shown = [line.strip() for line in done.stdout.splitlines()]
    assert replayed.returncode == 1 and len(trace) > 12
    assert [line for line in trace if line not in shown] == []
