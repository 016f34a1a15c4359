# SPDX-License-Identifier: MIT
"""Each picture of each recorded log: there, not empty, and of its figures."""

import re

import make_log
import pytest
import svgs
from places import ROOT
from quietcore.conclusions.gate import Subject
from quietcore.report.draw.model import Chart, Dots
from quietcore.report.pictures.catalogue import drawings, drawn_by_entry
from quietcore.report.pictures.making import ENTRIES
from quietcore.report.pictures.overheads import MOST_WIDTHS
from quietcore.terminal.numbers import number
from records import stated, value

EXECUTORS = "adaptive shared spsc steal"


def of(experiment: str, names: str) -> set[str]:
    """Pictures of an experiment."""
    return {f"{experiment}-{name}" for name in names.split()}


def for_each(kind: str, executors: str, *lengths: int) -> set[str]:
    """Pictures of dispatch, one for each executor; for each length."""
    return {f"dispatch-{kind}-{name}{length}" for name in executors.split()
            for length in ([f"-{n}" for n in lengths] or [""])}


NOISE = of("noise", "grades gaps")
DISPATCH = of("dispatch", "overhead widths tails") | for_each("sorted", EXECUTORS, 600)
ONE_CORE = NOISE | DISPATCH | {"floor-costs", "lock-alone", "timer-costs"} | of(
    "inject", "block block-2 block-3 burst cpu short mixed mixed-fixed") | of(
    "threads", "took pure waited late memory share") | of(
    "workloads", "add sort find") | of("switch", "costs tails") | of(
    "spawn", "costs tails") | of("primes", "ratio shares timeline") | of(
    "queue", "alone cores tails")
TWO_CORES = ONE_CORE | {"dispatch-decisions", "timer-cores"} | of(
    "line", "matrix matrix-2 sharing") | of("lock", "contended fairness shares") | of(
    "queue", "across latency shares") | of("wake", "trips barrier late tails")
WORKQUEUE = of("workqueue", "cores across wait fairness shares tails")
EXPECTED = {
    "counted": ONE_CORE, "emulated": TWO_CORES, "linux": TWO_CORES, "workqueue": NOISE | WORKQUEUE,
    "alone": NOISE | DISPATCH | {"lock-alone", "dispatch-wall"} | of(
        "queue", "alone cores tails") | of("switch", "costs tails") | for_each(
        "explained", EXECUTORS + " loop"),
    "leaky": NOISE | of("queue", "alone cores across latency shares tails") | of(
        "lock", "alone contended fairness bursts shares"),
    "tas": NOISE | {"lock-alone"},
    # With conclusions from rows that logs of version 2 do not have.
    "twin": TWO_CORES - for_each("sorted", EXECUTORS, 600) | WORKQUEUE | {
        "dispatch-wall", "lock-bursts", "inject-half"} | of("primes", "split crossover") | of(
        "threads", "flat sleepers") | of("workloads", "gain memory") | for_each(
        "first", "adaptive shared", 0) | for_each("width", "adaptive shared", 0, 501) | for_each(
        "map", EXECUTORS) | for_each("peaks", "adaptive shared") | for_each(
        "explained", EXECUTORS + " chunk loop static") | for_each(
        "sorted", EXECUTORS, 3539) | for_each("width", EXECUTORS, 3539),
    "full": NOISE | {"metg-trivial"} | of("lock", "handover tails") | of(
        "workqueue", "depth cores fairness shares tails")}
EMULATED = ("counted", "emulated", "leaky", "workqueue")
EVERY = [(log, name) for log, names in EXPECTED.items() for name in sorted(names)]


@pytest.mark.parametrize("log", EXPECTED)
def test_a_log_has_its_pictures_and_no_others(log):
    assert {*svgs.pictures_of(log)} == EXPECTED[log]


