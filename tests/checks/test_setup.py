# SPDX-License-Identifier: MIT
"""tools/build/setup where something is missing and nothing can be installed."""

import subprocess
from pathlib import Path

import pytest
from places import ROOT

pytestmark = pytest.mark.skipif(not Path("/etc/debian_version").exists(),
                                reason="the command named is Debian's")


@pytest.fixture
def without_nasm(tmp_path):
    """A folder of all programs but NASM, of someone who is not root."""
    for program in Path("/usr/bin").iterdir():
        if program.name not in ("nasm", "sudo", "id"):
            (tmp_path / program.name).symlink_to(program)
    script(tmp_path / "id", "echo 1000")
    return tmp_path


def script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize("sudo, reason", [
    (None, "not root and no sudo"),
    ("echo 'a password is required' >&2; exit 1", "sudo refuses"),
    ('[ "$1" = true ]', "apt-get update failed")])
def test_what_is_missing_and_the_command_are_named(without_nasm, sudo, reason):
    if sudo:
        script(without_nasm / "sudo", sudo)
    done = subprocess.run([ROOT / "tools/build/setup", "core"], text=True, timeout=60,
                          capture_output=True, check=False,
                          env={"PATH": str(without_nasm)})
    assert done.returncode == 1 and "missing: [NASM]" in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last == (f"setup: {reason}; as root, run: apt-get update && apt-get "
                    "install -y --no-install-recommends nasm")


def test_nothing_is_built_before_the_tools_are_there(without_nasm, tmp_path_factory):
    """On a fresh machine `make -j` must not compile while setup still installs."""
    build = tmp_path_factory.mktemp("build")
    done = subprocess.run(["make", "-k", "-j2", "core-needs", f"BUILD={build}", "USER="],
                          cwd=ROOT, text=True, timeout=120, capture_output=True,
                          check=False, env={"PATH": str(without_nasm)})
    assert done.returncode == 2 and "missing: [NASM]" in done.stderr
    assert not [file for file in build.rglob("*")
                if file.suffix in (".o", ".so", ".a", ".elf", ".inc", ".c")]
