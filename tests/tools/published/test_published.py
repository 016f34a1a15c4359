# SPDX-License-Identifier: MIT
"""docs/published.md: theirs beside ours; the words between them."""

import re
from dataclasses import replace
from math import inf

import make_log
import pytest
from in_process import qc, read
from places import ROOT
from quietcore.conclusions.asking import record_of
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.published import catalogue as catalogues
from quietcore.published.catalogue import (
    ARTICLES, COLUMNS, BadRow, Published, catalogue, read as read_rows)
from quietcore.published.ours import (
    CANNOT, Ours, missing, of_finding, ours)
from quietcore.published.page import page
from quietcore.status import Status
from quietcore.tables.published import TABLES, load
from records import even, stated, value

METAL = {"trust": "metal", "trust_claimed": ""}
ROW = Published("dispatch.slower", "slower_*", "empty tasks", "8 times", 7, 9,
                "times", "Ours hands over by one store.", "")


def carried(subject: Subject, unit: str = "times", cores: int = 1,
            name: str = "slower") -> Finding:
    """A conclusion about `dispatch` that carries the row's id."""
    return value(name, subject, "dispatch", "It takes %s", cores, unit=unit,
                 published_id=ROW.id)


def uneven(low: int, high: int) -> Subject:
    """Six rounds that lie from low to high: the gate calls them unsure."""
    step = (high - low) // 5
    return Subject("", "fit", [low + step * i for i in range(5)] + [high])


def run_with(*findings: Finding, **changes):
    [run] = read(b"".join(make_log.lines([*map(stated, findings)], **changes)))
    return run


def word(*findings: Finding, **changes) -> str:
    return ours(run_with(*findings, **changes), ROW).word


@pytest.mark.parametrize("milli, expected", [
    (8000, "agrees"), (7000, "agrees"), (9000, "agrees"),
    (6999, "differs"), (9001, "differs"), (80000, "differs")])
def test_an_interval_that_meets_their_range_agrees(milli, expected):
    assert word(carried(even("", milli))) == expected


def test_what_the_gate_does_not_settle_agrees_with_nothing():
    wrong = run_with(carried(even("", 8000, fitness="not_proven")))
    assert ours(wrong, ROW) == Ours(
        "", CANNOT, "It is not proven right. It takes a run that proves it")
    few = run_with(carried(Subject("", "fit", [8000] * 2)))
    assert ours(few, ROW).word == CANNOT
    assert ours(few, ROW).takes == "2 rounds are too few. It takes 6 rounds"


def test_a_disturbed_row_says_how_many_rounds_were_clean():
    found = carried(Subject("", "fit", [8000] * 4 + [NO_ROUND] * 3))
    run = run_with(found)
    assert ours(run, ROW).word == CANNOT
    assert "cannot be shown here. 4 of 7 rounds were clean. It takes a calm " \
        "machine |" in page((ROW,), [run])


@pytest.mark.parametrize("low, high, reason, expected", [
    (1000, 2000, "spread", "differs"), (10000, 20000, "spread", "differs"),
    (1000, 2000, "close", "differs"),
    (5000, 8500, "spread", CANNOT), (8500, 17000, "spread", CANNOT),
    (5000, 12000, "close", CANNOT),
    (1000, 2000, "disturbed", CANNOT), (1000, 2000, "drifted", CANNOT)])
def test_wide_rounds_that_lie_apart_from_theirs_differ(
        low, high, reason, expected):
    found = record_of(carried(uneven(low, high)))
    assert found["verdict"] == "unsure" and found["reason"] == "spread"
    said = of_finding(run_with(), ROW, found | {"reason": reason})
    assert said.word == expected
    assert bool(said.takes) == (expected == CANNOT)


@pytest.mark.parametrize("low, high, reason, expected", [
    (5, 12, "spread", "agrees"), (4, 10, "close", "agrees"),
    (4, 10, "disturbed", CANNOT), (4, 9, "spread", CANNOT),
    (6, 10, "spread", CANNOT), (4, inf, "spread", "agrees")])
def test_wide_rounds_that_lie_in_their_range_agree(low, high, reason, expected):
    found = record_of(carried(uneven(5000, 10000)))
    assert (found["low"], found["high"]) == (5, 10)
    said = of_finding(run_with(), replace(ROW, low=low, high=high),
                      found | {"reason": reason})
    assert said.word == expected