@pytest.mark.parametrize("log, name", EVERY)
def test_a_picture_can_be_read_and_shows_something(log, name):
    """No name is cut, each mark says what it is, emulated figures and no others are called so."""
    drawing = svgs.pictures_of(log)[name]
    svg = svgs.svg_of(log, name)
    assert svg.tag == f"{svgs.SPACE}svg" and svg.get("role") == "img"
    assert drawing.title in svg.get("aria-label", "")
    assert svg.find(f"{svgs.SPACE}title").text == drawing.title
    assert svg.find(f"{svgs.SPACE}desc").text == drawing.says
    [plot] = svgs.of_class(svg, "plot") or [svg]
    assert svgs.seen(plot)
    for word in ("mark", "segment", "cell"):
        for mark in svgs.of_class(plot, word) * (plot is not svg):
            assert mark.find(f"{svgs.SPACE}title").text
    words = svgs.texts(svg)
    assert not [text for text in words if "…" in text]
    assert any("emulated" in text.lower() for text in words) == (log in EMULATED)
    headings, rows = drawing.shape.table()
    assert rows and {len(row) for row in rows} == {len(headings)}
    if isinstance(drawing.shape, (Chart, Dots)):
        assert [row[2] for row in rows] == [number(value) for value in shown_points(drawing)]


def shown_points(drawing):
    """The figures of a picture, as its table has them."""
    shape = drawing.shape
    if isinstance(shape, Chart):
        return [p.y for curve in shape.curves for p in curve.points]
    assert isinstance(shape, Dots)
    return [dot.point.x for dot in shape.dots]


@pytest.mark.parametrize("name, experiment", [
    ("lock-alone", "lock"), ("floor-costs", "floor"),
    ("switch-costs", "switch"), ("queue-alone", "queue")])
def test_the_figures_are_the_log_s_medians(name, experiment):
    [log] = svgs.logs_of("linux")
    medians = {r["p50"] for r in log.of(experiment)}
    assert {*shown_points(svgs.pictures_of("linux")[name])} <= medians


def test_where_a_row_has_several_batches_the_largest_is_shown():
    [log] = svgs.logs_of("emulated")
    rows = [r for r in log.of("queue") if r["variant"] == "ring/pair" and r["cores"] == 1]
    assert len(rows) == 2
    most = max(rows, key=lambda r: r["batch"])["p50"]
    shape = svgs.pictures_of("emulated")["queue-alone"].shape
    [ring] = [d for d in shape.dots if d.row == "ring" and shape.groups[d.group] == "pair"]
    assert ring.point.x == most


def test_a_row_of_another_type_of_core_does_not_replace_core_0_s():
    [log] = svgs.logs_with(*(
        make_log.result(experiment="lock", variant="mcs", p50=p50, params=params)
        for p50, params in ((20, {}), (50, {"core": 2}))))
    assert [r["p50"] for r in log.of("lock")] == [20]


def test_doubted_figures_are_hollow_and_no_others():
    drawing = svgs.pictures_of("workqueue")["workqueue-cores"]
    doubted = [bool(p.doubt) for curve in drawing.shape.curves for p in curve.points]
    assert any(doubted) and not all(doubted)
    [plot] = svgs.of_class(svgs.parsed(drawing), "plot")
    assert len(svgs.of_class(plot, "open")) == sum(doubted)
    assert any(text.startswith("hollow: ") and "disturbed" in text
               for text in svgs.texts(svgs.parsed(drawing)))


@pytest.mark.parametrize("changes, doubt", [
    ({"proven": "failed"}, "failed"), ({"proven": "not_proven"}, "not proven"),
    ({"quiet": "disturbed", "crowded": True}, "disturbed, turns"),
    ({"crowded": True, "oversubscribed": True}, "oversubscribed"), ({}, "")])
def test_what_is_to_be_doubted_is_named(changes, doubt):
    row = make_log.result(experiment="lock", variant="mcs", **changes)
    [dot] = svgs.drawn(row)["lock-alone"].shape.dots
    assert dot.point.doubt == doubt


@pytest.mark.parametrize("changes, told", [
    ({"oversubscribed": True, "crowded": True}, True), ({}, False)])
