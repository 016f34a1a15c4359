# SPDX-License-Identifier: MIT
"""Every interleaving of small programs over sched/, and the mutants of it.

Deeper: make prove; by hand: build/host/explore --program NAME --bound N (or all).
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import BUILD, ROOT

HERE = Path(__file__).resolve().parent
EXPLORE = BUILD / "host" / "explore"

sys.path.insert(0, str(HERE))
import mutants  # noqa: E402  (they lie beside this file)
import operators  # noqa: E402


def run(*command: str, timeout: int = 120) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True,
                          timeout=timeout, check=False)


def names() -> list[str]:
    return sorted(run(EXPLORE, "--list").stdout.split())


#: Two seconds each and more: make test-full explores them.
LONG = {"barrier_central_3x2", "executor_adaptive_tree", "executor_chunk_ranges",
        "executor_shared_tree", "executor_shared_wake", "executor_static_ranges",
        "executor_steal_flat", "executor_steal_full", "executor_steal_tree", "lock_qspin_4x1",
        "queue_deque_bulk_thief", "queue_deque_thief", "queue_deque_thieves",
        "queue_steal_empty_three", "sched_end_chain", "sched_end_fork", "sched_join_both",
        "sched_join_stale", "sched_share_counted_spin", "sched_share_queue_spin", "sched_sleep",
        "sched_submit_spin", "sched_two_wakers", "sched_wake_twice", "sem_exclusion",
        "sem_two_takers"}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.full] * (name in LONG))
    for name in names()])
def test_program(name):
    done = run(EXPLORE, "--program", name)
    assert done.returncode == 0, done.stdout + done.stderr


def defined(path: Path) -> dict[str, str]:
    """The accesses of an atomic.h: name -> what it stands for."""
    text = path.read_text().replace("\\\n", " ")
    found = dict(re.findall(r"#define ((?:atomic|payload|cpu)_\w+)\(.*?\)"
                            r"\s+(.*)", text))
    return found | dict.fromkeys(
        re.findall(r"static inline void (cpu_\w+)\(", text), "")


def test_atomic_h_has_no_access_that_the_explorer_lacks():
    ours = defined(HERE / "include/kernel/atomic.h")
    assert set(defined(ROOT / "kernel/atomic.h")) - set(ours) == set()
    for name, meaning in ours.items():
        access = re.fullmatch(r"atomic_(.*?)_([a-z_]+)", name)
        if access and name != "atomic_store_seq_cst":
            assert access[2].upper() in meaning, name
            assert access[1].upper() in meaning, name


@pytest.mark.parametrize("bound", ["0", "1", pytest.param(
    "2", marks=pytest.mark.full)])
@pytest.mark.parametrize("name", [n for n in names()
                                  if n.startswith("random_")])
def test_flushes_left_out_make_no_difference(name, bound):
    few, many = ([word for word in run(
        EXPLORE, "--program", name, "--model", "tso", "--bound", bound,
        *more).stdout.split(", ") if "outcomes" in word]
        for more in ([], ["--flush", "anywhere"]))
    assert few == many != []


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    return mutants.Workshop(tmp_path_factory.mktemp("mutants"))


def some_in_core(chosen, name, each: int):
    """make test takes one in so many, make test-full the others."""
    return [pytest.param(m, id=name(m),
                         marks=[pytest.mark.full] if i % each else [])
            for i, m in enumerate(chosen)]


@pytest.mark.parametrize("mutant", some_in_core(
    [m for m in mutants.all_mutants() if not mutants.deep_only(m)],
    lambda m: m["name"], 6))
def test_mutant(workshop, mutant):
    mutants.judge(workshop, mutant)


@pytest.mark.parametrize("mutant", some_in_core(
    [m for m in operators.all_mutants() if m.kind not in operators.harmless()],
    lambda m: m.name, 11))
def test_access(mutant):
    assert operators.judge(mutant) == ""


def test_what_is_called_harmless_is_there_and_little():
    kinds = {m.kind for m in operators.all_mutants()}
    assert set(operators.harmless()) <= kinds
    assert len(operators.harmless()) <= 72    # and no more


# ---- a user's file -----------------------------------------------------------


def explore_user(workshop, *words: str) -> subprocess.CompletedProcess:
    """The programs of the file that make is told of."""
    build = workshop.folder / "base"
    subprocess.run(["make", "-s", "-f", mutants.MAKEFILE, f"BUILD={build}",
                    f"{build}/user/explore", *words], cwd=ROOT, timeout=120,
                   capture_output=True, check=True)
    return run(build / "user/explore", "user")


def test_a_users_lock_and_queue_that_are_right(workshop):
    done = explore_user(workshop, "USER=tests/user/explored_right.c")
    assert done.returncode == 0, done.stdout + done.stderr
    ran = {line.split()[0] for line in done.stdout.splitlines()}
    # fair: so there is _fifo; no try: so there is no _try.
    assert {"user_mine_2x2", "user_mine_3x1", "user_mine_fifo",
            "user_stack_both", "user_stack_bulk_three"} <= ran
    assert not {name for name in ran if name.endswith(("_try", "_thief"))}


def test_a_users_lock_and_queue_that_are_broken(workshop):
    done = explore_user(workshop, "USER=tests/user/explored_broken.c")
    assert done.returncode == 1
    bad = [line.split()[:2] for line in done.stdout.splitlines()
           if line.endswith("FAILED")]
    assert {tuple(words) for words in bad} >= {
        (f"user_{program}", model) for model in mutants.TOOLS
        for program in ("hasty_2x2", "early_pair")}
    steps = re.search(r"--replay (user_hasty_2x2:sc:\w+)", done.stdout)[1]
    again = run(workshop.folder / "base/user/explore", "--replay", steps)
    assert again.returncode == 1
    assert "two held the lock at once" in again.stdout


def test_without_a_users_file_there_is_nothing_of_the_user(workshop):
    done = explore_user(workshop)
    assert done.returncode == 2
    assert "USER=path/mine.c" in done.stderr


# ---- deeper ------------------------------------------------------------------


def test_prove_goes_deeper_and_counts():
    done = run(HERE / "prove.py", "--only", "lock_tas_2x2", "--seconds", "2")
    assert done.returncode == 0, done.stdout
    assert "proved: 3 runs of programs" in done.stdout.splitlines()[-1]
    bounds = re.findall(r"bound +(\d+)", done.stdout)
    assert bounds and min(map(int, bounds)) > 3


def test_prove_sees_a_failure(tmp_path):
    fake = tmp_path / "explore"
    fake.write_text("#!/bin/sh\necho lock_x bound 1: 5 schedules, 0 s: FAILED\n")
    fake.chmod(0o755)
    done = run(HERE / "prove.py", "--explorer", fake, "--only", "lock_x")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].startswith("FAILED: 3 runs")
