# SPDX-License-Identifier: MIT
"""METG under -icount: what tasks cost besides their work comes out again."""

import pytest
from qemu import counted

ROWS = "steal/stencil_1d.,loop/trivial."
NEAR = 0.10     # as asked of it


def half(planted: int) -> dict[str, int]:
    """Instructions a task at half of the peak, by variant."""
    run = counted(f"bench=metg variant={ROWS} rounds=1 planted_ns={planted}")
    return {r["variant"]: r["p50"] for r in run.of("result")
            if r["params"]["percent"] == 50}


@pytest.mark.full       # four boots
def test_planted_overhead_is_recovered():
    """A nanosecond is an instruction there; half of the time is overhead."""
    plain = half(0)
    assert len(plain) == 2
    for planted in (200, 1000, 5000):
        for variant, ticks in half(planted).items():
            found = (ticks - plain[variant]) / 2
            assert abs(found - planted) <= NEAR * planted, (variant, found)
