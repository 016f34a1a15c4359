# SPDX-License-Identifier: MIT
"""qc run --with: files of one's own, whatever their path."""

import re
import subprocess

import make_log
import pytest
from fake_machine import GOOD, fake_qemu
from in_process import qc
from places import ROOT
from quietcore.running import folders, own_files
from quietcore.status import Status

ODD = "my 'odd' & lock$(x).c"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A C file with a header beside it, in a folder with blanks."""
    monkeypatch.setenv("QUIETCORE_BUILD", str(tmp_path / "build"))
    folder = tmp_path / "my files, é"
    folder.mkdir()
    (folder / "my head.h").write_text("#define FROM_BESIDE 1\n")
    (folder / ODD).write_text('#include "my head.h"\nint x = FROM_BESIDE;\n')
    return folder / ODD


def test_make_gets_a_name_without_blanks_and_includes_are_found(mine, tmp_path):
    own_files.linked([mine, mine])
    [name] = own_files.linked([mine])   # links of an earlier build are gone
    assert len(list((own_files.build() / "user" / "files").iterdir())) == 1
    assert name.startswith(str(tmp_path / "build"))
    assert re.fullmatch(r"[A-Za-z0-9_.+/-]+",
                        name.removeprefix(str(tmp_path)))
    subprocess.run(["cc", "-fsyntax-only", name], check=True)


@pytest.mark.parametrize("explored, status", [(0, Status.OK),
                                              (1, Status.RUN_FAILED)])
def test_what_was_built_is_run(mine, tmp_path, monkeypatch, explored, status):
    """And what is wrong when explored is told, however well it ran."""
    asked = []

    def call(command, _seconds):
        asked.append(command)
        folder = tmp_path / "build" / "user"
        (folder / "quietcore.elf").touch()
        return explored if "explore" in command[0] else 0

    monkeypatch.setattr(own_files, "call", call)
    monkeypatch.setenv("QUIETCORE_IMAGES", "build/none")
    qemu = fake_qemu(tmp_path, "(log.parent / 'cwd').write_text(os.getcwd())\n"
                     + GOOD, make_log.lines())
    done = qc("run", "--accel", "tcg", "--qemu", qemu, "--with", mine)
    assert done.exit_code == status, done.output
    assert [command[0] for command in asked] == ["tools/build/user-explore", "make"]
    assert any(word.startswith("USER=") and ODD not in word
               for word in asked[1])
    run = tmp_path / "build" / "run"
    assert (run / "cwd").read_text() == str(tmp_path / "build" / "user")
    assert folders.label_of(ODD.removesuffix(".c")) in run.resolve().name


@pytest.mark.parametrize("words, target", [
    ((), "quietcore.elf"), (("--firmware", "direct"), "quietcore.elf"),
    (("--firmware", "uefi"), "quietcore.iso"),
    (("--machine", "hosted"), "quietcore-hosted")])
def test_what_is_to_be_started_is_built(mine, monkeypatch, words, target):
    def build_with(files, built, unexplored):
        raise own_files.CannotBuild(f"{files} {built} {unexplored}")

    monkeypatch.setattr(own_files, "build_with", build_with)
    done = qc("run", "--with", mine, *words)
    assert done.exit_code == Status.MISSING
    assert f" {target} False" in done.output.replace("\n", " ")


def test_make_gets_every_file_and_the_target(mine, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(own_files, "call",
                        lambda *words: asked.append(words) or 0)
    assert own_files.build_with([mine, mine], "quietcore.iso")
    names = [f"{tmp_path}/build/user/files/{i}/my__odd____lock__x_.c"
             for i in range(2)]
    assert asked == [
        (["tools/build/user-explore", *names], 1200),
        (["make", "-s", f"BUILD={tmp_path}/build", f"USER={' '.join(names)}",
          f"{tmp_path}/build/user/quietcore.iso"], 600)]


@pytest.mark.parametrize("command, seconds, words", [
    (["sleep", "60"], 0.1, "sleep did not end within 0.1 s"),
    (["/no/such"], 60, "/no/such cannot be started: No such file")])
def test_a_tool_that_does_not_start_or_end_is_named(command, seconds, words, capfd,
                                                    monkeypatch):
    """Another runs in the checkout, and its status counts."""
    monkeypatch.chdir("/")
    with pytest.raises(own_files.CannotBuild, match=words):
        own_files.call(command, seconds)
    assert own_files.call(["sh", "-c", "pwd; exit 3"], 60) == 3
    assert capfd.readouterr().err == f"{ROOT}\n"


def test_a_build_that_fails_and_a_file_that_is_not_there_are_named(mine, monkeypatch):
    monkeypatch.setattr(own_files, "call", lambda *_: 2)
    done = qc("run", "--qemu", "/bin/true", "--with", mine)
    assert done.exit_code == Status.MISSING
    assert "make failed (status 2)" in done.output
    done = qc("run", "--with", "no such.c")
    assert done.exit_code == Status.USAGE and "no such.c" in done.output
