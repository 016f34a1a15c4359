# SPDX-License-Identifier: MIT
"""Pictures of distributions, of the split of primes and of threads, drawn from
records that are made to order: what each one shows, and where."""

import make_log
import pytest
import svgs
from quietcore.conclusions.gate import Subject
from quietcore.report.pictures.overheads import MOST_BINS
from records import stated, value

N = 501


def series(experiment: str, variant: str, columns: str, rows: list, **params) -> dict:
    return make_log.series(experiment, columns, rows, variant=variant, params=params)


def bins(n: int, rows: list, active: int = 1) -> dict:
    """A histogram of `shared`."""
    return series("dispatch", "shared", "lower count", rows, n=n, active=active, bin=50)


# ---- distributions ---------------------------------------------------------------


def cells_of(heat) -> dict:
    return {(heat.rows[c.row], heat.columns[c.column]): c.value for c in heat.cells}


@pytest.mark.parametrize("histograms, shares", [
    ([bins(0, [[0, 30], [50, 10]]), bins(11, [[50, 7]])],
     {("n = 0", "0"): 75, ("n = 0", "50"): 25, ("n = 11", "50"): 100}),
    # Widths of a length are put together.
    ([bins(0, [[0, 30]]), bins(0, [[0, 10], [50, 60]], active=2)],
     {("n = 0", "0"): 40, ("n = 0", "50"): 60})])
def test_a_map_has_the_share_of_each_bin_by_length(histograms, shares):
    heat = svgs.drawn(*histograms)["dispatch-map-shared"].shape
    assert cells_of(heat) == shares


def test_the_last_column_of_a_map_holds_all_beyond():
    """Three bins more than it has columns for, of one sample each."""
    count = MOST_BINS + 3
    heat = svgs.drawn(bins(0, [[50 * i, 1] for i in range(count)]))["dispatch-map-shared"].shape
    cells = cells_of(heat)
    assert len(cells) == len(heat.columns) == MOST_BINS
    last = cells.pop(("n = 0", heat.columns[-1]))
    assert last == pytest.approx(100 * 4 / count)
    assert {*cells.values()} == {100 / count}


def test_a_map_marks_its_peaks_where_they_lie():
    """Most of its samples were taken with two workers active."""
    heat = svgs.drawn(
        bins(0, [[0, 9], [50, 1], [100, 5]]), bins(0, [[100, 12]], active=2),
        bins(11, [[50, 7]]))["dispatch-map-shared"].shape
    marks = [(heat.rows[row], heat.columns[column], words) for row, column, words in heat.marks]
    assert [each[:2] for each in marks] == [("n = 0", "0"), ("n = 0", "100")]
    assert "17 samples" in marks[1][2] and "2 active" in marks[1][2]


def test_peaks_by_length_have_a_curve_for_each_width():
    found = svgs.drawn(
        bins(0, [[100, 9]]), bins(0, [[300, 14]], active=2), bins(11, [[150, 8]]))
    assert svgs.curves(found["dispatch-peaks-shared"]) == {
        "most with 1 active": [(1, 125), (11, 175)],
        "most with 2 active": [(1, 325)]}


def test_peaks_of_one_length_wander_nowhere():
    assert "dispatch-peaks-shared" not in svgs.drawn(bins(0, [[100, 9]]))


# ---- the first samples, and all --------------------------------------------------


FIRST = [[0, 0, 90], [1, 1, 70], [2, 0, 80], [3, 1, 60]]


@pytest.mark.parametrize("n, name", [
    (N, f"dispatch-first-shared-{N}"), (600, "dispatch-sorted-shared-600")])
