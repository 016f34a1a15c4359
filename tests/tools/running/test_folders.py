# SPDX-License-Identifier: MIT
"""Each run has a folder of its own, and nothing is ever overwritten."""

import json
import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from fake_machine import GOOD, fake_qemu, pretend_built
from in_process import qc
from quietcore.running import folders
from quietcore.status import Status


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """qc run below a build directory of its own, with a stand-in for QEMU."""
    pretend_built(monkeypatch, tmp_path)
    monkeypatch.setenv("QUIETCORE_BUILD", str(tmp_path / "build"))
    path = fake_qemu(tmp_path, GOOD)

    def run(*arguments: str):
        return qc("run", "--qemu", path, "--accel", "tcg", *arguments)
    run.runs = tmp_path / "build" / "runs"
    run.last = tmp_path / "build" / "run"
    return run


def test_a_run_has_a_folder_of_its_own_and_the_link_leads_to_the_last(fake):
    names = []
    for _ in range(3):
        done = fake("--bench", "lock,queue")
        assert done.exit_code == Status.OK, done.output
        names.append(os.readlink(fake.last))
        assert str(fake.runs / Path(names[-1]).name / "serial.log") in \
            done.output
    assert len(set(names)) == 3
    for name in names:
        assert re.fullmatch(r"runs/\d{8}-\d{6}-quick-lock-queue(-\d)?", name)
        assert (fake.last.parent / name / "serial.log").stat().st_size


def test_folders_of_one_second_are_numbered_from_2(tmp_path, monkeypatch):
    monkeypatch.setattr(folders.time, "strftime", lambda _: "now")
    monkeypatch.setattr(folders, "MOST_OF_ONE_NAME", 4)
    assert [folders.new_folder(tmp_path, "x").name for _ in range(3)] == [
        "now-x", "now-x-2", "now-x-3"]
    with pytest.raises(folders.FolderError, match="holds 4 folders 'now-x'"):
        folders.new_folder(tmp_path, "x")


def test_many_at_once_get_a_folder_each_and_logs_of_former_times_are_kept(tmp_path):
    """There used to be one folder."""
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "serial.log").write_text("old")
    first = folders.new_folder(tmp_path, "quick")
    assert (tmp_path / "run").resolve() == first
    assert [p.read_text() for p in tmp_path.rglob("serial.log")] == ["old"]
    with ThreadPoolExecutor(16) as pool:
        made = {*pool.map(lambda _: folders.new_folder(tmp_path, "quick"), range(64))}
    assert len(made) == 64 and (tmp_path / "run").resolve() in made


def test_a_named_folder_that_holds_a_run_is_refused(fake, tmp_path, monkeypatch):
    """It may be relative: QEMU starts in the image's folder."""
    monkeypatch.chdir(tmp_path)
    assert fake("--out", "an out").exit_code == Status.OK
    log = tmp_path / "an out" / "serial.log"
    assert log.stat().st_size
    log.write_text("precious")
    done = fake("--out", "an out")
    assert done.exit_code == Status.UNWRITABLE
    assert f"{tmp_path}/an out holds a run already" in done.output
    assert log.read_text() == "precious"


@pytest.mark.parametrize("out", ["/proc/out", "FILE/out", "FILE"])
def test_a_folder_that_cannot_be_written_is_named(fake, monkeypatch, tmp_path, out):
    (tmp_path / "file").touch()
    out = out.replace("FILE", str(tmp_path / "file"))
    done = fake("--out", out)
    assert done.exit_code == Status.UNWRITABLE
    assert f"qc: {out} cannot be written: " in done.output
    monkeypatch.setenv("QUIETCORE_BUILD", out)
    done = fake()
    assert done.exit_code == Status.UNWRITABLE
    assert out in done.output and "--out DIR" in done.output


def test_run_json_says_running_meanwhile(fake, tmp_path):
    fake_qemu(tmp_path, "(log.parent / 'seen').write_bytes("
              "(log.parent / 'run.json').read_bytes())\n" + GOOD)
    fake("--out", tmp_path / "out")
    seen, after = (json.loads((tmp_path / "out" / name).read_text())
                   for name in ("seen", "run.json"))
    assert seen["status"] == "running" and seen["pid"] == os.getpid()
    assert after["status"] == "ok"
