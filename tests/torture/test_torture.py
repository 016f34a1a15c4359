# SPDX-License-Identifier: MIT
"""Locks, queues and the scheduler on real threads, under the sanitizers."""

import subprocess
from pathlib import Path

import pytest
from places import BUILD

SEED = 20261121
#: Bounded so that all of it takes about a minute; `make prove` goes deeper.
OPERATIONS = {"thread": 100_000, "address": 200_000}
CASES = sorted(file.stem for file in Path(__file__).parent.glob("*.c")
               if "\nTORTURE(" in file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("sanitizer", OPERATIONS)
def test_torture(sanitizer, case):
    """A case of that name ran, and kept its promises."""
    done = subprocess.run(
        [BUILD / "torture" / sanitizer, case, f"seed={SEED}",
         f"operations={OPERATIONS[sanitizer]}"], capture_output=True,
        text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
    assert f"{case} seed={SEED}" in done.stdout
    assert "1 cases, 0 promises broken" in done.stdout
