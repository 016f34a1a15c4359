# SPDX-License-Identifier: MIT
"""qc report and qc plot: what they write, and how they end."""

import sys

import make_log
import pytest
import svgs
from in_process import qc
from quietcore.status import Status

LINUX = svgs.path_of("linux")


def test_a_report_is_written_and_named(tmp_path):
    done = qc("report", LINUX, "-o", tmp_path / "r.html")
    assert done.exit_code == Status.OK
    assert f"report: {tmp_path}/r.html (0." in done.output
    assert (tmp_path / "r.html").read_bytes().startswith(b"<!doctype html>")


def test_to_standard_output():
    done = qc("report", LINUX, "-o", "-")
    assert done.stdout_bytes.startswith(b"<!doctype html>")


def test_several_logs_are_one_report(tmp_path):
    done = qc("report", LINUX, svgs.path_of("emulated"), "-o",
              tmp_path / "r.html")
    assert done.exit_code == Status.OK
    html = (tmp_path / "r.html").read_text()
    assert "linux.log.gz (linux-vm)" in html
    assert str(LINUX.parent) not in html


@pytest.mark.parametrize("keep, status", [
    (-1, Status.INCOMPLETE), (None, Status.OK)])
def test_an_incomplete_log_is_shown_and_told_by_the_status(
        tmp_path, keep, status):
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(make_log.lines()[:keep]))
    done = qc("report", log, "-o", tmp_path / "r.html")
    assert done.exit_code == status
    assert ("INCOMPLETE LOG" in (tmp_path / "r.html").read_text()) == \
        bool(status)


def test_a_run_that_failed_is_shown_and_told_by_the_status(tmp_path):
    log = make_log.write(tmp_path / "x.log", status="failed")
    done = qc("report", log, "-o", tmp_path / "r.html")
    assert done.exit_code == Status.RUN_FAILED and (tmp_path / "r.html").exists()


def test_one_log_that_is_none_does_not_hide_the_others(tmp_path):
    (tmp_path / "empty.log").touch()
    done = qc("report", tmp_path / "empty.log", LINUX, "-o",
              tmp_path / "r.html")
    assert done.exit_code == Status.NO_LOG and "is empty" in done.output
    html = (tmp_path / "r.html").read_text()
    assert "Not shown:" in html and "The answer" in html


@pytest.mark.parametrize("content", [b"", b"no record\n", b"\x7fELF"])
def test_no_log_at_all(tmp_path, content):
    (tmp_path / "x").write_bytes(content)
    done = qc("report", tmp_path / "x", "-o", tmp_path / "r.html")
    assert done.exit_code == Status.NO_LOG
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("command", [("report",), ("plot",)])
def test_the_log_itself_is_never_written_over(tmp_path, command):
    log = make_log.write(tmp_path / "x.svg")
    before = log.read_bytes()
    what = ["noise-grades", "list"][:command == ("plot",)] or []
    if what:
        what = ["queue-alone"]
    done = qc(*command, log, *what, "-o", log)
    assert done.exit_code == Status.USAGE and "the log itself" in done.output
    assert log.read_bytes() == before


def test_more_logs_than_a_picture_holds(tmp_path):
    """Those behind the first too many are not read: nobody waits for them."""
    done = qc("report", *[LINUX] * 13, tmp_path / "missing", "-o",
              tmp_path / "x.html")
    assert done.exit_code == Status.USAGE
    assert "these are more than 12 runs: one report shows so many at most; " \
        "tools/qc export takes any number" in done.output
    assert "missing" not in done.output and not (tmp_path / "x.html").exists()


def test_a_place_that_cannot_be_written(tmp_path):
    done = qc("report", LINUX, "-o", tmp_path / "no" / "r.html")
    assert done.exit_code == Status.UNWRITABLE


@pytest.mark.parametrize("words", [
    ("report", LINUX), ("plot", LINUX, "lock-alone")])
def test_without_its_library_the_remedy_is_named(words, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = qc(*words)
    assert done.exit_code == Status.MISSING
    assert "quietcore[report]" in done.output and not [*tmp_path.iterdir()]


# ---- one picture ---------------------------------------------------------------


def test_a_picture_by_its_name(tmp_path):
    done = qc("plot", LINUX, "lock-alone", "-o", tmp_path / "x.svg")
    assert done.exit_code == Status.OK
    svg = svgs.ElementTree.fromstring((tmp_path / "x.svg").read_bytes())
    assert "mcs" in svgs.texts(svg)
    assert qc("plot", LINUX, "lock-alone").stdout_bytes == \
        (tmp_path / "x.svg").read_bytes()


def test_all_names_are_listed():
    done = qc("plot", LINUX, "list")
    assert [line.split()[0] for line in done.stdout.splitlines()] == \
        [*svgs.pictures_of("linux")]


def test_a_wrong_name_has_the_nearest_one_told():
    done = qc("plot", LINUX, "lock-alonee")
    assert done.exit_code == Status.USAGE
    assert "did you mean 'lock-alone'?" in done.output


def test_a_picture_that_this_log_does_not_give():
    done = qc("plot", LINUX, "workqueue-depth")
    assert done.exit_code == Status.USAGE and "no picture" in done.output


def test_a_log_of_which_nothing_can_be_drawn_says_why(tmp_path):
    newer = tmp_path / "newer.log"
    newer.write_bytes(b"".join(make_log.line(r | {"q": 4})
                               for r in make_log.records()))
    cut = tmp_path / "cut.log"
    cut.write_bytes(make_log.lines()[0])
    bare = make_log.write(tmp_path / "bare.log", [])
    for log, status, words in (
            (newer, Status.VERSION, "newer.log: the log is of version 4"),
            (cut, Status.INCOMPLETE, "cut.log: the log is incomplete"),
            (bare, Status.USAGE, "nothing of this can be drawn")):
        for what in ("lock-alone", "list"):
            done = qc("plot", log, what)
            assert done.exit_code == status and words in done.output


def test_a_wrong_name_of_a_log_that_is_not_whole_says_so(tmp_path):
    log = tmp_path / "cut.log"
    log.write_bytes(b"".join(make_log.lines()[:-1]))
    done = qc("plot", log, "queue-alon")
    assert done.exit_code == Status.USAGE
    assert "(cut.log is not whole); did you mean 'queue-alone'?" in done.output


def test_another_suffix_is_refused_before_anything_is_drawn(tmp_path):
    done = qc("plot", LINUX, "lock-alone", "-o", tmp_path / "x.pdf")
    assert done.exit_code == Status.USAGE and ".svg or .png" in done.output


def test_png_without_its_library_has_the_remedy_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    done = qc("plot", LINUX, "lock-alone", "-o", tmp_path / "x.png")
    assert done.exit_code == Status.MISSING
    assert "tools/venv extra" in done.output and "libcairo2" in done.output


def test_a_plot_without_a_name_says_how_to_have_one(tmp_path):
    done = qc("plot", "x.log")
    assert done.exit_code == Status.USAGE
    assert done.output == \
        "qc: which picture? `qc plot x.log list` names all\n"
