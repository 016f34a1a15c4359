# SPDX-License-Identifier: MIT
"""How busy others keep the host, from what its kernel counts."""

import pytest
from quietcore.running import host
from quietcore.running.host import Use, others


@pytest.mark.parametrize("end, said", [
    (Use(2, 4.3, 0.5), "1.90 of 2 processors"),
    (Use(2, 2.0, 2.0), ""),                 # all of it was ours
    (Use(2, 2.15, 1.8), ""),                # next to nothing
    (Use(0, 0, 0), "")])
def test_what_others_took_is_told_without_our_own(monkeypatch, end, said):
    monkeypatch.setattr(host.os, "cpu_count", lambda: 2)
    assert others(Use(0, 0, 0), end) == said


def test_where_the_kernel_counts_nothing_nobody_is_busy(monkeypatch, tmp_path):
    monkeypatch.setattr(host, "STAT", tmp_path / "none")
    assert host.others_now() == ""
