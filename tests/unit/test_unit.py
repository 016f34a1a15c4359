# SPDX-License-Identifier: MIT
"""The C unit tests of build/host/unit, each a test of its own here."""

import functools
import subprocess

import pytest
from places import BUILD

UNIT = BUILD / "host" / "unit"
#: So many are run at once, each in a process of its own.
TOGETHER = 40


def names(which: str) -> list[str]:
    done = subprocess.run([UNIT, which], capture_output=True, text=True,
                          timeout=20, check=True)
    return done.stdout.split()


QUICK = names("--quick")
LONG = sorted(set(names("--list")) - set(QUICK))


@functools.cache
def said(first: int) -> str:
    """What so many tests say, from that one on."""
    return subprocess.run([UNIT, *QUICK[first:first + TOGETHER]],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=600, check=False).stdout


@pytest.mark.parametrize("name", QUICK)
def test_unit(name):
    """The lines before its FAILED are its own."""
    lines = said(QUICK.index(name) // TOGETHER * TOGETHER).splitlines()
    assert lines and lines[-1].endswith(" failed"), lines
    assert f"FAILED {name}" not in lines, "\n".join(lines)


@pytest.mark.long
@pytest.mark.parametrize("name", LONG)
def test_unit_long(name):
    done = subprocess.run([UNIT, name], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
