# SPDX-License-Identifier: MIT
"""The experiment `dispatch`: every executor, every length, every conclusion."""

import functools
import math

import pytest
from announced import announced
from concluded import findings
from verdicts import nothing_wrong
from qemu import EXIT_FAILED, EXIT_OK, HOST_BUSY, all_of, boot, counted

SHORT = "bench=dispatch rounds=2 budget=20 trust=tcg "
LENGTHS = [0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001]
SWAPS = {"shared/mcs", "shared/mpmc"}  # those of the quick suite


EXECUTORS = announced("sched/executor", "EXECUTOR")
POOLS = EXECUTORS - {"loop"}
#: In the quick suite, of those that take whole ranges.
FEWER = {"static": [0, 501, 1001, 5001], "chunk": [0, 501, 1001, 5001]}
TOLD_OF_EACH = EXECUTORS - FEWER.keys()


#: What stands beside published words, of single executors.
WORDS = {
    *(f"{name}/shared" for name in (
        "overhead_one_core", "overhead_some_cores", "overhead_all_cores",
        "spikes", "peaks", "first_samples", "overhead_low", "overhead_middle",
        "overhead_high", "overhead_table", "overhead_share",
        "break_even_work")),
    *(f"{name}/adaptive" for name in (
        "overhead_low", "overhead_middle", "overhead_high", "workers_501",
        "workers_1001", "workers_5001", "overhead_short", "overhead_long",
        "overhead_share")),
    *(f"{name}/loop" for name in (
        "overhead_table", "overhead_share", "task_51", "task_51_ns",
        "told_51"))}


@functools.cache
def run_on(cores: int):
    return boot(SHORT + all_of(cores), smp=str(cores))


def concluded(run) -> dict[str, dict]:
    """Conclusions by name."""
    return {f["name"]: f for f in findings(run.records)}


def on_all_cores(run) -> list[dict]:
    cores = run.context["cores_started"]
    return [r for r in run.of("result") if r["cores"] == cores]


each_machine = pytest.mark.parametrize("cores", [
    1, 2, *(pytest.param(n, marks=pytest.mark.full) for n in (4, 8))])


@each_machine
def test_every_executor_is_validated_and_the_run_is_whole(cores):
    run = run_on(cores)
    assert run.status == EXIT_OK and run.end["status"] == "ok"
    assert {w["code"] for w in run.of("warning")} <= HOST_BUSY
    checked = {(v["variant"], v["cores"]): v for v in run.of("validation")}
    assert nothing_wrong(checked.values())
    # More than a queue holds, and a single one.
    assert all(v["counts"]["operations"] > 1024 for v in checked.values())
    assert {name for name, n in checked if n == cores} == EXECUTORS | SWAPS
    assert len(checked) == len(run.of("validation"))


@each_machine
def test_all_lengths_are_there_for_every_executor(cores):
    results = on_all_cores(run_on(cores))
    for executor in EXECUTORS:
        own = [r for r in results if r["variant"] == executor]
        assert [r["params"]["n"] for r in own] == \
            FEWER.get(executor, LENGTHS)
    assert {r["variant"] for r in results} == EXECUTORS | SWAPS


@each_machine
def test_a_result_agrees_with_itself(cores):
    for r in run_on(cores).of("result"):
        assert 1 <= r["workers"] <= r["cores"]
        assert r["workers"] == 1 or r["variant"] != "loop"
        assert r["n"] == r["tasks"] - r["workers"]  # first ones have none
        assert r["min"] <= r["mean"] and r["min"] <= r["p50"] <= r["p90"]
        assert r["mean"] <= r.get("max", math.inf)
        assert r["wall_ticks"] > 0 and r["work_mean"] > 0
        assert "samples" not in r  # kept, not only counted
        assert "accumulate_mean" not in r  # there was no such pass


