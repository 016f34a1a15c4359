# SPDX-License-Identifier: MIT
"""Questions of the user's: where they are looked for, and who asks them."""

import shutil
from pathlib import Path

import make_log
import pytest
from fake_machine import GOOD, fake_qemu, pretend_built
from in_process import qc
from make_log import row
from places import ROOT
from quietcore.conclusions.questions import FURTHER
from quietcore.running import own_files
from quietcore.status import Status

SIX = [5.0] * 6
#: Two experiments of the user's and two of ours.
ROWS = [row("mine", "add", SIX), row("mine", "far", [10.0] * 6),
        row("other", "a", SIX), row("other", "b", [10.0] * 6),
        row("lock", "tas", SIX), row("lock", "mcs", [10.0] * 6),
        row("floor", "call", SIX)]
COST = """
[[question]]
experiment = "mine"
name = "cost"
claim = "value"
subjects = [{ variant = "add" }]
what = "An add takes %s {unit}"
"""
DEARER = COST.replace('"cost"', '"dearer"').replace("An add", "Truly, an add")
NOWHERE = COST.replace('"mine"', '"gone"')
BROKEN = COST.replace("%s", "{unit")
SAID = "mine       An add takes 5.00 ticks"
OTHER = "mine       Truly, an add takes 5.00 ticks"


@pytest.fixture
def log(tmp_path):
    """A log in a folder of its own."""
    (tmp_path / "there").mkdir()
    return make_log.write(tmp_path / "there" / "x.log", ROWS)


def beside(log, text: str = COST):
    """A table beside it."""
    path = log.with_name("questions.toml")
    path.write_text(text)
    return path


def page(*words) -> list[str]:
    """What qc show says of experiments."""
    done = qc("show", *words)
    assert done.exit_code == Status.OK, done.output
    return done.output.splitlines()


# ---- where they are ----------------------------------------------------------------


def test_what_lies_beside_a_log_is_asked(log):
    assert SAID not in page(log)
    beside(log)
    assert SAID in page(log)
    done = qc("show", log, "mine")
    assert "sure    mine: An add takes 5.00 ticks." in done.output
    assert "sure    mine: An add takes 5.00 ticks." in qc("parse", log).output
    for words in (("export", log, "--what", "findings"), ("report", log, "-o", "-")):
        assert "An add takes 5.00 ticks." in qc(*words).output


def test_an_option_takes_its_place(log, tmp_path):
    beside(log)
    (tmp_path / "z.toml").write_text(DEARER)
    words = log, "--questions", tmp_path / "z.toml"
    assert OTHER in page(*words) and SAID not in page(*words)
    both = page(*words, "--questions", log.with_name("questions.toml"))
    assert OTHER in both and SAID in both
    assert SAID not in page(log, "--questions", "/dev/null")
    assert FURTHER.get() is None    # nobody else asks it


def test_nothing_lies_beside_standard_input(log, monkeypatch):
    table = beside(log)
    monkeypatch.chdir(log.parent)
    for words, told in (((), False), (("--questions", table), True)):
        done = qc("show", "-", *words, input=log.read_bytes())
        assert done.exit_code == Status.OK and (SAID in done.output) == told


def test_a_table_that_is_given_twice_is_asked_once(log):
    table = beside(log)
    assert page(log, "--questions", table, "--questions",
                log.parent / ".." / "there" / "questions.toml").count(SAID) == 1


def test_the_user_s_come_first_and_all_of_them(log):
    beside(log, COST + DEARER + COST.replace('"mine"', '"lock"').replace(
        '"add"', '"tas"').replace("An add", "The lock"))
    lines = page(log)
    at = lines.index(SAID)
    assert lines[at - 1:at + 4] == ["", SAID, OTHER, SAID.replace(
        "mine", "lock").replace("An add", "The lock"), (
        "floor      CALL 5.00 ticks")]
    assert "lock       Lock and unlock, uncontended: tas is the cheapest, 5.00 ticks" in lines[at:]


# ---- the order by default ----------------------------------------------------------


