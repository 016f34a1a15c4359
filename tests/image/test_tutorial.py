# SPDX-License-Identifier: MIT
"""docs/adding-a-benchmark.md taken at its word: its experiment, its lock and
its queue, put into a clone, with nothing else edited."""

import re
import subprocess
import sys

import pytest
from places import ROOT, clones_environment
from qemu import read_log
from verdicts import settled, worst

pytestmark = [pytest.mark.full, pytest.mark.nightly, pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="no git to clone from")]

PAGE = (ROOT / "docs" / "adding-a-benchmark.md").read_text()
#: What a block announces: the folder for which the page says so.
FOLDERS = {"EXPERIMENT": "bench/experiments/counter",
           "LOCK": "sched/lock", "QUEUE": "sched/queue"}
CHECKS = ("layers", "sizes", "image_file")
OPTIONS = ("rounds=2 budget=20 samples=40 trust=tcg bench=counter,lock,queue "
           "variant=add,patient,simple/pair")


def run(clone, *command, seconds=900):
    done = subprocess.run(command, cwd=clone, timeout=seconds, check=False,
                          env=clones_environment(), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module", name="clone")
def clone_(tmp_path_factory):
    """A clone with the page's three files, built as ours are."""
    clone = tmp_path_factory.mktemp("tutorial") / "quietcore"
    run(ROOT, "git", "clone", "-q", ".", str(clone))
    for block in re.findall(r"```c\n(.*?)```", PAGE, re.S):
        kind = re.search(r"^(EXPERIMENT|LOCK|QUEUE)\(", block, re.M)[1]
        name = re.search(r"/\* (?:\w+/)*(\w+\.c): ", block)[1]
        (clone / FOLDERS[kind]).mkdir(exist_ok=True)
        (clone / FOLDERS[kind] / name).write_text(block)
    changed = run(clone, "git", "status", "--porcelain").splitlines()
    assert sorted(changed) == ["?? bench/experiments/counter/",
                               "?? sched/lock/patient.c",
                               "?? sched/queue/simple.c"]
    run(clone, "make", "-j2", "WERROR=1", "iso", "hosted")
    return clone


def test_the_linux_program_proves_and_measures_them(clone):
    """The image, of the same files: test_user.py."""
    def look(_) -> dict[str, str]:
        records = read_log(run(clone, "build/quietcore-hosted", *OPTIONS.split()))
        assert {"add", "patient", "simple/pair"} <= {
            r["variant"] for r in records if r["record"] == "result"}
        assert records[-1]["status"] == "ok"
        return worst((r["variant"].split("/")[0], r["verdict"])
                     for r in records if r["record"] == "validation")

    settled(look, ["add", "patient", "simple"], "ok")


def test_layers_sizes_and_disassembly_stay_right(clone):
    run(clone, sys.executable, "-m", "pytest", "-q", "-c", "tests/pytest.ini",
        "--rootdir", ".", "-m", "not full", *(f"tests/checks/test_{name}.py"
                                             for name in CHECKS))
