# SPDX-License-Identifier: MIT
"""qc compare: verdicts, statuses, and what it refuses."""

from types import SimpleNamespace
from xml.etree import ElementTree as xml

import make_log
import pytest
from in_process import qc
from quietcore.compare.showing import basis
from quietcore.status import Status
from sides import COUNTED, METAL, SIX, boots, compared, row, two_boots, verdicts, written


def said(*words) -> str:
    return " ".join(qc("compare", *words).output.split())


# ---- boots -------------------------------------------------------------------------


@pytest.mark.parametrize("count, factor, more, verdict, unit, threshold", [
    (8, 1.05, {}, "slower", "boot", None), (8, 0.95, {}, "faster", "boot", None),
    (8, 1.01, {}, "equivalent", "boot", None),
    (8, 1.0, {"spread": 0.3}, "inconclusive", "boot", None),
    (3, 1.5, {}, "inconclusive", "boot", None),
    # Of single boots the round is the unit.
    (1, 1.1, {}, "equivalent", "round", 0.25), (1, 1.5, {}, "slower", "round", 0.25),
    (1, 0.5, {}, "faster", "round", 0.25)])
def test_boots_a_side(tmp_path, count, factor, more, verdict, unit, threshold):
    told, code = compared(boots(tmp_path / "a", count, **more),
                          boots(tmp_path / "b", count, factor, seed=2, **more))
    assert verdicts(told) == [verdict] * 3 and code == (verdict == "slower")
    first = told["rows"][0]
    assert told["unit"] == unit and first["few"] == (count < 8)
    assert threshold in (None, first["threshold"])
    if count == 8 and not more:
        low, value, high = (first["ratio"][name] for name in ("low", "value", "high"))
        assert low < value < high and low < factor * 1.01 and high > factor * 0.99
    if more:
        assert first["reason"] == "the samples spread too far"


def test_three_boots_tell_nothing_and_it_says_so(tmp_path):
    text = said(boots(tmp_path / "a", 3), boots(tmp_path / "b", 3, 1.5, seed=2))
    assert "Too few samples: 3 rows could not come out alone" in text
    assert "6 boots a side can tell each" in text


def test_words_part_the_sides(tmp_path):
    old, new = boots(tmp_path / "a", 2), boots(tmp_path / "b", 2, seed=2)
    both = [*sorted(old.iterdir()), "vs", *sorted(new.iterdir())]
    told, _ = compared(*both)
    assert [len(told[side]["logs"]) for side in ("old", "new")] == [2, 2]
    for words in (both[:2] + both[3:], ["vs", new], [old, "vs"], [old],
                  [old, "vs", new, "vs", new]):
        done = qc("compare", *words)
        assert done.exit_code == Status.USAGE and "which are old" in done.output


def test_a_baseline_holds_several_machines(tmp_path):
    boots(tmp_path / "base/one", 8, 5.0)
    boots(tmp_path / "base/two", 8, cpu="Another")
    new = boots(tmp_path / "new", 8, 1.05, seed=2, cpu="Another")
    told, code = compared("--baseline", tmp_path / "base", new)
    assert told["old"]["cpu"] == "Another" and len(told["old"]["runs"]) == 8
    assert verdicts(told) == ["slower"] * 3 and code == 1
    done = qc("compare", "--baseline", tmp_path / "base", boots(
        tmp_path / "third", 1, cpu="A third"))
    assert done.exit_code == Status.INCOMPLETE and "another processor" in done.output


# ---- rows --------------------------------------------------------------------------


def counted(value: float, **changes) -> dict:
    return row([value] * 6, unit="instructions", **{
        "min": value, "p50": value, "p90": value, "mean": value,
        "p99": None, "p999": None, "max": None} | changes)


