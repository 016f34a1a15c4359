# SPDX-License-Identifier: MIT
"""Where output goes and how wide it is; where things are."""

import io
import os
import sys
from pathlib import Path

import make_log
from page_logs import timeline
import pytest
from in_process import qc
from quietcore import places
from quietcore.commands import output
from quietcore.commands.booting import kernel_options, suite_of, tell_of_timelines
from quietcore.commands.logs import status_of
from quietcore.commands.options import WIDTH, Number
from quietcore.log.reading import read_stream
from quietcore.running.folders import label_of
from quietcore.status import Status


@pytest.mark.parametrize("columns, width", [
    ("50", 50), ("", WIDTH), ("0", WIDTH), ("x", WIDTH), ("-5", WIDTH)])
def test_a_table_is_as_wide_as_columns_say(monkeypatch, columns, width):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    made = output.console()
    assert made.width == width and not made.is_terminal
    made.print("[b]\udcff 12 :smile:", soft_wrap=True)
    sys.stdout.flush()
    assert sys.stdout.buffer.getvalue() == b"[b]\\udcff 12 :smile:\n"


@pytest.mark.parametrize("terminal, colour, coloured", [
    (True, None, True), (True, False, False), (False, None, False),
    (False, True, True)])
def test_colours_go_to_a_terminal(monkeypatch, terminal, colour, coloured):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert output.console(io.StringIO(), colour).is_terminal == coloured


def test_nothing_in_a_text_is_coloured_by_itself():
    out = io.StringIO()
    output.console(out, True).print("12 'x' [b]y[/b] :smile:")
    assert out.getvalue() == "12 'x' [b]y[/b] :smile:\n"


def test_a_width_of_ones_own_comes_first(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "130")
    log = make_log.write(tmp_path / "x.log")
    for width in (60, 90):
        lines = qc("parse", log, "--width", width).output.splitlines()
        assert width - 12 < max(map(len, lines)) <= width


def test_where_parse_reads_and_writes(tmp_path):
    log = make_log.write(tmp_path / "x.log")
    assert qc("parse", "-", input=log.read_bytes()).output == qc("parse", log).output
    done = qc("parse", log, "-o", "/nowhere/x")
    assert done.exit_code == Status.UNWRITABLE and "/nowhere/x" in done.output
    assert "default: table" in qc("parse", "--help").output


@pytest.mark.parametrize("suite, bench, claim, args, words", [
    ("quick", "", "", "", "suite=quick"),
    ("full", "a,b", "tcg", " x=1  y ", "suite=full trust=tcg bench=a,b x=1 y")])
def test_what_the_user_adds_comes_last(suite, bench, claim, args, words):
    assert kernel_options(suite, bench, claim, args) == words


@pytest.mark.parametrize("words, label", [
    (("a", "", "b c"), "a-b-c"), (("",), "run"), (("-.x.-",), "x"),
    (("x" * 50,), "x" * 40), (("x" * 39, "y"), "x" * 39),
    (("a1.b/\u00e9",), "a1.b"), (("a_b",), "a_b"), (("/",), "run")])
def test_a_label_is_made_of_harmless_letters(words, label):
    assert label_of(*words) == label


def runs(*changes: dict) -> list:
    return read_stream([line for at, each in enumerate(changes)
                        for line in make_log.lines(run=f"{at:016x}", **each)])


@pytest.mark.parametrize("changes, status, words", [
    ([{}], Status.OK, ""), ([{}, {}], Status.SEVERAL_RUNS, "the log holds 2 runs"),
    ([{}, {"status": "failed"}], Status.RUN_FAILED, "the run failed"),
    ([{}, {"status": "stopped"}], Status.STOPPED, "a key ended the run"),
    ([{"status": "stopped"}, {"status": "failed"}], Status.RUN_FAILED, "the run failed"),
    ([{"seed": "x"}, {"status": "failed"}], Status.INCOMPLETE,
     "run 1 of 2 is incomplete: line 1: seq 0, context: seed must be")])
def test_the_gravest_of_several_runs_counts(changes, status, words):
    found, why = status_of(runs(*changes))
    assert found == status and why.startswith(words) and bool(why) == bool(words)


@pytest.mark.parametrize("command", ["show", "parse", "trace", "report", "plot",
                                     "export", "compare"])
