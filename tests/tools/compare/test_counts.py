# SPDX-License-Identifier: MIT
"""Counted instructions as a comparison shows them."""

from in_process import qc
from test_compare import COUNTED, counted, two_boots


def test_counts_have_neither_interval_nor_chance(tmp_path):
    logs = two_boots(tmp_path, counted(20.0), counted(21.0), COUNTED, COUNTED)
    words = qc("compare", *logs, "--width", 160).output.split()
    assert words[words.index("1.050"):][:3] == ["1.050", "exact", "-"]
    assert "<0.001" not in words
