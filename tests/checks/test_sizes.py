# SPDX-License-Identifier: MIT
"""Code and constants of each room are within their budget."""

import pytest
from places import BUILD
from sizes import BUDGETS, counted, rooms

IMAGE = BUILD / "image"


@pytest.mark.parametrize("room", [" + ".join(f) for f in BUDGETS])
def test_a_room_is_within_its_budget(room):
    is_now, budget = rooms(IMAGE)[room]
    assert is_now <= budget


def test_all_that_the_image_loads_is_counted():
    """A new room at the top would escape the budgets."""
    others = sorted(path for path in IMAGE.rglob("*.o")
                    if path.relative_to(IMAGE).parts[0] not in sum(BUDGETS, ()))
    assert [path.name for path in others] == ["build_info.o", "font.o"]
    assert counted(others[:1]) < 1 << 10
    assert counted(others[1:]) == 256 * 16
