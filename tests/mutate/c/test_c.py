# SPDX-License-Identifier: MIT
"""Faults planted in C: some fixed ones are seen, each by the test it names."""

import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE))  # last: python/ has modules of the same names

import counted  # noqa: E402  (found by the path above)
import judged  # noqa: E402
from places import ROOT  # noqa: E402


def test_the_fixed_faults_are_seen():
    """And the lists name faults that are there: else its status is 2."""
    done = subprocess.run([sys.executable, HERE, "--fixed"],
                          capture_output=True, text=True, check=False,
                          timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "survived 0, equivalent 0 of" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("file", sorted(counted.CHANGES))
def test_time_can_be_counted(file):
    """What is changed for that is there, and no line moves."""
    source = (ROOT / file).read_text(encoding="utf-8")
    changed = counted.counted(file, source)
    assert changed.lower().count("qc_") >= len(counted.CHANGES[file])
    assert changed.count("\n") == source.count("\n")


def test_code_that_counts_otherwise_is_an_error():
    with pytest.raises(judged.Wrong, match="kernel/tsc.h: nothing in it"):
        counted.counted("kernel/tsc.h", "uint64_t tsc_read(void);\n")
