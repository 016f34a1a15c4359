# SPDX-License-Identifier: MIT
"""The tests' own sign of life."""

import os
import re
import subprocess
import sys

import pytest
from places import ROOT


@pytest.mark.parametrize("unattended", [False, True])
def test_what_runs_for_long_is_named(tmp_path, unattended):
    """In the log of an unattended run it would be noise."""
    (tmp_path / "test_slow.py").write_text(
        "import time\ndef test_slow():\n    time.sleep(5)\n")
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("CI", "PYTEST_ADDOPTS")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "conftest", "-p",
         "no:cacheprovider", "test_slow.py"], cwd=tmp_path, text=True, timeout=100,
        capture_output=True, check=False,
        env=environment | {"PYTHONPATH": f"{ROOT}/tests", "PYTHONDONTWRITEBYTECODE": "1"}
        | ({"CI": "true"} if unattended else {}))
    assert done.returncode == 0, done.stdout + done.stderr
    named = re.search(r"^  still: test_slow.py::test_slow \d+ s$", done.stdout, re.M)
    assert bool(named) == (not unattended), done.stdout
