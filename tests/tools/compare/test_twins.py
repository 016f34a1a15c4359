# SPDX-License-Identifier: MIT
"""qc twin tells by the same comparison what runs longer under Linux."""

import make_log
import pytest
from in_process import qc
from sides import METAL, row

LINUX = {"machine": "linux", "trust": "linux", "trust_claimed": "",
         "hypervisor": "", "cpu": "A processor"}


@pytest.mark.parametrize("one, two, word", [
    (100, 150, "slower"), (100, 50, "faster"), (100, 101, "equivalent")])
def test_linux_is_the_new_side_whatever_came_first(tmp_path, one, two, word):
    logs = [make_log.write(tmp_path / name, [row([value + at / 10 for at in range(6)])], **context)
            for name, value, context in (("b", one, METAL), ("l", two, LINUX))]
    for order in (logs, logs[::-1]):
        text = qc("twin", *order).output
        assert f"of linux's rows: 1 {word} (docs/compare.md)" in " ".join(text.split())
        line = next(each for each in text.splitlines() if "ring/pair" in each)
        assert word in line.split()


def test_without_a_clock_there_is_no_verdict(tmp_path):
    logs = [make_log.write(tmp_path / name, [row([10] * 6)], **context | {"tsc_hz": 0})
            for name, context in (("b", METAL), ("l", LINUX))]
    assert "docs/compare.md" not in qc("twin", *logs).output
