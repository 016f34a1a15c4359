# SPDX-License-Identifier: MIT
"""METG as a Linux program: every executor runs every pattern rightly."""

from verdicts import nothing_wrong
from program import of, twin

PATTERNS = {"trivial", "no_comm", "stencil_1d", "tree", "fft", "spread",
            "random_nearest"}


def test_every_executor_is_proven_in_every_pattern():
    records, _ = twin("bench=metg rounds=1 cores=2")
    listed, _ = twin("list")
    executors = {r["name"] for r in of(listed, "listed")
                 if r["what"] == "executor"}
    cores = min(2, records[0]["cores_started"])
    proofs = of(records, "validation")
    assert nothing_wrong(proofs)
    assert {(*r["variant"].split("/"), r["cores"]) for r in proofs} == {
        (executor, pattern, n) for executor in executors
        for pattern in PATTERNS for n in {1, cores}
        if n == 1 or executor != "loop"}


def test_half_of_the_peak_needs_shorter_tasks_than_nine_tenths():
    records, _ = twin("bench=metg rounds=2 cores=1 variant=loop/trivial.")
    half, most = sorted(of(records, "result"),
                        key=lambda r: r["params"]["percent"])
    assert half["params"]["percent"] == 50 and most["params"]["percent"] == 90
    assert 0 < half["p50"] < most["p50"]
