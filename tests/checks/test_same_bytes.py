# SPDX-License-Identifier: MIT
"""Two clones in two places at two times are built to the same bytes."""

import hashlib
import subprocess

import pytest
from places import ROOT, clones_environment

pytestmark = pytest.mark.full

FILES = ("quietcore.elf", "quietcore.iso", "quietcore-hosted")
#: By clone: its folder, mask of permissions, time zone, language.
CLONES = (("first", 0o022, "UTC", "C"),
          ("a longer/second one", 0o077, "Asia/Kolkata", "C.UTF-8"))


def built(folder, umask: int, zone: str, language: str) -> dict[str, str]:
    """The files' sums of a new clone."""
    def run(*command, seconds):
        done = subprocess.run(
            command, umask=umask, timeout=seconds, check=False, text=True,
            env=clones_environment() | {"TZ": zone, "LC_ALL": language},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, done.stdout
    run("git", "clone", "-q", ROOT, folder, seconds=100)
    run("make", "-C", folder, "-j2", "WERROR=1", "iso", "hosted", seconds=900)
    return {name: hashlib.sha256((folder / "build" / name).read_bytes())
            .hexdigest() for name in FILES}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git to clone from")
def test_two_clones_give_the_same_files(tmp_path):
    first, second = (built(tmp_path / name, *others)
                     for name, *others in CLONES)
    print(first)
    assert first == second
