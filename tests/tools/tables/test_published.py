# SPDX-License-Identifier: MIT
"""Published tables: read right, shown beside ours, never taken for ours."""

import csv
import io
import json

import make_log
import pytest
from in_process import parsed
from quietcore.tables.published import FOLDER, MARK, TABLES, load, own_row

LENGTHS = [0, 5, 11, 51, 101, 501, 1001, 5001, 10001, 100001]


def dispatch(variant: str, **changes) -> dict:
    """A `dispatch` result of the quick suite."""
    return make_log.result(
        experiment="dispatch", variant=variant, cores=2, per="task", n=998,
        mean=250.0, params={"n": 501}, tasks=1000, work_mean=4750.0,
        workers=2, wall_ticks=2450000, all_in=300.0) | changes


@pytest.fixture
def log(tmp_path):
    return make_log.write(tmp_path / "dispatch.log", [
        make_log.core(0), make_log.core(1), dispatch("loop", workers=1),
        dispatch("shared"), dispatch("shared", cores=1),
        dispatch("shared/mcs")])


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.file)
def test_a_table_has_ten_rows_that_agree_with_themselves(table):
    rows = load(table)
    assert [r.n for r in rows] == LENGTHS
    for r in rows:
        assert (r.price is None) == (r.n == 0)
        assert r.overhead_percent + r.work_percent == pytest.approx(100)
        assert r.overhead_percent == pytest.approx(
            100 * r.overhead / (r.overhead + r.work), abs=1)  # rounded


def test_every_file_is_loaded_and_its_source_named():
    assert {t.file for t in TABLES} == {p.name for p in FOLDER.glob("*.csv")}
    text = (FOLDER / "README.md").read_text()
    assert "open .NET book" in text and all(t.file in text for t in TABLES)


def test_the_known_figures():
    """As the source prints them."""
    pool = next(t for t in TABLES if t.beside == "shared")
    assert [r.overhead for r in load(pool)][:3] == [600, 679, 640]
    loop = next(t for t in TABLES if t.beside == "loop")
    assert {r.workers for r in load(loop)} == {1}


def test_our_row_has_the_published_columns():
    row = own_row(dispatch("shared"), 2_450_000_000)
    assert (row.overhead_percent, row.work_percent) == (5, 95)
    assert row.price == pytest.approx(5000 / 501)
    assert row.tasks == 1000 and row.workers == 2


def test_milliseconds_are_of_as_many_tasks_as_published():
    """An executor that ran fewer tasks is not told as the faster one."""
    row = own_row(dispatch("shared"), 2_450_000_000)
    assert row.wall_ms == pytest.approx(1 * 500)
    assert row.overhead_ms == pytest.approx(250 * 500_000 / 2.45e6)
    assert row.work_ms == pytest.approx(4750 * 500_000 / 2.45e6)
    again = own_row(dispatch("shared", tasks=2000, n=1998, wall_ticks=4_900_000), 2_450_000_000)
    assert again.wall_ms == row.wall_ms and again.work_ms == row.work_ms


def test_an_empty_task_has_no_price():
    assert own_row(dispatch("loop", params={"n": 0}), 10**9).price is None


@pytest.mark.parametrize("overhead, shares", [(0, (0, 100)), (-1, (None, None))])
def test_an_overhead_below_nothing_has_no_share(overhead, shares):
    row = own_row(dispatch("loop", mean=overhead), 10**9)
    assert (row.overhead_percent, row.work_percent) == shares


def test_instructions_are_no_milliseconds():
    row = own_row(dispatch("shared", unit="instructions"), 10**9)
    assert (row.wall_ms, row.overhead_ms, row.work_ms) == (None, None, None)
    assert row.overhead == 250 and row.overhead_percent == 5


def test_published_ticks_do_not_stand_below_instructions(tmp_path):
    path = tmp_path / "x.log"
    make_log.write(path, [dispatch("shared", unit="instructions")], trust_claimed="tcg-icount")
    lines = parsed(path, "--width", "200").splitlines()
    [row] = [each for each in lines if ", published " in each]
    assert row.split(", published")[1].split()[2:5] == ["-", "-", "-"]


def test_parse_shows_the_published_row_below_ours_and_marks_it(log):
    lines = parsed(log).splitlines()
    table = lines[next(i for i, text in enumerate(lines) if "dispatch on 2 cores" in text):]
    own = next(i for i, text in enumerate(table)
               if text.startswith("shared ") and "501" in text)
    assert MARK in table[0]
    assert ".NET pool, published" in table[own + 1]
    assert "486" in table[own + 1]  # the published overhead at 501
    swap = next(i for i, text in enumerate(table) if text.startswith("shared/mcs "))
    assert "published" not in table[swap + 1]  # nothing was, of that one
    assert any("open .NET book" in text for text in table)
    assert all(len(text.rstrip()) <= 136 for text in table)


def test_exports_carry_them_with_their_mark(log):
    data = json.loads(parsed(log, "--format", "json", "--published"))
    assert len(data["published"]) == 30
    assert {r["mark"] for r in data["published"]} == {MARK}
    rows = list(csv.DictReader(io.StringIO(parsed(log, "--format", "csv", "--published"))))
    assert rows[-1]["param_n"] == "100001" and rows[-1]["work_mean"]
    assert sum(r["trust"] == MARK for r in rows) == 30
    assert sum(r["trust"] == "tcg" for r in rows) == 4
    assert {r["variant"] for r in rows if r["trust"] == MARK} == \
        {f"published/{t.name}" for t in TABLES}


def test_exports_carry_them_on_demand_only(log):
    assert "published" not in json.loads(parsed(log, "--format", "json"))
    assert MARK not in parsed(log, "--format", "csv")


def test_a_run_without_dispatch_has_none(tmp_path):
    path = tmp_path / "queue.log"
    make_log.write(path)
    assert "published" not in parsed(path)
    assert json.loads(parsed(path, "--format", "json", "--published"))["published"] == []
    assert MARK not in parsed(path, "--format", "csv", "--published")
