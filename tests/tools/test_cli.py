# SPDX-License-Identifier: MIT
"""qc as its users meet it: outputs, messages, exit statuses."""

import csv
import io
import json
import os
import stat
import sys
from pathlib import Path

import make_log
import pytest
from click.testing import CliRunner
from quietcore import qemu
from quietcore.cli import main
from quietcore.numbers import number
from quietcore.status import Status


def qc(*arguments: str):
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture
def log(tmp_path) -> Path:
    path = tmp_path / "serial.log"
    path.write_bytes(b"".join(make_log.lines()))
    return path


# ---- parse -----------------------------------------------------------------------------


def test_the_table_has_machine_trust_warning_and_rows(log):
    done = qc("parse", str(log))
    assert done.exit_code == Status.OK
    for text in ("QEMU TCG CPU", "2450.000 MHz", "trust: tcg", "EMULATED",
                 "ring/pair", "13.5", "Run ok: 2 results"):
        assert text in done.output
    assert all(len(line) <= 118 for line in done.output.splitlines())


def test_silicon_gets_no_warning(tmp_path):
    path = tmp_path / "metal.log"
    path.write_bytes(b"".join(make_log.lines(trust="metal", trust_claimed="")))
    assert "EMULATED" not in qc("parse", str(path)).output


def test_a_null_is_a_dash(tmp_path):
    path = tmp_path / "x.log"
    body = [make_log.result(batch=8, p99=None, p999=None, max=None)]
    path.write_bytes(b"".join(make_log.lines(body)))
    row = next(line for line in qc("parse", str(path)).output.splitlines()
               if "ring/pair" in line)
    assert row.split()[7:10] == ["-", "-", "-"]


def test_json_holds_everything(log):
    done = qc("parse", str(log), "--format", "json")
    [run] = json.loads(done.output)["runs"]
    assert run["complete"] and run["trust"] == "tcg"
    assert len(run["records"]) == 6


def test_csv_has_a_row_a_result(log, tmp_path):
    out = tmp_path / "out.csv"
    assert qc("parse", str(log), "--format", "csv", "-o",
              str(out)).exit_code == Status.OK
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [r["cores"] for r in rows] == ["1", "2"]
    assert rows[0]["p50"] == "13.5" and rows[0]["trust"] == "tcg"


def test_an_output_that_cannot_be_written(log):
    done = qc("parse", str(log), "-o", "/nowhere/x")
    assert done.exit_code == Status.USAGE and "/nowhere/x" in done.output


@pytest.mark.parametrize("data, status, words", [
    (b"", Status.NO_LOG, "is empty"),
    (b"hello\n", Status.NO_LOG, "holds no record"),
    (b"".join(make_log.lines()[:4]), Status.INCOMPLETE, "no end record"),
    (b"".join(make_log.lines()).replace(b"0.25", b"0.26"), Status.INCOMPLETE,
     "damaged"),
    (b"".join(make_log.lines(status="failed")), Status.RUN_FAILED, "failed"),
    (b"".join(make_log.lines() * 2), Status.SEVERAL_RUNS, "2 runs"),
])
def test_each_fault_has_its_status_and_words(tmp_path, data, status, words):
    path = tmp_path / "x.log"
    path.write_bytes(data)
    done = qc("parse", str(path))
    assert done.exit_code == status and words in done.output


def test_what_survived_is_shown(tmp_path):
    path = tmp_path / "x.log"
    path.write_bytes(b"".join(make_log.lines()[:4]))
    done = qc("parse", str(path))
    assert "ring/pair" in done.output and "INCOMPLETE LOG" in done.output


def test_a_missing_file_is_named():
    done = qc("parse", "no/such.log")
    assert done.exit_code == Status.NO_LOG and "no/such.log" in done.output


def test_standard_input(log):
    done = CliRunner().invoke(main, ["parse", "-"], input=log.read_bytes())
    assert done.exit_code == Status.OK


@pytest.mark.parametrize("value, text", [
    (None, "-"), (0, "0.00"), (6.124, "6.12"), (9.99, "9.99"), (123.44, "123.4"),
    (999.9, "999.9"), (999.97, "1000"), (12345, "12345"), (123456, "123k"),
    (1234567, "1.2M"), (99999999, "100M"), (4.5e9, "4.5G"), (-3.5, "-3.50")])
def test_numbers_fit_five_columns(value, text):
    assert number(value) == text
    assert value is None or value < 0 or len(text) <= 5


# ---- run -------------------------------------------------------------------------------

