# SPDX-License-Identifier: MIT
"""A sample of the faults in C: most are seen."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


@pytest.mark.full
def test_most_of_a_sample_is_seen():
    done = subprocess.run([sys.executable, HERE, "--number", "30"],
                          capture_output=True, text=True, check=False,
                          timeout=600)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    killed, planted = re.search(r"^C: killed (\d+).* of (\d+)$", done.stdout,
                                re.M).groups()
    assert int(planted) == 30 and int(killed) >= 20, done.stdout
