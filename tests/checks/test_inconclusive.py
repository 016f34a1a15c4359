# SPDX-License-Identifier: MIT
"""What is late, or never proven, is inconclusive on a busy host alone."""

import os
import subprocess
import sys

import busy
import pytest
import verdicts
from places import ROOT
from verdicts import nothing_wrong, settled, worst

LATE = """
import busy, pytest
busy.Since.share = lambda self: {share}
def test_late(): raise TimeoutError("no answer")
def test_wrong(): assert not "right"
@pytest.fixture
def machine(): raise busy.subprocess.TimeoutExpired("it", 9)
def test_of_it(machine): pass
"""


@pytest.mark.parametrize("share, counted", [(97, "0 1 0 2"), (3, "0 3 0 0")])
def test_what_is_late_is_counted_apart(tmp_path, share, counted):
    (tmp_path / "test_late.py").write_text(LATE.format(share=share))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "conftest", "--counts", "counts",
         "-p", "no:cacheprovider", "test_late.py"], cwd=tmp_path, text=True, timeout=100,
        capture_output=True, check=False, env=os.environ | {
            "PYTHONPATH": f"{ROOT}/tests", "PYTHONDONTWRITEBYTECODE": "1"})
    assert (tmp_path / "counts").read_text().strip() == counted, done.stdout
    assert done.returncode == 1


def test_what_this_run_starts_is_not_of_others():
    found = [(1, 0, 5), (7, 1, 10), (8, 7, 20), (9, 8, 40), (10, 1, 80)]
    assert busy.of_tree(7, found) == 70
    assert os.getpid() in [one for one, _, _ in busy.processes()]


@pytest.mark.parametrize("share, said, wanted, end", [
    (3, ["ok"], "ok", None), (97, ["not_proven", "not_proven", "failed"], "failed", None),
    (97, ["not_proven", "failed"], "ok", AssertionError), (97, ["ok"], "failed", AssertionError),
    (3, ["not_proven"] * 3, "ok", AssertionError),
    (97, ["not_proven"] * 3, "ok", pytest.skip.Exception)])
def test_a_verdict_is_settled_in_some_boots(monkeypatch, share, said, wanted, end):
    """Only what has none yet is looked at again."""
    monkeypatch.setattr(verdicts.Since, "share", lambda self: share)
    asked = []

    def boot(keys):
        asked.append(keys)
        return {"y": wanted, "x": said[len(asked) - 1]}

    try:
        settled(boot, ["x", "y"], wanted)
    except (AssertionError, pytest.skip.Exception) as error:
        assert isinstance(error, end or ())
    else:
        assert end is None
    assert asked == [["x", "y"], *[["x"]] * (len(said) - 1)]


@pytest.mark.parametrize("said, fine", [
    ([], False), ([("ok", 1), ("ok", 2)], True), ([("not_proven", 2)], True),
    ([("not_proven", 1)], False), ([("ok", 1), ("failed", 2)], False)])
def test_nothing_is_wrong_where_all_is_right_as_far_as_cores_met(said, fine):
    assert nothing_wrong([{"verdict": verdict, "cores": cores}
                          for verdict, cores in said]) == fine
    assert worst([("a", "ok"), ("a", "failed"), ("a", "not_proven"), ("b", "ok")]) == {
        "a": "failed", "b": "ok"}
