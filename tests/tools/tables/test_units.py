# SPDX-License-Identifier: MIT
"""Whether a table may be shown in nanoseconds."""

import pytest
from quietcore.tables.units import refusal


@pytest.mark.parametrize("unit, words", [
    ({}, ""), ({"unit": None}, ""), ({"unit": "ticks"}, ""),
    ({"unit": "instructions"}, "counts instructions")])
def test_only_ticks_are_nanoseconds(unit, words):
    said = refusal([{}, unit], {"tsc_hz": 1}, "ns")
    assert words in said and bool(said) == bool(words)
