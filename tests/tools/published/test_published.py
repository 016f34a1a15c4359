# SPDX-License-Identifier: MIT
"""docs/published.md: theirs beside ours; the words between them."""

import re
from dataclasses import replace
from math import inf

import make_log
import pytest
from in_process import qc, read
from places import ROOT
from records import even, stated, value

from quietcore.conclusions.asking import record_of
from quietcore.conclusions.finding import Finding
from quietcore.conclusions.gate import Subject
from quietcore.conclusions.rounds import NEVER, NO_ROUND
from quietcore.conclusions.sentence import Question
from quietcore.published import catalogue as catalogues
from quietcore.published.catalogue import (
    ARTICLES, COLUMNS, BadRow, Published, catalogue, read as read_rows)
from quietcore.published.page import (
    CANNOT, Ours, missing, of_finding, ours, page)
from quietcore.status import Status
from quietcore.tables.published import TABLES, load

METAL = {"trust": "metal", "trust_claimed": ""}
ROW = Published("dispatch.slower", "slower_*", "empty tasks", "8 times", 7, 9,
                "times", "Ours hands over by one store.", "")


def carried(subject: Subject, unit: str = "times", cores: int = 1, name: str = "slower") -> Finding:
    """A conclusion about `dispatch` that carries the row's id."""
    return value(name, subject, "dispatch", "It takes %s", cores, unit=unit, published_id=ROW.id)


def run_with(*findings: Finding, **changes):
    [run] = read(b"".join(make_log.lines([*map(stated, findings)], **changes)))
    return run


NONE, WRONG = Subject("", "fit", []), even("", 8000, fitness="not_proven")
FEW = Subject("", "fit", [8000] * 2)
BUSY = Subject("", "fit", [8000] * 4 + [NO_ROUND] * 3)
AGREES, DIFFERS = "agrees", "differs"
TICKS = replace(ROW, unit="ticks")


@pytest.mark.parametrize("findings, expected", [
    # An interval that meets their range agrees.
    *(([carried(even("", milli))], word) for milli, word in (
        (8000, AGREES), (7000, AGREES), (9000, AGREES), (6999, DIFFERS), (9001, DIFFERS),
        (80000, DIFFERS))),
    # Of several the one of most cores counts; of as many the one that agrees least.
    ([carried(even("", 1000), cores=1), carried(even("", 8000), cores=4)], AGREES),
    *(([carried(even("", milli), name=f"slower_{i}")
        for i, milli in enumerate([8000, *others, 8000])], word)
      for others, word in (([8000], AGREES), ([1000], DIFFERS), ([8000, 1000], DIFFERS))),
    # What is not settled weighs more than what agrees, and no more.
    *(([carried(subject, name=f"slower_{i}") for i, subject in enumerate(
        [FEW, *(even("", milli) for milli in others)][::turn])], word)
      for others, word in (([8000], CANNOT), ([1000], DIFFERS), ([8000, 1000], DIFFERS))
      for turn in (1, -1))])
def test_the_word_between_theirs_and_ours(findings, expected):
    assert ours(run_with(*findings), ROW).word == expected


@pytest.mark.parametrize("row, finding, changes, expected", [
    (ROW, carried(WRONG), {},
     Ours("", CANNOT, "It is not proven right. It takes a run that proves it")),
    (ROW, carried(FEW), {}, Ours("", CANNOT, "2 rounds are too few. It takes 6 rounds")),
    # An emulated time is held against nobody's, nor is another unit.
    *((replace(ROW, unit=unit), carried(even("", 8000), unit), {"trust": "tcg"},
       Ours(f"8.00 {unit}", CANNOT, "Ours is of an emulator. It takes a real machine"))
      for unit in ("ticks", "ns", "ms", "ms a document", "GB/s")),
    *((replace(ROW, unit=unit), carried(even("", 8000), unit), context,
       Ours(f"8.00 {unit}", AGREES)) for unit, context in (
         ("ms", METAL), ("times", {"trust": "tcg"}))),
    (ROW, carried(even("", 8000), "percent"), METAL,
     Ours("8.00 percent", CANNOT, "No such figure is published. It takes one in times")),
    # An order tells who takes least and no ratio.
    (replace(ROW, low=None, high=None, unit="s a task"), Finding(
        "dispatch", "best", 2, Question(
            "order", "s a task", "Tasks", [even("18 a core", 3000), even("25 a core", 3000),
                                           even("1 a core", 60000)], 150, "best",
            published_id=ROW.id)), METAL,
     Ours("18 a core, 25 a core, 3.00 s a task", CANNOT,
          "No such figure is published. It takes one in s a task")),
    (ROW, carried(NONE), {}, Ours("", "not measured"))])