FAKE = """#!{python}
import pathlib, sys, time
serial = next(a for a in sys.argv if a.startswith("file:"))[5:]
log = pathlib.Path(serial)
{body}
"""


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Makes a stand-in for QEMU out of a few lines of Python."""
    monkeypatch.setattr(qemu, "ELF", Path(__file__))  # any file: "built"
    data = tmp_path / "data"
    data.write_bytes(b"".join(make_log.lines()))

    def run(body: str, *arguments: str):
        path = tmp_path / "fake-qemu"
        path.write_text(FAKE.format(python=sys.executable, body=body.replace(
            "DATA", f"pathlib.Path({str(data)!r}).read_bytes()")))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return qc("run", "--qemu", str(path), "--accel", "tcg", "--out",
                  str(tmp_path / "run"), *arguments)
    run.out = tmp_path / "run"
    return run


def test_a_good_run(fake):
    done = fake("log.write_bytes(DATA); sys.exit(33)")
    assert done.exit_code == Status.OK and "ring/pair" in done.output
    facts = json.loads((fake.out / "run.json").read_text())
    assert facts["status"] == "ok" and facts["exit_code"] == 33
    assert facts["first_record_seconds"] is not None
    assert (fake.out / "serial.log").exists()


def test_an_emulator_that_does_not_start(fake):
    done = fake("print('cannot map', file=sys.stderr); sys.exit(1)")
    assert done.exit_code == Status.EMULATOR
    assert "did not start (exit 1): cannot map" in done.output


def test_an_emulator_that_dies_in_the_middle(fake):
    done = fake("log.write_bytes(DATA[:1500]); sys.exit(139)")
    assert done.exit_code == Status.EMULATOR
    assert "died in the middle" in done.output
    assert "the last lines of the log" in done.output
    assert "INCOMPLETE" in done.output


def test_an_emulator_that_hangs(fake):
    done = fake("log.write_bytes(DATA[:1500]); time.sleep(60)", "--timeout", "1")
    assert done.exit_code == Status.TIME_OUT
    assert "did not end within 1 s" in done.output
    assert (fake.out / "serial.log").stat().st_size == 1500


def test_a_run_that_failed(fake, tmp_path):
    (tmp_path / "data").write_bytes(b"".join(make_log.lines(status="failed")))
    done = fake("log.write_bytes(DATA); sys.exit(35)")
    assert done.exit_code == Status.RUN_FAILED


def test_a_right_exit_with_a_cut_log(fake):
    done = fake("log.write_bytes(DATA[:1500]); sys.exit(33)")
    assert done.exit_code == Status.INCOMPLETE


def test_too_many_cores_for_the_machine(fake):
    done = fake("print(\"qemu: Invalid SMP CPUs 300. The max CPUs supported by "
                "machine 'pc-q35-7.2' is 288\", file=sys.stderr); sys.exit(1)",
                "--smp", "300")
    assert done.exit_code == Status.EMULATOR
    assert "SMP=300 is more than" in done.output and "288" in done.output


@pytest.mark.parametrize("smp", ["0", "-1", "abc"])
def test_a_bad_number_of_cores(smp):
    done = qc("run", "--smp", smp)
    assert done.exit_code == Status.USAGE and smp in done.output


def test_empty_words_from_make_are_defaults(fake):
    done = fake("log.write_bytes(DATA); sys.exit(33)", "--smp", "", "--bench",
                "", "--args", "", "--firmware", "", "--timeout", "")
    assert done.exit_code == Status.OK


def test_no_qemu_is_named_with_the_remedy():
    done = qc("run", "--qemu", "no-such-qemu")
    assert done.exit_code == Status.MISSING
    assert "no-such-qemu" in done.output and "tools/setup" in done.output


def test_no_image_is_named_with_the_remedy(fake, monkeypatch):
    monkeypatch.setattr(qemu, "ELF", qemu.ROOT / "build" / "none.elf")
    done = fake("")
    assert done.exit_code == Status.MISSING and "run make" in done.output


def test_what_the_image_is_told(fake):
    done = fake("log.write_bytes(DATA); (log.parent / 'argv').write_text("
                "'\\n'.join(sys.argv)); sys.exit(33)", "--bench", "queue",
                "--args", "rounds=3 seed=9", "--smp", "5")
    argv = (fake.out / "argv").read_text().splitlines()
    assert done.exit_code == Status.OK
    assert argv[argv.index("-smp") + 1] == "5"
    assert argv[argv.index("-append") + 1] == \
        "suite=quick trust=tcg bench=queue rounds=3 seed=9"


def test_a_comma_in_the_options_survives_the_way_to_a_disc(tmp_path):
    machine = qemu.Machine("q", "bench=queue,switch", 2, "pc", 64, "bios",
                           qemu.TCG, False, tmp_path / "log")
    assert any(word.endswith("string=bench=queue,,switch")
               for word in machine.command())


def test_kvm_is_not_taken_without_hardware(monkeypatch):
    monkeypatch.setattr(qemu, "hardware_virtualisation", lambda: "")
    chosen = qemu.choose("auto", "qemu")
    assert chosen.name == "tcg" and "neither vmx nor svm" in chosen.why


def test_kvm_is_not_taken_when_the_probe_fails(monkeypatch):
    monkeypatch.setattr(qemu, "hardware_virtualisation", lambda: "svm")
    monkeypatch.setattr(os, "access", lambda *_: True)
    monkeypatch.setattr(qemu, "kvm_probe", lambda _: "a probe boot hung")
    chosen = qemu.choose("auto", "qemu")
    assert chosen.name == "tcg" and "a probe boot hung" in chosen.why
    monkeypatch.setattr(qemu, "kvm_probe", lambda _: "")
    assert qemu.choose("auto", "qemu").claim == "kvm"


def test_doctor_tells_tools_and_accelerator():
    done = qc("doctor")
    assert done.exit_code in (Status.OK, Status.MISSING)
    for word in ("NASM", "QEMU", "ACCEL=auto takes"):
        assert word in done.output
