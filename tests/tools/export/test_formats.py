# SPDX-License-Identifier: MIT
"""Exports: documented columns, a figure a cell, readable by what people use."""

import csv
import io
import json
import re
import subprocess

import make_log
import pytest
from in_process import qc
from places import ROOT, python_of
from quietcore.export.rows import KINDS, RUN
from quietcore.status import Status

LOCKS = [make_log.row("lock", name, [ticks] * 6) for name, ticks in (("mcs", 20), ("tas", 10))]
VALIDATION = make_log.validation("queue", "ring", counts={"operations": 100, "overlaps": 7})
SERIES = make_log.series("line", "from to", [[0, 1], [1, 0.5]], params={"n": 1})
HISTOGRAM = {"record": "histogram", "experiment": "queue", "variant": "ring",
             "cores": 1, "params": {}, "base": 1, "digits": 5, "bins": [[10, 4], [11, 2]]}


BODY = [
    make_log.noise("AC"), make_log.result(params={"mode": "single", "n": 5}),
    make_log.result(cores=2, p99=None, params={"mode": "batch", "items": 0.5}),
    make_log.result(unit="instructions", params={}),
    make_log.noise("BF", "after"), VALIDATION, SERIES, HISTOGRAM,
    {"record": "warning", "code": "crowded", "text": "two cores, one seat"}]


@pytest.fixture
def log(tmp_path):
    return make_log.write(tmp_path / "x.log", BODY)


def table(log, what: str, *words) -> list[dict]:
    """A table, read from CSV; JSON Lines must say the same."""
    done = qc("parse", log, "--format", "csv", "--what", what, *words)
    assert done.exit_code == Status.OK, done.output
    rows = list(csv.DictReader(io.StringIO(done.output)))
    done = qc("parse", log, "--format", "jsonl", "--what", what, *words)
    lines = [json.loads(line) for line in done.output.splitlines()]
    assert [{name: "" if value is None else str(value)
             for name, value in line.items()} for line in lines] == rows
    return rows


NASTY = ["a\rb", "a\r\nb", "a\nb", 'a"b', "a,b", " a ", "\u2028", "\x1b[31m"]


def test_no_text_breaks_a_line_of_a_table(tmp_path):
    """A lone CR, too, which Python's csv leaves bare before 3.13."""
    path, out = tmp_path / "x.log", tmp_path / "out"
    make_log.write(path, [make_log.result(variant=text) for text in NASTY])
    done = qc("parse", path, "--format", "csv", "-o", out)
    assert done.exit_code == Status.OK
    with out.open(newline="") as lines:
        assert [r["variant"] for r in csv.DictReader(lines)] == NASTY
    assert out.read_bytes().count(b"\r\n") == 1  # that of the text
    done = qc("parse", path, "--format", "jsonl", "-o", out)
    assert done.exit_code == Status.OK
    assert [json.loads(line)["variant"] for line in out.read_bytes().splitlines()] == NASTY


@pytest.mark.parametrize("changes, context", [({"unit": "instructions"}, {}), ({}, {"tsc_hz": 0})])
def test_what_is_no_time_has_no_nanoseconds(tmp_path, changes, context):
    log = make_log.write(tmp_path / "x.log", [make_log.result(**changes)], **context)
    [row] = table(log, "results")
    assert (row["p50"], row["p50_ns"], row["mean_ns"]) == ("13.5", "", "")


@pytest.mark.parametrize("what", KINDS)
def test_each_table_is_alike_in_both_formats(log, what):
    """Golden pages have what stands in them."""
    assert table(log, what)


def test_conclusions_are_a_table_of_their_own(tmp_path):
    [found] = table(make_log.write(tmp_path / "x.log", LOCKS), "findings")
    assert found["text"] == (
        "Lock and unlock, uncontended: tas is the cheapest, 10.0 ticks; next "
        "mcs, 2.00 (2.00 to 2.00) times that.")
    assert {name: found[name] for name in (
        "experiment", "name", "claim", "verdict", "value", "subjects",
        "winners", "ratio", "threshold", "reason")} == {
        "experiment": "lock", "name": "cheapest_alone", "claim": "order",
        "verdict": "sure", "value": "10.0", "subjects": "mcs;tas",
        "winners": "tas", "ratio": "2.0", "threshold": "5.0", "reason": ""}


@pytest.mark.parametrize("what", KINDS)
def test_the_document_has_every_column_in_order(what):
    text = (ROOT / "docs/export.md").read_text()

    def columns(title: str) -> list[str]:
        part = text.split(f"## {title}\n")[1].split("\n## ")[0]
        cells = re.findall(r"^\| (`.*?`) \|", part, re.M)
        return re.findall(r"`(\w+)`", " ".join(cells))

    assert columns("Columns of every table") == list(RUN)
    assert columns(f"`{what}`") == list(KINDS[what].columns)


def test_a_table_of_nothing_has_its_columns(tmp_path):
    path = tmp_path / "x.log"
    make_log.write(path, [])
    done = qc("parse", path, "--format", "csv")
    assert done.output.splitlines() == [",".join([*RUN, *KINDS["results"].columns])]
    assert qc("parse", path, "--format", "jsonl").output == ""


@pytest.mark.parametrize("words, said", [
    (["--what", "noise"], "--what goes with csv and jsonl"),
    (["--published"], "--published goes with"),
    (["--format", "csv", "--what", "noise", "--published"], "--published goes with"),
])
def test_options_that_do_not_go_together(log, words, said):
    done = qc("parse", log, *words)
    assert done.exit_code == Status.USAGE and said in done.output


def test_a_log_is_not_overwritten_with_what_is_made_of_it(log):
    before = log.read_bytes()
    done = qc("parse", log, "--format", "csv", "-o", log)
    assert done.exit_code == Status.USAGE and "is the log itself" in done.output
    assert log.read_bytes() == before


READERS = """
import sys
import duckdb
import pandas

csv, lines = sys.argv[1:]
for frame in (pandas.read_csv(csv), pandas.read_json(lines, lines=True),
              duckdb.sql(f"from read_csv('{csv}')").df(),
              duckdb.sql(f"from read_json('{lines}')").df()):
    assert len(frame) == 3, frame
    assert frame["p50"].tolist() == [13.5] * 3
    assert frame["tsc_hz"].tolist() == [2450000000] * 3
    assert round(frame["p50_ns"][0], 4) == 5.5102
    assert pandas.isna(frame["p50_ns"][2]) and pandas.isna(frame["p99"][1])
    assert frame["param_mode"].tolist()[:2] == ["single", "batch"]
    assert frame["param_n"][0] == 5 and pandas.isna(frame["param_n"][1])
    assert frame["grade_after"].tolist() == ["B", "F", "B"]
    assert frame.query("cores == 2")["variant"].tolist() == ["ring/pair"]
    assert frame["git"].tolist() == ["g2396e8760701"] * 3
    assert frame["run_id"].tolist() == ["r001234567890123e"] * 3
print("read", len(frame.columns))
"""


@pytest.mark.full
def test_pandas_and_duckdb_read_the_exports(tmp_path):
    log = make_log.write(tmp_path / "x.log", BODY, git="2396e8760701", run="001234567890123e")
    files = tmp_path / "x.csv", tmp_path / "x.jsonl"
    for path in files:
        assert qc("parse", log, "--format", path.suffix[1:], "-o", path).exit_code == Status.OK
    done = subprocess.run([python_of("full"), "-c", READERS, *files], text=True,
                          capture_output=True, check=False, timeout=300)
    assert done.returncode == 0 and done.stdout.startswith("read"), done.stderr
