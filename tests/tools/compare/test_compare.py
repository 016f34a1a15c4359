# SPDX-License-Identifier: MIT
"""qc compare: verdicts, statuses, and what it refuses."""

import json
import tempfile
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as xml

import make_log
import pytest
from in_process import qc
from quietcore.compare.showing import basis
from quietcore.status import Status
from sides import COUNTED, METAL, boots, row


def written(form: str, *words) -> tuple[str, int]:
    """What is written in a format, apart from what is said, and the status."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        done = qc("compare", *words, "--format", form, "-o", out)
        assert out.exists(), done.output
        return out.read_text(), done.exit_code


def compared(*words) -> tuple[dict, int]:
    text, status = written("json", *words)
    return json.loads(text), status


def verdicts(told: dict) -> list[str]:
    return [each["verdict"] for each in told["rows"]]


def two_boots(folder, one: dict, two: dict, old: dict, new: dict) -> list:
    return [make_log.write(folder / name, [result], run=f"{at:016x}",
                           **METAL | changes)
            for at, (name, result, changes) in enumerate(
                (("old.log", one, old), ("new.log", two, new)))]


@pytest.mark.parametrize("factor, verdict, status", [
    (1.05, "slower", 1), (0.95, "faster", 0), (1.0, "equivalent", 0)])
def test_eight_boots_tell_five_per_cent(tmp_path, factor, verdict, status):
    told, code = compared(boots(tmp_path / "a", 8),
                          boots(tmp_path / "b", 8, factor, seed=2))
    assert verdicts(told) == [verdict] * 3 and code == status
    assert told["unit"] == "boot" and not told["rows"][0]["few"]
    ratio = told["rows"][0]["ratio"]
    assert ratio["low"] < ratio["value"] < ratio["high"]
    assert ratio["low"] < factor * 1.01 and ratio["high"] > factor * 0.99


def test_three_boots_tell_nothing_and_it_says_so(tmp_path):
    words = boots(tmp_path / "a", 3), boots(tmp_path / "b", 3, 1.5, seed=2)
    told, code = compared(*words)
    assert verdicts(told) == ["inconclusive"] * 3 and code == Status.OK
    assert all(each["few"] for each in told["rows"])
    text = " ".join(qc("compare", *words).output.split())
    assert "Too few samples: 3 rows could not come out alone" in text
    assert "6 boots a side can tell each" in text


def test_of_noisy_boots_nothing_is_told(tmp_path):
    told, _ = compared(boots(tmp_path / "a", 8, spread=0.3),
                       boots(tmp_path / "b", 8, spread=0.3, seed=2))
    assert verdicts(told) == ["inconclusive"] * 3
    assert told["rows"][0]["reason"] == "the samples spread too far"


@pytest.mark.parametrize("factor, verdict", [
    (1.1, "equivalent"), (1.5, "slower"), (0.5, "faster")])
def test_of_single_boots_the_round_is_the_unit(tmp_path, factor, verdict):
    told, _ = compared(boots(tmp_path / "a", 1),
                       boots(tmp_path / "b", 1, factor, seed=2))
    assert told["unit"] == "round" and verdicts(told) == [verdict] * 3
    assert told["rows"][0]["threshold"] == 0.25


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
    other = boots(tmp_path / "third", 1, cpu="A third")
    done = qc("compare", "--baseline", tmp_path / "base", other)
    assert done.exit_code == Status.INCOMPLETE
    assert "another processor" in done.output


# ---- counted instructions ------------------------------------------------------


def counted(value: float, **changes) -> dict:
    return row([value] * 6, unit="instructions", **{
        "min": value, "p50": value, "p90": value, "mean": value,
        "p99": None, "p999": None, "max": None} | changes)


@pytest.mark.parametrize("value", [20.0, 1234.0, 1234567.0])
@pytest.mark.parametrize("off, verdict, status", [
    (1, "slower", 1), (-1, "faster", 0), (0, "equivalent", 0)])
def test_one_instruction_is_always_found(tmp_path, value, off, verdict, status):
    logs = two_boots(tmp_path, counted(value), counted(value + off), COUNTED,
                     COUNTED)
    told, code = compared(*logs)
    assert verdicts(told) == [verdict] and code == status and told["exact"]
    if off:
        assert told["rows"][0]["reason"] == \
            f"mean: {value} is old, {value + off} new"


@pytest.mark.parametrize("changes", [{"max": 99}, {"n": 2001}, {
    "rounds": [20.0] * 5 + [21.0]}])
def test_any_figure_counts(tmp_path, changes):
    logs = two_boots(tmp_path, counted(20.0, max=98), counted(
        20.0, **{"max": 98} | changes), COUNTED, COUNTED)
    assert verdicts(compared(*logs)[0]) == ["slower"]


def test_counts_that_do_not_repeat_are_judged(tmp_path):
    for at, value in enumerate((20.0, 21.0)):
        make_log.write(tmp_path / f"{at}.log", [counted(value)],
                       run=f"{at:016x}", **METAL | COUNTED)
    told, _ = compared(tmp_path, tmp_path)
    assert verdicts(told) == ["inconclusive"]


# ---- what does not compare -----------------------------------------------------


@pytest.mark.parametrize("changes, words", [
    ({"trust": "kvm"}, "another trust: metal is old, kvm new"),
    ({"cpu": "B"}, "another processor: A processor is old, B new"),
    ({"machine": "linux"}, "another kind of machine: bare is old"),
    ({"cmdline": "suite=quick scale=9"}, "another option scale=: unknown"),
    ({"tsc_hz": 0}, "one side does not know its clock"),
    ({"status": "failed"}, "new.log: the run failed")])
def test_unlike_sides_are_refused(tmp_path, changes, words):
    logs = two_boots(tmp_path, row([10] * 6), row([10] * 6), {}, changes)
    done = qc("compare", *logs)
    assert done.exit_code == Status.INCOMPLETE and words in done.output
    assert "rows:" not in done.output
    forced = qc("compare", *logs, "--force")
    assert forced.exit_code == Status.INCOMPLETE
    assert f"NOT ALIKE: {words}" in " ".join(
        forced.output.replace(str(tmp_path) + "/", "").split())


def test_a_long_text_of_a_log_is_cut_and_inert(tmp_path):
    logs = two_boots(tmp_path, row([10] * 6), row([10] * 6), {},
                     {"cpu": "[bold]\x1b[31m" + "x" * 60})
    said = qc("compare", *logs).output
    assert "\x1b" not in said and "[bold]" in said and "x" * 40 not in said


@pytest.mark.parametrize("changes, words", [
    ({"hypervisor": "H"}, "another hypervisor: is old, H new"),
    ({"suite": "full"}, "another suite: quick is old, full new"),
    ({"boot_services": "kept"},
     "another state of the firmware: unknown is old, kept new"),
    ({"compiler": "clang"}, "another compiler: gcc is old, clang new"),
    ({"tsc_hz": 3_000_000_000}, "compared in nanoseconds")])
def test_others_are_warned_of(tmp_path, changes, words):
    logs = two_boots(tmp_path, row([10] * 6), row([10] * 6), {}, changes)
    done = qc("compare", *logs)
    assert done.exit_code == Status.OK
    assert f"Beware: {words}" in " ".join(done.output.split()).replace(
        ": ,", ":") or words in " ".join(done.output.split())


def test_unlike_clocks_are_compared_in_nanoseconds(tmp_path):
    logs = two_boots(tmp_path, row([10] * 6), row([20] * 6), {
        "tsc_hz": 1_000_000_000}, {"tsc_hz": 2_000_000_000})
    told, _ = compared(*logs)
    assert told["rows"][0]["old"] == told["rows"][0]["new"] == [10.0] * 6


def test_the_same_boot_on_both_sides_is_warned_of(tmp_path):
    logs = boots(tmp_path / "a", 2)
    told, _ = compared(logs, logs)
    assert told["warnings"] == ["2 logs of a boot that is there already: the "
                                "same boot says nothing new"]


def test_unlike_noise_grades_are_warned_of(tmp_path):
    def audit(grade: str) -> dict:
        return {"record": "noise", "experiment": "queue", "when": "before",
                "cores": [0], "grade": [grade]} | {name: [0] for name in (
                    "ticks_watched", "gaps", "lost_ppm", "max", "smi")}
    logs = [make_log.write(tmp_path / grade, [row([10] * 6), audit(grade)],
                           run=f"{ord(grade):016x}", **METAL) for grade in "AF"]
    told, _ = compared(*logs)
    assert told["warnings"] == ["unlike noise grades: A is old, F new"]
    assert told["rows"][0]["threshold"] == 0.5


@pytest.mark.parametrize("one, two, reason", [
    ({}, {"method": 2}, "unlike methods: 1 is old, 2 new"),
    ({}, {"unit": "ns"}, "unlike units: ticks is old, ns new"),
    ({"proven": "failed"}, {}, "gives wrong answers (old)"),
    ({}, {"crowded": True}, "its cores took turns on fewer real ones (new)"),
    ({}, {"rounds": []}, "no round is there (new)")])
def test_rows_that_do_not_compare(tmp_path, one, two, reason):
    logs = two_boots(tmp_path, row([10] * 6, **one),
                     row([10] * 6, **two), {}, {})
    told, code = compared(*logs)
    assert verdicts(told) == ["not compared"]
    assert told["rows"][0]["reason"] == reason and code == Status.INCOMPLETE


def test_a_row_of_one_side_is_named(tmp_path):
    logs = two_boots(tmp_path, row([10] * 6, "gone"), row([10] * 6, "added"),
                     {}, {})
    done = qc("compare", *logs)
    assert done.exit_code == Status.INCOMPLETE
    assert "Only old has 1 row: queue gone mode=batch (1)" in done.output
    assert "Only new has 1 row: queue added mode=batch (1)" in done.output
    assert "no row in common" in done.output


def test_only_clean_rounds_count(tmp_path):
    noisy = row([10, 900, 10, 10, 10, 10, 10], quiet="disturbed",
                disturbed_rounds=[1])
    told, _ = compared(*two_boots(tmp_path, noisy, row([10] * 6), {}, {}))
    assert told["rows"][0]["old"] == [10] * 6


@pytest.mark.parametrize("rounds", [[0] * 6, [-3] * 6])
def test_what_is_not_above_zero_has_no_ratio(tmp_path, rounds):
    told, _ = compared(*two_boots(tmp_path, row(rounds), row([10] * 6), {}, {}))
    assert verdicts(told) == ["inconclusive"]
    assert told["rows"][0]["ratio"] is None


def test_of_dispatch_the_wall_s_time_is_compared(tmp_path):
    task = row([-1] * 6, experiment="dispatch", wall_rounds=[40, None, 41])
    told, _ = compared(*two_boots(tmp_path, task, task, {}, {}))
    assert told["rows"][0]["old"] == [40, 41]


# ---- bad input -----------------------------------------------------------------


@pytest.mark.parametrize("data, status, words", [
    (b"", Status.NO_LOG, "is empty"),
    (b"hello\n", Status.NO_LOG, "holds no record"),
    (b"\x7fELF", Status.NO_LOG, "is a program"),
    (b"".join(make_log.lines(**METAL)[:4]), Status.INCOMPLETE,
     "is damaged or cut: no end record"),
    (b"".join(make_log.line(r | {"q": 1}) for r in make_log.records()),
     Status.VERSION, "use an older qc"),
    (b"".join(make_log.line(r | {"q": 4}) for r in make_log.records()),
     Status.VERSION, "use a newer qc")])
def test_what_is_no_whole_log_is_named(tmp_path, data, status, words):
    good = make_log.write(tmp_path / "good.log", **METAL)
    bad = tmp_path / "bad.log"
    bad.write_bytes(data)
    for logs in ((good, bad), (bad, good)):
        done = qc("compare", *logs)
        assert done.exit_code == status and words in done.output
        assert "bad.log" in done.output


def test_a_log_without_its_context_is_named_and_what_helps(tmp_path):
    good = make_log.write(tmp_path / "good.log", **METAL)
    bad = tmp_path / "bad.log"
    bad.write_bytes(b"".join(good.read_bytes().splitlines(True)[1:]))
    done = qc("compare", good, bad)
    assert done.exit_code == Status.NO_LOG
    assert "nothing to compare: " in done.output
    assert "bad.log: its context record is missing" in done.output
    assert "run or capture it again" in done.output


def test_what_survived_of_a_damaged_log_is_compared_by_force(tmp_path):
    logs = two_boots(tmp_path, row([10] * 6), row([30] * 6), {}, {})
    logs[1].write_bytes(b"".join(logs[1].read_bytes().splitlines(True)[:2]))
    done = qc("compare", *logs, "--force")
    assert done.exit_code == 1 and "NOT ALIKE" in done.output
    assert "slower" in done.output


def test_a_folder_s_other_files_are_passed_over(tmp_path):
    old = boots(tmp_path / "a", 2)
    (old / "pip.log").write_text("Collecting x\n")
    (old / "notes.txt").write_text("none")
    done = qc("compare", old, boots(tmp_path / "b", 2, seed=2))
    assert "left out: " in done.output and "pip.log holds no record" in done.output
    assert "notes.txt" not in done.output and "2 boots" in done.output
    (tmp_path / "none").mkdir()
    done = qc("compare", old, tmp_path / "none")
    assert done.exit_code == Status.NO_LOG and "no log of a run" in done.output


def test_runs_of_one_side_have_to_be_alike(tmp_path):
    one = boots(tmp_path / "a", 2)
    make_log.write(one / "x.log", [row([10] * 6)], **METAL | {"git": "other"})
    done = qc("compare", one, boots(tmp_path / "b", 2, seed=2))
    assert done.exit_code == Status.INCOMPLETE
    assert "x.log is of another build: git is 'other'" in done.output


@pytest.mark.parametrize("one, other, words", [
    ("cc -O2 " + "-Wall " * 12, "cc " + "-Wall " * 12,
     "compiler has nothing where the other has '-O2'"),
    ("cc -O1 " + "-Wall " * 12, "gcc -O1 -g " + "-Wall " * 12,
     "compiler has 'gcc -g' where the other has 'cc'"),
    ("cc -O1 -O2" + " -Wall" * 12, "cc -O2 -O1" + " -Wall" * 12,
     "compiler has the same words in another order"),
    ("cc", "gcc", "compiler is 'gcc', not 'cc'")])
def test_of_long_texts_only_what_differs_is_told(tmp_path, one, other, words):
    logs = [make_log.write(tmp_path / f"{at}.log", [row([10] * 6)],
                           **METAL | {"compiler": compiler})
            for at, compiler in enumerate((one, other))]
    done = qc("compare", *logs, "vs", logs[0])
    assert done.exit_code == Status.INCOMPLETE
    assert f"1.log is of another build: {words} as in " in done.output


def test_one_log_with_unlike_runs_is_not_called_another_than_itself(tmp_path):
    log = tmp_path / "x.log"
    log.write_bytes(b"".join(
        line for at in range(2) for line in make_log.lines(
            [row([10] * 6)], run=f"{at:016x}", **METAL | {"git": f"{at}"})))
    done = qc("compare", log, log)
    assert "x.log holds runs that are not alike, another build: git is '1', " \
        "not '0'" in done.output and "as in" not in done.output


@pytest.mark.parametrize("finest, words", [
    ([0.25, 0.25], "than 25 %; by"), ([0.25, 0.05], "than 5 to 25 %; by"),
    ([], "than - %; by")])
def test_the_finest_claim_is_one_figure_or_two(finest, words):
    rows = [SimpleNamespace(threshold=each) for each in finest]
    assert words in basis(SimpleNamespace(
        like=SimpleNamespace(exact=False), rows=rows, boots=0))


# ---- formats -------------------------------------------------------------------


def test_junit_is_xml_whatever_stands_in_a_log(tmp_path):
    name = 'a"<&>\x1b[1m'
    logs = two_boots(tmp_path, row([10] * 6, name), row([30] * 6, name), {}, {})
    text, status = written("junit", *logs)
    suite = xml.fromstring(text.encode()).find("testsuite")
    assert suite.get("failures") == "1" and suite.get("tests") == "1"
    case = suite.find("testcase")
    assert '"<&>' in case.get("name") and "\x1b" not in text
    assert "3.000 (3.000 to 3.000) times the old" in \
        case.find("failure").get("message")
    assert status == 1


def test_markdown_shows_foreign_texts_as_they_are(tmp_path):
    name = "a|b*<b>"
    logs = two_boots(tmp_path, row([10] * 6, name), row([30] * 6, name), {}, {})
    text, _ = written("markdown", *logs)
    assert "a\\|b\\*\\<b\\>" in text and "**slower**" in text
    assert text.startswith("### Slower: 1 row")


def test_a_text_goes_to_a_file_and_shows_all_rows_if_asked(tmp_path):
    logs = two_boots(tmp_path, row([10] * 6), row([10] * 6), {}, {})
    out = tmp_path / "out.txt"
    assert qc("compare", *logs, "--all", "-o", out).exit_code == Status.OK
    assert "ring/pair" in out.read_text() and "equivalent" in out.read_text()
    assert "ring/pair" not in qc("compare", *logs).output
    done = qc("compare", *logs, "-o", tmp_path / "no/x")
    assert done.exit_code == Status.UNWRITABLE


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(tmp_path, width):
    logs = two_boots(tmp_path, row([10] * 6), row([30] * 6), {}, {})
    for line in qc("compare", *logs, "--all", "--width", width
                   ).stdout.splitlines():
        assert len(line) <= width
