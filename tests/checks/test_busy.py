# SPDX-License-Identifier: MIT
"""A test that is late while others keep the machine busy is inconclusive."""

import os
import subprocess
import sys

import busy
import pytest
from places import ROOT

LATE = """
import subprocess, pytest
def test_late(): raise TimeoutError("no answer")
def test_ended(): subprocess.run(["sleep", "9"], timeout=0.1)
def test_wrong(): assert not "right"
@pytest.fixture
def machine(): raise TimeoutError("no machine")
def test_of_it(machine): pass
"""
CONFTEST = """
import busy
busy.Since.share = lambda self: {share}
"""


@pytest.mark.parametrize("share, counted", [(97, "0 1 0 3"), (3, "0 4 0 0")])
def test_it_is_counted_apart(tmp_path, share, counted):
    (tmp_path / "test_late.py").write_text(LATE)
    (tmp_path / "share.py").write_text(CONFTEST.format(share=share))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "-p", "share",
         "--counts", "counts", "-p", "no:cacheprovider", "test_late.py"],
        cwd=tmp_path, text=True, timeout=100, capture_output=True, check=False,
        env=os.environ | {"PYTHONPATH": f"{ROOT}/tests:{tmp_path}", "PYTHONDONTWRITEBYTECODE": "1"})
    assert (tmp_path / "counts").read_text().strip() == counted, done.stdout
    assert done.returncode == 1
    assert ("inconclusive: others took 97 %" in done.stdout) == (share == 97)


def test_what_this_run_starts_is_not_of_others():
    found = [(1, 0, 5), (7, 1, 10), (8, 7, 20), (9, 8, 40), (10, 1, 80)]
    assert busy.of_tree(7, found) == 70
    ours = [one for one, _, _ in busy.processes()]
    assert os.getpid() in ours


def test_a_wait_says_what_did_not_come():
    assert busy.waited_for(iter([0, "", 7]).__next__, "a number", pause=0) == 7
    with pytest.raises(TimeoutError, match="a number: not within 0 s"):
        busy.waited_for(lambda: 0, "a number", 0)