@each_machine
def test_a_width_beyond_the_real_cores_says_so(cores):
    run = run_on(cores)
    for r in run.of("result"):
        assert r.get("oversubscribed", False) in (False, r.get("crowded"))
    # No ratio of such widths is sure.
    if any(r.get("oversubscribed") for r in on_all_cores(run)):
        assert all(f["verdict"] in ("unsure", "none")
                   for name, f in concluded(run).items()
                   if name.startswith("slowdown_empty"))


@pytest.mark.full
def test_instructions_that_are_counted_are_no_oversubscription():
    run = counted("bench=dispatch rounds=2 budget=20")
    assert not any(r.get("oversubscribed") for r in run.of("result"))


def test_longer_tasks_are_more_work():
    """Shortest against longest: four orders of magnitude apart.

    In instructions: a busy host makes an empty task last as long as it likes.
    """
    run = counted("bench=dispatch rounds=2 budget=20")
    for executor in EXECUTORS:
        work = {r["params"]["n"]: r["work_mean"]
                for r in run.of("result") if r["variant"] == executor}
        longest = max(FEWER.get(executor, LENGTHS))
        assert work[longest] > min(longest / 100, 100) * work[0]


@each_machine
def test_empty_tasks_are_measured_on_fewer_cores(cores):
    fewer = {(r["variant"], r["cores"], r["params"]["n"])
             for r in run_on(cores).of("result") if r["cores"] < cores}
    counts = [n for n in (1, 2, 4) if n < cores]
    assert fewer == {(pool, n, 0) for pool in POOLS for n in counts}


@each_machine
def test_every_conclusion_is_drawn(cores):
    found = concluded(run_on(cores))
    expected = {f"break_even/{pool}" for pool in POOLS}
    expected |= {f"rule_5_95/{pool}" for pool in POOLS - FEWER.keys()}
    if cores > 1:
        expected |= {f"slowdown_empty/{pool}" for pool in POOLS}
    expected |= {f"best_executor/{n}" for n in LENGTHS}
    expected |= {"swap", "to_best/adaptive"}
    expected |= {name for name in found if name.startswith("explained/")}
    expected |= {f"five_percent/{executor}" for executor in EXECUTORS}
    expected |= WORDS
    if cores < 3:
        expected -= {"overhead_some_cores/shared"}
    assert found.keys() == expected
    for finding in found.values():
        assert finding["experiment"] == "dispatch"
        assert len(finding["text"]) > 20
        assert all(len(rounds) <= 3 for rounds in finding["rounds"])
        assert finding["verdict"] in ("unsure", "none")  # too few rounds


@each_machine
def test_the_best_is_judged_by_the_rows_own_rounds(cores):
    run = run_on(cores)
    rows = {(r["variant"], r["params"]["n"]): r["wall_rounds"]
            for r in on_all_cores(run)}
    for n in LENGTHS:
        best = concluded(run)[f"best_executor/{n}"]
        assert set(best["subjects"]) == TOLD_OF_EACH
        for name, rounds in zip(best["subjects"], best["rounds"], strict=True):
            assert rounds == rows[name, n]


@each_machine
def test_an_explanation_adds_up(cores):
    """Where cores take turns no parts are measured."""
    run = run_on(cores)
    rows = rows_of(run, explained=1)
    names = {name.removeprefix("explained/") for name in concluded(run)
             if name.startswith("explained/")}
    assert names == rows.keys() and rows.keys() <= EXECUTORS
    assert cores > 1 or rows.keys() == EXECUTORS
    for name, (n, submit, run_, handed, predicted, measured, left) in (
            (name, row) for name, own in rows.items() for row in own):
        assert n in LENGTHS and run_ > 0
        assert (submit > 0) == (name in TOLD_OF_EACH)
        assert predicted > 0 and measured > 0 and left <= 100
        assert handed >= 0 and (cores > 1 or handed == 0)


