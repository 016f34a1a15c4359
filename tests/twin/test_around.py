# SPDX-License-Identifier: MIT
"""What lies around each round stands beside its figures."""

from program import of, twin


def test_each_round_tells_clock_width_and_line():
    records, _ = twin("suite=quick bench=lock variant=tas. samples=60")
    assert of(records, "result")
    for r in of(records, "result"):
        rounds = len(r["rounds"])
        assert len(r["clock_rounds"]) == len(r["width_rounds"]) == rounds
        assert min(r["clock_rounds"]) > 0 and min(r["width_rounds"]) > 0
        assert len(r.get("line_rounds", ())) == rounds * (r["cores"] > 1)
