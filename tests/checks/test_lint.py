# SPDX-License-Identifier: MIT
"""Our Python has no fault that ruff sees (pyproject.toml)."""

import subprocess

from places import ROOT, clean_environment


def test_ruff_finds_nothing():
    done = subprocess.run(["make", "-s", "lint"], cwd=ROOT, text=True,
                          timeout=300, env=clean_environment(),
                          capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
