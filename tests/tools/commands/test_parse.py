# SPDX-License-Identifier: MIT
"""qc as its users meet it: outputs, messages, exit statuses."""

import csv
import io
import json
from pathlib import Path

import make_log
import pytest
from in_process import qc
from quietcore.status import Status
from quietcore.terminal.numbers import number


@pytest.fixture
def log(tmp_path) -> Path:
    return make_log.write(tmp_path / "serial.log")


def test_the_table_has_machine_trust_warning_and_rows(log):
    done = qc("parse", log)
    assert done.exit_code == Status.OK
    for text in ("QEMU TCG CPU", "2450.000 MHz", "trust: tcg", "EMULATED",
                 "ring/pair", "13.5", "Run ok: 2 results"):
        assert text in done.output
    assert all(len(line) <= 118 for line in done.output.splitlines())


def test_silicon_gets_no_warning(tmp_path):
    path = tmp_path / "metal.log"
    make_log.write(path, trust="metal", trust_claimed="")
    assert "EMULATED" not in qc("parse", path).output


def test_a_null_is_a_dash(tmp_path):
    body = [make_log.result(batch=8, p99=None, p999=None, max=None)]
    path = make_log.write(tmp_path / "x.log", body)
    row = next(line for line in qc("parse", path).output.splitlines()
               if "ring/pair" in line)
    assert row.split()[7:10] == ["-", "-", "-"]


def test_json_holds_everything(log):
    done = qc("parse", log, "--format", "json")
    [run] = json.loads(done.output)["runs"]
    assert run["complete"] and run["trust"] == "tcg"
    assert len(run["records"]) == 6


def test_csv_has_a_row_a_result(log, tmp_path):
    out = tmp_path / "out.csv"
    assert qc("parse", log, "--format", "csv", "-o",
              out).exit_code == Status.OK
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [r["cores"] for r in rows] == ["1", "2"]
    assert rows[0]["p50"] == "13.5" and rows[0]["trust"] == "tcg"


def test_an_output_that_cannot_be_written(log):
    done = qc("parse", log, "-o", "/nowhere/x")
    assert done.exit_code == Status.UNWRITABLE and "/nowhere/x" in done.output


@pytest.mark.parametrize("data, status, words", [
    (b"", Status.NO_LOG, "is empty"),
    (b"hello\n", Status.NO_LOG, "holds no record"),
    (b"".join(make_log.lines()[:4]), Status.INCOMPLETE, "no end record"),
    (b"".join(make_log.lines()).replace(b"0.25", b"0.26"), Status.INCOMPLETE,
     "damaged"),
    (b"".join(make_log.lines(status="failed")), Status.RUN_FAILED, "failed"),
    (make_log.runs([None, None]), Status.SEVERAL_RUNS, "2 runs"),
    (b"".join(make_log.lines(run="f" * 16) + make_log.lines(status="failed")),
     Status.RUN_FAILED, "the run failed"),
    (b"".join(make_log.lines(run="f" * 16, status="failed")
              + make_log.lines()[:4]),
     Status.INCOMPLETE, "no end record"),
])
def test_each_fault_has_its_status_and_words(tmp_path, data, status, words):
    path = tmp_path / "x.log"
    path.write_bytes(data)
    done = qc("parse", path)
    assert done.exit_code == status and words in done.output


def test_what_survived_is_shown(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(make_log.lines()[:4]))
    done = qc("parse", path)
    assert "ring/pair" in done.output and "INCOMPLETE LOG" in done.output


def test_a_missing_file_is_named():
    done = qc("parse", "no/such.log")
    assert done.exit_code == Status.NO_LOG and "no/such.log" in done.output


def test_standard_input(log):
    done = qc("parse", "-", input=log.read_bytes())
    assert done.exit_code == Status.OK


@pytest.mark.parametrize("value, text", [
    (None, "-"), (0, "0.00"), (6.124, "6.12"), (9.99, "9.99"), (123.44, "123.4"),
    (999.9, "999.9"), (999.97, "1000"), (12345, "12345"), (123456, "123k"),
    (1234567, "1.2M"), (99999999, "100M"), (4.5e9, "4.5G"), (-3.5, "-3.50")])
def test_numbers_fit_five_columns(value, text):
    assert number(value) == text
    assert value is None or value < 0 or len(text) <= 5


def test_the_help_names_the_default_format():
    assert "default: table" in qc("parse", "--help").output
