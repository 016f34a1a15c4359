# SPDX-License-Identifier: MIT
"""`make peers` from the program's runs to the rows in the file."""

import json
from pathlib import Path

import fake_program
import make_log
import peer_runs
import pytest
from click.testing import CliRunner

XST = make_log.result(experiment="floor", variant="xst", p50=6.0, batch=64)
TAS = make_log.result(experiment="lock", variant="tas", p50=6.0, batch=64,
                      rounds=[6.0] * 6, round_means=[6.0] * 6)
NAMES = {"floor": ["xst"], "lock": ["tas", "ck_fas", "ck_fas/wait", "qspin"],
         "queue": ["spsc/pair", "ck_spsc/across", "ring/mcs/pair"],
         "switch": ["call", "other"], "spawn": ["join"], "wake": ["futex"],
         "dispatch": ["steal", "tbb_for", "shared/mcs", "mine"],
         "metg": ["steal/tree", "tbb_for/tree", "mine/tree"]}
LISTED = [fake_program.variant(experiment, name)
          for experiment, names in NAMES.items() for name in names]


def invoked(tmp_path: Path, program: Path, *words: str):
    return CliRunner().invoke(peer_runs.main, [
        "--program", str(program), *words, str(tmp_path / "out")])


def test_each_group_is_a_run_and_the_floors_are_told_once(tmp_path):
    program = fake_program.make(tmp_path, LISTED, [XST, TAS])
    done = invoked(tmp_path, program, "--args", "rounds=9")
    assert done.exit_code == 0, done.output
    runs = [dict(word.split("=") for word in line.split(" --log ")[0].split())
            for line in fake_program.words(program)[1:]]
    assert [set(run["variant"].split(",")) for run in runs] == [
        {"xst.", "tas.", "ck_fas."}, {"xst.", "spsc/pair.", "ck_spsc/across."},
        {"xst.", "call.", "join.", "futex."}, {"xst.", "steal.", "tbb_for."},
        {"xst.", "steal/tree.", "tbb_for/tree."}]
    assert all((run["cores"], run["rounds"]) == ("2", "9") for run in runs)
    about, *rows = map(json.loads, (
        tmp_path / "out" / "peers.jsonl").read_text().splitlines())
    assert [row["row"] for row in rows] == ["lock alone", "floor",
                                            *["lock alone"] * 4]
    assert "load before " in about["said"][0]
    assert about["said"][1].startswith("EMULATED (tcg): ")
    assert "QEMU TCG CPU, on 2 cores, TSC 2450.0 MHz, tcg" in about["said"]


def test_a_run_that_measures_nothing_is_named_with_what_it_warns_of(tmp_path):
    program = fake_program.make(tmp_path, LISTED, [
        {"record": "warning", "code": "no_memory", "text": "8 KiB are free"}])
    done = invoked(tmp_path, program)
    assert done.exit_code == 1
    assert f"peers: {program} measures nothing: 8 KiB are free" in done.output
    assert not (tmp_path / "out" / "peers.jsonl").exists()


def test_an_older_log_is_not_read_again(tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    log = make_log.write(tmp_path / "x.log", [TAS])
    with pytest.raises(SystemExit, match="no whole log"):
        peer_runs.run_of(program, [], log)


def test_a_log_that_is_cut_is_no_run(tmp_path):
    program = fake_program.make(tmp_path, [], [])
    (tmp_path / "figures").write_bytes(b"".join(make_log.lines([TAS])[:-1]))
    with pytest.raises(SystemExit, match="status 1 and no whole log"):
        peer_runs.run_of(program, [], tmp_path / "x.log")


def test_a_log_with_a_damaged_line_is_no_run_and_the_line_is_named(tmp_path):
    program = fake_program.make(tmp_path, [], [])
    figures = make_log.lines([XST, TAS])
    figures[2] = figures[2].replace(b'"tas"', b'"tos"')
    (tmp_path / "figures").write_bytes(b"".join(figures))
    with pytest.raises(SystemExit, match=r"no whole log: .*\(line 3: "):
        peer_runs.run_of(program, [], tmp_path / "x.log")


def test_rows_of_an_earlier_call_are_gone_after_a_failed_one(tmp_path):
    made = tmp_path / "out" / "peers.jsonl"
    made.parent.mkdir()
    made.write_text("{}\n")
    program = fake_program.make(tmp_path, LISTED, [])
    assert invoked(tmp_path, program).exit_code == 1
    assert not made.exists()
