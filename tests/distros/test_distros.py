# SPDX-License-Identifier: MIT
"""What `make distros` does, for today's Debian."""

import subprocess
import sys

import pytest
from places import ROOT, clean_environment


def distros(*names, seconds=100, **environment):
    return subprocess.run(
        [sys.executable, ROOT / "tests" / "distros", *names], text=True,
        env=clean_environment() | environment, timeout=seconds, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_an_unknown_name_is_told_with_those_there_are():
    done = distros("debian-99")
    assert done.returncode == 2
    assert "no distribution debian-99" in done.stderr
    assert "debian-13" in done.stderr


def test_what_is_missing_is_named_with_the_remedy():
    done = distros("debian-13", PATH="/nowhere")
    assert done.returncode == 3
    assert done.stderr == ("distros: no mmdebstrap: apt-get install "
                           "mmdebstrap\n")


@pytest.mark.full
@pytest.mark.nightly
def test_a_newcomer_on_debian_13_gets_what_the_readme_promises():
    done = distros("debian-13", seconds=6000)
    if done.returncode == 3:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    [row] = [line for line in done.stdout.splitlines()
             if line.startswith("Debian 13 ")]
    assert row.split()[-5:] == ["yes", "yes", "yes", "0", "right"]
