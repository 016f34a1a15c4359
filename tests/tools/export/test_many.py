# SPDX-License-Identifier: MIT
"""qc export: many logs as one table, and a result over dates."""

import csv
import io
import json
from xml.etree import ElementTree as xml

import make_log
import pytest
from in_process import qc
from quietcore.commands import output
from quietcore.export.many import date_of
from quietcore.export.history import matches
from quietcore.compare.measured import Key
from quietcore.export.parquet import Columns, fit
from quietcore.status import Status


@pytest.fixture
def logs(tmp_path):
    """Three dated runs, the second of a changed tree."""
    folder = tmp_path / "runs"
    for at, (date, value) in enumerate((("20260101-101112", 10),
                                        ("20260203-000000", 30),
                                        ("20260102-101112", 20))):
        run = folder / f"{date}-quick"
        run.mkdir(parents=True)
        make_log.write(run / "serial.log", [make_log.result(
            rounds=[value, value + 1, value + 2], params={"mode": "batch", f"only_{at}": at})],
            run=f"{at:016x}", git=f"{at}" * 12, dirty=at == 1)
    return folder


def rows(text: str) -> list[dict]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_columns_of_all_logs_are_there(logs):
    found = rows(qc("export", logs).output)
    assert [row["run_id"][-1] for row in found] == ["0", "2", "1"]
    assert {"log", "date", "param_only_0", "param_only_1"} <= {*found[0]}
    assert [row["param_only_1"] for row in found] == ["", "", "1"]
    assert found[0]["log"].endswith("20260101-101112-quick/serial.log")
    assert found[0]["date"].startswith("2026-01-01T10:11:12")
    found = [json.loads(line) for line in qc(
        "export", logs, "--format", "jsonl", "--what", "results").output.splitlines()]
    assert [row["p50"] for row in found] == [13.5] * 3


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_what_is_wrong_with_a_log_is_told_and_the_rest_is_there(tmp_path, logs, form):
    (logs / "empty.log").touch()
    cut = logs / "cut.log"
    cut.write_bytes(b"".join(make_log.lines()[:4]))
    out = tmp_path / "out"
    done = qc("export", logs, "--format", form, "-o", out)
    assert done.exit_code == Status.INCOMPLETE
    assert "empty.log is empty" in done.output
    assert "cut.log: no end record" in done.output
    text = out.read_text()
    found = rows(text) if form == "csv" else [json.loads(line) for line in text.splitlines()]
    assert len(found) == 4
    assert sum(str(row["complete"]) == "False" for row in found) == 1


def test_many_wrong_logs_are_counted(tmp_path):
    for at in range(30):
        (tmp_path / f"{at}.log").write_bytes(b"no record\n")
    make_log.write(tmp_path / "good.log")
    done = qc("export", tmp_path)
    assert done.exit_code == Status.INCOMPLETE
    assert done.output.count("holds no record") == 10
    assert "30 of the logs" in done.output and "20 of them not named" in done.output


@pytest.mark.parametrize("words", [
    ("--format", "csv"), ("--format", "jsonl"), ("--history", "queue/x")])
def test_where_no_log_can_be_read_nothing_is_written_over(tmp_path, words):
    for at in range(5):
        (tmp_path / f"{at}.log").write_bytes(b"no record\n")
    out = tmp_path / "out"
    out.write_text("of before")
    done = qc("export", tmp_path, *words, "-o", out)
    assert done.exit_code == Status.NO_LOG
    assert done.output.count("holds no record") == 3
    assert "and 2 more" in done.output and out.read_text() == "of before"


@pytest.mark.parametrize("words, status, said", [
    (["none.log"], Status.NO_LOG, "none.log is no file"),
    (["--what", "noise", "--what", "results", "LOGS"], Status.USAGE, "one table"),
    (["LOGS", "-o", "/nowhere/x"], Status.UNWRITABLE, "/nowhere/x"),
    (["-"], Status.USAGE, "reads its logs twice"),
    (["LOGS", "--format", "parquet"], Status.USAGE, "give -o FOLDER"),
    (["LOGS", "--history", "lock/none"], Status.NO_LOG, "no result is called"),
    (["EMPTY"], Status.NO_LOG, "no log is in"),
    (["LOG", "-o", "LOG"], Status.USAGE, "is the log itself")])
def test_wrong_words(logs, words, status, said, monkeypatch):
    monkeypatch.setattr(output, "must_have", lambda *_: None)
    (logs / "none").mkdir()
    places = {"LOGS": logs, "EMPTY": logs / "none", "LOG": next(logs.rglob("*.log"))}
    done = qc("export", *[places.get(word, word) for word in words])
    assert done.exit_code == status and said in done.output


