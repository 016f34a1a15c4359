# SPDX-License-Identifier: MIT
"""Cross toolchains by their usual names and by any prefix."""

import os
import shutil
import subprocess

import pytest
from places import ROOT, clean_environment

TOOLS = ("gcc", "objdump", "nm", "strip")


def make(folder, *words, path=""):
    """make into a new build directory."""
    around = clean_environment()
    return subprocess.run(
        ["make", "-j2", f"BUILD={folder / 'build'}", *words], cwd=ROOT,
        env=around | {"PATH": f"{path}:{around['PATH']}"}, text=True,
        check=False, capture_output=True, timeout=900)


def script(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.full
@pytest.mark.parametrize("prefix, words", [
    pytest.param("x86_64-elf-", [], marks=pytest.mark.nightly),
    ("some-other-", ["CROSS=some-other-"])])
def test_all_tools_are_taken_from_the_toolchain(tmp_path, prefix, words):
    for tool in TOOLS:
        real = shutil.which(f"x86_64-linux-gnu-{tool}")
        script(tmp_path / "bin" / (prefix + tool),
               f'echo {tool} >>"{tmp_path}/called"\nexec {real} "$@"')
    done = make(tmp_path, "WERROR=1", "iso", *words, path=tmp_path / "bin")
    assert done.returncode == 0, done.stdout + done.stderr
    called = (tmp_path / "called").read_text().split()
    assert set(called) == set(TOOLS) and called.count("gcc") > 100
    assert os.path.getsize(tmp_path / "build/quietcore.iso")


def test_a_prefix_without_a_compiler_is_named(tmp_path):
    done = make(tmp_path, "CROSS=absent-", "all")
    assert done.returncode == 2
    assert "CROSS=absent-, but there is no absent-gcc in PATH" in done.stderr


def test_the_linux_program_is_refused_on_another_processor(tmp_path):
    script(tmp_path / "cc", "echo aarch64-linux-gnu")
    done = make(tmp_path, f"HOSTCC={tmp_path}/cc", "hosted")
    assert done.returncode == 2
    assert "the Linux program is for x86-64 only" in done.stderr
    assert "compiles for aarch64-linux-gnu" in done.stderr
