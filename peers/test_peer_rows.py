# SPDX-License-Identifier: MIT
"""Which results of a log stand beside each other, and as how many ticks."""

import io

import make_log
import peer_rows as rows
import peer_runs
import pytest
from quietcore.log.reading import read_stream


def result(experiment: str, variant: str, p50: float, cores: int = 1,
           batch: int = 64, **changes) -> dict:
    return make_log.result(
        experiment=experiment, variant=variant, cores=cores, batch=batch,
        p50=p50, rounds=[p50] * 6,
        **{"params": {"mode": "batch"}, "round_means": [p50] * 6} | changes)


FLOORS = [result("floor", "xst", 6.0), result("floor", "rmw", 7.0),
          result("floor", "call", 4.0), result("floor", "line", 140.0, 2)]


def told(*body: dict) -> dict[tuple[str, str], dict]:
    log = b"".join(make_log.lines([*FLOORS, *body]))
    run, = read_stream(io.BytesIO(log))
    return {(r["row"], r["who"]): r for r in rows.records_of(run)
            if r["row"] != "floor"}


@pytest.mark.parametrize("variant, row, who, ratio", [
    ("tas", "lock alone", "ours/tas", 2), ("ck_fas", "lock alone", "ck_fas", 2),
    ("mcs", "queue lock alone", "ours/mcs", 12 / 14),
    ("tbb_queuing", "queue lock alone", "tbb_queuing", 12 / 14)])
def test_a_lock_alone_is_a_multiple_of_its_own_floor(variant, row, who, ratio):
    (key, record), = told(result("lock", variant, 12.0)).items()
    assert key == (row, who)
    assert (record["ticks"], record["ratio"]) == (12, pytest.approx(ratio))


def test_of_all_batches_the_largest_counts():
    found = told(result("lock", "tas", 30.0, batch=1),
                 result("lock", "tas", 12.0, batch=512),
                 result("lock", "tas", 13.0, batch=64))
    assert found["lock alone", "ours/tas"]["ticks"] == 12


def test_two_cores_at_a_lock_count_as_one_machine_with_the_bursts_beside():
    found = told(
        result("lock", "ck_fas", 100.0, 2),
        result("lock", "ck_fas/contend", 300.0, 2, burst=2.5,
               params={"mode": "batch", "inside": 0, "outside": 0}),
        result("lock", "ck_fas/contend", 900.0, 2, burst=1.5,
               params={"mode": "batch", "inside": 64, "outside": 0}),
        result("lock", "ck_ticket", 100.0, 2))
    assert set(found) == {("lock 2 cores unfair", "ck_fas"),
                          ("lock 2 cores fair", "ck_ticket")}
    record = found["lock 2 cores unfair", "ck_fas"]
    assert (record["ticks"], record["burst"]) == (50, 2.5)
    assert found["lock 2 cores fair", "ck_ticket"]["ratio"] == \
        pytest.approx(50 / 70)


@pytest.mark.parametrize("variant, cores, row, ticks", [
    ("spsc/pair", 1, "spsc alone", 12), ("rte_spsc/pair32", 1,
                                         "spsc alone bulk 32", 12),
    ("rte_mpmc_8/pair", 1, "mpmc alone", 12),
    ("rte_spsc_8/pair32", 1, "spsc alone bulk 32", 12),
    ("mpmc_8/pair32", 1, "mpmc alone bulk 32", 12),
    ("vyukov/pair", 1, "mpmc alone", 12),
    ("boost_queue/pair", 2, "mpmc both", 6),
    ("std_deque/pair", 2, "locked ring both", 6),
    ("workqueue/pair", 1, "locked ring alone", 12),
    ("deque/steal", 2, "deque steal", 12),
    ("deque/steal32", 2, "deque steal half", 12)])
def test_a_queue_stands_beside_those_of_its_kind(variant, cores, row, ticks):
    (key, record), = told(result("queue", variant, 12.0, cores)).items()
    assert (key[0], record["ticks"]) == (row, ticks)


@pytest.mark.parametrize("variant", [
    "ck_spsc/pair32", "vyukov/pair32", "ring/clh/pair", "steal/pair",
    "spsc/plain/pair", "ring/tas/across"])