def test_without_pyarrow_the_remedy_is_named(logs, monkeypatch, tmp_path):
    monkeypatch.setattr(output.importlib.util, "find_spec", lambda _: None)
    done = qc("export", logs, "--format", "parquet", "-o", tmp_path / "x")
    assert done.exit_code == Status.MISSING
    assert "pyarrow, which is not here: tools/venv extra" in done.output
    monkeypatch.setattr(output, "ROOT", tmp_path)
    done = qc("export", logs, "--format", "parquet", "-o", tmp_path / "x")
    assert "pip install 'quietcore[parquet]'" in done.output


def test_a_cell_fits_its_column_whatever_a_log_names():
    assert fit({"param_n": 5, "param_k": "five", "cores": 2, "lock": None,
                "complete": True, "param_mode": "batch", "p50": 3, "experiment": "a/../b"}) == {
        "param_n": 5.0, "param_k_text": "five", "cores": 2, "complete": True,
        "param_mode": "batch", "p50": 3.0, "experiment": "a_.._b"}


# ---- over dates ----------------------------------------------------------------


def test_a_history_is_in_the_order_of_dates(logs):
    lines = qc("export", logs, "--history", "queue/ring/pair").output.splitlines()
    assert [line.split()[:3] for line in lines if line.startswith("  ")] == [
        ["2026-01-01T10:11:12", "000000000000", "11.0"],
        ["2026-01-02T10:11:12", "222222222222", "21.0"],
        ["2026-02-03T00:00:00", "111111111111*", "31.0"]]


def test_a_picture_is_of_one_row_and_inert(tmp_path):
    for at in range(3):
        make_log.write(tmp_path / f"{at}.log", [make_log.result(
            variant="<script>", rounds=[5 + at, 6])], run=f"{at:016x}")
    out = tmp_path / "x.svg"
    done = qc("export", tmp_path, "--history", "queue/<script>", "-o", out)
    assert done.exit_code == Status.OK, done.output
    root = xml.fromstring(out.read_text())
    circles = [each for each in root.iter() if each.tag.endswith("circle")]
    assert len(circles) == 3 and "<script>" not in out.read_text()
    rows = [make_log.result(), make_log.result(cores=2)]
    make_log.write(tmp_path / "two.log", rows, run="f" * 16)
    done = qc("export", tmp_path / "two.log", "--history", "queue/ring/pair", "-o", out)
    assert done.exit_code == Status.USAGE
    assert "queue/ring/pair/1/mode=single, queue/ring/pair/2/mode=single" in done.output


@pytest.mark.parametrize("name, right", [
    ("queue/ring/pair", True), ("queue/ring/pair/2", True),
    ("queue/ring/pair/1", False), ("queue/ring", False),
    ("queue/ring/pair/2/mode=batch", True), ("queue/ring/pair/2/n=1/mode=batch", True),
    ("queue/ring/pair/2/mode=single", False), ("queue/ring/pairs", False)])
def test_a_name_means_a_row(name, right):
    assert matches(Key("queue", "ring/pair", 2, "mode=batch n=1"), name) == right


@pytest.mark.parametrize("record, date", [
    ('{"started": "2026-03-04T05:06:07+0100"}', "2026-03-04T05:06:07+01:00"),
    ("{", "2026-01-01T"), ("[]", "2026-01-01T"), ('{"started": 5}', "2026-01-01T")])
def test_the_run_s_own_record_tells_the_date_first(logs, record, date):
    log = next(logs.glob("20260101*/serial.log"))
    (log.parent / "run.json").write_text(record)
    assert date_of(str(log)).startswith(date)


def test_without_either_the_file_tells_it(tmp_path):
    log = make_log.write(tmp_path / "99999999-999999-x.log")
    assert date_of(str(log))[:2] == "20" and date_of("-") == ""


# ---- as columns of Arrow's -------------------------------------------------------


def test_cells_stand_in_their_rows_whatever_a_row_lacks():
    """The columns as lists: what Arrow makes of them others test."""
    columns = Columns()
    for head, rows in (({"run": 0}, [{"p50": 1}, {"p50": None, "n": 2}]),
                       ({"run": 1}, [{"n": True, "p50": 3, "param_k": "x"}])):
        columns.add(head, rows)
    assert columns.rows == 3 and columns._cells == {
        "p50": [1.0, None, 3.0], "n": [None, 2, 1], "param_k_text": [None, None, "x"]}
    assert [type(cell) for cell in columns._cells["n"][1:]] == [int, int]
