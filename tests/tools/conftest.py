# SPDX-License-Identifier: MIT
"""For all tests of the tools."""

import pytest
from records import state_conclusions


@pytest.fixture(autouse=True)
def stated_conclusions(monkeypatch):
    """A log may hold records that stand for given conclusions."""
    state_conclusions(monkeypatch)