def test_no_row_of_bulks_that_are_none_nor_of_our_variations(variant):
    assert not told(result("queue", variant, 12.0))


def test_what_goes_across_is_told_one_by_one_and_in_bulks():
    found = told(*(result("queue", "rte_spsc/across", 10.0 * bulk, 2, params={
        "producers": 1, "consumers": 1, "bulk": bulk, "mode": "batch"})
        for bulk in (1, 32)))
    assert {row: r["ticks"] for (row, _), r in found.items()} == {
        "spsc across": 10, "spsc across bulk 32": 320}


def test_dispatch_is_told_by_its_mean_with_all_in():
    (key, record), = told(result(
        "dispatch", "tbb_for", 90.0, 2, mean=100.0, all_in=110.0,
        params={"n": 501})).items()
    assert key == ("dispatch n=501", "tbb_for")
    assert (record["ticks"], record["all_in"]) == (100, 110)


def test_metg_is_told_at_half_of_the_peak_in_calls_or_lines():
    found = told(*(result("metg", f"tbb_for/{pattern}", 280.0, 2, 1,
                          params={"percent": percent})
                   for pattern in ("trivial", "tree") for percent in (50, 90)),
                 result("metg", "tbb_for/fft", 280.0, 1, 1,
                        params={"percent": 50}))
    assert {key: (r["ticks"], r["ratio"]) for key, r in found.items()} == {
        ("metg 50 % trivial", "tbb_for"): (280, pytest.approx(70)),
        ("metg 50 % tree", "tbb_for"): (280, pytest.approx(4))}


def test_a_guest_that_is_wrong_is_shown_and_has_no_figure():
    found = told({"record": "validation", "experiment": "lock",
                  "variant": "ck_fas", "cores": 2, "verdict": "failed",
                  "property": "mutual exclusion, no entry lost",
                  "reason": "two cores were inside at once",
                  "counts": {"operations": 70000}},
                 result("lock", "ck_fas", 12.0, proven="failed"))
    assert {key: "ticks" in r for key, r in found.items()} == {
        ("lock alone", "ck_fas"): False,
        ("lock 2 cores unfair", "ck_fas"): False}
    assert all(r["failed"] for r in found.values())


def test_a_row_that_is_not_sure_is_loud():
    for why in ({"quiet": "disturbed", "disturbed_by": ["pause"]},
                {"proven": "not_proven"}):
        record, = told(result("lock", "tas", 12.0, **why)).values()
        assert (record["quiet"], record["ticks"]) == (0, 12)


@pytest.mark.parametrize("experiment, variant", [
    ("lock", "tas"), ("queue", "mpmc/pair"), ("dispatch", "steal")])
def test_more_than_two_cores_are_no_row(experiment, variant):
    assert not told(result(experiment, variant, 12.0, 4, mean=12,
                           params={"n": 0}))


def test_of_what_comes_in_bursts_the_means_count():
    record, = told(result("lock", "tas", 12.0, 2,
                          round_means=[90, 100, 110, 100, 90, 4000])).values()
    assert record["ticks"] == 50


def test_a_run_is_asked_for_what_the_table_has_and_the_program_knows():
    known = {("floor", "xst"), ("lock", "tas"), ("lock", "tas/handover"),
             ("lock", "qspin"), ("lock", "ck_fas"), ("lock", "ck_fas/contend"),
             ("lock", "ck_fas/wait"), ("queue", "spsc/pair")}
    assert peer_runs.options(("floor", "lock"), known, "rounds=9 seed=2") == [
        "suite=quick", "cores=2", "bench=floor,lock",
        "variant=xst.,ck_fas.,ck_fas/contend.,tas.", "rounds=9", "seed=2"]


@pytest.mark.parametrize("script, said", [
    ("exit 7", "ended with status 7 and no whole log: "),
    ("exec sleep 60", "has not ended after 1 seconds: ")])
def test_a_program_without_a_whole_log_is_named(tmp_path, monkeypatch, script,
                                                said):
    monkeypatch.setattr(peer_runs, "PATIENCE", 1)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(SystemExit, match=f"{program} {said}.*x.log has what"):
        peer_runs.run_of(program, [], tmp_path / "x.log")