def test_only_what_nobody_asks_about_is_ordered(log):
    """And of an experiment that is not there nothing is said."""
    before = page(log)
    for text, ordered in (("", {"mine:", "other:"}), (COST, {"other:"}),
                          (NOWHERE, {"mine:", "other:"})):
        beside(log, text)
        assert {line.split()[1] for line in qc("parse", log).output.splitlines()
                if ": Of its rows on" in line} == ordered
    assert page(log) == before


# ---- commands ----------------------------------------------------------------------

VERBS = {"show": [], "judge": [], "parse": ["-o", "out"], "published": ["-o", "out"],
         "report": ["-o", "out"], "export": ["--what", "findings", "-o", "out"],
         "export --format jsonl": ["--what", "findings", "-o", "out"]}


@pytest.mark.parametrize("verb", VERBS)
def test_a_table_that_is_broken_ends_each_command(log, tmp_path, monkeypatch, verb):
    """Before anything is written over."""
    monkeypatch.chdir(tmp_path)
    Path("out").write_text("kept")
    table = beside(log, BROKEN)
    said = (f"qc: {table}, question 1 (mine cost): what = 'An add takes {{unit "
            "{unit}' has a brace too many: one word stands between two, as in "
            "{name}\n")
    words = [*verb.split(), log, *VERBS[verb]]
    done = qc(*words)
    assert (done.exit_code, done.output) == (Status.USAGE, said)
    table.rename(tmp_path / "given.toml")
    done = qc(*words, "--questions", "given.toml")
    assert (done.exit_code, done.output) == (Status.USAGE, said.replace(str(table), "given.toml"))
    assert Path("out").read_text() == "kept"


@pytest.mark.parametrize("words", [
    ("trace",), ("targets",), ("compare", "--all"), ("certificate",)])
def test_commands_that_conclude_nothing_of_it_do_not_read_it(tmp_path, words):
    log = tmp_path / "alone.log.gz"
    shutil.copy(ROOT / "tests/tools/recorded" / log.name, log)
    before = qc(*words, log, *[log] * (words[0] == "compare"))
    beside(log, BROKEN)
    after = qc(*words, log, *[log] * (words[0] == "compare"))
    assert (after.exit_code, after.output) == (before.exit_code, before.output)


@pytest.mark.parametrize("data, status, said", [
    (b"\xff", Status.USAGE, "qc: TABLE is not UTF-8: save it so"),
    (COST.encode("utf-8-sig"), Status.OK, SAID),    # a mark is nothing
    # What has no room on the page is not called nothing.
    (COST.replace("An add", "An add " + "of many words " * 6).encode(), Status.OK,
     "tools/qc parse"),
    (COST.replace('"add"', '"adds"').encode(), Status.OK, "mine       nothing")])
def test_tables_that_are_odd(log, data, status, said):
    table = log.with_name("questions.toml")
    table.write_bytes(data)
    done = qc("show", log)
    assert done.exit_code == status
    assert said.replace("TABLE", str(table)) in done.output, done.output


def test_a_table_that_is_not_there_is_named(log):
    done = qc("show", log, "--questions", "gone.toml")
    assert done.exit_code == Status.USAGE and "'gone.toml' does not exist" in done.output


def test_boots_are_judged_by_the_same_questions(log, tmp_path):
    (tmp_path / "here").mkdir()
    again = make_log.write(tmp_path / "here" / "x.log", ROWS, run="f" * 16)
    table = beside(log)
    done = qc("judge", log, again)
    assert done.exit_code == Status.USAGE
    assert done.output == (
        f"qc: the questions beside {again} are not those beside {log}: "
        "--questions FILE asks the same of all\n")
    done = qc("judge", log, again, "--questions", table)
    assert done.exit_code == Status.OK
    assert "mine: An add takes 5.00 ticks." in done.output


# ---- a run -------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path, monkeypatch):
    """qc run, its machine a stand-in that writes these rows."""
    pretend_built(monkeypatch, tmp_path)
    qemu = fake_qemu(tmp_path, GOOD, make_log.lines(ROWS))

    def started(*words):
        return qc("run", "--qemu", qemu, "--accel", "tcg", "--out", tmp_path / "out", *words)
    started.out = tmp_path / "out"
    return started


