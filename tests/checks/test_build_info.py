# SPDX-License-Identifier: MIT
"""What the build says of its sources: nothing that git does not know."""

import re
import shutil
import subprocess

import pytest
from places import ROOT

IDENTITY = ("-c", "user.name=n", "-c", "user.email=e@example.org")


def git(folder, *words):
    subprocess.run(["git", "-C", folder, *IDENTITY, *words], check=True,
                   capture_output=True, timeout=60)


@pytest.fixture(name="tree")
def tree_(tmp_path):
    """A folder with the script only."""
    tree = tmp_path / "odd name"
    (tree / "tools/build").mkdir(parents=True)
    shutil.copy(ROOT / "tools/build/build-info", tree / "tools/build")
    return tree


def told(tree) -> tuple[str, str]:
    """(git, dirty) as the script writes them."""
    done = subprocess.run([tree / "tools/build/build-info", "1", 'g"cc', "-O2"],
                          check=True, capture_output=True, text=True,
                          timeout=60)
    assert r'.compiler = "g\"cc, -O2"' in done.stdout
    return (re.search(r'\.git = "(.*)"', done.stdout)[1],
            re.search(r"\.dirty = (.*),", done.stdout)[1])


def test_without_git_or_below_another_s_repository_nothing_is_claimed(tree):
    assert told(tree) == ("unknown", "-1")
    git(tree.parent, "init", "-q")
    git(tree.parent, "commit", "-q", "--allow-empty", "-m", "other")
    assert told(tree) == ("unknown", "-1")


def test_changes_are_told(tree):
    git(tree, "init", "-q")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "first")
    commit, dirty = told(tree)
    assert re.fullmatch("[0-9a-f]{12}", commit) and dirty == "0"
    (tree / "runs").mkdir()
    (tree / "runs/serial.log").write_text("")   # kept here, and not built from
    assert told(tree) == (commit, "0")
    (tree / "kernel").mkdir()
    (tree / "kernel/new.c").write_text("")
    assert told(tree) == (commit, "1")
