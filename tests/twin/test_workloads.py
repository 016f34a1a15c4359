# SPDX-License-Identifier: MIT
"""`primes` and `workloads` as a Linux program: shape, results, memory."""

import pytest
from verdicts import nothing_wrong
from program import codes, of, twin

CROWDS = ("1_a_core", "2_a_core", "4_a_core", "8_a_core", "16_a_core")
KNOWN = {100: (25, 1060), 10000: (1229, 5736396)}


@pytest.mark.parametrize("cores", [1, 2])
def test_primes_are_right_and_every_core_is_accounted_for(cores):
    records, text = twin(f"bench=primes rounds=3 cores={cores}")
    cores = min(cores, records[0]["cores_started"])
    assert nothing_wrong(of(records, "validation"))
    for r in of(records, "result"):
        assert (r["primes"], r["checksum"]) == KNOWN[r["params"]["n"]]
        assert f"\n{r['variant']} " in text
    for s in of(records, "series"):
        if "executing" in s["columns"]:
            assert all(sum(row[1:]) == 1_000_000 for row in s["rows"])
        else:
            assert [row[0] for row in s["rows"]] == [0, 1]
    assert {t["core"] for t in of(records, "trace")} == set(range(cores))


def test_primes_of_an_executor_on_one_core_alone_leave_the_others_out():
    records, text = twin("bench=primes rounds=3 cores=2 variant=loop")
    assert nothing_wrong(of(records, "validation"))
    assert "loop, from left to right" in text
    assert {t["core"] for t in of(records, "trace")} <= {0}


def test_the_largest_range_is_right_too():
    records, _ = twin("bench=primes suite=full rounds=3 cores=1 variant=loop")
    largest = [r for r in of(records, "result") if r["params"]["n"] == 1000000]
    assert {(r["primes"], r["checksum"]) for r in largest} == \
        {(78498, 37550402023)}


@pytest.mark.parametrize("cores", [1, 2])
def test_workloads_are_measured_in_both_forms(cores):
    records, text = twin(f"bench=workloads rounds=2 cores={cores}")
    cores = min(cores, records[0]["cores_started"])
    assert nothing_wrong(of(records, "validation"))
    assert {(r["variant"], r["cores"]) for r in of(records, "result")} == {
        (f"{name}/{form}", n) for name in ("add", "sort", "find")
        for n in {1, cores}
        for form in ("sequential", "concurrent", "again") + CROWDS
        if n == cores or form not in CROWDS}
    for r in of(records, "result"):
        if not r["variant"].endswith(CROWDS):
            assert f"\n{r['variant']} " in text


def test_memory_for_part_of_the_sum_is_a_warning():
    records, _ = twin("bench=workloads suite=full rounds=2 variant=add "
                      "cores=1 memory=32")
    assert "scaled_down" in codes(records)
    assert {r["params"]["items"] for r in of(records, "result")} <= \
        set(range(1000, 10000000))
