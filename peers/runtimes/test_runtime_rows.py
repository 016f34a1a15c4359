# SPDX-License-Identifier: MIT
"""What `make runtimes` makes of lines that the programs printed."""

import io
import json
import math

import make_log
import pytest
import runtime_rows as rows
from quietcore.log.reading import read_stream
from runtime_programs import LENGTHS

#: As rayon and .NET's pool printed them, on a busy machine.
RAYON = [json.loads(line) for line in (
    '{"who":"rayon","row":"dispatch","n":0,"tasks":50000,"workers":2,'
    '"wall":4032198,"body":54,"overhead":5176296,"stamp":19.9986}',
    '{"who":"rayon","row":"dispatch","n":501,"tasks":30000,"workers":2,'
    '"wall":12005514,"body":10342796,"overhead":3822812,"stamp":19.9986}')]
DOTNET = json.loads(
    '{"who":"dotnet_pool","row":"dispatch","n":0,"tasks":50000,"workers":3,'
    '"wall":6341735,"body":38508,"overhead":18883199,"stamp":18.9349}')
ARRAY = json.loads('{"who":"crossbeam_array","row":"mpmc both",'
                   '"items":2000000,"wall":177019652}')


def test_a_mean_is_of_all_tasks_but_each_worker_s_first_without_the_stamp():
    mean, wall, body = rows.pool_round(RAYON[0], 1)
    assert mean == pytest.approx(5176296 / 49998 - 19.9986)
    assert (wall, body) == pytest.approx((80.64396, 0.00108))


def test_nanoseconds_become_ticks():
    once, scaled = rows.pool_round(DOTNET, 1), rows.pool_round(DOTNET, 2.6)
    assert scaled == pytest.approx([2.6 * each for each in once])
    assert rows.figures_of([ARRAY], 2)["mpmc both", "crossbeam_array"] == \
        pytest.approx(177.019652)


def test_all_in_is_what_both_cores_take_beyond_the_bodies():
    figures = rows.figures_of(RAYON, 1)
    assert figures["all-in n=501", "rayon"] == pytest.approx(
        (2 * 12005514 - 10342796) / 30000)
    assert figures["dispatch n=501", "rayon"] == pytest.approx(
        3822812 / 29998 - 19.9986)
    assert figures["break-even", "rayon"] == math.inf


def test_of_several_rounds_the_median_counts():
    lines = [ARRAY | {"wall": wall} for wall in (2e8, 4e8, 3e9)]
    assert rows.figures_of(lines, 1)["mpmc both", "crossbeam_array"] == 200
    slow = [RAYON[1] | {"wall": wall} for wall in (1e7, 2e7, 9e9)]
    assert rows.figures_of(slow, 1)["all-in n=501", "rayon"] == \
        pytest.approx((4e7 - 10342796) / 30000)


@pytest.mark.parametrize("walls, n", [
    ((1, 50, 250), 0), ((30, 90, 500), math.inf), ((30, 90, 250), 0.4),
    ((9, 200, 250), 101 + 400 * 100 / 150), ((30, 99, 300), math.inf)])
def test_the_break_even_is_where_the_pool_takes_less_for_good(walls, n):
    bodies = {0: 10, 101: 100, 501: 300}
    found = rows.crossing({at: (wall, bodies[at])
                           for at, wall in zip(bodies, walls)})
    assert found == pytest.approx(101 * 20 / 30 if n == 0.4 else n)


# ---- ours --------------------------------------------------------------------


def dispatch(n: int, **changes) -> dict:
    return make_log.result(**{
        "experiment": "dispatch", "variant": "shared", "cores": 2,
        "params": {"n": n}, "round_means": [70, 90, 80],
        "wall_rounds": [100, None, 120], "body_rounds": [50, 50, 60]}
        | changes)


def own(*results: dict) -> rows.Figures:
    run, = read_stream(io.BytesIO(b"".join(make_log.lines(list(results)))))
    return rows.own_figures(run)


def test_ours_are_reckoned_as_theirs_without_the_disturbed_rounds():
    figures = own(dispatch(0), dispatch(501, wall_rounds=[10, 10, 10]))
    assert figures["dispatch n=0", "ours/shared"] == 75
    assert figures["all-in n=0", "ours/shared"] == 165
    assert figures["all-in n=501", "ours/shared"] == -30
    assert figures["break-even", "ours/shared"] == pytest.approx(
        501 * 55 / 95)


@pytest.mark.parametrize("changes", [
    {"proven": "not_proven"}, {"crowded": True}, {"cores": 1}, {"variant": "shared/mcs"},
    {"wall_rounds": [None] * 3}])
def test_what_is_not_proven_or_another_row_is_no_figure(changes):
    assert own(dispatch(0, **changes)) == {}
    assert own(dispatch(7)) == {}


def test_a_queue_of_ours_stands_beside_theirs_and_a_line_beside_dispatch():
    figures = own(
        make_log.result(variant="mpmc/pair", cores=1, batch=64, p50=12.0,
                        rounds=[12.0] * 6),
        make_log.result(experiment="floor", variant="line", cores=2, batch=64,
                        p50=140.0, rounds=[140.0] * 6))
    assert figures["mpmc alone", "ours/mpmc"] == 12
    assert figures["floor", "LINE"] == 70
    assert all(figures[f"dispatch n={n}", "LINE"] == 70 for n in LENGTHS)


@pytest.mark.parametrize("field", [{"proven": "not_proven"},
                                   {"crowded": True}])
def test_a_queue_that_is_in_doubt_is_no_figure(field):
    assert own(make_log.result(variant="mpmc/pair", cores=1, batch=64,
                               p50=12.0, rounds=[12.0] * 6, **field)) == {}


def test_a_run_is_asked_for_all_rows_that_ours_has():
    suite, cores, bench, variant = (word.split("=")[1].split(",")
                                    for word in rows.WORDS)
    assert (suite, cores) == (["quick"], ["2"])
    assert bench == ["floor", "queue", "dispatch"]
    assert {"line.", "rmw.", "xst.", "call.", "stamp.", "mpmc/pair.",
            "mpmc/across.", "deque/pair.", "deque/steal.", "shared.",
            "steal.", "adaptive.", "chunk.", "loop."} == set(variant)


# ---- turns -------------------------------------------------------------------


def test_a_turn_without_a_figure_keeps_its_place_and_rows_their_order():
    key, other = ("dispatch n=0", "rayon"), ("mpmc alone", "vyukov")
    assert rows.records_of([{key: 1.0}, {other: 2.0}, {key: 3.0}]) == [
        {"row": "mpmc alone", "who": "vyukov", "turns": [None, 2.0, None]},
        {"row": "dispatch n=0", "who": "rayon", "turns": [1.0, None, 3.0]}]