def test_widths_beyond_the_real_cores_are_no_growth(changes, told):
    rows = [make_log.result(experiment="dispatch", variant="shared", cores=cores, params={"n": 0},
                            **(changes if cores == 4 else {}))
            for cores in (1, 4)]
    notes = svgs.drawn(*rows)["dispatch-widths"].notes
    assert any("on 4 cores" in note and "no growth" in note for note in notes) == told


def test_published_curves_stand_beside_ticks_and_not_beside_instructions():
    def published(log):
        shape = svgs.pictures_of(log)["dispatch-overhead"].shape
        return [c.name for c in shape.curves if c.name.endswith("published")]

    assert len(published("linux")) == 3 and published("counted") == []


def test_shares_of_a_core_add_up():
    lanes = svgs.pictures_of("linux")["primes-shares"].shape
    for lane in lanes.lanes():
        ends = [s.end for s in lanes.segments if s.lane == lane]
        assert max(ends) == pytest.approx(100, abs=0.01)


@pytest.mark.parametrize("cores, told", [(64, True), (40, False)])
def test_shares_of_the_first_cores_are_called_so(cores, told):
    row = make_log.result(experiment="lock", variant="mcs/contend", cores=cores, per_core=[5] * 40)
    notes = svgs.drawn(row)["lock-shares"].notes
    assert ("first 40 cores only" in " ".join(notes)) == told


def test_a_timeline_is_as_long_as_its_trace():
    [log] = svgs.logs_of("linux")
    last = max(record["events"][-1][0] for record in log.run.of("trace"))
    lanes = svgs.pictures_of("linux")["primes-timeline"].shape
    assert max(s.end for s in lanes.segments) == last


def test_every_executor_has_the_empty_task_by_width():
    """However many lengths there are of the first one."""
    rows = [make_log.series("dispatch", "lower count", [[0, 10], [50, 5 * active]],
                            variant=variant, params={"n": n, "active": active, "bin": 50})
            for variant in ("adaptive", "shared", "steal")
            for n in (0, 5, 11, 51, 101, 501, 1001, 5001, 7325, 10001)
            for active in (1, 2)]
    shown = [name for name in svgs.drawn(*rows) if name.startswith("dispatch-width-")]
    assert len(shown) == MOST_WIDTHS
    for variant in ("adaptive", "shared", "steal"):
        assert f"dispatch-width-{variant}-0" in shown
        assert f"dispatch-width-{variant}-7325" in shown


def test_several_logs_are_in_one_picture_under_their_names():
    assert [log.name for log in svgs.logs_of("emulated", "leaky", "linux")] \
        == ["tcg 1", "tcg 2", "linux-vm"]
    drawing = svgs.pictures_of("emulated", "linux")["lock-alone"]
    assert drawing.shape.groups == ["tcg", "linux-vm"]
    counts = [sum(d.group == i for d in drawing.shape.dots) for i in (0, 1)]
    assert counts == [len(svgs.pictures_of(log)["lock-alone"].shape.dots)
                      for log in ("emulated", "linux")]


def test_two_logs_are_shown_row_by_row():
    drawing = svgs.pictures_of("linux", "emulated")["pairs-rows"]
    assert drawing.title.startswith("tcg and linux-vm")    # bare first
    one, two = svgs.logs_of("linux", "emulated")
    point = next(p for c in drawing.shape.curves for p in c.points
                 if c.name == "lock" and p.note.startswith("mcs "))
    assert (point.x, point.y) == tuple(next(
        r["p50"] for r in log.of("lock") if r["variant"] == "mcs"
        and r["cores"] == 1) for log in (two, one))


def test_every_picture_is_drawn_of_a_recorded_log_and_named_in_the_document():
    logs = [svgs.logs_of(name) for name in EXPECTED]
    logs.append(svgs.logs_of("emulated", "linux"))
    made = {entry.name for some in logs for entry, drawn in drawn_by_entry(some) if drawn}
    page = (ROOT / "docs/report.md").read_text()
    table = page[page.index("| WHAT |"):page.index("An experiment of your own")]
    cells = " ".join(row.split("|")[1] for row in table.splitlines()[2:] if row)
    told = re.findall(r"`([a-z0-9-]+)`", cells)
    assert made == {entry.name for entry in ENTRIES} == {*told}
    assert len(told) == len(ENTRIES) == len(made)   # and none twice


