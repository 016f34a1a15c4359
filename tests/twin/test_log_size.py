# SPDX-License-Identifier: MIT
"""The default run's log is as short as docs/log-format.md promises."""

import re
import subprocess

import pytest
from places import ROOT
from program import PROGRAM
from qemu import boot

PROMISE = re.compile(
    r"^\| records of the default run, two cores, without `progress` \| ([\d,]+) bytes \|$", re.M)


def promised() -> int:
    text = (ROOT / "docs" / "log-format.md").read_text()
    return int(PROMISE.search(text)[1].replace(",", ""))


def by_linux() -> str:
    return subprocess.run([PROGRAM, "cores=2"], text=True, check=True,
                          capture_output=True, timeout=900).stdout


def by_the_image() -> str:
    return boot("trust=tcg", smp="2", timeout=900).text


@pytest.mark.full
@pytest.mark.parametrize("log", [by_linux, by_the_image])
def test_the_default_log_is_no_longer_than_promised(log):
    """A busy machine writes more of `progress`, so that does not count."""
    records = [line for line in log().splitlines() if line.startswith("{")
               and '"record":"progress"' not in line]
    assert sum(len(line) + 1 for line in records) <= promised()
