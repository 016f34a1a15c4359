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


def counted(variant: str, inside: int, outside: int, **changes) -> dict:
    return result("lock", variant, 300.0, 2, params={
        "mode": "batch", "inside": inside, "outside": outside}, **changes)


def test_a_hand_over_is_what_the_entries_up_to_it_take():
    found = told(
        counted("clh/contend", 0, 0, burst=1.5),
        counted("clh/contend", 64, 0, burst=9),
        counted("ck_clh/contend", 0, 64, burst=9),
        counted("ck_mcs/contend", 0, 0),  # of too few entries: no bursts
        counted("tas/contend", 0, 0, burst=4))
    record, = found.values()
    assert set(found) == {("lock handed over", "ours/clh")}
    assert (record["ticks"], record["min"], record["burst"]) == (225, 225, 1.5)
    assert record["ratio"] == pytest.approx(225 / 70)


def test_a_fair_lock_of_any_hands_has_no_bursts_of_another_loop():
    found = told(result("lock", "ck_clh", 100.0, 2),
                 counted("ck_clh/contend", 0, 0, burst=1.5))
    assert "burst" not in found["lock 2 cores fair", "ck_clh"]


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
    ("deque_8/steal", 2, "deque steal", 12),
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


def test_a_figure_has_the_ends_of_its_rounds_and_those_of_its_floor():
    floor = result("floor", "rmw", 7.0) | {
        "rounds": [6.5, 7, 7, 7, 7, 9]}
    log = make_log.lines([floor, result("queue", "rte_mpmc/pair", 20.0) | {
        "rounds": [19, *[20] * 5, 22]}])
    run, = read_stream(io.BytesIO(b"".join(log)))
    record, _ = rows.records_of(run)
    assert {name: record[name] for name in (
        "low", "high", "floor_ticks", "floor_low", "floor_high", "rounds")} \
        == {"low": 19, "high": 22, "floor_ticks": 14, "floor_low": 13,
            "floor_high": 18, "rounds": [19, *[20] * 5, 22]}


def test_all_in_is_reckoned_by_round_as_the_image_does():
    record, = told(result(
        "dispatch", "tbb_for", 90.0, 2, mean=100.0, all_in=110.0,
        params={"n": 501}, wall_rounds=[60, None, 70]), make_log.quantity(
            "dispatch", "body", [10, 20, 30], cores=2,
            params={"n": 501})).values()
    assert record["all_in_rounds"] == [110, None, 110]
    assert record["rounds"] == [90.0] * 6


def test_the_spread_is_that_of_the_figure_and_never_below_nothing():
    record, = told(result("dispatch", "tbb_for", 90.0, 2, mean=-100.0,
                          all_in=110.0, params={"n": 0},
                          round_means=[-100, -90, -110, -100, -80, -120]
                          )).values()
    assert (record["spread"], record["min"]) == (pytest.approx(0.1), -120)


def test_metg_is_told_at_half_of_the_peak_in_calls_or_lines():
    found = told(*(result("metg", f"tbb_for/{pattern}", 280.0, 2, 1,
                          params={"percent": percent})
                   for pattern in ("trivial", "tree") for percent in (50, 90)),
                 result("metg", "tbb_for/fft", 280.0, 1, 1,
                        params={"percent": 50}))
    assert {key: (r["ticks"], r["ratio"]) for key, r in found.items()} == {
        ("metg 50 % trivial", "tbb_for"): (280, pytest.approx(70)),
        ("metg 50 % tree", "tbb_for"): (280, pytest.approx(4))}


@pytest.mark.parametrize("experiment, variant, cores, row, ratio", [
    ("switch", "call", 1, ("fiber switch", "ours/fiber_switch"), 1.5),
    ("switch", "inline", 1, ("fiber switch", "ours/inlined"), 1.5),
    ("switch", "call/sketch", 1, ("fiber switch", "sketch"), 1.5),
    ("switch", "call/boost_context", 1, ("fiber switch", "boost_context"), 1.5),
    ("spawn", "join/many", 1, ("fiber spawn, 128 to a join", "ours/sched"), 3),
    ("switch", "yield/osthread", 1, ("sched_yield, 1 core", "linux"), 0.1),
    ("wake", "futex", 2, ("futex ping-pong, 2 cores", "linux"), 0.1),
    ("spawn", "spawn/osthread", 1, ("pthread create + join", "linux"), 0.2)])