@pytest.fixture
def mine(tmp_path):
    """A folder with a C file and its table."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.c").touch()
    (tmp_path / "mine" / "questions.toml").write_text(COST)
    return tmp_path / "mine"


def test_a_run_asks_and_keeps_what_it_asked(run, mine):
    """So does each of several boots."""
    done = run("--questions", mine / "questions.toml", "--boots", 2)
    assert done.exit_code == Status.OK and SAID in done.output
    (mine / "questions.toml").write_text(DEARER)
    assert SAID in page(run.out / "boot-2" / "serial.log")
    assert "An add takes 5.00 ticks." in (run.out / "report.html").read_text()


def test_what_lies_beside_a_c_file_is_asked_of_its_run(run, mine, tmp_path, monkeypatch):
    monkeypatch.setenv("QUIETCORE_IMAGES", str(tmp_path))   # put back later
    monkeypatch.setenv("QUIETCORE_BUILD", str(tmp_path / "build"))
    (tmp_path / "build" / "user").mkdir(parents=True)
    pretend_built(monkeypatch, tmp_path / "build" / "user")
    monkeypatch.setattr(own_files, "call", lambda *_: 0)
    done = run("--with", mine / "mine.c", "--with", mine / "mine.c")
    assert done.exit_code == Status.OK and SAID in done.output
    assert SAID in page(run.out / "serial.log")


def test_several_tables_become_one_if_their_names_differ(run, mine, tmp_path):
    words = "--questions", mine / "questions.toml", "--questions", tmp_path / "z.toml"
    (tmp_path / "z.toml").write_text(COST)
    done = run(*words)
    assert done.exit_code == Status.USAGE
    assert "z.toml, question 1 (mine cost): " in done.output
    assert "questions.toml asks it, too: take another name" in done.output
    assert not (run.out / "serial.log").exists()
    (tmp_path / "z.toml").write_text(DEARER)
    done = run(*words)
    assert SAID in done.output and OTHER in done.output
    assert {SAID, OTHER} <= {*page(run.out / "serial.log")}


def test_a_broken_table_is_told_before_anything_is_run(run, mine):
    (mine / "questions.toml").write_text(BROKEN)
    for words in (("--questions", mine / "questions.toml"), ("--with", mine / "mine.c")):
        done = run(*words)
        assert done.exit_code == Status.USAGE
        assert f"{mine}/questions.toml, question 1 (mine cost): " in done.output
        assert not run.out.exists()


def test_a_table_that_is_there_already_is_not_written_over(run, mine):
    run.out.mkdir()
    there = run.out / "questions.toml"
    there.write_text(DEARER)
    done = run("--questions", mine / "questions.toml")
    assert done.exit_code == Status.UNWRITABLE
    assert f"{there} asks otherwise: name another folder" in done.output
    assert there.read_text() == DEARER and len([*run.out.iterdir()]) == 1
    there.write_text(BROKEN)
    done = run()
    assert done.exit_code == Status.USAGE and str(there) in done.output
    there.write_text(DEARER)
    assert OTHER in run().output


def test_a_question_that_finds_no_row_says_so(log):
    beside(log, COST.replace('"add"', '"adds"'))
    done = qc("parse", log)
    assert "An add takes ? {unit}: not measured." in done.output
    assert "Of its rows on 1 core" in done.output   # the order by default


def test_what_quietcore_s_own_pattern_asks_is_no_name_of_the_user_s(tmp_path):
    log = make_log.write(tmp_path / "x.log", [
        row("workqueue", "lock", SIX), row("workqueue", "pair", SIX)])
    beside(log, COST.replace('"mine"', '"workqueue"').replace(
        '"cost"', '"lock_share"').replace('"add"', '"pair"'))
    done = qc("parse", log)
    assert done.exit_code == Status.USAGE
    assert "(workqueue lock_share): quietcore's own table asks" in done.output
