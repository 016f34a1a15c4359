# SPDX-License-Identifier: MIT
"""qc run --boots N, with a stand-in for QEMU."""

import json
import signal

import pytest
from fake_machine import GOOD, fake_qemu, pretend_built
from in_process import qc
from quietcore import signals
from quietcore.status import Status

#: The first boots go well; the third does what stands behind this.
THIRD = "if 'boot-3' not in str(log): log.write_bytes(DATA); sys.exit(33)\n"


@pytest.fixture
def boots(tmp_path, monkeypatch):
    """Runs qc with so many boots of a stand-in."""
    pretend_built(monkeypatch, tmp_path)

    def run(body: str, count: int, *words: str):
        return qc("run", "--boots", count, "--qemu", fake_qemu(tmp_path, body),
                  "--accel", "tcg", "--out", tmp_path / "out", *words)
    run.out = tmp_path / "out"
    return run


def status_of(folder) -> str:
    return json.loads((folder / "run.json").read_text())["status"]


def test_each_boot_has_a_log_and_all_have_a_page_and_a_report(boots):
    """The last line names the report, which shows all their logs."""
    done = boots(GOOD, 3)
    assert done.exit_code == Status.OK, done.output
    logs = sorted(boots.out.glob("boot-*/serial.log"))
    assert [log.parent.name for log in logs] == ["boot-1", "boot-2", "boot-3"]
    assert len({log.read_bytes() for log in logs}) == 1
    assert {status_of(log.parent) for log in logs} == {"ok"}
    for words in ("qc: boot 3 of 3: ", "3 boots, all rounds together.",
                  "qc: whole: 3 of 3 boots; all conclusions: tools/qc judge "):
        assert words in done.output
    lines = done.output.splitlines()
    page = lines[-1 - lines[::-1].index(""):]
    assert "3 boots ok, in all: 6 results, 0 warnings." in page
    assert page[-2] == ("tools/qc judge LOG...: all conclusions; tools/qc show "
                        "LOG: one boot")
    report = boots.out / "report.html"
    assert lines[-1] == f"qc: report: {report} (open it in a browser)"
    html = report.read_text()
    assert all(f"boot-{boot}/serial.log" in html for boot in (1, 2, 3))


def test_a_report_shows_twelve_boots_at_most_and_says_so(boots):
    """Every conclusion stands above the page, if it is asked for."""
    done = boots(GOOD, 13, "--all")
    assert done.output.index("Findings: 2 none.") < done.output.index("13 boots ok")
    assert "qc: the report shows the first 12: " in done.output
    html = (boots.out / "report.html").read_text()
    assert "boot-12/serial.log" in html and "boot-13/" not in html


def test_one_boot_is_a_run_like_any_other(boots):
    done = boots(GOOD, 1)
    assert done.exit_code == Status.OK and (boots.out / "serial.log").exists()
    assert "boots" not in done.output


def test_a_boot_that_dies_ends_them_and_loses_none(boots):
    done = boots(THIRD + "sys.exit(139)", 5)
    assert done.exit_code == Status.EMULATOR
    assert "qc: boot 3 of 5 failed" in done.output
    assert "qc: whole: 2 of 5 boots" in done.output
    assert "2 boots, all rounds together." in done.output
    assert not (boots.out / "boot-4").exists()
    assert status_of(boots.out / "boot-3") == "emulator"


def test_ctrl_c_keeps_what_is_there(boots):
    old = {each: signal.getsignal(each) for each in signals.ENDING}
    try:
        signals.catch()
        signals.release()
        done = boots(THIRD + "os.kill(os.getppid(), 2); time.sleep(60)", 5)
    finally:
        for each, handler in old.items():
            signal.signal(each, handler)
    assert done.exit_code == Status.INTERRUPTED, done.output
    assert "qc: whole: 2 of 5 boots" in done.output
    assert f"the logs so far: {boots.out}" in done.output
    assert status_of(boots.out / "boot-3") == "interrupted"
