# SPDX-License-Identifier: MIT
"""qc report and qc plot: what they write, and how they end."""

import sys

import make_log
import pytest
import svgs
from in_process import qc
from quietcore.status import Status

LINUX = svgs.path_of("linux")
LINES = make_log.lines()
#: Logs that are made, by name.
MADE = {"cut": LINES[:-1], "begun": LINES[:1], "bare": make_log.lines([]),
        "failed": make_log.lines(status="failed"), "good.svg": LINES, "empty": [],
        "text": [b"no record\n"], "program": [b"\x7fELF"],
        "newer": [make_log.line(r | {"q": 4}) for r in make_log.records()]}


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A command in a folder of these logs; LINUX and EMULATED are recorded."""
    monkeypatch.chdir(tmp_path)
    for name, lines in MADE.items():
        (tmp_path / name).write_bytes(b"".join(lines))
    recorded = {"LINUX": LINUX, "EMULATED": svgs.path_of("emulated")}
    return lambda words: qc(*(recorded.get(word, word) for word in words.split()))


@pytest.mark.parametrize("logs, status, words, told", [
    ("LINUX", Status.OK, ["<!doctype html>"], "report: out.html (0."),
    ("LINUX EMULATED", Status.OK, ["linux.log.gz (linux-vm)"], ""),
    ("cut", Status.INCOMPLETE, ["INCOMPLETE LOG"], "no end record"),
    ("failed", Status.RUN_FAILED, ["Run failed"], "the run failed"),
    # One that is none does not hide the others.
    ("empty LINUX", Status.NO_LOG, ["Not shown:", "The answer"], "is empty")])
def test_a_report_is_written_and_the_status_tells_of_its_logs(asked, tmp_path, logs,
                                                              status, words, told):
    done = asked(f"report {logs} -o out.html")
    assert done.exit_code == status and told in done.output
    html = (tmp_path / "out.html").read_text()
    assert all(each in html for each in words)
    assert ("INCOMPLETE" in html) == (logs == "cut")
    assert str(LINUX.parent) not in html


def test_to_standard_output(asked):
    assert asked("report LINUX -o -").stdout_bytes.startswith(b"<!doctype html>")


@pytest.mark.parametrize("words, status, said", [
    *((f"report {name} -o out.html", Status.NO_LOG, "") for name in ("empty", "text", "program")),
    # Those behind the first too many are not read: nobody waits for them.
    ("report" + " LINUX" * 13 + " missing -o out.html", Status.USAGE,
     "these are more than 12 runs: one report shows so many at most; tools/qc "
     "export takes any number"),
    ("report LINUX -o no/out.html", Status.UNWRITABLE, "no/out.html"),
    ("report good.svg -o good.svg", Status.USAGE, "the log itself"),
    ("plot good.svg queue-alone -o good.svg", Status.USAGE, "the log itself"),
    ("plot LINUX lock-alonee", Status.USAGE, "did you mean 'lock-alone'?"),
    ("plot LINUX workqueue-depth", Status.USAGE, "no picture"),
    ("plot LINUX lock-alone -o x.pdf", Status.USAGE, ".svg or .png"),
    ("plot x.log", Status.USAGE, "qc: which picture? `qc plot x.log list` names all"),
    # Of which nothing can be drawn.
    *((f"plot {log} {what}", status, said) for what in ("lock-alone", "list")
      for log, status, said in (
          ("newer", Status.VERSION, "newer: the log is of version 4"),
          ("begun", Status.INCOMPLETE, "begun: the log is incomplete"),
          ("bare", Status.USAGE, "nothing of this can be drawn"))),
    ("plot cut queue-alon", Status.USAGE, "(cut is not whole); did you mean 'queue-alone'?")])
def test_what_is_refused_and_why(asked, tmp_path, words, status, said):
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = asked(words)
    assert done.exit_code == status and said in done.output, done.output
    assert "missing" not in done.output
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("words, module, said", [
    ("report LINUX", "jinja2", ["quietcore[report]"]),
    ("plot LINUX lock-alone", "jinja2", ["quietcore[report]"]),
    ("plot LINUX lock-alone -o x.png", "cairosvg", ["tools/venv extra", "libcairo2"])])
def test_without_its_library_the_remedy_is_named(asked, monkeypatch, words, module, said):
    monkeypatch.setitem(sys.modules, module, None)
    done = asked(words)
    assert done.exit_code == Status.MISSING
    assert all(each in done.output for each in said)


def test_a_picture_by_its_name(asked, tmp_path):
    done = asked("plot LINUX lock-alone -o x.svg")
    assert done.exit_code == Status.OK
    made = (tmp_path / "x.svg").read_bytes()
    assert "mcs" in svgs.texts(svgs.ElementTree.fromstring(made))
    assert asked("plot LINUX lock-alone").stdout_bytes == made
    assert [line.split()[0] for line in asked("plot LINUX list").stdout.splitlines()] \
        == [*svgs.pictures_of("linux")]