def rows_of(run, **params) -> dict[str, list]:
    """Rows of the series with those parameters, by variant."""
    rows: dict[str, list] = {}
    for s in run.of("series"):
        if params.items() <= s["params"].items():
            rows.setdefault(s["variant"], []).extend(s["rows"])
    return rows


def found(run) -> int:
    """The length whose body takes 4,700 ticks: the one that is in no table."""
    [n] = {s["params"]["n"] for s in run.of("series")
           if "sorted" in s["params"]} - {*LENGTHS}
    return n


def test_the_length_of_4_700_instructions_is_found():
    """Four an iteration, and what is around the body."""
    assert 1100 < found(counted("bench=dispatch rounds=2 budget=20")) < 1176


@each_machine
def test_the_4_700_ticks_are_there_unsorted_and_sorted(cores):
    run = run_on(cores)
    unsorted = rows_of(run, n=found(run), sorted=0)
    ordered = rows_of(run, n=found(run), sorted=1)
    assert unsorted.keys() == ordered.keys() == POOLS - FEWER.keys()
    for pool in POOLS - FEWER.keys():
        assert [row[0] for row in unsorted[pool]] == \
            list(range(len(unsorted[pool])))
        assert all(row[1] < cores for row in unsorted[pool])
        ticks = [row[1] for row in ordered[pool]]
        assert ticks == sorted(ticks)
        assert [ordered[pool][i][0] for i in (0, -1)] == [0, 1000]


@each_machine
def test_three_lengths_of_the_published_pools_have_a_distribution(cores):
    run = run_on(cores)
    bins, peaks = ({(s["variant"], s["params"]["n"]) for s in run.of("series")
                    if s["columns"][:2] == ["lower", "count"]
                    and s["cores"] == cores and (name in s["params"])}
                   for name in ("bin", "peaks"))
    told = {(name, n) for name in ("shared", "adaptive")
            for n in (0, 501, found(run))}
    assert bins == told | {(name, found(run)) for name in POOLS - FEWER.keys()}
    assert told <= peaks


def test_a_histogram_in_bins_of_fifty_holds_every_sample():
    run = boot(SHORT + "histogram variant=shared.,steal", smp="2")
    bins = rows_of(run, n=0, bin=50)
    results = {r["variant"]: r for r in on_all_cores(run)
               if r["params"]["n"] == 0}
    assert bins.keys() == {"shared", "steal"}
    for pool, rows in bins.items():
        assert sum(count for _, count in rows) == results[pool]["n"]
        assert all(lower % 50 == 0 and count > 0 for lower, count in rows)
    for s in run.of("series"):
        assert s["params"].get("active", 1) in (0, 1, 2)


FULL = "bench=dispatch suite=full rounds=2 budget=4 trust=tcg variant=loop,"


@pytest.fixture(scope="module")
def whole():
    return boot(FULL + "shared.", smp="2", timeout=200)


@pytest.mark.full
def test_the_full_suite_has_every_lock_and_queue():
    whole = boot(FULL + "shared*", smp="2", timeout=200)
    locks = {v["variant"] for v in whole.of("validation")} - EXECUTORS
    names = announced("sched/lock", "LOCK") | {"ticket/prop", "mpmc", "ring",
                                              "steal", "two", "workqueue"}
    assert locks == {f"shared/{name}" for name in names}
    assert set(concluded(whole)["swap"]["subjects"]) == locks | {"shared"}
    for name in locks:
        assert [r["params"]["n"] for r in on_all_cores(whole)
                if r["variant"] == name] == LENGTHS


def test_the_full_suite_has_every_length_on_every_number_of_cores(whole):
    for cores in (1, 2):
        assert [r["params"]["n"] for r in whole.of("result")
                if (r["variant"], r["cores"]) == ("loop", cores)] == LENGTHS


