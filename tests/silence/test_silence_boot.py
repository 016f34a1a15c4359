# SPDX-License-Identifier: MIT
"""A quick share of `make silence`: one core, instructions counted."""

import subprocess
import sys

import pytest
from places import BUILD, ROOT, for_make, make

#: What else is planted tests/image/experiments/test_silence.py has.
BOOTED = ("icount-quietcore", "icount-quietcore-core-10", "icount-linux",
          "icount-linux-core-10")


def rows_of(table: str, first: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in table.splitlines()
            if line.startswith(f"| {first}")]


@pytest.fixture(scope="module")
def table():
    """KERNEL= of make silence, where no package can be fetched."""
    made = make(f"{for_make(BUILD)}/silence/init")
    assert made.returncode == 0, made.stderr
    done = subprocess.run(
        [sys.executable, ROOT / "tests/silence", "--watch", "1", *BOOTED],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800)
    if done.returncode == 6:
        pytest.skip(done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.full
def test_the_image_has_no_gap_and_linux_has(table):
    [image] = rows_of(table, "quietcore | 1 |")
    [linux] = rows_of(table, "Linux | 1 |")
    assert int(image[2].replace(",", "")) > 999_000_000 and image[3] == "0"
    assert int(linux[3].replace(",", "")) > 0


@pytest.mark.full
def test_what_is_planted_is_counted_in_both(table):
    assert [row[2:4] for row in rows_of(table, "quietcore, one core")] \
        == [["10", "10"]]
    assert [row[2:4] for row in rows_of(table, "Linux, one core")] \
        == [["10", "10"]]


@pytest.mark.full
def test_each_operation_has_its_tail(table):
    for name in ("enqueue", "dequeue", "lock", "yield", "dispatch"):
        [image] = rows_of(table, f"{name}, quietcore")
        [linux] = rows_of(table, f"{name}, Linux")
        assert "-" not in image[1:] + linux[1:]
        assert float(image[6].replace(",", "")) \
            <= float(linux[6].replace(",", ""))