LAST = counted(20.0, max=98)
TASK = row([-1] * 6, experiment="dispatch", wall_rounds=[40, None, 41])
NONE, SLOWER, FASTER = "not compared", "slower", "faster"
#: Two rows, the contexts of both, the verdict, and fields of what is told.
ROWS = [
    # One instruction is always found; any figure counts.
    *((counted(value), counted(value + off), COUNTED, COUNTED, verdict,
       {"reason": f"mean: {value} is old, {value + off} new"} if off else {})
      for value in (20.0, 1234.0, 1234567.0)
      for off, verdict in ((1, SLOWER), (-1, FASTER), (0, "equivalent"))),
    *((LAST, LAST | changes, COUNTED, COUNTED, SLOWER, {}) for changes in (
        {"max": 99}, {"n": 2001}, {"rounds": [20.0] * 5 + [21.0]})),
    # Rows that do not compare.
    *((row(SIX, **one), row(**{"its_rounds": SIX} | two), {}, {}, NONE, {"reason": reason})
      for one, two, reason in (
          ({}, {"method": 2}, "unlike methods: 1 is old, 2 new"),
          ({}, {"unit": "ns"}, "unlike units: ticks is old, ns new"),
          ({"proven": "failed"}, {}, "gives wrong answers (old)"),
          ({}, {"crowded": True}, "its cores took turns on fewer real ones (new)"),
          ({}, {"its_rounds": []}, "no round is there (new)"))),
    # Only clean rounds count; what is not above zero has no ratio.
    (row([10, 900, *[10] * 5], quiet="disturbed", disturbed_rounds=[1]), row(SIX), {}, {},
     "equivalent", {"old": SIX}),
    *((row([value] * 6), row(SIX), {}, {}, "inconclusive", {"ratio": None}) for value in (0, -3)),
    # Of dispatch the wall's time is compared; unlike clocks in nanoseconds.
    (TASK, TASK, {}, {}, "inconclusive", {"old": [40, 41]}),
    (row(SIX), row([20] * 6), {"tsc_hz": 1_000_000_000}, {"tsc_hz": 2_000_000_000},
     "equivalent", {"old": [10.0] * 6, "new": [10.0] * 6}),
]


@pytest.mark.parametrize("old, new, one, two, verdict, fields", ROWS)
def test_two_rows(tmp_path, old, new, one, two, verdict, fields):
    told, code = compared(*two_boots(tmp_path, old, new, one, two))
    [first] = told["rows"]
    assert verdicts(told) == [verdict] and fields.items() <= first.items()
    assert told["exact"] == (one is COUNTED)
    assert code == {NONE: Status.INCOMPLETE, SLOWER: 1}.get(verdict, Status.OK)


def test_counts_that_do_not_repeat_are_judged(tmp_path):
    two_boots(tmp_path, counted(20.0), counted(21.0), COUNTED, COUNTED)
    assert verdicts(compared(tmp_path, tmp_path)[0]) == ["inconclusive"]


def test_counts_have_neither_interval_nor_chance(tmp_path):
    text = said(*two_boots(tmp_path, counted(20.0), counted(21.0), COUNTED, COUNTED),
                "--width", 160)
    assert " 1.050 exact - " in text and "<0.001" not in text


def test_a_row_of_one_side_is_named(tmp_path):
    done = qc("compare", *two_boots(tmp_path, row(SIX, "gone"), row(SIX, "added")))
    assert done.exit_code == Status.INCOMPLETE
    assert "Only old has 1 row: queue gone mode=batch (1)" in done.output
    assert "Only new has 1 row: queue added mode=batch (1)" in done.output
    assert "no row in common" in done.output


# ---- unlike sides ------------------------------------------------------------------


@pytest.mark.parametrize("changes, words", [
    ({"trust": "kvm"}, "another trust: metal is old, kvm new"),
    ({"cpu": "B"}, "another processor: A processor is old, B new"),
    ({"machine": "linux"}, "another kind of machine: bare is old"),
    ({"cmdline": "suite=quick scale=9"}, "another option scale=: unknown"),
    ({"tsc_hz": 0}, "one side does not know its clock"),
    ({"status": "failed"}, "new.log: the run failed")])
