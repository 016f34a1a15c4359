# SPDX-License-Identifier: MIT
"""Faults planted in C: some fixed ones are seen, each by the test it names."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

def test_the_fixed_faults_are_seen():
    """And the lists name faults that are there: else its status is 2."""
    done = subprocess.run([sys.executable, HERE, "--fixed"],
                          capture_output=True, text=True, check=False,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "survived 0, equivalent 0 of" in done.stdout.splitlines()[-1]