def test_the_first_tasks_stand_beside_the_whole_run(n, name):
    """The lengths of the published table, and the one that was looked for."""
    found = svgs.drawn(
        series("dispatch", "shared", "index worker ticks", FIRST, n=n),
        bins(n, [[0, 30], [50, 10]]),
        make_log.result(experiment="dispatch", variant="shared", params={"n": n}, work_mean=60))
    assert [(rule.at, rule.name) for rule in found[name].shape.rules] == [(3, "5 % of the work")]
    assert {each for each in found if each.startswith(
        ("dispatch-first", "dispatch-sorted"))} == {name}
    assert svgs.curves(found[name]) == {
        "in order, worker 0": [(0, 90), (500, 80)],
        "in order, worker 1": [(250, 70), (750, 60)],
        "whole run, sorted": [(0, 25), (750, 25), (750, 75), (1000, 75)]}


def test_the_thinned_run_is_drawn():
    drawing = svgs.drawn(
        series("dispatch", "shared", "index worker ticks", FIRST, n=N),
        series("dispatch", "shared", "index worker ticks",
               [[0, 0, 90], [50, 1, 300], [99, 0, 0]], n=N, whole=100)
    )[f"dispatch-first-shared-{N}"]
    assert svgs.curves(drawing)["whole run, in order"] == [(0, 90), (500, 300), (990, 1)]


# ---- primes ----------------------------------------------------------------------


def test_the_split_has_the_parts_of_cores_asleep_and_awake():
    found = svgs.drawn(series(
        "primes", "steal", "awake wake_up hand_out work collection wall",
        [[0, 60, 10, 20, 10, 100], [1, 0, 30, 15, 5, 50]], n=100))
    lanes = found["primes-split"].shape
    shares = {(s.lane, lanes.kinds[s.kind]): s.end - s.start for s in lanes.segments}
    assert shares == {
        (f"steal, {lane}", part): share for lane, shares in (
            ("asleep", (60, 10, 20, 10)), ("awake", (0, 60, 30, 10)))
        for part, share in zip(("wake-up", "hand-out", "work", "collection"), shares)}


# ---- threads ---------------------------------------------------------------------


def test_tasks_that_sleep_and_tasks_that_compute_are_not_mixed_up():
    found = svgs.drawn(*(
        series("threads", variant, "k tasks took", rows, scale=1000)
        for variant, rows in (
            ("steps", [[1, 2, 55], [10, 20, 56]]),
            ("fixed/pure", [[1, 2, 3], [10, 20, 30]]))))
    for name, curves in (("took", {"steps": [(1, 55), (10, 56)]}),
                         ("pure", {"fixed": [(1, 3), (10, 30)]})):
        assert svgs.curves(found[f"threads-{name}"]) == curves


# ---- inject ----------------------------------------------------------------------


@pytest.mark.parametrize("least, upright", [(12, {60, 107, 167}), (2, set()), (200, set())])
def test_the_published_moments_stand_in_the_published_run(least, upright):
    """Which has 12 workers at first, and no other run does."""
    found = svgs.drawn(series(
        "inject", "block", "time_s threads running pending done",
        [[0, least, 0, 200, 0], [1, 13, 13, 187, 0], [167, 9, 0, 0, 200]],
        tasks=200, min=least, max=1000, scale=1000))
    drawing = found["inject-block"]
    assert {rule.at for rule in drawing.shape.rules if rule.upright} == upright
    assert [y for _, y in svgs.curves(drawing)["pending"]] == [200, 187, 0]


def test_half_blocking_tasks_have_a_row_for_each_pool():
    found = svgs.drawn(*(
        stated(value(name, Subject("", "fit", [
            1000 * (figure + step) for step in (-1, 0, 0, 0, 0, 2)]),
            "inject", cores=2, unit="percent"))
        for name, figure in (("half_1", 47), ("half_2", 82), ("half_3", 95),
                             ("half_waiters", 98), ("half_life", 3), ("cpu_lost", 5))))
    drawing = found["inject-half"]
    assert {dot.row: (dot.point.low, dot.point.x, dot.point.high)
            for dot in drawing.shape.dots} == {
        "1 worker a core": (46, 47, 49), "2 workers a core": (81, 82, 84),
        "3 workers a core": (94, 95, 97), "1 a core, and waiters": (97, 98, 100)}
