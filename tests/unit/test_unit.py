# SPDX-License-Identifier: MIT
"""The C unit tests of build/host/unit, each a test of its own here."""

import subprocess

import pytest
from places import BUILD

UNIT = BUILD / "host" / "unit"


def names() -> list[str]:
    done = subprocess.run([UNIT, "--list"], capture_output=True, text=True,
                          timeout=20, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("name", names())
def test_unit(name):
    done = subprocess.run([UNIT, name], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
