# SPDX-License-Identifier: MIT
"""Who is left out of `make runtimes`, who fails it, and that each program
notices a wrong answer of its own."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import runtime_programs as programs
import runtime_runs as runs
from places import BUILD, ROOT, clean_environment
from runtime_programs import Failed, Runtime

LINE = '{"who":"vyukov","row":"mpmc alone","items":10,"wall":100}'


def session(tmp_path: Path, *runtimes: Runtime) -> runs.Session:
    return runs.Session(tmp_path / "program", tmp_path, [0, 1],
                        list(runtimes))


def runtime(name: str, script: str, **changes) -> Runtime:
    return Runtime(**{
        "name": name, "tools": {}, "build": ("true",), "clock": "ticks",
        "programs": {"queue": ("sh", "-c", script)},
        "versions": (("echo", f"{name} 1.0"),)} | changes)


# ---- commands ----------------------------------------------------------------


def test_a_command_that_fails_is_named_with_what_it_says():
    with pytest.raises(Failed, match="sh ended with status 3: no such crate"):
        programs.run(["sh", "-c", "echo no such crate >&2; exit 3"], 10)


def test_what_hangs_is_named_and_ended_with_all_that_it_started(tmp_path):
    left = tmp_path / "left"
    with pytest.raises(Failed, match="sh has not ended after 1 seconds"):
        programs.run(["sh", "-c", f"sleep 600 & echo $! > {left}; wait"], 1)
    for _ in range(200):
        try:
            state = Path(f"/proc/{int(left.read_text())}/stat").read_text()
        except FileNotFoundError:
            return
        if state.split()[2] == "Z":
            return
        time.sleep(0.1)
    pytest.fail("what it started still runs after 20 seconds")


def test_what_is_missing_is_left_out_with_the_remedy(tmp_path, monkeypatch):
    here = runtime("here", "", programs={})
    gone = runtime("gone", "", tools={"/nowhere/mcs": "apt-get install mcs"})
    monkeypatch.setattr(programs, "all_of", lambda folder: [gone, here])
    now = session(tmp_path)
    runs.build_all(now)
    assert now.notes == ["gone is left out: no mcs: apt-get install mcs"]
    assert (now.runtimes, now.failed) == ([here], False)
    assert now.said == ["here: here 1.0; true"]


def test_what_cannot_be_built_is_named_and_the_others_go_on(
        tmp_path, monkeypatch):
    bad = runtime("bad", "", build=("sh", "-c", "echo no crate >&2; exit 7"))
    good = runtime("good", "")
    monkeypatch.setattr(programs, "all_of", lambda folder: [bad, good])
    now = session(tmp_path)
    runs.build_all(now)
    assert now.notes == ["bad cannot be built: sh ended with status 7: no crate"]
    assert (now.runtimes, now.failed) == ([good], True)


@pytest.mark.skipif(not Path("/etc/debian_version").exists(),
                    reason="the packages named are Debian's")
def test_the_setup_names_what_somebody_who_is_not_root_has_to_install(tmp_path):
    for program in Path("/usr/bin").iterdir():
        if program.name not in ("cargo", "javac", "mcs", "sudo", "id") and \
                not program.name.startswith("python"):
            (tmp_path / program.name).symlink_to(program)
    (tmp_path / "id").write_text("#!/bin/sh\necho 1000\n")
    (tmp_path / "id").chmod(0o755)
    done = subprocess.run(
        [ROOT / "peers/setup", tmp_path / "build", "runtimes"], text=True,
        capture_output=True, timeout=60, check=False, env={
            "PATH": str(tmp_path), "QUIETCORE_BUILD": str(tmp_path / "build")})
    assert done.returncode == 0
    assert "peers: .NET cannot be had from PyPI, left out\n" in done.stderr
    assert done.stderr.endswith(
        "peers: not root; left out until: apt-get install cargo "
        "default-jdk-headless mono-mcs\n")


# ---- turns -------------------------------------------------------------------


def test_who_fails_takes_no_part_any_more_and_fails_the_run(tmp_path):
    good = runtime("good", f"echo '{LINE}'")
    bad = runtime("bad", "echo wrong: a sum >&2; exit 1")
    now = session(tmp_path, bad, good)
    for _ in range(2):
        assert runs.theirs_of(now) == [(good, [json.loads(LINE)])]
    assert now.notes == ["bad, queue: sh ended with status 1: wrong: a sum"]
    assert now.failed


@pytest.mark.parametrize("script, said", [
    ("echo {", "sh prints what is no JSON"), ("true", "sh prints nothing")])
def test_a_program_without_figures_is_named(script, said):
    with pytest.raises(Failed, match=said):
        runs.lines_of(runtime("x", script), "queue", [0, 1])


def test_ours_without_a_result_ends_the_run(tmp_path):
    made = session(tmp_path)
    made.program = BUILD / "quietcore-hosted"
    words = runs.rows.WORDS
    assert words[-1].startswith("variant=")
    with pytest.raises(SystemExit, match="peers: variant=no_such_variant: "):
        runs.own_run(made, [*words[:-1], "variant=no_such_variant."])


def test_the_command_finds_its_modules():
    done = subprocess.run(
        [sys.executable, "peers/runtimes/runtime_runs.py", "--help"], cwd=ROOT,
        env=clean_environment() | {"PYTHONPATH": "tools:peers"}, text=True,
        capture_output=True, timeout=60, check=False)
    assert done.returncode == 0 and "--turns" in done.stdout, done.stderr


# ---- the programs themselves -------------------------------------------------

#: Few tasks and items: what they compute is looked at, no time.
SHORT = {"queue": ("2", "2000"), "deque": ("1", "2000"),
         "dispatch": ("0", "1")}
LENGTHS = ("0", "100", "11", "100")


def here(name: str, folder: Path) -> Runtime:
    found, = (each for each in programs.all_of(folder) if each.name == name)
    if found.missing():
        pytest.skip(f"{name}: {'; '.join(found.missing())}")
    return found


def short_run(made: Runtime, measures: str) -> list[dict]:
    processors = [f"{n}" for n in sorted(os.sched_getaffinity(0))[:2]]
    if len(processors) < 2:
        pytest.skip("it needs two processors")
    words = (*SHORT[measures], *processors,
             *(LENGTHS if measures == "dispatch" else ()))
    out = programs.run([*made.programs[measures], *words], 60,
                       made.environment)
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.full
def test_rust_s_programs_are_built_and_their_sums_are_right():
    folder = BUILD / "runtimes-alone"
    made = here("rust", folder)
    programs.build(made, folder)
    found = [line for measures in made.programs
             for line in short_run(made, measures)]
    who = {"crossbeam_array", "crossbeam_channel", "vyukov"}
    assert {(line["who"], line["row"]) for line in found} == {
        *((name, f"mpmc {way}") for name in who
          for way in ("alone", "across", "both")),
        *(("std_mpsc", f"mpmc {way}") for way in ("alone", "across")),
        *(("crossbeam_deque", f"deque {way}") for way in ("alone", "steal")),
        ("rayon", "dispatch")}
    assert all(line["wall"] > 0 for line in found)


#: A mistake in a program, and what it has to say then.
MISTAKES = {
    "rust/src/bin/queues.rs": [
        (".for_each(|i| put(&push, i))", ".for_each(|i| put(&push, i & !1))",
         "queue", "mpmc across: other items came out")],
    "rust/src/vyukov.rs": [
        ("*slot.item.get() = item", "*slot.item.get() = (0, item.1 | 1)",
         "queue", "vyukov, mpmc alone: other items came out")],
    "rust/src/bin/deque.rs": [
        ("batch * STOLEN + i", "batch * STOLEN + 1", "deque",
         "deque steal: other items came out")],
    "rust/src/bin/dispatch.rs": [
        ("ids: own.ids + id", "ids: own.ids + id / 2", "dispatch",
         "rayon, n = 0: a task is missing or a sum wrong")],
    "java/ForkJoin.java": [
        ("own[at + SUM] += addUp(n)", "own[at + SUM] += addUp(n) + 1",
         "dispatch", "java_fjp, n = 0: a task is missing or a sum wrong")],
    "dotnet/Pool.cs": [
        ("worker[Ids] += (long)id", "worker[Ids] += (long)id / 2", "dispatch",
         "dotnet_pool, n = 0: a task is missing or a sum wrong")],
}


@pytest.mark.full
@pytest.mark.parametrize("path", MISTAKES)
def test_a_program_that_is_wrong_says_so_and_fails(path, tmp_path,
                                                   monkeypatch):
    folder = BUILD / "runtimes-wrong"
    for right, wrong, measures, said in MISTAKES[path]:
        source = tmp_path / path
        shutil.copytree(ROOT / "peers/runtimes", tmp_path, dirs_exist_ok=True)
        text = source.read_text()
        assert text.count(right) == 1
        source.write_text(text.replace(right, wrong))
        monkeypatch.setattr(programs, "SOURCES", tmp_path)
        made = here(path.split("/")[0], folder)
        programs.build(made, folder)
        with pytest.raises(Failed, match=f"status 1: wrong: .*{said}"):
            short_run(made, measures)