def test_the_full_suite_has_all_columns(whole):
    hz = whole.context["tsc_hz"]
    for r in whole.of("result"):
        n, both = r["params"]["n"], r["mean"] + r["work_mean"]
        assert (r["price"] is None) == (n == 0)
        assert n == 0 or r["price"] == pytest.approx(both / n, rel=2e-3, abs=0.002)
        # Written with four digits each.
        assert r["overhead_percent"] + r["work_percent"] == pytest.approx(
            100, abs=0.05)
        assert r["overhead_percent"] == pytest.approx(100 * r["mean"] / both,
                                                      abs=0.15)
        assert r["wall_ms"] == pytest.approx(1e3 * r["wall_ticks"] / hz,
                                             abs=0.01, rel=0.01)
        assert sum(r["tasks_per_worker"]) == r["tasks"]
        assert sum(t > 0 for t in r["tasks_per_worker"]) == r["workers"]
        clean = sorted(wall for wall in r["wall_rounds"] if wall is not None)
        assert not clean or clean[(len(clean) - 1) // 2] == \
            pytest.approx(r["wall_per_task"], rel=2e-3, abs=0.01)


def test_the_full_suite_finds_peaks_at_all_lengths(whole):
    tasks = {r["params"]["n"]: r["n"] for r in on_all_cores(whole)
             if r["variant"] == "shared"}
    for n in (*LENGTHS, found(whole)):
        [peaks] = [s for s in whole.of("series") if "peaks" in s["params"]
                   and s["params"]["n"] == n and s["cores"] == 2]
        assert peaks["variant"] == "shared"
        assert len(peaks["rows"]) == peaks["params"]["peaks"]
        assert len(peaks["rows"]) > 0 or tasks[n] < 100
        assert sum(row[1] for row in peaks["rows"]) <= tasks[n]


def test_the_first_thousand_samples_stand_beside_the_whole(whole):
    tasks = {r["params"]["n"]: r for r in on_all_cores(whole)
             if r["variant"] == "shared"}
    for n in (0, 501, found(whole)):
        rows = rows_of(whole, n=n, sorted=0)["shared"]
        assert len(rows) == min(1000, tasks[n]["n"])


def test_the_whole_run_is_thinned_and_keeps_its_tails(whole):
    results = {r["params"]["n"]: r for r in on_all_cores(whole)
               if r["variant"] == "shared"}
    for n in (0, 501, found(whole)):
        rows = rows_of(whole, n=n, whole=results[n]["n"])["shared"]
        ticks = [row[2] for row in rows]
        assert len(rows) <= 1000 and [row[0] for row in rows] == sorted(
            {row[0] for row in rows})
        assert (min(ticks), max(ticks)) == (results[n]["min"],
                                            results[n]["max"])


# ---- bad cases --------------------------------------------------------------------------


def test_one_task_gives_no_overhead_and_says_so():
    run = boot(SHORT + "tasks=1", smp="1")
    assert run.status == EXIT_OK and run.of("result") == []
    assert {s["variant"] for s in run.of("skipped")} == EXECUTORS | SWAPS
    assert all("first" in s["reason"] for s in run.of("skipped"))


def test_no_task_at_all_is_a_bad_option():
    run = boot(SHORT + "tasks=0")
    assert run.status == EXIT_FAILED
    assert "tasks=0" in run.warned("bad_option")[0]["text"]


@pytest.mark.full   # tests/twin/test_dispatch.py does it in make test
def test_more_samples_than_memory_are_counted_only():
    run = boot(SHORT + "variant=loop tasks=1000000 cores=1", memory=32)
    assert run.status == EXIT_OK and run.warned("histogram_only")
    empty = run.of("result")[0]
    assert empty["samples"] == "histogram" and empty["n"] == empty["tasks"] - 1
    assert empty["mad"] is None
    assert empty["min"] <= empty["p50"] <= empty["p999"] <= empty["max"]


def test_an_executor_is_measured_alone_where_asked_for():
    run = boot(SHORT + "variant=shared/mpmc", smp="2")
    assert {r["variant"] for r in run.of("result")} == {"shared/mpmc"}
    assert run.status == EXIT_OK
