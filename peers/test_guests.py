# SPDX-License-Identifier: MIT
"""Other people's primitives behind our contracts, with whatever libraries are
there: those of the compiler always are."""

import json
import re
import subprocess

import pytest
from places import BUILD, ROOT, clean_environment, for_make

pytestmark = pytest.mark.full

#: Of tests/wrong/locks.c: each core locks a word of its own.
WRONG = "own_word"


def built(*words: str) -> None:
    build = BUILD / "peers-alone"
    (build / "peers").mkdir(parents=True, exist_ok=True)
    (build / "peers" / ".setup").touch()  # installs no library for a test
    subprocess.run(["make", "-j2", "-s", f"BUILD={for_make(build)}", *words],
                   cwd=ROOT, env=clean_environment(), check=True, timeout=400)


def records(program, *words: str, status: int = 0) -> list[dict]:
    done = subprocess.run([program, *words], text=True, capture_output=True,
                          timeout=300, check=False)
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def verdicts(found: list[dict]) -> dict[str, str]:
    return {r["variant"].partition("/")[0]: r["verdict"] for r in found
            if r["record"] == "validation"}


def test_guests_are_proven_and_measured_as_ours_are():
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    found = records(
        program, "suite=quick", "bench=floor,lock,queue", "rounds=2",
        "variant=syscall.,tas.,libc_spin.,std_mutex.,std_deque/pair.,"
        "libc_ring/pair.")
    measured = {r["variant"] for r in found if r["record"] == "result"}
    assert measured == {"syscall", "tas", "libc_spin", "std_mutex",
                        "std_deque/pair", "libc_ring/pair"}
    said = verdicts(found)
    assert set(said) == {"syscall", "tas", "libc_spin", "std_mutex",
                         "std_deque", "libc_ring"}
    assert "failed" not in said.values()


def test_a_wrong_one_among_them_fails_and_is_not_measured():
    program = BUILD / "peers-alone" / "user" / "quietcore-peers"
    built("USER=tests/wrong/locks.c", "UNEXPLORED=1", for_make(program))
    found = records(program, "suite=quick", "bench=lock", "rounds=2",
                    f"variant={WRONG}.,libc_spin.", status=1)
    said = verdicts(found)
    assert said[WRONG] == "failed" and said["libc_spin"] != "failed"
    assert not [r for r in found if r["record"] == "result"
                and (r["variant"], r["cores"]) == (WRONG, 2)]


def test_openmp_s_tasks_are_proven_in_every_pattern():
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    listed = {r["name"] for r in records(program, "list")
              if r["record"] == "listed" and r["what"] == "executor"}
    if "gomp_task" not in listed:
        pytest.skip("this compiler has no libgomp")
    found = records(program, "bench=metg", "steps=16", "rounds=1",
                    "variant=gomp_task")
    proofs = [r for r in found if r["record"] == "validation"]
    assert {r["verdict"] for r in proofs} == {"ok"}
    assert len({r["variant"] for r in proofs}) == 7


#: An executor that runs each task at once, under many names.
MANY = 45
VERBS = ("executor", "bytes", "init", "run", "submit", "stats", "workers")
AT_ONCE = """#include "sched/executor/executor.h"
struct many_executor { struct executor_stats stats; };
static size_t many_bytes(unsigned cores, const struct executor_options *o)
{ (void)cores, (void)o; return 1; }
static bool many_init(void *e, void *memory, unsigned cores,
		      const struct executor_options *o)
{ (void)e, (void)memory, (void)cores, (void)o; return true; }
static void many_run(void *e, void (*root)(void *executor, void *arg), void *arg)
{ ((struct many_executor *)e)->stats = (struct executor_stats){ 0 };
  root(e, arg); }
static void many_submit(void *e, struct work task)
{ struct executor_stats *stats = &((struct many_executor *)e)->stats;
  stats->submits++; task.run(task.arg); stats->tasks++; }
static const struct executor_stats *many_stats(void *e, unsigned worker)
{ (void)worker; return &((struct many_executor *)e)->stats; }
static unsigned many_workers(void *e)
{ return ((struct many_executor *)e)->stats.tasks != 0; }
"""


def test_executors_for_which_there_is_no_room_are_counted(tmp_path):
    program = BUILD / "peers-alone" / "user" / "quietcore-peers"
    source = tmp_path / "many.c"
    source.write_text(AT_ONCE + "".join(
        "".join(f"#define many{i}_{verb} many_{verb}\n" for verb in VERBS)
        + f'EXECUTOR(many{i}, "at once", false);\n' for i in range(MANY)))
    built(f"USER={source}", "UNEXPLORED=1", for_make(program))
    few = "suite=quick bench=dispatch cores=1 rounds=1 tasks=50".split()
    text, = [r["text"] for r in records(program, *few)
             if r["record"] == "warning" and r["code"] == "few_executors"]
    left, among, room = map(int, re.findall(r"\d+", text))
    assert room == 40 and left == among - room > 0
    found = records(program, *few, "variant=loop.,many20.")
    assert not [r for r in found if r["record"] == "warning"
                and r["code"] == "few_executors"]
    assert {r["variant"] for r in found if r["record"] == "result"} == {
        "loop", "many20"}
