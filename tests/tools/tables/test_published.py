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
        dispatch("shared"), dispatch("shared", cores=1), dispatch("shared/mcs")])


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
    # As the source prints them.
    loop, pool = (load(next(t for t in TABLES if t.beside == name)) for name in ("loop", "shared"))
    assert [r.overhead for r in pool][:3] == [600, 679, 640]
    assert {r.workers for r in loop} == {1}


#: Milliseconds are of as many tasks as published: an executor that ran fewer
#: is not told as the faster one.
MS = {"wall_ms": 500, "overhead_ms": 250 * 500_000 / 2.45e6, "work_ms": 4750 * 500_000 / 2.45e6}


@pytest.mark.parametrize("changes, columns", [
    ({}, MS | {"overhead_percent": 5, "work_percent": 95, "price": 5000 / 501, "tasks": 1000,
               "workers": 2}),
    ({"tasks": 2000, "n": 1998, "wall_ticks": 4_900_000}, MS),
    ({"params": {"n": 0}}, {"price": None}),
    # An overhead of nothing or less has no share.
    ({"mean": 0}, {"overhead_percent": 0, "work_percent": 100}),
    ({"mean": -1}, {"overhead_percent": None, "work_percent": None}),
    ({"unit": "instructions"}, dict.fromkeys(MS) | {"overhead": 250, "overhead_percent": 5})])
def test_our_row_has_the_published_columns(changes, columns):
    row = own_row(dispatch("shared", **changes), 2_450_000_000)
    assert {name: getattr(row, name) for name in columns} == pytest.approx(columns)


def test_published_ticks_do_not_stand_below_instructions(tmp_path):
    lines = parsed(make_log.write(tmp_path / "x.log", [dispatch("shared", unit="instructions")],
                                  trust_claimed="tcg-icount"), "--width", "200").splitlines()
    [row] = [each for each in lines if ", published " in each]
    assert row.split(", published")[1].split()[2:5] == ["-", "-", "-"]


def test_exports_carry_them_with_their_mark_on_demand_only(log, tmp_path):
    data = json.loads(parsed(log, "--format", "json", "--published"))
    assert len(data["published"]) == 30
    assert {r["mark"] for r in data["published"]} == {MARK}
    rows = [*csv.DictReader(io.StringIO(parsed(log, "--format", "csv", "--published")))]
    assert {name: text for name, text in rows[-1].items() if text} == {
        "trust": MARK, "experiment": "dispatch", "variant": "published/adaptive .NET pool",
        "unit": "ticks", "per": "task", "mean": "722.0", "tasks": "500000", "workers": "12",
        "work_mean": "860697.0", "param_n": "100001"}
    assert [r["trust"] for r in rows] == ["tcg"] * 4 + [MARK] * 30
    assert {r["variant"] for r in rows if r["trust"] == MARK} == \
        {f"published/{t.name}" for t in TABLES}
    assert "published" not in json.loads(parsed(log, "--format", "json"))
    assert MARK not in parsed(log, "--format", "csv")
    # A run without dispatch has none.
    path = make_log.write(tmp_path / "queue.log")
    assert "published" not in parsed(path)
    assert json.loads(parsed(path, "--format", "json", "--published"))["published"] == []
    assert MARK not in parsed(path, "--format", "csv", "--published")