def test_ours(row, finding, changes, expected):
    assert ours(run_with(finding, **changes), row) == expected


def test_where_two_things_are_in_the_way_both_are_told():
    said = ours(run_with(carried(BUSY, "ticks"), trust="tcg"), TICKS)
    assert said.takes == ("4 of 7 rounds were clean and ours is of an emulator. It takes a "
                          "calm machine and a real machine")


@pytest.mark.parametrize("ends, range_, reason, expected", [
    # Wide rounds that lie apart from theirs differ.
    *((ends, (7, 9), reason, word) for ends, reason, word in (
        ((1000, 2000), "spread", DIFFERS), ((10000, 20000), "spread", DIFFERS),
        ((1000, 2000), "close", DIFFERS), ((5000, 8500), "spread", CANNOT),
        ((8500, 17000), "spread", CANNOT), ((5000, 12000), "close", CANNOT),
        ((1000, 2000), "disturbed", CANNOT), ((1000, 2000), "drifted", CANNOT))),
    # Those that lie in their range agree.
    *(((5000, 10000), range_, reason, word) for range_, reason, word in (
        ((5, 12), "spread", AGREES), ((4, 10), "close", AGREES), ((4, 10), "disturbed", CANNOT),
        ((4, 9), "spread", CANNOT), ((6, 10), "spread", CANNOT), ((4, inf), "spread", AGREES)))])
def test_wide_rounds(ends, range_, reason, expected):
    low, high = ends
    step = (high - low) // 5
    found = record_of(carried(Subject("", "fit", [low + step * i for i in range(5)] + [high])))
    assert (found["verdict"], found["reason"]) == ("unsure", "spread")
    row = replace(ROW, low=range_[0], high=range_[1])
    said = of_finding(run_with(), row, found | {"reason": reason})
    assert said.word == expected and bool(said.takes) == (expected == CANNOT)


def test_an_end_that_is_never_in_reach_is_told():
    found = record_of(carried(Subject("", "fit", [1000] * 5 + [NEVER])))
    said = of_finding(run_with(), ROW, found)
    assert (said.text, said.word) == ("1.00 times (1.00 to never)", CANNOT)


def test_what_was_not_measured_or_no_finding_carries_is_missing():
    other, cannot = (Published(f"dispatch.{name}", "o", "w", "t", None, None, "", "", needs)
                     for name, needs in (("other", ""), ("never", "A pool of threads.")))
    assert missing(run_with(carried(even("", 8000))), (ROW, other, cannot)) == [other.id]
    assert missing(run_with(carried(NONE)), (ROW,)) == [ROW.id]
    assert missing(run_with(carried(NONE)), (replace(ROW, needs="More cores."),)) == []


# ---- the page ----------------------------------------------------------------------


@pytest.mark.parametrize("row, runs, lines", [
    # It says why only where ours differs; a note is told anyhow.
    (ROW, [run_with(carried(even("", 8000)))], ["8.00 times: agrees |  |"]),
    (ROW, [run_with(carried(even("", 1000)))], [f"1.00 times: differs | {ROW.why} |"]),
    *((replace(ROW, note="Two are theirs."), [run_with(carried(even("", milli)))],
       [f"| {why}Two are theirs. |"]) for milli, why in ((8000, ""), (1000, f"{ROW.why} "))),
    (replace(ROW, needs="Three cores."), [run_with(carried(NONE)),
                                          run_with(carried(even("", 1000)))],
     [f"| cannot be shown here | 1.00 times: differs | {ROW.why} Three cores. |"]),
    # A disturbed row says how many rounds were clean.
    (ROW, [run_with(carried(BUSY))],
     ["cannot be shown here. 4 of 7 rounds were clean. It takes a calm machine |"]),
    # A column that is emulated says so in its head; a foreign sign breaks no table.
    (ROW, [run_with(**METAL), run_with(trust="tcg")], ["| log 1 | log 2 EMULATED (tcg) |"]),
    (replace(ROW, what="a|b", theirs="c|d"), [run_with()], ["a\\|b | c\\|d"])])
def test_a_page(row, runs, lines):
    assert all(line in page((row,), runs) for line in lines), page((row,), runs)


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
        assert row.note or not row.id.startswith("inject.burst_"), row.id   # even if it agrees


# What the book's own tables (tools/quietcore/tables/reference) say.
LOOP, POOL, ADAPTIVE = ({row.n: row for row in load(table)} for table in TABLES)