@pytest.mark.parametrize("unit", [
    "ticks", "ns", "ms", "ms a document", "GB/s"])
def test_an_emulated_time_is_held_against_nobodys(unit):
    row = replace(ROW, unit=unit)
    found = carried(even("", 8000), unit)
    assert ours(run_with(found, **METAL), row).word == "agrees"
    assert ours(run_with(found, trust="tcg"), row) == Ours(
        f"8.00 {unit}", CANNOT,
        "Ours is of an emulator. It takes a real machine")
    assert word(carried(even("", 8000)), trust="tcg") == "agrees"


def test_a_figure_in_another_unit_is_held_against_nobodys():
    assert ours(run_with(carried(even("", 8000), "percent"), **METAL), ROW) == \
        Ours("8.00 percent", CANNOT,
             "No such figure is published. It takes one in times")


def test_where_two_things_are_in_the_way_both_are_told():
    found = carried(Subject("", "fit", [8000] * 4 + [NO_ROUND] * 3), "ticks")
    row = replace(ROW, unit="ticks")
    assert ours(run_with(found, trust="tcg"), row).takes == (
        "4 of 7 rounds were clean and ours is of an emulator. It takes a calm "
        "machine and a real machine")


def test_of_several_the_one_of_most_cores_counts():
    assert word(carried(even("", 1000), cores=1),
                carried(even("", 8000), cores=4)) == "agrees"


@pytest.mark.parametrize("others, expected", [
    ([8000], "agrees"), ([1000], "differs"), ([8000, 1000], "differs")])
def test_of_as_many_cores_the_one_that_agrees_least_counts(others, expected):
    found = [carried(even("", milli), name=f"slower_{i}")
             for i, milli in enumerate([8000, *others, 8000])]
    assert word(*found) == expected


UNSETTLED = Subject("", "fit", [8000] * 2)


@pytest.mark.parametrize("others, expected", [
    ([even("", 8000)], CANNOT), ([even("", 1000)], "differs"),
    ([even("", 8000), even("", 1000)], "differs")])
def test_what_is_not_settled_weighs_more_than_what_agrees_and_no_more(
        others, expected):
    found = [carried(subject, name=f"slower_{i}")
             for i, subject in enumerate([*others, UNSETTLED])]
    assert word(*found) == word(*reversed(found)) == expected


def test_an_order_tells_who_takes_least_and_no_ratio():
    subjects = [even("18 a core", 3000), even("25 a core", 3000),
                even("1 a core", 60000)]
    row = replace(ROW, low=None, high=None, unit="s a task")
    run = run_with(Finding("dispatch", "best", 2, Question(
        "order", "s a task", "Tasks", subjects, 150, "best",
        published_id=ROW.id)))
    assert ours(run, row).text == "18 a core, 25 a core, 3.00 s a task"
    assert ours(run, row).word == CANNOT


def test_an_end_that_is_never_in_reach_is_told():
    found = record_of(carried(Subject("", "fit", [1000] * 5 + [NEVER])))
    said = of_finding(run_with(), ROW, found)
    assert said.text == "1.00 times (1.00 to never)"
    assert said.word == CANNOT       # it may meet their range


def test_what_was_not_measured_has_no_word_of_the_gate():
    none = carried(Subject("", "fit", []))
    assert none.judged.verdict == "none"
    run = run_with(none)
    assert ours(run, ROW) == Ours("", "not measured")
    assert missing(run, (ROW,)) == [ROW.id]
    row = replace(ROW, needs="A machine of three cores.")
    assert missing(run, (row,)) == []
    text = page((row,), [run, run_with(carried(even("", 1000)))])
    assert "| cannot be shown here | 1.00 times: differs | " \
        f"{row.why} {row.needs} |" in text


def test_what_no_finding_carries_is_missing():
    other = Published("dispatch.other", "o", "w", "t", None, None, "", "", "")
    cannot = Published("dispatch.never", "n", "w", "t", None, None, "", "",
                       "A pool that keeps threads.")
    run = run_with(carried(even("", 8000)))
    assert missing(run, (ROW, other, cannot)) == ["dispatch.other"]
    assert ours(run, other).word == "not measured"


def test_the_page_says_why_only_where_ours_differs():
    agreed = page((ROW,), [run_with(carried(even("", 8000)))])
    differs = page((ROW,), [run_with(carried(even("", 1000)))])
    assert "8.00 times: agrees" in agreed and ROW.why not in agreed
    assert "1.00 times: differs" in differs and ROW.why in differs