def test_unlike_sides_are_refused(tmp_path, changes, words):
    logs = two_boots(tmp_path, row(SIX), row(SIX), {}, changes)
    done = qc("compare", *logs)
    assert done.exit_code == Status.INCOMPLETE and words in done.output
    assert "rows:" not in done.output
    forced = qc("compare", *logs, "--force")
    assert forced.exit_code == Status.INCOMPLETE
    assert f"NOT ALIKE: {words}" in " ".join(forced.output.replace(f"{tmp_path}/", "").split())


@pytest.mark.parametrize("changes, words", [
    ({"hypervisor": "H"}, "another hypervisor: is old, H new"),
    ({"suite": "full"}, "another suite: quick is old, full new"),
    ({"boot_services": "kept"}, "another state of the firmware: unknown is old, kept new"),
    ({"compiler": "clang"}, "another compiler: gcc is old, clang new"),
    ({"tsc_hz": 3_000_000_000}, "compared in nanoseconds")])
def test_others_are_warned_of(tmp_path, changes, words):
    logs = two_boots(tmp_path, row(SIX), row(SIX), {}, changes)
    assert qc("compare", *logs).exit_code == Status.OK
    assert words in said(*logs) and "Beware: " in said(*logs)


def test_a_long_text_of_a_log_is_cut_and_inert(tmp_path):
    text = said(*two_boots(tmp_path, row(SIX), row(SIX), {}, {"cpu": "[bold]\x1b[31m" + "x" * 60}))
    assert "\x1b" not in text and "[bold]" in text and "x" * 40 not in text


def test_the_same_boot_on_both_sides_is_warned_of(tmp_path):
    logs = boots(tmp_path / "a", 2)
    assert compared(logs, logs)[0]["warnings"] == [
        "2 logs of a boot that is there already: the same boot says nothing new"]


def test_unlike_noise_grades_are_warned_of(tmp_path):
    told, _ = compared(*(make_log.write(
        tmp_path / grade, [row(SIX), make_log.noise(grade)], run=f"{ord(grade):016x}", **METAL)
        for grade in "AF"))
    assert told["warnings"] == ["unlike noise grades: A is old, F new"]
    assert told["rows"][0]["threshold"] == 0.5


@pytest.mark.parametrize("one, other, words", [
    ("cc -O2 " + "-Wall " * 12, "cc " + "-Wall " * 12,
     "compiler has nothing where the other has '-O2'"),
    ("cc -O1 " + "-Wall " * 12, "gcc -O1 -g " + "-Wall " * 12,
     "compiler has 'gcc -g' where the other has 'cc'"),
    ("cc -O1 -O2" + " -Wall" * 12, "cc -O2 -O1" + " -Wall" * 12,
     "compiler has the same words in another order"),
    ("cc", "gcc", "compiler is 'gcc', not 'cc'")])
def test_runs_of_one_side_have_to_be_alike_and_what_differs_is_told(tmp_path, one, other, words):
    logs = two_boots(tmp_path, row(SIX), row(SIX), {"compiler": one}, {"compiler": other})
    done = qc("compare", *logs, "vs", logs[0])
    assert done.exit_code == Status.INCOMPLETE
    assert f"new.log is of another build: {words} as in " in done.output


def test_one_log_with_unlike_runs_is_not_called_another_than_itself(tmp_path):
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(line for at in range(2) for line in make_log.lines(
        [row(SIX)], run=f"{at:016x}", **METAL | {"git": f"{at}"})))
    text = said(log, log)
    assert "x.log holds runs that are not alike, another build: git is '1', not '0'" in text
    assert "as in" not in text


@pytest.mark.parametrize("finest, words", [
    ([0.25, 0.25], "than 25 %; by"), ([0.25, 0.05], "than 5 to 25 %; by"), ([], "than - %; by")])
def test_the_finest_claim_is_one_figure_or_two(finest, words):
    assert words in basis(SimpleNamespace(
        like=SimpleNamespace(exact=False), boots=0,
        rows=[SimpleNamespace(threshold=each) for each in finest]))


# ---- bad input ---------------------------------------------------------------------