def span(rows) -> tuple[float, float]:
    rows = [*rows]
    return min(rows), max(rows)


@pytest.mark.parametrize("name, low_high", [
    ("table_loop", span(row.overhead for row in LOOP.values())),
    ("table_pool", span(row.overhead for row in POOL.values())),
    ("table_adaptive_alone", span(row.overhead for row in ADAPTIVE.values() if row.n <= 501)),
    ("table_adaptive_wide", span(row.overhead for row in ADAPTIVE.values() if row.n >= 1001)),
    ("adaptive_workers_501", span([ADAPTIVE[501].workers])),
    ("adaptive_workers_1001", span([ADAPTIVE[1001].workers])),
    ("adaptive_workers_5001", span(row.workers for row in ADAPTIVE.values() if row.n >= 5001)),
    ("task_51_ticks", span([LOOP[51].overhead + LOOP[51].work]))])
def test_a_range_is_that_of_the_published_table(name, low_high):
    [row] = [row for row in catalogue() if row.id == f"dispatch.{name}"]
    assert (row.low, row.high) == low_high


@pytest.mark.parametrize("name, table", [("loop", LOOP), ("pool", POOL), ("adaptive", ADAPTIVE)])
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
    "primes.times_10000": 8, "primes.times_1000000": 8, "primes.timeline": 100 - 63,
    "inject.short_workers": 499,            # fewer than 500
    "inject.climb_share": 1,                # the best there is
    "inject.block_table": 1,                # a row each second
    "inject.burst_again": 0,                # at once
    "threads.first_done": 1200 / 12, "threads.bystander": 2,
    "threads.flat_to_gated": 10,            # without one
    "inject.block_dip": 107 + 20,
    "inject.stack": 1 << 20, "inject.cpu_useless": (500 - 12) << 20, "threads.together": 4.8 / 3,
    "threads.pure_ratio": 1, "threads.asleep": 1, "threads.flat_unbounded": 1,
    "threads.flat_gated": 1, "threads.flat_steps": 1, "threads.flat_virtual": 1,
    "threads.utilisation": 1000 * 3 / 55, "threads.steps_workers": 12 / 12,
    "workloads.add_one_core": 1.1, "workloads.add_all_cores": 1 - 0.42,
    "workloads.sort_one_core": 1, "workloads.sort_all_cores": 1,
    "workloads.find_one_core": 1 - 0.875, "workloads.find_all_cores": 1 - 0.87,
    "workloads.find_further": 1, "workloads.find_wait": 1.483, "workloads.again": 1}


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


# ---- the command -------------------------------------------------------------------


def published(folder, *logs: list[list[dict]], words=(), monkeypatch=None):
    """Each log is a list of runs."""
    if monkeypatch:
        monkeypatch.setattr(catalogues, "catalogue", lambda: (ROW,))
    paths = [folder / f"{at}.log" for at in range(len(logs))]
    for at, (path, runs) in enumerate(zip(paths, logs)):
        path.write_bytes(b"".join(line for number, body in enumerate(runs) for line in
                                  make_log.lines(body, run=f"{10 * at + number:016x}")))
    return qc("published", *words, *paths)


def test_the_command_names_every_log_that_lacks_a_row(tmp_path, monkeypatch):
    row = stated(carried(even("", 8000)))
    done = published(tmp_path, [[row]], [[row], []], words=["--whole"], monkeypatch=monkeypatch)
    assert done.exit_code == Status.RUN_FAILED
    assert f"1.log lacks {ROW.id}" in done.output and "0.log lacks" not in done.output
    done = published(tmp_path, [[]])
    assert "not measured" in done.output and "lacks" not in done.output


def test_the_command_takes_no_more_than_fits_and_a_run_once(tmp_path):
    done = published(tmp_path, *[[[]]] * 5)
    assert done.exit_code == Status.USAGE and "at most 4" in done.output
    log, copy = (make_log.write(tmp_path / name, []) for name in ("a.log", "b.log"))
    done = qc("published", log, copy)
    assert done.exit_code == Status.USAGE
    assert f"b.log holds run {make_log.RUN}, as {log} does: give each run once" in \
        done.output.replace("\n", " ")


def test_the_page_of_the_documents_has_every_row():
    text = (ROOT / "docs/published.md").read_text()
    for row in catalogue():
        assert f"| `{row.id}` | {row.what} | {row.theirs} |" in text, row.id
    for article in ARTICLES:
        assert f"## `{article}`" in text or not any(row.article == article for row in catalogue())