def test_what_explains_a_row_is_told_whether_it_agrees_or_not():
    row = replace(ROW, note="Two are theirs.")
    for milli, why in ((8000, ""), (1000, f"{row.why} ")):
        text = page((row,), [run_with(carried(even("", milli)))])
        assert f"| {why}{row.note} |" in text


def test_a_column_that_is_emulated_says_so_in_its_head():
    text = page((ROW,), [run_with(**METAL),
                         run_with(trust="tcg")])
    assert "| log 1 | log 2 EMULATED (tcg) |" in text


def test_a_foreign_sign_breaks_no_table():
    row = Published("dispatch.a", "a", "a|b", "c|d", None, None, "", "", "")
    assert "a\\|b | c\\|d" in page((row,), [run_with()])


def test_a_hostile_log_adds_no_row_and_no_markup():
    found = carried(even("", 8000), "t|s\n| `x` | <b> [a](b) *")
    text = page((ROW,), [run_with(found, cpu="A|B\n| C\x1b[31m <i>")])
    quiet = page((ROW,), [run_with(carried(even("", 8000)))])
    assert len(text.splitlines()) == len(quiet.splitlines())
    assert "\x1b" not in text
    for sign in ("<", "[a", "*", "`x"):
        at = [m.start() for m in re.finditer(re.escape(sign), text)]
        assert all(text[i - 1] == "\\" for i in at if i), sign


# ---- the catalogue ---------------------------------------------------------------


def test_the_catalogue_is_whole():
    rows = catalogue()
    assert len({row.id for row in rows}) == len(rows)
    for row in rows:
        assert bool(row.unit) or bool(row.needs), row.id
        assert row.why or row.low is None, row.id   # it may differ


def test_the_bursts_are_explained():
    """Whether ours agrees or not."""
    rows = [row for row in catalogue() if row.id.startswith("inject.burst_")]
    assert rows and all(row.note for row in rows)


# What the book's own tables (tools/quietcore/tables/reference) say.
LOOP, POOL, ADAPTIVE = ({row.n: row for row in load(table)} for table in TABLES)


def span(rows) -> tuple[float, float]:
    rows = [*rows]
    return min(rows), max(rows)


@pytest.mark.parametrize("name, low_high", [
    ("table_loop", span(row.overhead for row in LOOP.values())),
    ("table_pool", span(row.overhead for row in POOL.values())),
    ("table_adaptive_alone", span(
        row.overhead for row in ADAPTIVE.values() if row.n <= 501)),
    ("table_adaptive_wide", span(
        row.overhead for row in ADAPTIVE.values() if row.n >= 1001)),
    ("adaptive_workers_501", span([ADAPTIVE[501].workers])),
    ("adaptive_workers_1001", span([ADAPTIVE[1001].workers])),
    ("adaptive_workers_5001", span(
        row.workers for row in ADAPTIVE.values() if row.n >= 5001)),
    ("task_51_ticks", span([LOOP[51].overhead + LOOP[51].work]))])
def test_a_range_is_that_of_the_published_table(name, low_high):
    [row] = [row for row in catalogue() if row.id == f"dispatch.{name}"]
    assert (row.low, row.high) == low_high


@pytest.mark.parametrize("name, table", [
    ("loop", LOOP), ("pool", POOL), ("adaptive", ADAPTIVE)])
def test_a_share_is_that_of_the_published_table(name, table):
    [row] = [row for row in catalogue() if row.id == f"dispatch.share_{name}"]
    assert row.low <= table[0].overhead_percent <= row.high <= row.low + 1
    assert row.theirs == f"{table[0].overhead_percent:.1f} %"


