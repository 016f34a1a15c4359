# SPDX-License-Identifier: MIT
"""tools/build/setup where something is missing and nothing can be installed."""

import os
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
    path.unlink(missing_ok=True)    # a link leads to the system's own
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def set_up(path: Path) -> subprocess.CompletedProcess:
    return subprocess.run([ROOT / "tools/build/setup", "core"], text=True, timeout=60,
                          capture_output=True, check=False, env={"PATH": str(path)})


@pytest.mark.parametrize("sudo, reason", [
    (None, "not root and no sudo"),
    ("echo 'a password is required' >&2; exit 1", "sudo refuses"),
    ('[ "$1" = true ]', "apt-get update failed")])
def test_what_is_missing_and_the_command_are_named(without_nasm, sudo, reason):
    if sudo:
        script(without_nasm / "sudo", sudo)
    done = set_up(without_nasm)
    assert done.returncode == 1 and "missing: [NASM]" in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last == (f"setup: {reason}; as root, run: apt-get update && apt-get "
                    "install -y --no-install-recommends nasm")


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="gcc is no cross compiler")
def test_packages_are_installed_once_each_and_told_of_meanwhile(without_nasm):
    for name in ("cc", "x86_64-linux-gnu-gcc"):
        (without_nasm / name).unlink()
    script(without_nasm / "id", "echo 0")
    script(without_nasm / "apt-get", f"""
echo "Get:1 a mirror"; echo "0 upgraded, 2 newly installed, 0 to remove"
echo "Need to get 97.5 MB of archives."
echo "Setting up one"; sleep 2.1; echo "Setting up another"; sleep 4
case "$*" in *install*)
for each in nasm cc x86_64-linux-gnu-gcc; do
    ln -s /bin/true {without_nasm}/$each
done;; esac""")
    done = set_up(without_nasm)
    assert done.returncode == 0, done.stderr
    told = done.stderr.splitlines()
    assert told[1] == "setup: installing gcc binutils libc6-dev nasm, from the " \
        "network, once"
    assert told[2:] == ["  Get:1 a mirror", "  Need to get 97.5 MB of archives.",
                        "  Setting up another  50 %", "  still: Setting up another"] * 2


def test_an_environment_is_made_with_a_sign_of_life_each_few_seconds(tmp_path):
    """Python's module venv says nothing for seconds; pip does."""
    script(tmp_path / "python", """
case "$*" in
*"-m venv"*) mkdir -p "$3/bin"; sleep 4; cp "$0" "$3/bin/python";;
*install*) echo "Collecting click"; sleep 4;;
esac""")
    done = subprocess.run(
        [ROOT / "tools/venv", "core"], text=True, timeout=60, capture_output=True,
        check=False, env=os.environ | {"QUIETCORE_BUILD": str(tmp_path / "build"),
                                       "PYTHON": str(tmp_path / "python")})
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path}/build/venv/core/bin/python\n"
    assert done.stderr.splitlines()[1:3] == ["  making it, with pip",
                                             "  Collecting click"]


def test_nothing_is_built_before_the_tools_are_there(without_nasm, tmp_path_factory):
    """On a fresh machine `make -j` must not compile while setup still installs."""
    build = tmp_path_factory.mktemp("build")
    done = subprocess.run(["make", "-k", "-j2", "core-needs", f"BUILD={build}", "USER="],
                          cwd=ROOT, text=True, timeout=120, capture_output=True,
                          check=False, env={"PATH": str(without_nasm)})
    assert done.returncode == 2 and "missing: [NASM]" in done.stderr
    assert not [file for file in build.rglob("*")
                if file.suffix in (".o", ".so", ".a", ".elf", ".inc", ".c")]
