# SPDX-License-Identifier: MIT
"""The work queue of the scheduler: what there is of it, and that it is first."""

import concluded
import pytest

from verdicts import nothing_wrong
from qemu import all_of, boot

SHORT = "rounds=2 budget=20 samples=40 trust=tcg "


def rows(run, cores: int) -> set[str]:
    return {r["variant"] for r in run.of("result") if r["cores"] == cores}


def findings(run) -> set[str]:
    return {f["name"] for f in concluded.findings(run.records)}


ALONE = {"enqueue", "dequeue", "pair", "lock"}
LEVELS = {"enqueue/half", "enqueue/refused", "dequeue/half", "dequeue/full",
          "dequeue/refused", "pair/half"}
BULKS = {"pair/bulk8", "pair/bulk32"}
FAIR = {"wait", "wait/ticket"}
WINDOWS = 40    # of 200 us, in a round of 8 ms
FAIRNESS = {"fairness", "fairness/ticket", "longest_wait",
            "longest_wait/ticket"}
LAST_USED = {"enqueue/warm", "enqueue/cold", "dequeue/warm", "dequeue/cold"}


@pytest.mark.parametrize("cores", [1, 2])
def test_enqueue_and_dequeue_are_told_alone_together_and_across(cores):
    run = boot(SHORT + all_of(cores) + "bench=workqueue", smp=str(cores))
    assert nothing_wrong(run.of("validation"))
    assert rows(run, 1) == ALONE
    assert rows(run, 2) == ({"pair", "across"} | FAIR if cores > 1
                            else set())
    assert findings(run) == {"enqueue", "dequeue", "pair", "lock",
                             "lock_share"} | (
        {"contended", "contended/each", "across"} | FAIRNESS if cores > 1 else set())
    for result in run.of("result"):
        if result["variant"] == "across":
            assert result["params"] == {"producer": 0, "consumer": 1}
            assert result["pair"] and result["batch"] > 1


@pytest.mark.parametrize("cores", [1, 2])
def test_the_full_suite_tells_levels_parts_crowds_and_transfers(cores):
    run = boot(SHORT + all_of(cores) + "suite=full bench=workqueue",
               smp=str(cores))
    assert nothing_wrong(run.of("validation"))
    assert rows(run, 1) == ALONE | LEVELS | BULKS | {"copy"}
    assert rows(run, 2) == (LAST_USED | BULKS | FAIR | {
        "enqueue", "dequeue", "pair", "across"} if cores > 1 else set())
    assert findings(run) == {"enqueue", "dequeue", "pair", "lock", "lock_share",
                             "copy_share", "pair/bulk32"} | (
        FAIRNESS | {"contended", "contended/each", "contended/enqueue", "contended/dequeue",
                    "across", "cold/enqueue", "cold/dequeue"} if cores > 1 else set())


def test_what_is_not_measured_is_not_told():
    run = boot(SHORT + "bench=workqueue variant=dequeue.", smp="1")
    assert rows(run, 1) == {"dequeue"} and findings(run) == {"dequeue"}


def test_the_lock_of_a_queue_of_choice_is_skipped_with_a_reason():
    run = boot(SHORT + "bench=workqueue queue=mpmc", smp="1")
    [skipped] = run.of("skipped")
    assert skipped["variant"] == "lock" and "of choice" in skipped["reason"]
    assert rows(run, 1) == {"enqueue", "dequeue", "pair"}
    assert "lock_share" not in findings(run)


def test_fairness_is_of_all_cores_and_beside_it_stands_the_ticket_ring():
    run = boot(SHORT + "bench=workqueue variant=wait,wait/ticket", smp="2")
    assert rows(run, 2) == FAIR and findings(run) == FAIRNESS
    for result in run.of("result"):
        assert (result["batch"], len(result["per_core"])) == (1, 2)
        assert 0.5 <= result["jain"] <= 1
        assert result["n"] == WINDOWS * len(result["rounds"])
        # Each core does a pair in each window, however late it comes.
        assert min(result["per_core"]) >= 2 * result["n"]
        assert all(0.5 <= jain <= 1 for jain in result["jain_rounds"])
    told = {f["name"]: f for f in concluded.findings(run.records)}
    assert told["fairness"]["unit"] == told["fairness/ticket"]["unit"] == "index"
