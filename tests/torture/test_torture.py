# SPDX-License-Identifier: MIT
"""Locks, queues and the scheduler on real threads, under the sanitizers."""

import subprocess

import pytest
from places import BUILD

FOLDER = BUILD / "torture"
SEED = 20261121
#: Bounded so that all of it takes about a minute; `make prove` goes deeper.
OPERATIONS = {"thread": 100_000, "address": 200_000}


def cases() -> list[str]:
    done = subprocess.run([FOLDER / "thread", "list"], capture_output=True,
                          text=True, timeout=20, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("case", cases())
@pytest.mark.parametrize("sanitizer", OPERATIONS)
def test_torture(sanitizer, case):
    done = subprocess.run(
        [FOLDER / sanitizer, case, f"seed={SEED}",
         f"operations={OPERATIONS[sanitizer]}"], capture_output=True,
        text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert f"seed={SEED}" in done.stdout and "0 promises broken" in done.stdout


def test_an_unknown_case_is_no_success():
    done = subprocess.run([FOLDER / "thread", "nothing"], timeout=20,
                          capture_output=True, text=True, check=False)
    assert done.returncode != 0