def test_of_there_and_back_one_way_counts(experiment, variant, cores, row,
                                          ratio):
    found = told(result(experiment, variant, 12.0, cores),
                 result("floor", "syscall", 60.0))
    assert {key: r["ratio"] for key, r in found.items()} == {
        row: pytest.approx(ratio)}


def test_a_floor_that_is_half_there_is_none():
    run, = read_stream(io.BytesIO(b"".join(make_log.lines(
        [result("floor", "xst", 6.0), result("lock", "mcs", 12.0)]))))
    mcs, = (r for r in rows.records_of(run) if r["who"] == "ours/mcs")
    assert "ratio" not in mcs
    row = rows.Row("two", "XST + RMW")
    assert "ratio" not in rows.record_of(
        run, result("lock", "mcs", 12.0), row, {"XST": 6.0}, {"XST": [6.0]})


@pytest.mark.parametrize("lock, way", [
    ("tbb_queuing", ""), ("rte_mcs", ""), ("ck_clh", ""), ("mcs", ""),
    ("tbb_spin", "un"), ("ck_cas", "un"), ("tas", "un"), ("ttas", "un")])
def test_locks_that_queue_are_fair(lock, way):
    (row, _), = told(result("lock", lock, 12.0, 2))
    assert row == f"lock 2 cores {way}fair"


def test_what_is_not_proven_is_no_failure():
    assert not told({"record": "validation", "experiment": "lock",
                     "variant": "ck_fas", "cores": 2, "verdict": "not_proven",
                     "property": "x", "reason": "y",
                     "counts": {"operations": 1}})


def test_a_burst_is_that_of_cores_with_nothing_to_do_outside():
    found = told(result("lock", "tas", 100.0, 2), *(
        result("lock", "tas/contend", 300.0, 2, burst=burst, params={
            "mode": "batch", "inside": inside, "outside": outside})
        for burst, inside, outside in ((9, 64, 64), (7, 0, 64), (2.5, 0, 0))))
    assert found["lock 2 cores unfair", "ours/tas"]["burst"] == 2.5


def test_floors_are_of_one_operation():
    run, = read_stream(io.BytesIO(b"".join(make_log.lines(
        [*FLOORS, result("floor", "stamp", 20.0)]))))
    assert rows.floors_of(run) == {"XST": 6, "RMW": 7, "CALL": 4, "LINE": 70,
                                   "STAMP": 20}


def test_rayon_s_tasks_are_rows_of_dispatch_and_of_each_pattern():
    known = {("floor", "rmw"), ("dispatch", "rayon_spawn"),
             ("metg", "rayon_spawn/fft")}
    for experiment in ("dispatch", "metg"):
        asked = peer_runs.options(("floor", experiment), known, "")[-1]
        assert "rayon_spawn" in asked
    found = told(
        result("dispatch", "rayon_spawn", 90.0, 2, mean=100.0, all_in=110.0,
               params={"n": 0}),
        result("metg", "rayon_spawn/fft", 280.0, 2, 1, params={"percent": 50}))
    assert {key: r["ticks"] for key, r in found.items()} == {
        ("dispatch n=0", "rayon_spawn"): 100,
        ("metg 50 % fft", "rayon_spawn"): 280}


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
                {"proven": "not_proven"}, {"crowded": True}):
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


def test_an_option_that_the_program_does_not_know_ends_it(tmp_path):
    log = tmp_path / "kept"
    log.write_bytes(b"".join(make_log.lines([{
        "record": "warning", "code": "bad_option",
        "text": "ronds=3: no option is called 'ronds'"}])))
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\nfor last; do :; done\ncp {log} "$last"\n')
    program.chmod(0o755)
    with pytest.raises(SystemExit, match="peers: ronds=3: no option is called"):
        peer_runs.run_of(program, [], tmp_path / "x.log")