def test_a_log_that_is_not_whole_is_named_and_what_helps(tmp_path, command):
    good = make_log.write(tmp_path / "good.log", [make_log.result(), timeline(0, [[0, 1, 0]])])
    bad = tmp_path / "cut.log"
    bad.write_bytes(b"".join(good.read_bytes().splitlines(True)[:-1]))
    words = {"compare": [good, bad], "plot": [bad, "list"],
             "report": [bad, "-o", tmp_path / "x.html"]}.get(command, [bad])
    done = qc(command, *words)
    assert done.exit_code == Status.INCOMPLETE
    last = done.output.splitlines()[-1]
    assert "cut.log" in done.output and "no end record" in done.output
    assert {"compare": "--force", "export": "not whole"}.get(
        command, "run or capture it again") in last


@pytest.mark.parametrize("kind, word, good", [
    (int, "1", True), (int, "9", True), (int, "0", False), (int, "10", False),
    (int, "1.5", False), (float, "1.5", True), (float, "nan", False)])
def test_a_number_lies_within_its_bounds(kind, word, good):
    number = Number(1, 9, kind)
    if good:
        assert number.convert(word, None, None) == kind(word)
        return
    with pytest.raises(Exception, match="at least 1, at most 9"):
        number.convert(word, None, None)


# ---- places ------------------------------------------------------------------


def test_what_is_built_lies_below_the_checkout(monkeypatch, tmp_path):
    """Without one it is the current directory."""
    for name in ("QUIETCORE_BUILD", "QUIETCORE_IMAGES"):
        monkeypatch.delenv(name, raising=False)
    root = Path(__file__).resolve().parents[3]
    assert places.build() == places.images() == root / "build"
    assert [path().relative_to(root).as_posix() for path in (
        places.elf, places.iso, places.program)] == [
        f"build/quietcore{name}" for name in (".elf", ".iso", "-hosted")]
    monkeypatch.setenv("QUIETCORE_BUILD", "x")
    assert places.build() == places.images() == root / "x"
    monkeypatch.setenv("QUIETCORE_IMAGES", str(tmp_path))
    assert places.build() == root / "x" and places.images() == tmp_path
    monkeypatch.delenv("QUIETCORE_BUILD")
    monkeypatch.setattr(places, "ROOT", tmp_path / "none")
    monkeypatch.chdir(tmp_path)
    assert places.build() == tmp_path / "build"


def test_a_path_below_the_current_directory_is_told_from_there(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert places.short(tmp_path / "a/b") == "a/b"
    assert places.short(Path("/x")) == "/x"


# ---- the end of a run --------------------------------------------------------


def test_a_run_with_timelines_says_how_to_look_at_them(capsys, monkeypatch, tmp_path):
    class Outcome:
        runs = read_stream(make_log.lines())

    tell_of_timelines(Outcome, tmp_path / "a log")
    assert capsys.readouterr().err == ""
    Outcome.runs += read_stream(make_log.lines([{
        "record": "trace", "core": 0, "dropped": 0, "events": []}]))
    monkeypatch.chdir(tmp_path)
    tell_of_timelines(Outcome, tmp_path / "a log")
    assert capsys.readouterr().err == (
        "qc: timelines: tools/qc trace 'a log' -o run.pftrace, then open "
        "run.pftrace at https://ui.perfetto.dev\n")


@pytest.mark.parametrize("suite, args, runs", [
    ("quick", "", "quick"), ("quick", "rounds=3 suite=full", "full"),
    ("full", "suite=full suite=quick", "quick"), ("full", "suite=ful", "full")])
def test_time_and_folder_are_those_of_the_suite_that_runs(suite, args, runs):
    assert suite_of(suite, args) == runs


@pytest.mark.parametrize("words", [
    ("show",), ("report", "-o", "x.html"), ("export", "-o", "x.csv"),
    ("export", "-o", "x.jsonl")], ids=" ".join)
def test_a_log_s_name_may_be_of_any_bytes(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"r\xc3\xbcn\xff.log")
    make_log.write(tmp_path / name)
    done = qc(words[0], name, *words[1:])
    assert done.exit_code == Status.OK, done.output
    if "x.csv" in words:
        assert "rün\\xff.log" in (tmp_path / "x.csv").read_text("utf-8")
