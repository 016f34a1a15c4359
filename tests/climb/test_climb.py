# SPDX-License-Identifier: MIT
"""What `make climb` counts."""

from math import inf

import pytest
from ratios import enough, ratio_of, reached, table


def finding(value):
    return [{"name": "scale_apart", "value": 9},
            {"name": "mixed_share", "value": value}]


def test_the_ratio_is_that_of_hill_climbing():
    assert ratio_of(finding(1.02)) == 1.02
    assert ratio_of(finding(None)) == inf


@pytest.mark.parametrize("ratios, count, is_enough", [
    ([1.11] * 9 + [2], 9, True), ([1.11] * 8 + [1.12, 2], 8, False),
    ([0.5] * 10, 10, True), ([1.0] * 9 + [inf], 9, True), ([], 0, False)])
def test_nine_in_ten_runs_are_to_reach_90_percent(ratios, count, is_enough):
    assert (reached(ratios), enough(ratios)) == (count, is_enough)


def test_the_table_has_a_row_a_side():
    rows = table({"image": [1.0, 1.2, 3.0]}).splitlines()
    assert rows[-1] == "| image | 1 of 3 | 1.00 | 1.20 | 3.00 |"
    assert {row.count("|") for row in rows} == {6}
