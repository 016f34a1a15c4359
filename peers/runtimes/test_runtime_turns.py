# SPDX-License-Identifier: MIT
"""`make runtimes` from its turns to the rows in the file, with programs that
say what a test wants."""

import json
from pathlib import Path

import fake_program
import make_log
import pytest
import runtime_programs as programs
import runtime_runs as runs
from click.testing import CliRunner
from quietcore.status import Status
from runtime_programs import Runtime

MPMC = make_log.result(variant="mpmc/pair", cores=1, batch=64, p50=12.0,
                       rounds=[12.0] * 6)


def runtime(folder: Path, name: str, clock: str, tail: str = "") -> Runtime:
    """Says that a push and a pop take 40 of its clock's units."""
    line = json.dumps({"who": name, "row": "mpmc alone", "items": 1,
                       "wall": 40})
    return Runtime(
        name, {}, ("true",), {"queue": (
            "sh", "-c", f"echo {name} >> {folder}/words; echo '{line}'{tail}")},
        clock, (("echo", "1.0"),))


@pytest.fixture(name="bound")
def two_processors(monkeypatch):
    """The test's own process is left where it is."""
    calls = []
    monkeypatch.setattr(runs.os, "sched_setaffinity",
                        lambda *words: calls.append(words))
    monkeypatch.setattr(runs.os, "sched_getaffinity", lambda _: {3, 5, 7})
    return calls


def invoked(tmp_path: Path, monkeypatch, *runtimes: Runtime, turns: int = 3):
    program = fake_program.make(tmp_path, [], [MPMC])
    monkeypatch.setattr(programs, "all_of", lambda folder: list(runtimes))
    done = CliRunner().invoke(runs.main, [
        "--turns", str(turns), "--program", str(program),
        str(tmp_path / "out")])
    file = tmp_path / "out" / "runtimes.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return done, [json.loads(line) for line in lines]


def test_each_turn_has_both_sides_by_turns_first(tmp_path, monkeypatch, bound):
    done, (about, *rows) = invoked(
        tmp_path, monkeypatch, runtime(tmp_path, "vyukov", "ticks"),
        runtime(tmp_path, "java", "ns"))
    assert done.exit_code == Status.OK, done.output
    order = [line.split()[0] for line in
             (tmp_path / "words").read_text().splitlines()]
    ours, theirs = ["suite=quick"], ["vyukov", "java"]
    assert order == [*ours, *theirs, *theirs, *ours, *ours, *theirs]
    assert {(row["who"], *row["turns"]) for row in rows} == {
        ("ours/mpmc", 12, 12, 12), ("vyukov", 40, 40, 40),
        ("java", 98, 98, 98)}      # at 2.45 ticks a nanosecond
    assert bound == [(0, [3, 5])]
    assert any("load before " in line for line in about["said"])
    assert "processors 3, 5" in about["said"]
    assert about["said"][1].startswith("EMULATED (tcg): ")
    assert "of fewer than 6 turns no target is told: TURNS=6" in done.output


def test_who_fails_is_noted_and_the_command_fails(tmp_path, monkeypatch, bound):
    done, (about, *rows) = invoked(
        tmp_path, monkeypatch, runtime(tmp_path, "vyukov", "ticks"),
        runtime(tmp_path, "java", "ns", "; exit 9"), turns=6)
    assert done.exit_code == Status.RUN_FAILED and bound
    assert about["notes"] == ["java, queue: sh ended with status 9: "
                              "it says no more"]
    assert {row["who"] for row in rows} == {"ours/mpmc", "vyukov"}
    assert "TURNS=6" not in done.output and "1 target: " in done.output


def test_where_none_is_here_the_remedies_are_said(tmp_path, monkeypatch, bound):
    done, rows = invoked(tmp_path, monkeypatch, Runtime(
        "rust", {"/nowhere/cargo": "apt-get install cargo"}, (), {}, "ticks",
        ()))
    assert done.exit_code == Status.MISSING and not rows and not bound
    assert "rust is left out: no cargo: apt-get install cargo" in done.output


def test_one_processor_is_too_few(tmp_path, monkeypatch):
    monkeypatch.setattr(runs.os, "sched_getaffinity", lambda _: {0})
    done, rows = invoked(tmp_path, monkeypatch)
    assert done.exit_code == Status.MISSING and not rows
    assert "two processors are needed, one may be used" in done.output


def test_each_clock_has_its_rounds_before_and_its_scale(tmp_path):
    made = {each.name: each for each in programs.all_of(tmp_path)}
    assert {name: each.clock for name, each in made.items()} == {
        "rust": "ticks", "java": "ns", "dotnet": "ns"}
    words = {name: programs.words_of(each, "dispatch", [3, 5])
             for name, each in made.items()}
    assert words["rust"][:6] == ["1", "7", "3", "5", "0", "50000"]
    assert words["java"][:2] == words["dotnet"][:2] == ["4", "7"]
    assert programs.words_of(made["rust"], "queue", [3, 5]) == [
        "15", "100000", "3", "5"]
    assert list(made["rust"].tools) == ["cargo"]
