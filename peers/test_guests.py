# SPDX-License-Identifier: MIT
"""Other people's primitives behind our contracts, with whatever libraries are
there: those of the compiler always are."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from places import BUILD, ROOT, clean_environment, for_make

pytestmark = pytest.mark.full

#: Of tests/wrong/locks.c: each core locks a word of its own.
WRONG = "own_word"


def built(*words: str, **environment: str) -> str:
    """What make says besides."""
    build = BUILD / "peers-alone"
    (build / "peers").mkdir(parents=True, exist_ok=True)
    (build / "peers" / ".setup").touch()  # installs no library for a test
    done = subprocess.run(
        ["make", "-j2", "-s", f"BUILD={for_make(build)}", *words], cwd=ROOT,
        env=clean_environment() | environment, check=False, timeout=400,
        text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


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


def listed(program) -> set[tuple[str, str]]:
    return {(r["what"], r["name"]) for r in records(program, "list")
            if r["record"] == "listed"}


@pytest.mark.parametrize("name, missing", [
    ("gomp_task", "this compiler has no libgomp"),
    ("rayon_spawn", "cargo or rayon's crates are missing: peers/setup")])
def test_tasks_of_others_are_proven_in_every_pattern(name, missing):
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    if ("executor", name) not in listed(program):
        pytest.skip(missing)
    found = records(program, "bench=metg", "steps=16", "rounds=1",
                    f"variant={name}")
    proofs = [r for r in found if r["record"] == "validation"]
    assert {r["verdict"] for r in proofs} == {"ok"}
    assert len({r["variant"] for r in proofs}) == 7


def test_rayon_s_tasks_are_proven_and_dispatched_on_every_number_of_cores():
    """Again on one core after several: its pool is another one each time."""
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    if ("executor", "rayon_spawn") not in listed(program):
        pytest.skip("cargo or rayon's crates are missing: peers/setup")
    found = records(program, *"suite=quick bench=dispatch,metg rounds=2".split(),
                    "tasks=500", "steps=16",
                    "variant=loop.,rayon_spawn.,rayon_spawn/fft.")
    proofs = {(r["experiment"], r["cores"]): r["verdict"] for r in found
              if r["record"] == "validation"
              and r["variant"].startswith("rayon_spawn")}
    assert set(proofs.values()) == {"ok"}
    assert {e for e, cores in proofs if cores == 1} == {"dispatch", "metg"}
    assert {(r["experiment"], r["cores"]) for r in found
            if r["record"] == "result"
            and r["variant"].startswith("rayon_spawn")} >= {
        ("dispatch", cores) for e, cores in proofs if e == "dispatch"}


def test_without_cargo_rayon_is_left_out_by_name():
    program = BUILD / "peers-alone" / "quietcore-peers"
    built(for_make(program))
    before = listed(program)
    said = built(for_make(program), CARGO="no-cargo-here")
    assert "peers: rayon is left out: no cargo, or not its crates; " \
        "peers/setup gets them" in said.splitlines()
    assert {name for _, name in before - listed(program)} <= {
        "rayon_spawn", *(name for _, name in before
                         if name.startswith("rayon_spawn/"))}
    assert ("executor", "rayon_spawn") not in listed(program)


@pytest.mark.skipif(not Path("/etc/debian_version").exists(),
                    reason="the package named is Debian's")
def test_the_setup_names_cargo_where_it_may_not_install_it(tmp_path):
    for program in Path("/usr/bin").iterdir():
        if program.name not in ("cargo", "sudo", "id", "apt-get"):
            (tmp_path / program.name).symlink_to(program)
    for name, text in (("id", "echo 1000"), ("apt-get", "exit 1")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [ROOT / "peers/setup", tmp_path / "build"], text=True,
        capture_output=True, timeout=60, check=False,
        env={"PATH": str(tmp_path)})
    assert done.returncode == 0
    left, = [line for line in done.stderr.splitlines()
             if line.startswith("peers: not root; left out until: ")]
    assert left.split()[-1] == "cargo"


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
    rows = [r["text"] for r in records(program, "list")
            if r["record"] == "warning" and r["code"] == "few_rows"]
    assert {text.split(":")[0] for text in rows} == {
        "dispatch", "metg", "primes"}
    room = re.search(r"#define MADE_KINDS_MAX (\d+)",
                     (ROOT / "bench/config/rows.h").read_text())
    listed = re.search(r"#define EXECUTORS_LISTED (\d+)",
                       (ROOT / "bench/experiments/metg/metg.c").read_text())
    for text in rows:
        lost, every = map(int, re.findall(r"\d+", text.split(":")[1])[:2])
        assert lost > 0 and every - lost == (
            7 * int(listed[1]) if text.startswith("metg") else int(room[1]))
    found = records(program, *few, "variant=loop.,many20.")
    assert not [r for r in found if r["record"] == "warning"
                and r["code"] == "few_executors"]
    assert {r["variant"] for r in found if r["record"] == "result"} == {
        "loop", "many20"}