# ---- of results alone ------------------------------------------------------------


def test_each_pattern_of_metg_has_its_executors_by_share_of_the_peak():
    found = {name: drawing for name, drawing in drawings(svgs.logs_with(*(
        make_log.result(experiment="metg", variant=variant, cores=2, p50=p50,
                        rounds=[p50] * 6, params={"percent": percent})
        for variant, percent, p50 in (
            ("steal/trivial", 50, 100), ("steal/trivial", 90, 900),
            ("shared/trivial", 50, 300), ("steal/tree", 50, 700))))).items()
        if name.startswith("metg")}
    assert set(found) == {"metg-trivial", "metg-tree"}
    shape = found["metg-trivial"].shape
    assert shape.groups == ["50 % on 2 cores", "90 % on 2 cores"]
    assert {(dot.row, dot.group, dot.point.x) for dot in shape.dots} == {
        ("steal", 0, 100), ("steal", 1, 900), ("shared", 0, 300)}


# ---- of conclusions alone -------------------------------------------------------


def said(name: str, figure: float, cores: int = 2) -> dict:
    """A figure, a tenth more and less."""
    experiment, _, name = name.partition(":")
    rounds = [round(1000 * figure * share) for share in (0.9, 1, 1, 1, 1, 1.1)]
    return stated(value(name, Subject("", "fit", rounds), experiment, cores=cores))


@pytest.mark.parametrize("name, findings, rows", [
    ("workloads-memory", [
        said("workloads:memory/add/1", 14, 1), said("workloads:memory/add/2", 15),
        said("workloads:memory/add/8/2", 25), said("workloads:gain/add/2", 1)],
     {("1 worker", 14), ("1 worker", 15), ("8 workers", 25)}),
    ("threads-sleepers", [
        said("threads:asleep", 1.01), said("threads:wake_once", 1.02),
        said("threads:wake_random", 1.03), said("threads:flat_to_steps", 9)],
     {("asleep throughout", 1.01), ("all wake at once", 1.02), ("wake by chance", 1.03)}),
    ("threads-flat", [
        said("threads:flat_to_steps", 18), said("threads:flat_steps", 1),
        said("threads:flat_to_unbounded", 10)],
     {("steps", 18), ("unbounded", 10)})])
def test_conclusions_make_a_picture_of_their_own(name, findings, rows):
    drawing = svgs.drawn(*findings)[name]
    assert {(dot.row, dot.point.x) for dot in drawing.shape.dots} == rows
    assert not any(dot.point.doubt for dot in drawing.shape.dots)


def test_a_figure_that_is_inconclusive_is_hollow():
    wide = value("asleep", Subject("", "fit", [1000, 9000] * 3), "threads")
    [dot] = svgs.drawn(stated(wide))["threads-sleepers"].shape.dots
    assert dot.point.doubt == "inconclusive"


@pytest.mark.parametrize("rounds, words", [
    ([400] * 6, "shared overtakes the loop"),
    ([100, 900] * 3, "shared overtakes the loop: inconclusive")])
def test_break_even_is_marked_where_it_was_found(rounds, words):
    found = value("break_even/shared", Subject("", "fit", [
        1000 * n for n in rounds]), "dispatch", cores=2)
    rows = [make_log.result(
        experiment="dispatch", variant=variant, cores=2, params={"n": n},
        wall_per_task=wall, wall_rounds=[wall] * 6)
        for variant in ("loop", "shared") for n, wall in ((0, 5), (1001, 90))]
    rules = svgs.drawn(*rows, stated(found))["dispatch-wall"].shape.rules
    at = sum(sorted(rounds)[2:4]) / 2
    assert (at, words) in {(rule.at, rule.name) for rule in rules if rule.upright}