#: Ranges of which theirs has no figure of the same unit: how they follow.
FOLLOW = {
    "dispatch.pool_peaks": 3,               # three
    "dispatch.task_51_sum": 100 * 75 / 76,
    "dispatch.adaptive_first_peak": 100, "dispatch.adaptive_second_peak": 0,
    "dispatch.written_stream": 1, "dispatch.written_screen": 1,
    "primes.times_10000": 8, "primes.times_1000000": 8,
    "primes.timeline": 100 - 63,
    "inject.short_workers": 499,            # fewer than 500
    "inject.climb_share": 1,                # the best there is
    "inject.block_table": 1,                # a row each second
    "inject.burst_again": 0,                # at once
    "threads.first_done": 1200 / 12, "threads.bystander": 2,
    "threads.flat_to_gated": 10,            # without one
    "inject.block_dip": 107 + 20,
    "inject.stack": 1 << 20,
    "inject.cpu_useless": (500 - 12) << 20,
    "threads.together": 4.8 / 3,
    "threads.pure_ratio": 1, "threads.asleep": 1, "threads.flat_unbounded": 1,
    "threads.flat_gated": 1, "threads.flat_steps": 1,
    "threads.flat_virtual": 1,
    "threads.utilisation": 1000 * 3 / 55,
    "threads.steps_workers": 12 / 12,
    "workloads.add_one_core": 1.1, "workloads.add_all_cores": 1 - 0.42,
    "workloads.sort_one_core": 1, "workloads.sort_all_cores": 1,
    "workloads.find_one_core": 1 - 0.875, "workloads.find_all_cores": 1 - 0.87,
    "workloads.find_further": 1, "workloads.find_wait": 1.483,
    "workloads.again": 1,
}


def test_a_range_is_around_the_published_figure():
    for row in catalogue():
        if row.low is None:
            continue
        figures = [FOLLOW[row.id]] if row.id in FOLLOW else [
            float(figure.replace(",", "")) for figure in
            re.findall(r"\d[\d,]*(?:\.\d+)?", f"{row.theirs}")]
        assert any(row.low <= figure <= row.high for figure in figures), row.id


@pytest.mark.parametrize("cells, said", [
    ("dispatch.a,name,what,,1,2,times,,,", "must not be empty"),
    ("dispatch.a,name,what,theirs,2,1,times,,,", "no range"),
    ("dispatch.a,name,what,theirs,,1,times,,,", "no range"),
    ("primes.a,name,what,theirs,1,2,times,,,", "another article"),
    ("dispatch.a,what", "not the columns")])
def test_a_row_of_no_use_is_named(tmp_path, cells, said):
    path = tmp_path / "dispatch.csv"
    path.write_text(",".join(COLUMNS) + "\n" + cells + "\n")
    with pytest.raises(BadRow, match=said):
        read_rows(path)


# ---- the command -----------------------------------------------------------------


def test_the_command_names_what_a_log_lacks(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "catalogue", lambda: (ROW,))
    log = tmp_path / "a.log"
    log.write_bytes(b"".join(make_log.lines([])))
    assert "not measured" in qc("published", log).output
    done = qc("published", "--whole", log)
    assert done.exit_code == Status.RUN_FAILED
    assert f"a.log lacks {ROW.id}" in done.output


def test_the_command_takes_no_more_than_fits(tmp_path):
    log = tmp_path / "a.log"
    log.write_bytes(b"".join(make_log.lines([])))
    done = qc("published", *[log] * 5)
    assert done.exit_code == Status.USAGE and "at most 4" in done.output


def test_the_command_names_every_log_that_lacks(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogues, "catalogue", lambda: (ROW,))
    two, whole = tmp_path / "two.log", tmp_path / "whole.log"
    two.write_bytes(b"".join([
        *make_log.lines([stated(carried(even("", 8000)))], run="1" * 16),
        *make_log.lines([], run="2" * 16)]))
    whole.write_bytes(b"".join(
        make_log.lines([stated(carried(even("", 8000)))], run="3" * 16)))
    done = qc("published", "--whole", whole, two)
    assert done.exit_code == Status.RUN_FAILED
    assert f"two.log lacks {ROW.id}" in done.output
    assert "whole.log lacks" not in done.output


def test_the_command_takes_a_run_once(tmp_path):
    log, copy = tmp_path / "a.log", tmp_path / "b.log"
    for path in (log, copy):
        path.write_bytes(b"".join(make_log.lines([])))
    done = qc("published", log, copy)
    assert done.exit_code == Status.USAGE
    assert f"b.log holds run {make_log.RUN}, as {log} does: " \
        "give each run once" in done.output.replace("\n", " ")


def test_the_page_of_the_documents_has_every_row():
    text = (ROOT / "docs/published.md").read_text()
    for row in catalogue():
        assert f"| `{row.id}` | {row.what} | {row.theirs} |" in text, row.id
    for article in ARTICLES:
        assert f"## `{article}`" in text or not any(
            row.article == article for row in catalogue())