def whole(version: int) -> bytes:
    return b"".join(make_log.line(each | {"q": version}) for each in make_log.records())


@pytest.mark.parametrize("data, status, words", [
    (b"", Status.NO_LOG, ["is empty"]), (b"hello\n", Status.NO_LOG, ["holds no record"]),
    (b"\x7fELF", Status.NO_LOG, ["is a program"]),
    (b"".join(make_log.lines(**METAL)[:4]), Status.INCOMPLETE,
     ["is damaged or cut: no end record"]),
    (b"".join(make_log.lines(**METAL)[1:]), Status.NO_LOG, [
        "nothing to compare: ", "its context record is missing", "run or capture it again"]),
    (whole(1), Status.VERSION, ["use an older qc"]),
    (whole(4), Status.VERSION, ["use a newer qc"])])
def test_what_is_no_whole_log_is_named(tmp_path, data, status, words):
    good, bad = make_log.write(tmp_path / "good.log", **METAL), tmp_path / "bad.log"
    bad.write_bytes(data)
    for logs in ((good, bad), (bad, good)):
        done = qc("compare", *logs)
        assert done.exit_code == status
        assert all(each in done.output for each in ["bad.log", *words])


def test_what_survived_of_a_damaged_log_is_compared_by_force(tmp_path):
    logs = two_boots(tmp_path, row(SIX), row([30] * 6))
    logs[1].write_bytes(b"".join(logs[1].read_bytes().splitlines(True)[:2]))
    done = qc("compare", *logs, "--force")
    assert done.exit_code == 1 and "NOT ALIKE" in done.output and "slower" in done.output


def test_a_folder_s_other_files_are_passed_over(tmp_path):
    old = boots(tmp_path / "a", 2)
    (old / "pip.log").write_text("Collecting x\n")
    (old / "notes.txt").write_text("none")
    text = said(old, boots(tmp_path / "b", 2, seed=2))
    assert "left out: " in text and "pip.log holds no record" in text
    assert "notes.txt" not in text and "2 boots" in text
    (tmp_path / "none").mkdir()
    done = qc("compare", old, tmp_path / "none")
    assert done.exit_code == Status.NO_LOG and "no log of a run" in done.output


# ---- formats -----------------------------------------------------------------------


def test_junit_is_xml_whatever_stands_in_a_log(tmp_path):
    name = 'a"<&>\x1b[1m'
    text, status = written("junit", *two_boots(tmp_path, row(SIX, name), row([30] * 6, name)))
    suite = xml.fromstring(text.encode()).find("testsuite")
    assert suite.get("failures") == "1" and suite.get("tests") == "1"
    case = suite.find("testcase")
    assert '"<&>' in case.get("name") and "\x1b" not in text and status == 1
    assert "3.000 (3.000 to 3.000) times the old" in case.find("failure").get("message")


def test_markdown_shows_foreign_texts_as_they_are(tmp_path):
    name = "a|b*<b>"
    text, _ = written("markdown", *two_boots(tmp_path, row(SIX, name), row([30] * 6, name)))
    assert "a\\|b\\*\\<b\\>" in text and "**slower**" in text
    assert text.startswith("### Slower: 1 row")


def test_a_text_goes_to_a_file_and_shows_all_rows_if_asked(tmp_path):
    logs = two_boots(tmp_path, row(SIX), row(SIX))
    out = tmp_path / "out.txt"
    assert qc("compare", *logs, "--all", "-o", out).exit_code == Status.OK
    assert "ring/pair" in out.read_text() and "equivalent" in out.read_text()
    assert "ring/pair" not in said(*logs)
    assert qc("compare", *logs, "-o", tmp_path / "no/x").exit_code == Status.UNWRITABLE
    done = qc("compare", *logs, "-o", logs[0])
    assert done.exit_code == Status.USAGE and "is the log itself" in done.output


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(tmp_path, width):
    done = qc("compare", *two_boots(tmp_path, row(SIX), row([30] * 6)), "--all", "--width", width)
    assert all(len(line) <= width for line in done.stdout.splitlines())
